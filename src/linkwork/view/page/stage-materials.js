/* Everything by which surfaces and lines are drawn, kept for the life of a stage: a new mechanism compiles nothing. */
(function (viewer) {
  "use strict";

  const SOLID = { vertexColors: true, side: THREE.DoubleSide };

  /* A matt surface in the colours of its corners, mixed with that of a mark by its share. */
  function cloth() {
    const material = new THREE.MeshLambertMaterial({
      ...SOLID,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
    const stain = { colour: { value: new THREE.Color() }, share: { value: 0 } };
    material.userData.stain = stain;
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, { stain: stain.colour, stained: stain.share });
      shader.fragmentShader = `uniform vec3 stain; uniform float stained;\n${shader.fragmentShader}`.replace(
        "#include <color_fragment>",
        "#include <color_fragment>\ndiffuseColor.rgb = mix(diffuseColor.rgb, stain, stained);",
      );
    };
    return material;
  }

  class Materials {
    constructor() {
      this.shared = new Map();
      this.free = [];
      this.made = [];
    }

    /* The size by which dashes are measured. */
    set unit(unit) {
      this.dash = { dashSize: 0.5 * unit, gapSize: 0.35 * unit };
      for (const material of this.shared.values()) if (material.dashed) Object.assign(material, this.dash);
    }

    /* A material that all who name it share. */
    one(key, make) {
      if (!this.shared.has(key)) this.shared.set(key, make());
      return this.shared.get(key);
    }

    /* Lines as wide as these pixels. */
    pen(width, dash, opacity = 1) {
      return this.one(
        `pen ${width} ${dash} ${opacity}`,
        () =>
          new THREE.LineMaterial({
            linewidth: width,
            vertexColors: true,
            transparent: opacity < 1,
            opacity,
            depthWrite: opacity === 1,
            side: THREE.DoubleSide,
            ...(dash ? { dashed: true, ...this.dash } : {}),
          }),
      );
    }

    ghost() {
      return this.one(
        "ghost",
        () => new THREE.MeshLambertMaterial({ ...SOLID, transparent: true, opacity: 0.13, depthWrite: false }),
      );
    }

    frozen() {
      return this.one(
        "frozen",
        () => new THREE.MeshLambertMaterial({ ...SOLID, transparent: true, opacity: 0.34, depthWrite: false }),
      );
    }

    lines(segments, colours, width, dash, opacity) {
      return new viewer.Lines(segments, colours, this.pen(width, dash, opacity));
    }

    /* A surface of one's own, and giving it back. */
    take() {
      if (!this.free.length) {
        const made = cloth();
        this.made.push(made);
        return made;
      }
      return this.free.pop();
    }

    give(material) {
      this.free.push(material);
    }

    dispose() {
      for (const material of [...this.shared.values(), ...this.made]) material.dispose();
    }
  }

  viewer.Materials = Materials;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
