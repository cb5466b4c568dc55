/* Where a text about an anchor stands, in pixels: inside the picture, over no other text, clear of what is drawn where
   it can, and nearer to its own anchor than to any other. A box is {at: [x, y], half: [w, h]}. */
(function (viewer) {
  "use strict";

  const WAYS = [45, 135, -45, -135, 90, 0, 180, -90].map((degrees, i) => {
    const x = Math.cos((degrees * Math.PI) / 180),
      y = -Math.sin((degrees * Math.PI) / 180);
    const sign = (value) => (Math.abs(value) < 1e-9 ? 0 : Math.sign(value));
    return { x, y, signX: sign(x), signY: sign(y), leaning: [0, 0.04, 0.08, 0.1, 0.06, 0.06, 0.09, 0.12][i] };
  });
  /* How far from the anchor: px beyond the gap and what that costs; far ones have a line to their anchor. */
  const RINGS = [
    { beyond: 0, cost: 0, led: false },
    { beyond: 9, cost: 0.25, led: false },
    { beyond: 22, cost: 0.8, led: true },
    { beyond: 40, cost: 1.2, led: true },
  ];
  const EDGE = 4, // px that stay free at the borders of the picture
    SAME = 3, // px within which anchors are one
    CONFUSED = 1.2,
    MOVED = 0.3, // costs: of standing as near to another anchor; of being moved into the picture
    KEPT = 0.5; // gain of standing where it stood

  const length = (x, y) => Math.sqrt(x * x + y * y); // much faster than Math.hypot

  /* How deep a text reaches into a piece of what is drawn (start, end, half thickness), in its half heights. */
  function depthIn(x, y, half, [[ax, ay], [bx, by], radius]) {
    const far = half[1] + radius,
      wide = half[0] + radius;
    if ((ax < x - wide && bx < x - wide) || (ax > x + wide && bx > x + wide)) return 0;
    if ((ay < y - far && by < y - far) || (ay > y + far && by > y + far)) return 0;
    const reach = Math.max(half[0] - half[1], 0),
      dx = bx - ax,
      dy = by - ay,
      square = dx * dx + dy * dy || 1e-300,
      py = y - ay;
    let depth = 0;
    for (let n = -1; n < 2; n += 1) {
      const px = x + n * reach - ax,
        share = Math.min(1, Math.max(0, (px * dx + py * dy) / square));
      depth = Math.max(depth, (far - length(px - share * dx, py - share * dy)) / half[1]);
    }
    return depth;
  }

  const meets = (at, half, other) =>
    Math.abs(at[0] - other.at[0]) < half[0] + other.half[0] && Math.abs(at[1] - other.at[1]) < half[1] + other.half[1];

  /* Distance of a point from a box. */
  const away = ([x, y], at, half) =>
    length(Math.max(0, Math.abs(x - at[0]) - half[0]), Math.max(0, Math.abs(y - at[1]) - half[1]));

  /* What it costs that a text can be read as that of other anchors. */
  function confusion(anchor, at, half, rivals) {
    const own = away(anchor, at, half) + 4;
    let cost = 0;
    for (const rival of rivals) {
      const distance = away(rival, at, half);
      if (distance < own) cost += CONFUSED * (2 - distance / own);
    }
    return cost;
  }

  const clamp = (value, low, high) => (low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value)));

  /* The point of a box that is nearest to an anchor. */
  const nearest = ([x, y], { at, half }) => [
    clamp(x, at[0] - half[0] + 2, at[0] + half[0] - 2),
    clamp(y, at[1] - half[1] + 2, at[1] + half[1] - 2),
  ];

  /* Whether the line from an anchor to its text runs over another text. */
  function crosses(anchor, box, placed) {
    const [x, y] = nearest(anchor, box);
    return [0.2, 0.4, 0.6, 0.8, 1].some((s) => {
      const point = [anchor[0] + s * (x - anchor[0]), anchor[1] + s * (y - anchor[1])];
      return placed.some((other) => away(point, other.at, other.half) < 1);
    });
  }

  /* The best place: {at, half, number, cost, led}, null where none is free. `room`: {size, obstacles, placed, rivals};
     `towards` is a direction that is liked, `earlier` the number of the place where it stood before; `covering` may be
     over other texts. */
  function bestPlace(anchor, half, gap, room, { towards = null, earlier = -1, covering = false } = {}) {
    let best = null;
    for (let number = 0; number < RINGS.length * WAYS.length; number += 1) {
      const way = WAYS[number % WAYS.length],
        ring = RINGS[Math.floor(number / WAYS.length)],
        reach = gap + ring.beyond;
      const x = anchor[0] + way.signX * half[0] + way.x * reach,
        y = anchor[1] + way.signY * half[1] + way.y * reach,
        at = [
          clamp(x, half[0] + EDGE, room.size[0] - half[0] - EDGE),
          clamp(y, half[1] + EDGE, room.size[1] - half[1] - EDGE),
        ];
      const moved = Math.abs(at[0] - x) + Math.abs(at[1] - y);
      let cost = way.leaning + ring.cost - (number === earlier ? KEPT : 0);
      if (moved > 0.5) cost += MOVED + moved / 40;
      if (towards) cost += 0.2 * (1 - way.x * towards[0] - way.y * towards[1]);
      if (best && cost >= best.cost) continue;
      if (!covering && room.placed.some((other) => meets(at, half, other))) continue;
      cost += confusion(anchor, at, half, room.rivals);
      for (const obstacle of room.obstacles) {
        if (best && cost >= best.cost) break;
        cost += depthIn(at[0], at[1], half, obstacle);
      }
      if (best && cost >= best.cost) continue;
      if (ring.led && !covering && crosses(anchor, { at, half }, room.placed)) continue;
      best = { at, half, number, cost, led: ring.led || moved > 12 };
    }
    return best;
  }

  /* Whether a text stands about as near to another anchor as to its own, so that only a line tells whose it is. */
  const doubtful = (anchor, { at, half }, rivals) => {
    const own = away(anchor, at, half);
    return rivals.some((rival) => away(rival, at, half) < 1.25 * own + 2);
  };

  /* The anchors of others: those not at the same place, near enough to be taken for this one. */
  const rivalsOf = (anchor, anchors, reach) =>
    anchors.filter(([x, y]) => {
      const distance = length(x - anchor[0], y - anchor[1]);
      return distance > SAME && distance < reach;
    });

  /* The last point of a line from `start` that the picture still shows, null where it shows none of it. */
  function lastSeen(start, tip, [width, height]) {
    let [from, to] = [0, 1];
    for (const [k, most] of [
      [0, width],
      [1, height],
    ]) {
      const run = tip[k] - start[k],
        shares = [EDGE, most - EDGE].map((border) => (border - start[k]) / (run || 1e-9));
      from = Math.max(from, Math.min(...shares));
      to = Math.min(to, Math.max(...shares));
    }
    return from > to ? null : [0, 1].map((k) => start[k] + to * (tip[k] - start[k]));
  }

  viewer.labelPlaces = { bestPlace, doubtful, lastSeen, nearest, rivalsOf };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
