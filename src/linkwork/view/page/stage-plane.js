/* A planar display as pieces of the stage: marks drawn out to solids at their heights, lines and hatching. A piece is
   {carrier, colour, tone, thing, shape, strokes}; a carrier is a body in a plane or a connector between two. */
(function (viewer) {
  "use strict";

  const { ball, extrude, solid, tube, wall } = viewer.shapes;
  const { band, strandEnds } = viewer.belt;
  const WIRE = 0.11,
    COIL = 14, // radius of a spring's wire in units; points of a turn
    SIDES = 16, // of what is round
    BELT = 0.17; // half thickness of a belt in units
  const FORCES = ["spring", "strut", "cylinder", "gas_strut", "damper", "muscle", "absorber"];
  const TURNED = ["muscle", "absorber"]; // round about their axis

  /* Columns x, y, z and origin of a plane; z is the side that is looked at. */
  function planeMatrix({ origin, x, y }, towards) {
    const [ex, ey] = [new THREE.Vector3(...x), new THREE.Vector3(...y)],
      ez = ex.clone().cross(ey);
    if (ez.dot(towards) < 0) ez.negate();
    return new THREE.Matrix4().makeBasis(ex, ey, ez).setPosition(...origin);
  }

  const flat = (paths, z) => paths.flatMap((path) => path.slice(1).flatMap((b, i) => [...path[i], z, ...b, z]));
  const round = (path) => [...path, path[0]];
  const longest = (path) => Math.hypot(path[path.length - 1][0] - path[0][0], path[path.length - 1][1] - path[0][1]);

  /* The line of which hatching springs, where the mark has it, and the strokes. */
  function parted(mark) {
    const [first, second] = mark.paths;
    if (
      mark.kind === "rail" ||
      mark.kind === "outline" ||
      (mark.kind === "hatching" && second && longest(first) > 1.5 * longest(second))
    ) {
      return {
        base: mark.kind === "outline" ? mark.paths : [first],
        strokes: mark.kind === "outline" ? [] : mark.paths.slice(1),
      };
    }
    return { base: [], strokes: mark.paths };
  }

  function lines(mark, paths, z) {
    return [
      {
        segments: flat(mark.closed ? paths.map(round) : paths, z),
        width: mark.width,
        tone: mark.line,
        dash: mark.dash,
      },
    ];
  }

  /* What a mark of a part looks like between two heights. */
  function body(mark, [low, high], groove) {
    if (mark.closed && mark.fill !== "none")
      return { shape: extrude([...mark.paths, ...groove], low, high), tone: mark.fill };
    const { base, strokes } = parted(mark);
    const chains = mark.closed ? base.map(round) : base,
      grounded = chains.map((chain) => wall(chain, low, high));
    return {
      shape: joined(grounded),
      tone: "wall",
      strokes: lines(mark, mark.closed ? mark.paths : [...strokes, ...base], high),
    };
  }

  function joined(shapes) {
    const all = { positions: [], normals: [], edges: [] };
    for (const shape of shapes)
      for (const key of Object.keys(all)) for (const value of shape[key]) all[key].push(value);
    return all;
  }

  /* A coil spring whose zigzag is given as a share of the way along x. */
  function coil(path, unit, length) {
    const inner = path.slice(1, -1),
      swing = Math.max(...path.map(([, y]) => Math.abs(y))),
      turns = (inner.length - 1) / 2;
    const [first, last] = [inner[0][0], inner[inner.length - 1][0]],
      points = [
        [0, 0, 0],
        [first * length, 0, 0],
      ];
    const count = Math.round(turns * COIL);
    for (let n = 0; n <= count; n += 1) {
      const angle = (2 * Math.PI * turns * n) / count,
        grown = Math.min(1, n / 4, (count - n) / 4);
      points.push([
        (first + ((last - first) * n) / count) * length,
        swing * grown * Math.sin(angle),
        swing * grown * Math.cos(angle),
      ]);
    }
    return tube([...points, [last * length, 0, 0], [length, 0, 0]], WIRE * unit, 7);
  }

  /* What is as wide as the upper half of an outline, round about x. */
  function turned(outline) {
    const upper = outline.slice(0, outline.length / 2),
      angles = Array.from({ length: SIDES }, (_, n) => (2 * Math.PI * n) / SIDES),
      corners = upper.flatMap(([x, y]) => angles.map((angle) => [x, y * Math.cos(angle), y * Math.sin(angle)])),
      faces = [];
    for (let ring = 0; ring + 1 < upper.length; ring += 1)
      for (let n = 0; n < SIDES; n += 1) {
        const [a, b] = [ring * SIDES + n, ring * SIDES + ((n + 1) % SIDES)];
        faces.push([a, a + SIDES, b + SIDES, b]);
      }
    faces.push(angles.map((_, n) => n), angles.map((_, n) => corners.length - 1 - n));
    return solid(corners, faces);
  }

  function partPieces(display, scene, heights) {
    return display.parts.flatMap((part) => {
      const carrier = { key: `body ${part.body} ${part.plane}`, body: part.body, plane: part.plane };
      const thing = { kind: "body", name: scene.bodies[part.body].name, body: part.body };
      const colour = display.colours[part.body];
      let raised = 0;
      return part.marks.flatMap((mark) => {
        if (mark.kind === "groove") return [];
        const groove =
          mark.kind === "slot"
            ? part.marks.filter((other) => other.kind === "groove").flatMap((other) => other.paths)
            : [];
        const [low, high] = heights.range(part, mark),
          ghost = !display.no_ghost.includes(mark.kind) && part.body > 0;
        raised += 0.006 * display.unit;
        const piece = { carrier, colour, thing, ghost, ...body(mark, [low, high + raised], groove) };
        if (mark.kind === "coupling pin") piece.shape = joined([piece.shape, knee(mark.paths[0])]);
        return [piece];
      });
    });
  }

  /* The ball in which the pins of two planes meet, on the line that both have in common. */
  function knee(outline) {
    const middle = [0, 1].map((k) => outline.reduce((sum, point) => sum + point[k], 0) / outline.length);
    return ball([...middle, 0], 1.25 * Math.hypot(outline[0][0] - middle[0], outline[0][1] - middle[1]));
  }

  function connectorPieces(display, heights, lengths) {
    return display.connections.flatMap((link, n) => {
      const thing = { kind: FORCES.includes(link.kind) ? "force" : "joint", name: link.name, text: link.kind, link },
        [low, high] = heights.trainOf(link.name)?.range || heights.between(heights.connector);
      return link.marks.map((mark) => {
        const { start, end, planes, strand } = link,
          stretched = mark.anchor === "stretch",
          span = { start, end, planes, strand, looped: link.kind === "belt", built: stretched ? lengths[n] : 1 };
        const carrier = { key: `link ${n} ${mark.anchor}`, anchor: mark.anchor, span, height: (low + high) / 2 };
        const along = stretched ? mark.paths.map((path) => path.map(([x, y]) => [x * lengths[n], y])) : mark.paths,
          half = heights.thick / 2,
          ghost = !display.no_ghost.includes(mark.kind),
          made = { carrier, colour: link.colour, thing, ghost };
        if (mark.kind === "spring")
          return { ...made, tone: "solid", shape: coil(mark.paths[0], display.unit, lengths[n]) };
        if (TURNED.includes(mark.kind)) return { ...made, tone: "solid", shape: turned(along[0]) };
        if (mark.kind === "belt")
          return { ...made, tone: "line", shape: strapped(along[0], strand, display.unit, half) };
        const deep =
          mark.kind === "eye"
            ? [heights.link - carrier.height, half + 0.16 * display.unit]
            : { cylinder: [-1.3 * half, 1.3 * half], cap: [-1.3 * half, 1.3 * half] }[mark.kind] || [
                -0.8 * half,
                0.8 * half,
              ];
        return { ...made, ...body({ ...mark, paths: along }, deep, []) };
      });
    });
  }

  /* A piece of a belt, a little wider than its pulleys. */
  function strapped(path, [one, two], unit, half) {
    return band(path, Math.min(BELT * unit, 0.2 * one, 0.2 * Math.abs(two)), -1.4 * half, 1.4 * half);
  }

  /* Pieces, labels with their heights, planes and the points that the view must hold. */
  function planar(payload) {
    const { display, scene } = payload,
      right = new THREE.Vector3(...display.axes[0]),
      up = new THREE.Vector3(...display.axes[1]);
    const towards = right.clone().cross(up),
      heights = new viewer.Heights(display, scene),
      first = display.parts.length ? display.parts[0].plane : 0;
    const planes = (
      scene.planes && scene.planes.length ? scene.planes : [{ origin: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0] }]
    ).map((plane) => planeMatrix(plane, towards));
    const poses = scene.poses[0] || [];
    const lengths = display.connections.map(({ start, end, planes: own, strand }) => {
      if (strand) {
        const [p, q] = strandEnds(...[start, end].map(([number, ...at]) => inPlane(poses[number], at)), strand);
        return Math.hypot(q[0] - p[0], q[1] - p[1]) || 1e-9;
      }
      const [a, b] = [start, end].map(([number, ...at], i) => place(planes[own[i]], poses[number], at));
      return a.distanceTo(b) || 1e-9;
    });
    const labels = display.parts.flatMap((part) =>
      part.labels.map((label) => ({
        text: label.text,
        kind: label.kind,
        body: part.body,
        plane: part.plane,
        at: [...label.at, heights.held(part, label.at)[1]],
        local: label.at,
      })),
    );
    const spines = display.parts.flatMap((part) =>
      part.spines.map((spine) => ({
        body: part.body,
        plane: part.plane,
        ends: [
          [...spine.start, heights.top],
          [...spine.end, heights.top],
        ],
        radius: spine.radius,
      })),
    );
    return {
      flat: display.flat,
      planes,
      first,
      labels,
      spines,
      heights,
      unit: display.unit,
      colours: display.colours,
      pieces: [...partPieces(display, scene, heights), ...connectorPieces(display, heights, lengths)],
      view: { right, up, towards },
      base: baseOf(planes[first], display, right, up),
      reach: reachOf(display, planes, first, heights),
      follow: false,
      depth: heights.top,
    };
  }

  function inPlane([x, y, phi], [u, v]) {
    const c = Math.cos(phi),
      s = Math.sin(phi);
    return [x + c * u - s * v, y + s * u + c * v];
  }

  function place(plane, pose, [u, v, z = 0]) {
    return new THREE.Vector3(...inPlane(pose, [u, v]), z).applyMatrix4(plane);
  }

  /* The directions by which views are named: right and up of the first plane seen straight on. */
  function baseOf(plane, display, right, up) {
    if (display.flat) return { right, up };
    const x = new THREE.Vector3(),
      y = new THREE.Vector3();
    plane.extractBasis(x, y, new THREE.Vector3());
    return { right: x, up: y };
  }

  function reachOf(display, planes, first, heights) {
    const corner = (plane, x, y) => [0, heights.top].map((z) => new THREE.Vector3(x, y, z).applyMatrix4(planes[plane]));
    if (!display.flat)
      return display.sheets.flatMap(({ plane, corners }) => corners.flatMap(([x, y]) => corner(plane, x, y)));
    const [[a, b, e], [c, d, f]] = display.maps[first],
      det = a * d - b * c || 1,
      [left, low, rightmost, high] = display.bounds;
    const own = (u, v) => [(d * (u - e) - b * (v - f)) / det, (a * (v - f) - c * (u - e)) / det];
    return [
      [left, low],
      [rightmost, low],
      [rightmost, high],
      [left, high],
    ].flatMap(([u, v]) => corner(first, ...own(u, v)));
  }

  viewer.planar = planar;
  viewer.planarPlace = place;
  viewer.inPlane = inPlane;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
