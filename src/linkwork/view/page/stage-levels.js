/* How deep the marks of a planar mechanism lie: bodies that meet or cross are put at different levels, as in a real
   linkage, with as few levels as can be. Heights are in m above the back of the drawing. */
(function (viewer) {
  "use strict";

  const [WHEEL, LINK] = [1, 3]; // layers as marks.py numbers them
  const THICK = 0.5,
    PITCH = 0.6,
    FRAMES = 16,
    POINTS = 24; // THICK and PITCH in units

  const carry = ([x, y, phi], [u, v]) => {
    const c = Math.cos(phi),
      s = Math.sin(phi);
    return [x + c * u - s * v, y + s * u + c * v];
  };

  function inside([x, y], paths) {
    let odd = false;
    for (const path of paths)
      path.forEach(([ax, ay], i) => {
        const [bx, by] = path[(i + 1) % path.length];
        if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) odd = !odd;
      });
    return odd;
  }

  function toPiece([x, y], [[ax, ay], [bx, by]]) {
    const dx = bx - ax,
      dy = by - ay,
      share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1e-300)));
    return Math.hypot(x - ax - share * dx, y - ay - share * dy);
  }

  function apart(p, q) {
    const side = ([ax, ay], [bx, by], [cx, cy]) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
    if (side(...p, q[0]) !== side(...p, q[1]) && side(...q, p[0]) !== side(...q, p[1])) return 0;
    return Math.min(toPiece(p[0], q), toPiece(p[1], q), toPiece(q[0], p), toPiece(q[1], p));
  }

  /* What a body has in a layer, in one frame: outlines and middle lines. */
  function seen(owner, pose) {
    return {
      plates: owner.plates.map((path) => path.map((point) => carry(pose, point))),
      pieces: owner.pieces.map((piece) => piece.map((point) => carry(pose, point))),
    };
  }

  const share = (a, b) =>
    a.plates.reduce((most, path) => {
      const some = path.filter((_, i) => i % Math.ceil(path.length / POINTS) === 0);
      return Math.max(most, some.filter((point) => inside(point, b.plates)).length / some.length);
    }, 0);

  const linksMeet = (unit) => (a, b) =>
    a.pieces.some((p) => b.pieces.some((q) => apart(p, q) < 1.2 * unit)) ||
    a.pieces.some(([p]) => inside(p, b.plates)) ||
    b.pieces.some(([p]) => inside(p, a.plates));

  const wheelsMeet = (a, b) => share(a, b) > 0.15 || share(b, a) > 0.15;

  /* The lowest level for each owner at which none lies that it meets in any of the frames. */
  function colour(owners, frames, meet) {
    const shown = frames.map((poses) => owners.map((owner) => seen(owner, poses[owner.body]))),
      levels = [];
    owners.forEach((owner, i) => {
      const taken = new Set();
      for (let j = 0; j < i; j += 1)
        if (owners[j].plane === owner.plane && shown.some((all) => meet(all[i], all[j]))) taken.add(levels[j]);
      let level = 0;
      while (taken.has(level)) level += 1;
      levels.push(level);
    });
    return new Map(owners.map((owner, i) => [owner.part, levels[i]]));
  }

  function ownersOf(display, layer, unit) {
    return display.parts
      .filter((part) => part.body)
      .map((part) => {
        const marks = part.marks.filter(
          (mark) => mark.layer === layer && mark.closed && mark.fill !== "none" && mark.kind !== "groove",
        );
        const spines = layer === LINK ? part.spines.filter((spine) => spine.radius < 0.8 * unit) : [];
        return {
          part,
          body: part.body,
          plane: part.plane,
          plates: marks.flatMap((mark) => mark.paths),
          pieces: spines.map((s) => [s.start, s.end]),
        };
      })
      .filter((owner) => owner.plates.length);
  }

  function sampled(scene) {
    const count = Math.min(FRAMES, scene.poses.length),
      last = scene.poses.length - 1;
    return Array.from({ length: count }, (_, n) => scene.poses[count > 1 ? Math.round((n * last) / (count - 1)) : 0]);
  }

  /* Heights of everything: range(part, mark) gives bottom and top; `top` is that of the whole. */
  function heights(display, scene) {
    const unit = display.unit,
      frames = sampled(scene),
      thick = THICK * unit,
      pitch = PITCH * unit;
    const wheelOwners = ownersOf(display, WHEEL, unit),
      linkOwners = ownersOf(display, LINK, unit);
    const wheels = colour(wheelOwners, frames, wheelsMeet),
      links = colour(linkOwners, frames, linksMeet(unit));
    const levels = (map) => Math.max(0, ...[...map.values()].map((level) => level + 1));
    const wheel = pitch,
      link = wheel + levels(wheels) * pitch,
      connector = link + levels(links) * pitch;
    const front = connector + (display.connections.length ? pitch : 0),
      top = front + 0.35 * unit;
    const at = (start, level) => [start + level * pitch, start + level * pitch + thick];
    const held = (part, point) => {
      const tops = [],
        bottoms = [],
        reach = [];
      const pose = frames.map((poses) => carry(poses[part.body], point));
      const meets = (owner) =>
        frames.every((poses, n) => {
          const all = seen(owner, poses[owner.body]);
          return owner.pieces.length
            ? all.pieces.some((piece) => toPiece(pose[n], piece) < 0.3 * unit) || inside(pose[n], all.plates)
            : inside(pose[n], all.plates);
        });
      for (const [owners, map, start] of [
        [wheelOwners, wheels, wheel],
        [linkOwners, links, link],
      ]) {
        for (const owner of owners)
          if (owner.plane === part.plane && meets(owner)) reach.push(at(start, map.get(owner.part)));
      }
      for (const other of display.parts)
        if (other.plane === part.plane && other.marks.some((mark) => mark.kind === "block")) {
          if (
            frames.every((poses, n) =>
              other.marks.some(
                (mark) =>
                  mark.kind === "block" &&
                  inside(
                    pose[n],
                    mark.paths.map((path) => path.map((p) => carry(poses[other.body], p))),
                  ),
              ),
            )
          )
            reach.push([thick, top]);
        }
      for (const [low, high] of reach) {
        bottoms.push(low);
        tops.push(high);
      }
      return reach.length ? [Math.min(...bottoms), Math.max(...tops)] : [link, link + thick];
    };
    function range(part, mark) {
      if (mark.kind === "block") return [0.4 * thick, top];
      if (mark.kind === "pin") {
        const [low, high] = held(part, middle(mark.paths[0]));
        return [part.body ? low - 0.12 * unit : 0, high + 0.16 * unit];
      }
      if (mark.kind === "point") {
        const [, high] = held(part, middle(mark.paths[0]));
        return [high, high + 0.1 * unit];
      }
      if (mark.kind === "support" || (mark.kind === "hatching" && mark.layer === 2)) return [0, link - 0.1 * unit];
      if (!part.body && mark.layer === 0) return mark.closed ? [0, thick] : [0, top];
      if (mark.layer === WHEEL) return at(wheel, wheels.get(part) || 0);
      return at(link, links.get(part) || 0);
    }
    return {
      range,
      connector: at(connector, 0),
      eye: [link - 0.1 * unit, connector + thick + 0.16 * unit],
      top,
      thick,
      pointHeight: (part, point) => held(part, point)[1],
    };
  }

  const middle = (path) => [0, 1].map((k) => path.reduce((sum, p) => sum + p[k], 0) / path.length);

  viewer.heights = heights;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
