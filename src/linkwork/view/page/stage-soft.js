/* Bodies that bend: their skin is laid anew for every picture, as deep as it bends or magnified, in the colours of its
   stress. A soft body looks like an actor (stage-actors.js) to all who pick, outline and shade. */
(function (viewer) {
  "use strict";

  const { cubic, locate } = viewer.kit;
  const STOPS = ["#3b4cc0", "#2a9fd6", "#5ec962", "#fde725", "#f0701f", "#a50026"]; // of stress, from none to the largest

  function listOf({ bytes }, Kind) {
    const text = atob(bytes),
      made = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i += 1) made[i] = text.charCodeAt(i);
    return new Kind(made.buffer);
  }

  /* The colour of a share from 0 to 1. */
  function stressColour(share, colour) {
    const at = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1),
      low = Math.min(Math.floor(at), STOPS.length - 2);
    return colour.copy(RAMP[low]).lerp(RAMP[low + 1], at - low);
  }
  const RAMP = STOPS.map((stop) => new THREE.Color(stop));

  class Soft {
    constructor(stage, soft) {
      const { scene, materials, model, theme } = stage;
      Object.assign(this, { stage, materials, times: scene.times, name: soft.name, auto: soft.auto, peak: soft.peak });
      this.carrier = { key: `soft ${soft.name}`, body: soft.body, plane: scene.bodies[soft.body].plane || 0 };
      this.base = listOf(soft.base, Float32Array);
      this.triangles = listOf(soft.triangles, Int32Array);
      this.rims = listOf(soft.lines, Int32Array);
      this.shapes = listOf(soft.shapes, Float32Array);
      this.amplitudes = listOf(soft.amplitudes, Float32Array);
      this.count = soft.shapes.shape[0];
      if (soft.stress) {
        this.rows = soft.rows;
        this.stress = listOf(soft.stress, Uint8Array);
        this.wide = soft.stress.shape[1];
        this.nodes = listOf(soft.places, Int32Array);
      }
      if (!model.space) this.raise(model.heights.between(model.heights.link));
      this.now = new Float32Array(this.base.length);
      this.tints = new Float32Array(this.base.length);
      this.paint = viewer.actors.paint(model.colours[soft.body], theme);
      this.group = new THREE.Group();
      this.group.matrixAutoUpdate = false;
      const geometry = new THREE.BufferGeometry();
      for (const name of ["position", "normal", "color"])
        geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * this.triangles.length), 3));
      this.mesh = new THREE.Mesh(geometry, materials.take());
      this.mesh.frustumCulled = false;
      this.mesh.userData.actor = this;
      this.edges = new Float32Array(3 * this.rims.length);
      this.line = materials.lines(this.edges, viewer.actors.repeated(this.paint.edge, this.rims.length), 1.15, false);
      this.line.frustumCulled = false;
      this.lines = [this.line];
      this.group.add(this.mesh, this.line);
      this.things = [
        { until: this.triangles.length / 3, thing: { kind: "body", name: soft.name, body: soft.body } },
      ];
      this.ghostEnd = 0;
    }

    /* Sheets of the plane lie behind (0) and in front (1). */
    raise([low, high]) {
      for (let i = 2; i < this.base.length; i += 3) this.base[i] = this.base[i] ? high : low;
    }

    bend(time, factor, coloured) {
      const { base, now, shapes, count, amplitudes } = this,
        [i, s] = locate(this.times, time),
        size = base.length;
      now.set(base);
      for (let k = 0; k < count; k += 1) {
        const share = factor * cubic(this.times, (frame) => amplitudes[frame * count + k], i, s);
        if (share) for (let n = 0, at = k * size; n < size; n += 1, at += 1) now[n] += share * shapes[at];
      }
      this.tint(i + s, coloured && Boolean(this.stress));
      this.lay();
    }

    tint(frame, stressed) {
      const colour = new THREE.Color(this.paint.tint);
      if (!stressed) {
        for (let n = 0; n < this.tints.length; n += 3) this.tints.set([colour.r, colour.g, colour.b], n);
        return;
      }
      let row = 0;
      while (row + 2 < this.rows.length && this.rows[row + 1] <= frame) row += 1;
      const next = Math.min(row + 1, this.rows.length - 1),
        span = this.rows[next] - this.rows[row] || 1,
        share = Math.min(1, Math.max(0, (frame - this.rows[row]) / span));
      for (let n = 0; n < this.nodes.length; n += 1) {
        const a = this.stress[row * this.wide + this.nodes[n]],
          b = this.stress[next * this.wide + this.nodes[n]];
        stressColour((a + (b - a) * share) / 255, colour);
        this.tints.set([colour.r, colour.g, colour.b], 3 * n);
      }
    }

    /* Triangles with normals of their own, and the lines along the rim. */
    lay() {
      const { position, normal, color } = this.mesh.geometry.attributes,
        { now, triangles, tints, rims, edges } = this,
        [p, n, c] = [position.array, normal.array, color.array];
      for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, d] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]],
          [ux, uy, uz] = [now[b] - now[a], now[b + 1] - now[a + 1], now[b + 2] - now[a + 2]],
          [vx, vy, vz] = [now[d] - now[a], now[d + 1] - now[a + 1], now[d + 2] - now[a + 2]];
        let [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
        const size = Math.hypot(x, y, z) || 1;
        [x, y, z] = [x / size, y / size, z / size];
        [a, b, d].forEach((corner, j) => {
          const at = 3 * (t + j);
          for (let k = 0; k < 3; k += 1) {
            p[at + k] = now[corner + k];
            c[at + k] = tints[corner + k];
          }
          n[at] = x;
          n[at + 1] = y;
          n[at + 2] = z;
        });
      }
      for (const attribute of [position, normal, color]) attribute.needsUpdate = true;
      this.mesh.geometry.boundingSphere = this.mesh.geometry.boundingBox = null;
      for (let e = 0; e < rims.length; e += 1)
        for (let k = 0; k < 3; k += 1) edges[3 * e + k] = now[3 * rims[e] + k];
      this.line.lay(Float32Array.from(edges), viewer.actors.repeated(this.paint.edge, rims.length));
    }

    thingAt() {
      return this.things[0].thing;
    }

    glow(colour, share) {
      const { stain } = this.mesh.material.userData;
      stain.colour.value.set(colour);
      stain.share.value = share;
    }

    dispose() {
      for (const child of [this.mesh, this.line]) {
        child.geometry.dispose();
        child.removeFromParent();
      }
      this.materials.give(this.mesh.material);
      this.group.removeFromParent();
    }
  }

  viewer.Soft = Soft;
  viewer.STRESS_STOPS = STOPS;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
