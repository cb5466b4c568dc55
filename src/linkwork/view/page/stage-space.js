/* A spatial display as pieces of the stage (see stage-plane.js): solids and wires on bodies, or between two points. */
(function (viewer) {
  "use strict";

  const { solid, tube } = viewer.shapes;
  const FORCES = ["spring", "cylinder", "piston rod", "muscle"],
    SPINES = ["link", "rail", "rod", "piston rod"];
  let kept = new Map(); // shapes of the solids shown last, by their keys: while a slider moves most stay as they were

  const quaternion = (pose) => new THREE.Quaternion(pose[4], pose[5], pose[6], pose[3]).normalize();
  const place = (pose, at) =>
    new THREE.Vector3(...at).applyQuaternion(quaternion(pose)).add(new THREE.Vector3(pose[0], pose[1], pose[2]));

  /* Wires come as chains of edges: the points of each chain. */
  function chains(part) {
    const found = [];
    for (const [a, b] of part.faces) {
      const last = found[found.length - 1];
      if (last && last[last.length - 1] === a) last.push(b);
      else found.push([a, b]);
    }
    return found.map((chain) => chain.map((c) => part.corners[c]));
  }

  function shapeOf(part, length) {
    const along = part.anchor === "stretch" ? ([x, y, z]) => [x, y, z * length] : (corner) => corner;
    if (!part.wire) return solid(part.corners.map(along), part.faces);
    const all = { positions: [], normals: [], edges: [] };
    for (const chain of chains(part)) {
      const made = tube(chain.map(along), part.wire, 8);
      for (const key of Object.keys(all)) for (const value of made[key]) all[key].push(value);
    }
    return all;
  }

  function thingOf(part, scene) {
    if (part.span)
      return {
        kind: FORCES.includes(part.kind) ? "force" : "joint",
        name: part.name,
        text: part.kind,
        span: part.span,
      };
    if (part.name) return { kind: "joint", name: part.name, text: part.kind };
    return { kind: "body", name: scene.bodies[part.body].name, body: part.body };
  }

  function pieceOf(part, n, display, scene) {
    const poses = scene.poses[0] || [],
      thing = thingOf(part, scene),
      colour = part.colour || display.colours[part.body];
    const ends = part.span && [part.span.start, part.span.end].map(([body, ...at]) => place(poses[body], at));
    const length = ends ? ends[0].distanceTo(ends[1]) || 1e-9 : 1;
    const carrier = part.span
      ? { key: `span ${n}`, anchor: part.anchor, span: { ...part.span, built: part.anchor === "stretch" ? length : 1 } }
      : { key: `body ${part.body}`, body: part.body };
    return {
      carrier,
      colour,
      tone: "own",
      thing,
      ghost: (part.body > 0 || Boolean(part.span)) && !part.wire,
      hollow: !part.closed,
      shape: (part.anchor !== "stretch" && kept.get(part.key)) || shapeOf(part, length),
    };
  }

  /* All pieces; their shapes are known when the next ones come. */
  function piecesOf(display, scene) {
    const pieces = display.parts.map((part, n) => pieceOf(part, n, display, scene));
    kept = new Map(display.parts.map(({ key }, n) => [key, pieces[n].shape]).filter(([key]) => key));
    return pieces;
  }

  /* Middle lines of bars, of which names keep clear. */
  function spineOf(part, unit) {
    if (part.span || !SPINES.includes(part.kind) || part.corners.length < 20) return [];
    const mean = (points) => [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
    return [
      { body: part.body, ends: [mean(part.corners.slice(0, 10)), mean(part.corners.slice(-10))], radius: 0.4 * unit },
    ];
  }

  function spatial(payload) {
    const { display, scene } = payload,
      vector = (values) => new THREE.Vector3(...values),
      up = vector(display.up);
    const first = Math.abs(up.x) > 0.5 ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(1, 0, 0);
    return {
      flat: false,
      space: true,
      unit: display.unit,
      colours: display.colours,
      follow: display.follow,
      labels: display.labels.map((label) => ({ ...label, local: label.at })),
      spines: display.parts.flatMap((part) => spineOf(part, display.unit)),
      pieces: piecesOf(display, scene),
      view: { right: vector(display.camera[0]), up: vector(display.camera[1]), towards: vector(display.camera[2]) },
      base: { right: first, up },
      reach: display.reach.map(vector),
      floor: display.floor,
      grid: display.grid,
    };
  }

  viewer.spatial = spatial;
  viewer.spatialPlace = place;
  viewer.quaternion = quaternion;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
