/* What moves on the stage: one group a carrier, its pieces merged into one mesh, with edges and strokes as lines. */
(function (viewer) {
  "use strict";

  const { mix } = viewer.kit;

  /* A colour that can be told from a dark paper. */
  function lifted(colour) {
    const { r, g, b } = new THREE.Color(colour),
      light = 0.21 * r + 0.72 * g + 0.07 * b;
    return light < 0.14 ? mix(colour, "#ffffff", 0.28) : mix(colour, "#ffffff", 0.06);
  }

  /* The colours of a body in a theme by the tone of a mark. */
  function paint(colour, theme) {
    const base = theme.dark ? lifted(colour) : colour;
    const edge = theme.dark ? mix(base, "#000000", 0.62) : mix(base, "#000000", 0.42);
    return {
      tint: theme.dark ? base : mix(base, "#ffffff", 0.42),
      solid: base,
      own: base,
      paper: theme.dark ? "#d9dee4" : "#fbfcfd",
      wall: theme.dark ? mix(base, theme.paper, 0.35) : mix(base, "#ffffff", 0.6),
      edge,
      line: theme.dark ? mix(base, "#ffffff", 0.25) : mix(base, "#000000", 0.35),
      thin: theme.dark ? mix(base, theme.paper, 0.3) : mix(base, "#ffffff", 0.3),
    };
  }

  const repeated = (colour, count) => {
    const { r, g, b } = new THREE.Color(colour);
    return Array.from({ length: 3 * count }, (_, i) => [r, g, b][i % 3]);
  };

  class Actor {
    constructor(carrier, pieces, materials, theme) {
      this.carrier = carrier;
      this.materials = materials;
      this.things = [];
      this.group = new THREE.Group();
      this.group.matrixAutoUpdate = false;
      this.addMesh(pieces, theme);
      this.addEdges(pieces, theme);
      this.addStrokes(pieces, theme);
    }

    addMesh(pieces, theme) {
      const positions = [],
        normals = [],
        colours = [];
      this.ghostEnd = 0;
      const order = [...pieces].sort((p, q) => Number(q.ghost) - Number(p.ghost));
      for (const { shape, colour, tone, thing, ghost } of order) {
        if (!shape || !shape.positions.length) continue;
        for (const value of shape.positions) positions.push(value);
        for (const value of shape.normals) normals.push(value);
        for (const value of repeated(paint(colour, theme)[tone], shape.positions.length / 3)) colours.push(value);
        this.things.push({ until: positions.length / 9, thing });
        if (ghost) this.ghostEnd = positions.length / 3;
      }
      if (!positions.length) return;
      const geometry = new THREE.BufferGeometry();
      for (const [name, values] of [
        ["position", positions],
        ["normal", normals],
        ["color", colours],
      ]) {
        geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(values), 3));
      }
      this.mesh = new THREE.Mesh(geometry, this.materials.take());
      this.mesh.userData.actor = this;
      this.group.add(this.mesh);
    }

    addEdges(pieces, theme) {
      const segments = [],
        colours = [];
      for (const { shape, colour, tone } of pieces)
        if (shape) {
          for (const value of shape.edges) segments.push(value);
          for (const value of repeated(paint(colour, theme)[tone === "wall" ? "line" : "edge"], shape.edges.length / 3))
            colours.push(value);
        }
      if (segments.length) this.edges = this.line(this.materials.lines(segments, colours, 1.15, false));
    }

    addStrokes(pieces, theme) {
      const alike = new Map();
      for (const { strokes = [], colour } of pieces)
        for (const { segments, width, tone, dash } of strokes) {
          const key = `${width} ${dash}`,
            group = alike.get(key) || { width, dash, segments: [], colours: [] };
          alike.set(key, group);
          for (const value of segments) group.segments.push(value);
          for (const value of repeated(paint(colour, theme)[tone === "thin" ? "thin" : "line"], segments.length / 3))
            group.colours.push(value);
        }
      for (const { segments, colours, width, dash } of alike.values())
        if (segments.length) this.line(this.materials.lines(segments, colours, 1.15 * width, dash));
    }

    line(made) {
      this.group.add(made);
      return made;
    }

    /* The thing to which a triangle of the mesh belongs. */
    thingAt(triangle) {
      return this.things.find(({ until }) => triangle < until).thing;
    }

    glow(colour, share) {
      if (!this.mesh) return;
      const { stain } = this.mesh.material.userData;
      stain.colour.value.set(colour);
      stain.share.value = share;
    }

    dispose() {
      for (const child of this.group.children) child.geometry.dispose();
      if (this.mesh) this.materials.give(this.mesh.material);
      this.group.removeFromParent();
    }
  }

  /* One actor for each carrier of the pieces. */
  function actors(pieces, materials, theme) {
    const groups = new Map();
    for (const piece of pieces) {
      if (!groups.has(piece.carrier.key)) groups.set(piece.carrier.key, []);
      groups.get(piece.carrier.key).push(piece);
    }
    return [...groups.values()].map((group) => new Actor(group[0].carrier, group, materials, theme));
  }

  viewer.actors = { actors, paint, repeated };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
