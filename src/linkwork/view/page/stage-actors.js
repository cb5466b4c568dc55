/* What moves on the stage: one group a carrier, its pieces merged into one mesh, with edges and strokes as lines. While a
   slider moves only places change, not how many points there are: these are put where the old ones were. */
(function (viewer) {
  "use strict";

  const { mix, renew } = viewer.kit;

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

  /* A colour for each of so many points. */
  const repeated = (colour, count) => {
    const { r, g, b } = new THREE.Color(colour),
      found = new Float32Array(3 * count);
    for (let i = 0; i < found.length; i += 3) {
      found[i] = r;
      found[i + 1] = g;
      found[i + 2] = b;
    }
    return found;
  };

  /* Lists of numbers one behind the other. */
  const chained = (lists) => {
    const found = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0));
    let at = 0;
    for (const list of lists) {
      found.set(list, at);
      at += list.length;
    }
    return found;
  };

  /* The surfaces of pieces as one: those that leave ghosts first. */
  function surfaceOf(pieces, theme) {
    const order = [...pieces].sort((p, q) => Number(q.ghost) - Number(p.ghost));
    const full = order.filter(({ shape }) => shape && shape.positions.length),
      things = [];
    let corners = 0,
      ghostEnd = 0;
    for (const { shape, thing, ghost } of full) {
      corners += shape.positions.length / 3;
      things.push({ until: corners / 3, thing });
      if (ghost) ghostEnd = corners;
    }
    const colours = full.map(({ shape, colour, tone }) =>
      repeated(paint(colour, theme)[tone], shape.positions.length / 3),
    );
    return {
      things,
      ghostEnd,
      position: chained(full.map(({ shape }) => shape.positions)),
      normal: chained(full.map(({ shape }) => shape.normals)),
      color: chained(colours),
    };
  }

  /* The lines of pieces by their pens: edges of shapes, and strokes. */
  function linesOf(pieces, theme) {
    const pens = new Map();
    const add = (width, dash, segments, colour) => {
      if (!segments.length) return;
      const key = `${width} ${dash}`,
        pen = pens.get(key) || { width, dash, segments: [], colours: [] };
      pens.set(key, pen);
      pen.segments.push(segments);
      pen.colours.push(repeated(colour, segments.length / 3));
    };
    for (const { shape, colour, tone } of pieces)
      if (shape) add(1.15, false, shape.edges, paint(colour, theme)[tone === "wall" ? "line" : "edge"]);
    for (const { strokes = [], colour } of pieces)
      for (const { segments, width, tone, dash } of strokes)
        add(1.15 * width, dash, segments, paint(colour, theme)[tone === "thin" ? "thin" : "line"]);
    return [...pens.values()].map((pen) => ({
      ...pen,
      segments: chained(pen.segments),
      colours: chained(pen.colours),
    }));
  }

  class Actor {
    constructor(materials) {
      this.materials = materials;
      this.group = new THREE.Group();
      this.group.matrixAutoUpdate = false;
      this.lines = [];
    }

    /* Look like these pieces from now on. */
    wear(carrier, pieces, theme) {
      this.carrier = carrier;
      const surface = surfaceOf(pieces, theme),
        lines = linesOf(pieces, theme);
      this.things = surface.things;
      this.ghostEnd = surface.ghostEnd;
      this.wearSurface(surface);
      this.wearLines(lines);
    }

    wearLines(lines) {
      const fits = ({ segments, colours, width, dash }, i) =>
        !dash && this.lines[i].material === this.materials.pen(width, dash) && this.lines[i].lay(segments, colours);
      if (lines.length === this.lines.length && lines.every(fits)) return;
      for (const old of this.lines) this.drop(old);
      this.lines = lines.map(({ segments, colours, width, dash }) =>
        this.materials.lines(segments, colours, width, dash),
      );
      if (lines.length) this.group.add(...this.lines);
    }

    wearSurface(surface) {
      const names = ["position", "normal", "color"];
      if (!this.mesh || this.mesh.geometry.attributes.position.array.length !== surface.position.length) {
        if (this.mesh) this.takeOff();
        if (!surface.position.length) return;
        const geometry = new THREE.BufferGeometry();
        for (const name of names) geometry.setAttribute(name, new THREE.BufferAttribute(surface[name], 3));
        this.mesh = new THREE.Mesh(geometry, this.materials.take());
        this.mesh.userData.actor = this;
        this.group.add(this.mesh);
        return;
      }
      const { geometry } = this.mesh;
      for (const name of names) renew(geometry.attributes[name], surface[name]);
      geometry.boundingSphere = geometry.boundingBox = null;
    }

    takeOff() {
      this.drop(this.mesh);
      this.mesh.material.userData.stain.share.value = 0;
      this.materials.give(this.mesh.material);
      this.mesh = null;
    }

    drop(child) {
      child.geometry.dispose();
      child.removeFromParent();
    }

    /* The thing to which a triangle of the mesh belongs. */
    thingAt(triangle) {
      return this.things.find(({ until }) => triangle < until).thing;
    }

    glow(colour, share) {
      this.glowing = share ? [colour, share] : null;
      this.stain();
    }

    /* Have a colour of this time, under the glow of a mark; none ends that. */
    dye(colour) {
      this.dyed = colour;
      this.stain();
    }

    stain() {
      if (!this.mesh) return;
      const { stain } = this.mesh.material.userData,
        [colour, share] = this.glowing || [this.dyed, this.dyed ? 1 : 0];
      if (share) stain.colour.value.set(colour);
      stain.share.value = share;
    }

    dispose() {
      for (const line of this.lines) this.drop(line);
      if (this.mesh) this.takeOff();
      this.group.removeFromParent();
    }
  }

  /* One actor for each carrier of the pieces; those of `old` that are still needed go on, the others are freed. */
  function actors(pieces, materials, theme, old = []) {
    const groups = new Map(),
      known = new Map(old.map((actor) => [actor.carrier.key, actor]));
    for (const piece of pieces) {
      if (!groups.has(piece.carrier.key)) groups.set(piece.carrier.key, []);
      groups.get(piece.carrier.key).push(piece);
    }
    const found = [...groups].map(([key, group]) => {
      const actor = known.get(key) || new Actor(materials);
      known.delete(key);
      actor.wear(group[0].carrier, group, theme);
      return actor;
    });
    for (const actor of known.values()) actor.dispose();
    return found;
  }

  viewer.actors = { actors, paint, repeated };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
