/* Whether drawn bodies of a plane meet: outlines and middle lines where they are in some frames of the run. */
(function (viewer) {
  "use strict";

  const { inside } = viewer.shapes;
  const POINTS = 24; // of an outline that are looked at

  function carry(pose, point) {
    return carrying(pose)(point);
  }

  /* Where points of a body at a pose are. */
  function carrying([x, y, phi]) {
    const c = Math.cos(phi);
    const s = Math.sin(phi);
    return ([u, v]) => [x + c * u - s * v, y + s * u + c * v];
  }

  /* Distance of a point from a straight piece. */
  function toPiece([x, y], [[ax, ay], [bx, by]]) {
    const dx = bx - ax;
    const dy = by - ay;
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1e-300)));
    return Math.hypot(x - ax - share * dx, y - ay - share * dy);
  }

  /* Distance between two straight pieces, none where they cross. */
  function apart(p, q) {
    const side = ([ax, ay], [bx, by], [cx, cy]) => Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
    if (side(...p, q[0]) !== side(...p, q[1]) && side(...q, p[0]) !== side(...q, p[1])) return 0;
    return Math.min(toPiece(p[0], q), toPiece(p[1], q), toPiece(q[0], p), toPiece(q[1], p));
  }

  /* The share of an outline's points that lie inside another body. */
  function covered(a, b) {
    const shares = a.plates.map((path) => {
      const some = path.filter((_, i) => i % Math.ceil(path.length / POINTS) === 0);
      return some.filter((point) => inside(point, b.plates)).length / some.length;
    });
    return Math.max(0, ...shares);
  }

  /* Wheels may mesh: teeth in each other's gaps are no meeting. */
  const wheelsMeet = (a, b) => covered(a, b) > 0.15 || covered(b, a) > 0.15;

  const linksMeet = (unit) => (a, b) =>
    a.pieces.some((p) => b.pieces.some((q) => apart(p, q) < 1.2 * unit)) ||
    a.pieces.some(([p]) => inside(p, b.plates)) ||
    b.pieces.some(([p]) => inside(p, a.plates));

  /* What a part has of some marks, where it is in each of the frames. */
  class Owner {
    constructor(part, marks, spines, frames, train = "") {
      const across = marks.flatMap(({ paths }) => paths.flat().map(([x]) => x));
      this.part = part;
      this.train = train;
      this.size = Math.max(...across) - Math.min(...across);
      this.plane = part.plane;
      this.level = 0;
      this.shown = frames.map((poses) => {
        const there = carrying(poses[part.body]);
        return {
          plates: marks.flatMap((mark) => mark.paths.map((path) => path.map(there))),
          pieces: spines.map(({ start, end }) => [there(start), there(end)]),
        };
      });
    }

    meets(other, meet) {
      return this.plane === other.plane && this.shown.some((own, n) => meet(own, other.shown[n]));
    }

    /* Whether a point that moves, one place a frame, is always within it. */
    holds(places, near) {
      return this.shown.every(
        ({ plates, pieces }, n) =>
          pieces.some((piece) => toPiece(places[n], piece) < near) || inside(places[n], plates),
      );
    }
  }

  viewer.meet = { carry, linksMeet, wheelsMeet, Owner };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
