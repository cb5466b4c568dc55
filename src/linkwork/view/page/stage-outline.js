/* Outlines of what is chosen: a surface drawn once more from its back, wider by some pixels, so that a rim of it is seen
   about the body in its own colours. Two rims, one of the colour of the paper, tell it from any body beside it. */
(function (viewer) {
  "use strict";

  const RIMS = [
      { name: "accent", wide: 5.5, order: -2 },
      { name: "paper", wide: 2.2, order: -1 },
    ],
    BACK = 1; // three's BackSide
  const VERTEX = `
    attribute vec3 outward;
    uniform vec2 size;
    uniform float wide;
    void main() {
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      vec2 way = (projectionMatrix * modelViewMatrix * vec4(outward, 0.0)).xy * size;
      float far = length(way);
      if (far > 1e-12) gl_Position.xy += way / far * wide * 2.0 / size * gl_Position.w;
    }`;
  const FRAGMENT = `
    uniform vec3 colour;
    void main() {
      gl_FragColor = vec4(colour, 1.0);
      #include <colorspace_fragment>
    }`;

  /* Directions away from a surface: the sum of the normals of all faces that meet in a corner. */
  function outwards({ position, normal }, unit) {
    const places = new Map(),
      sums = [],
      at = new Uint32Array(position.count);
    for (let i = 0; i < position.count; i += 1) {
      const key = [0, 1, 2].map((k) => Math.round((1e3 * position.array[3 * i + k]) / unit)).join(" ");
      if (!places.has(key)) places.set(key, sums.push([0, 0, 0]) - 1);
      at[i] = places.get(key);
      for (let k = 0; k < 3; k += 1) sums[at[i]][k] += normal.array[3 * i + k];
    }
    const found = new Float32Array(3 * position.count);
    at.forEach((place, i) => found.set(sums[place], 3 * i));
    return found;
  }

  function paint(wide) {
    return new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        colour: { value: new THREE.Color() },
        size: { value: new THREE.Vector2(1, 1) },
        wide: { value: wide },
      },
      side: BACK,
    });
  }

  class Outlines {
    constructor() {
      this.paints = RIMS.map(({ wide }) => paint(wide));
      this.shown = new Map();
    }

    /* Outline these actors and no others. */
    show(actors, theme, unit) {
      RIMS.forEach(({ name }, n) => this.paints[n].uniforms.colour.value.set(theme[name]));
      for (const actor of [...this.shown.keys()]) if (!this.fits(actor, actors)) this.drop(actor);
      for (const actor of actors) if (actor.mesh && !this.shown.has(actor)) this.add(actor, unit);
    }

    fits(actor, actors) {
      const { geometry, version } = this.shown.get(actor),
        worn = actor.mesh && actor.mesh.geometry.attributes.position;
      return actors.includes(actor) && worn === geometry.attributes.position && worn.version === version;
    }

    add(actor, unit) {
      const { position, normal } = actor.mesh.geometry.attributes,
        geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", position);
      geometry.setAttribute("outward", new THREE.BufferAttribute(outwards({ position, normal }, unit), 3));
      const meshes = RIMS.map(({ order }, n) => {
        const mesh = new THREE.Mesh(geometry, this.paints[n]);
        mesh.renderOrder = order;
        mesh.frustumCulled = false;
        mesh.onBeforeRender = (renderer) => renderer.getSize(this.paints[n].uniforms.size.value);
        return mesh;
      });
      actor.group.add(...meshes);
      this.shown.set(actor, { geometry, meshes, version: position.version });
    }

    drop(actor) {
      const { geometry, meshes } = this.shown.get(actor);
      for (const mesh of meshes) mesh.removeFromParent();
      geometry.deleteAttribute("position");
      geometry.dispose();
      this.shown.delete(actor);
    }

    dispose() {
      for (const actor of [...this.shown.keys()]) this.drop(actor);
      for (const one of this.paints) one.dispose();
    }
  }

  viewer.Outlines = Outlines;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
