/* Belts round their pulleys, by the formulas of belts.py: where the strands touch, how long the belt is, and bands. */
(function (viewer) {
  "use strict";

  const { extrude } = viewer.shapes;

  /* The angle between the line of centres and the radius to where a strand touches. */
  function strandAngle(distance, [one, two]) {
    return Math.acos(Math.min(1, Math.max(-1, (one - two) / (distance || 1e-300))));
  }

  /* Where a strand touches the pulleys about two centres; `two` is below zero where the belt is crossed. */
  function strandEnds([ax, ay], [bx, by], [one, two, side]) {
    const angle = Math.atan2(by - ay, bx - ax) + side * strandAngle(Math.hypot(bx - ax, by - ay), [one, two]),
      [c, s] = [Math.cos(angle), Math.sin(angle)];
    return [
      [ax + one * c, ay + one * s],
      [bx + two * c, by + two * s],
    ];
  }

  /* The length of the whole belt. */
  function beltLength(distance, [one, two]) {
    const alpha = strandAngle(distance, [one, two]),
      wrap = 2 * Math.PI - 2 * alpha,
      strand = Math.sqrt(Math.max(0, distance ** 2 - (one - two) ** 2));
    return 2 * strand + one * wrap + (two > 0 ? 2 * alpha * two : -wrap * two);
  }

  /* A band of this half thickness along a chain of points, between two heights; its ends have no edges. */
  function band(path, half, low, high) {
    const sides = [half, -half].map((shift) => path.map((_, i) => beside(path, i, shift))),
      shape = extrude([[...sides[0], ...sides[1].slice().reverse()]], low, high);
    shape.edges = sides.flatMap((side) =>
      side.slice(1).flatMap((b, i) => [low, high].flatMap((z) => [...side[i], z, ...b, z])),
    );
    return shape;
  }

  /* A point at some distance to the left of a chain. */
  function beside(path, i, shift) {
    const [a, b] = [path[Math.max(0, i - 1)], path[Math.min(path.length - 1, i + 1)]],
      n = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [path[i][0] - (shift * (b[1] - a[1])) / n, path[i][1] + (shift * (b[0] - a[0])) / n];
  }

  viewer.belt = { band, beltLength, strandEnds };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
