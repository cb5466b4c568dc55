/* Outlines of a plane drawn out into solids with a front, a back and sides. */
(function (viewer) {
  "use strict";

  const { SHARP } = viewer.shapes;

  const area = (path) =>
    path.reduce((sum, [x, y], i) => {
      const [u, v] = path[(i + 1) % path.length];
      return sum + x * v - u * y;
    }, 0) / 2;

  /* The path without points that repeat, running the given way (1: counter-clockwise). */
  function tidy(path, way) {
    const size = Math.max(...path.map(([x, y]) => Math.abs(x) + Math.abs(y)), 1e-300);
    const apart = (p, q) => Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1]) > 1e-9 * size;
    const kept = path.filter((point, i) => apart(point, path[(i + 1) % path.length]));
    return area(kept) * way < 0 ? kept.reverse() : kept;
  }

  /* Whether a point lies inside several closed paths by the even-odd rule. */
  function inside([x, y], paths) {
    let odd = false;
    for (const path of paths) {
      path.forEach(([ax, ay], i) => {
        const [bx, by] = path[(i + 1) % path.length];
        if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) odd = !odd;
      });
    }
    return odd;
  }

  /* Outlines with the holes in them, where several chains are filled by the even-odd rule. */
  function islands(paths) {
    const depth = paths.map((path, i) => paths.filter((other, j) => j !== i && inside(path[0], [other])).length);
    return paths
      .flatMap((path, i) => {
        if (depth[i] % 2) return [];
        const holes = paths.filter((other, j) => depth[j] === depth[i] + 1 && inside(other[0], [path]));
        return [{ outer: tidy(path, 1), holes: holes.map((hole) => tidy(hole, -1)) }];
      })
      .filter(({ outer }) => outer.length > 2);
  }

  /* Normals at both ends of every piece of a path: smooth where it bends little. */
  function sideNormals(path) {
    const count = path.length,
      flat = path.map(([x, y], i) => {
        const [u, v] = path[(i + 1) % count],
          n = Math.hypot(u - x, v - y) || 1;
        return [(v - y) / n, (x - u) / n];
      });
    const joined = (a, b) => {
      if (a[0] * b[0] + a[1] * b[1] < SHARP) return null;
      const n = Math.hypot(a[0] + b[0], a[1] + b[1]);
      return [(a[0] + b[0]) / n, (a[1] + b[1]) / n];
    };
    return flat.map((own, i) => {
      const before = joined(flat[(i + count - 1) % count], own),
        next = joined(own, flat[(i + 1) % count]);
      return { start: before || own, end: next || own, corner: before === null };
    });
  }

  /* Two triangles that stand on a piece of a path, with the normals at its ends. */
  function addSide({ positions, normals }, [ax, ay], [bx, by], [ux, uy], [vx, vy], low, high) {
    positions.push(ax, ay, low, bx, by, low, bx, by, high, ax, ay, low, bx, by, high, ax, ay, high);
    normals.push(ux, uy, 0, vx, vy, 0, vx, vy, 0, ux, uy, 0, vx, vy, 0, ux, uy, 0);
  }

  function addSides(shape, path, low, high) {
    sideNormals(path).forEach(({ start, end, corner }, i) => {
      const a = path[i],
        b = path[(i + 1) % path.length];
      addSide(shape, a, b, start, end, low, high);
      for (const z of [low, high]) shape.edges.push(a[0], a[1], z, b[0], b[1], z);
      if (corner) shape.edges.push(a[0], a[1], low, a[0], a[1], high);
    });
  }

  function addFaces(shape, { outer, holes }, low, high) {
    const vector = ([x, y]) => new THREE.Vector2(x, y),
      points = [outer, ...holes].flat();
    for (const [a, b, c] of THREE.ShapeUtils.triangulateShape(
      outer.map(vector),
      holes.map((hole) => hole.map(vector)),
    )) {
      for (const [corners, z, n] of [
        [[a, b, c], high, 1],
        [[a, c, b], low, -1],
      ])
        for (const corner of corners) {
          shape.positions.push(points[corner][0], points[corner][1], z);
          shape.normals.push(0, 0, n);
        }
    }
  }

  /* The shape between two heights over closed paths; several of them leave holes. */
  function extrude(paths, low, high) {
    const shape = { positions: [], normals: [], edges: [] };
    for (const island of islands(paths.filter((path) => path.length > 2))) {
      addFaces(shape, island, low, high);
      for (const path of [island.outer, ...island.holes]) addSides(shape, path, low, high);
    }
    return shape;
  }

  /* A thin wall over a chain of points. */
  function wall(path, low, high) {
    const shape = { positions: [], normals: [], edges: [] };
    for (let i = 0; i + 1 < path.length; i += 1) {
      const [a, b] = [path[i], path[i + 1]],
        n = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const across = [(b[1] - a[1]) / n, (a[0] - b[0]) / n];
      addSide(shape, a, b, across, across, low, high);
      for (const z of [low, high]) shape.edges.push(a[0], a[1], z, b[0], b[1], z);
    }
    return shape;
  }

  Object.assign(viewer.shapes, { extrude, inside, wall });
})((window.LinkworkViewer = window.LinkworkViewer || {}));
