/* Outlines of what is chosen: rims of some pixels about bodies in their own colours. All of the body is marked in the
   stencil, then drawn wider where nothing is marked: first in the colour of the paper, which tells the outline from any
   body beside it. */
(function (viewer) {
  "use strict";

  const MARK = 2, // in the stencil; shadows have 1
    RIMS = [
      { name: null, wide: 0 },
      { name: "paper", wide: 2.2 },
      { name: "accent", wide: 5.5 },
    ];
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

  function paint({ name, wide }) {
    return new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        colour: { value: new THREE.Color() },
        size: { value: new THREE.Vector2(1, 1) },
        wide: { value: wide },
      },
      side: THREE.DoubleSide,
      colorWrite: Boolean(name),
      depthWrite: Boolean(name),
      stencilWrite: true,
      stencilRef: MARK,
      stencilZPass: THREE.ReplaceStencilOp,
      ...(name ? { stencilFunc: THREE.NotEqualStencilFunc } : { depthTest: false }),
    });
  }

  class Outlines {
    constructor() {
      this.paints = RIMS.map(paint);
      this.shown = new Map();
    }

    /* Outline these actors and no others. */
    show(actors, theme, unit) {
      RIMS.forEach(({ name }, n) => name && this.paints[n].uniforms.colour.value.set(theme[name]));
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
      const meshes = this.paints.map((own, n) => {
        const mesh = new THREE.Mesh(geometry, own);
        mesh.renderOrder = n + 1;
        mesh.frustumCulled = false;
        mesh.onBeforeRender = (renderer) => renderer.getSize(own.uniforms.size.value);
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
