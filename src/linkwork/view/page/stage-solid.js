/* Solids of flat faces made ready for the graphics card: triangles, normals that are smooth over round surfaces, and
   the edges that are sharp. A shape is {positions, normals, edges}, plain lists of numbers. */
(function (viewer) {
  "use strict";

  const SHARP = 0.76; // cosine of the angle between faces from which their edge is drawn

  const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a) => {
    const n = Math.hypot(a[0], a[1], a[2]) || 1;
    return [a[0] / n, a[1] / n, a[2] / n];
  };

  /* The normal of a face, as long as twice its area, by the sum over all its corners. */
  function areaNormal(corners, face) {
    const origin = corners[face[0]],
      sum = [0, 0, 0];
    for (let i = 1; i + 1 < face.length; i += 1) {
      const n = cross(minus(corners[face[i]], origin), minus(corners[face[i + 1]], origin));
      sum[0] += n[0];
      sum[1] += n[1];
      sum[2] += n[2];
    }
    return sum;
  }

  /* Corner numbers of the triangles of a face, which may have bays. */
  function triangles(corners, face, normal) {
    if (face.length < 5) return face.slice(2).map((_, i) => [face[0], face[i + 1], face[i + 2]]);
    const z = unit(normal),
      x = unit(cross(Math.abs(z[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0], z)),
      y = cross(z, x);
    const flat = face.map((c) => new THREE.Vector2(dot(corners[c], x), dot(corners[c], y)));
    return THREE.ShapeUtils.triangulateShape(flat, []).map((triangle) => triangle.map((i) => face[i]));
  }

  const known = new WeakMap(); // by the list of faces, which stays the same while a slider moves

  /* Who meets whom: the faces around every corner, and every edge with its face and the face beyond it. */
  function meeting(faces, count) {
    if (known.has(faces)) return known.get(faces);
    const around = Array.from({ length: count }, () => []),
      owner = new Map(),
      edges = [];
    faces.forEach((face, f) =>
      face.forEach((a, i) => {
        around[a].push(f);
        owner.set(a * count + face[(i + 1) % face.length], f);
      }),
    );
    faces.forEach((face, f) =>
      face.forEach((a, i) => {
        const b = face[(i + 1) % face.length];
        edges.push({ a, b, face: f, mate: owner.get(b * count + a) });
      }),
    );
    known.set(faces, { around, edges });
    return known.get(faces);
  }

  /* The sum of the normals of the faces that go on smoothly from a face at one of its corners. */
  function smooth(f, faces, normals, directions) {
    let x = 0,
      y = 0,
      z = 0;
    for (const g of faces)
      if (g === f || dot(directions[f], directions[g]) > SHARP) {
        const n = normals[g];
        x += n[0];
        y += n[1];
        z += n[2];
      }
    return unit([x, y, z]);
  }

  function sharpEdges(corners, edges, directions) {
    const found = [];
    for (const { a, b, face, mate } of edges)
      if (mate === undefined || (a < b && dot(directions[face], directions[mate]) < SHARP)) {
        const p = corners[a],
          q = corners[b];
        found.push(p[0], p[1], p[2], q[0], q[1], q[2]);
      }
    return found;
  }

  /* The shape of a solid given by its corners and its faces, counter-clockwise from outside. */
  function solid(corners, faces) {
    const normals = faces.map((face) => areaNormal(corners, face)),
      directions = normals.map(unit),
      { around, edges } = meeting(faces, corners.length),
      positions = [],
      shading = [];
    faces.forEach((face, f) => {
      const own = new Map(face.map((c) => [c, smooth(f, around[c], normals, directions)]));
      for (const triangle of triangles(corners, face, directions[f]))
        for (const c of triangle) {
          const p = corners[c],
            n = own.get(c);
          positions.push(p[0], p[1], p[2]);
          shading.push(n[0], n[1], n[2]);
        }
    });
    return { positions, normals: shading, edges: sharpEdges(corners, edges, directions) };
  }

  /* A round wire along a chain of points. */
  function tube(points, radius, sides = 8) {
    const positions = [],
      normals = [],
      rings = [];
    const tangents = points.map((_, i) =>
      unit(minus(points[Math.min(i + 1, points.length - 1)], points[Math.max(i - 1, 0)])),
    );
    let across = unit(cross(tangents[0], Math.abs(tangents[0][0]) < 0.6 ? [1, 0, 0] : [0, 1, 0]));
    points.forEach((point, i) => {
      const t = tangents[i],
        slip = dot(across, t);
      across = unit(minus(across, [slip * t[0], slip * t[1], slip * t[2]]));
      const other = cross(t, across);
      rings.push(
        Array.from({ length: sides }, (_, k) => {
          const c = Math.cos((2 * Math.PI * k) / sides),
            s = Math.sin((2 * Math.PI * k) / sides);
          const n = [0, 1, 2].map((j) => c * across[j] + s * other[j]);
          return { at: [0, 1, 2].map((j) => point[j] + radius * n[j]), n };
        }),
      );
    });
    for (let i = 0; i + 1 < rings.length; i += 1)
      for (let k = 0; k < sides; k += 1) {
        const next = (k + 1) % sides,
          a = rings[i][k],
          b = rings[i][next],
          c = rings[i + 1][next],
          d = rings[i + 1][k];
        for (const corner of [a, b, c, a, c, d]) {
          positions.push(...corner.at);
          normals.push(...corner.n);
        }
      }
    return { positions, normals, edges: [] };
  }

  /* A ball about a point. */
  function ball(at, radius, sides = 16) {
    const positions = [],
      normals = [],
      normal = (i, k) => {
        const [down, around] = [(Math.PI * i) / (sides / 2), (2 * Math.PI * k) / sides];
        return [Math.sin(down) * Math.cos(around), Math.sin(down) * Math.sin(around), Math.cos(down)];
      };
    for (let i = 0; i < sides / 2; i += 1)
      for (let k = 0; k < sides; k += 1) {
        const [a, b, c, d] = [normal(i, k), normal(i + 1, k), normal(i + 1, k + 1), normal(i, k + 1)];
        for (const n of [a, b, c, a, c, d]) {
          positions.push(...n.map((value, j) => at[j] + radius * value));
          normals.push(...n);
        }
      }
    return { positions, normals, edges: [] };
  }

  viewer.shapes = { SHARP, ball, solid, tube };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
