/* Names beside the things they name: each on the side where it covers least, kept there while that is good enough. */
(function (viewer) {
  "use strict";

  const SIDES = [45, 135, -45, -135, 90, 0, 180, -90].map((degrees, i) => {
    const x = Math.cos((degrees * Math.PI) / 180),
      y = -Math.sin((degrees * Math.PI) / 180);
    const sign = (value) => (Math.abs(value) < 1e-9 ? 0 : Math.sign(value));
    return { x, y, signX: sign(x), signY: sign(y), leaning: [0, 0.04, 0.08, 0.1, 0.06, 0.06, 0.09, 0.12][i] };
  });
  const FULL = 2.4; // cost from which a name that has no free place is left out

  function depthIn(at, half, [start, end, radius]) {
    const reach = Math.max(half[0] - half[1], 0),
      dx = end[0] - start[0],
      dy = end[1] - start[1];
    const length = dx * dx + dy * dy || 1e-300;
    let depth = 0;
    for (const shift of [-reach, 0, reach]) {
      const px = at[0] + shift - start[0],
        py = at[1] - start[1];
      const share = Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      depth = Math.max(depth, (half[1] + radius - Math.hypot(px - share * dx, py - share * dy)) / half[1]);
    }
    return depth;
  }

  function overlap(at, half, other) {
    const x = half[0] + other.half[0] - Math.abs(at[0] - other.at[0]),
      y = half[1] + other.half[1] - Math.abs(at[1] - other.at[1]);
    return x > 0 && y > 0 ? 2.5 * (1 + Math.min(x / half[0], y / half[1])) : 0;
  }

  /* The best place for a name about its anchor: {at, number, cost}. */
  function bestSide(anchor, half, gap, obstacles, placed, earlier) {
    let best = null;
    for (let number = 0; number < 2 * SIDES.length; number += 1) {
      const side = SIDES[number % SIDES.length],
        far = number >= SIDES.length ? 2.2 : 1;
      const at = [
        anchor[0] + side.signX * half[0] + side.x * gap * far,
        anchor[1] + side.signY * half[1] + side.y * gap * far,
      ];
      let cost = side.leaning + (far > 1 ? 0.25 : 0) - (number === earlier ? 0.5 : 0);
      for (const obstacle of obstacles) cost += depthIn(at, half, obstacle);
      for (const other of placed) cost += overlap(at, half, other);
      if (!best || cost < best.cost) best = { at, number, cost };
    }
    return best;
  }

  class Labels {
    constructor() {
      this.sides = new Map();
      this.placed = [];
    }

    begin(obstacles, taken = []) {
      this.obstacles = obstacles;
      this.placed = [...taken];
    }

    /* Write a text by its anchor; `always` even where there is no room. */
    write(pen, key, text, anchor, { font, colour, halo, gap = 8, always = false }) {
      pen.font = font;
      const half = [pen.measureText(text).width / 2 + 2, 8],
        near = this.obstacles.filter(([a, b, r]) => {
          const reach = 2 * half[0] + 3 * gap + r;
          return (
            anchor[0] > Math.min(a[0], b[0]) - reach &&
            anchor[0] < Math.max(a[0], b[0]) + reach &&
            anchor[1] > Math.min(a[1], b[1]) - reach &&
            anchor[1] < Math.max(a[1], b[1]) + reach
          );
        });
      const side = bestSide(anchor, half, gap, near, this.placed, this.sides.get(key));
      const covered = this.placed.some((other) => overlap(side.at, half, other) > 0);
      if (covered && side.cost > FULL && !always) return false;
      this.sides.set(key, side.number);
      this.placed.push({ text, at: side.at, half });
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.lineJoin = "round";
      pen.strokeStyle = halo;
      pen.lineWidth = 3.5;
      pen.globalAlpha = 0.85;
      pen.strokeText(text, ...side.at);
      pen.globalAlpha = 1;
      pen.fillStyle = colour;
      pen.fillText(text, ...side.at);
      return true;
    }
  }

  viewer.Labels = Labels;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
