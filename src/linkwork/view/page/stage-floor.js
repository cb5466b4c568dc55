/* What lies under or behind the mechanism: a grid that fades away, the sheets of several planes, and the shadow. */
(function (viewer) {
  "use strict";

  const { niceStep } = viewer.kit;
  const VERTEX = `
    varying vec2 at;
    void main() {
      at = uv;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }`;
  const FRAGMENT = `
    varying vec2 at;
    uniform vec3 minor, major;
    uniform float step, fade, ratio;
    uniform vec2 middle;
    float lines(vec2 p, float width) {
      vec2 d = abs(fract(p - 0.5) - 0.5) / max(fwidth(p), vec2(1e-9));
      vec2 near = clamp(width * ratio - d + 0.5, 0.0, 1.0);
      return max(near.x, near.y);
    }
    void main() {
      float fine = lines(at / step, 0.5), coarse = lines(at / (5.0 * step), 0.55);
      vec2 zero = clamp(0.6 * ratio + 0.5 - abs(at) / max(fwidth(at), vec2(1e-9)), 0.0, 1.0);
      float away = fade > 0.0 ? 1.0 - smoothstep(0.45, 1.0, length(at - middle) / fade) : 1.0;
      float alpha = max(max(0.75 * fine, coarse), max(zero.x, zero.y)) * away;
      if (alpha < 0.004) discard;
      gl_FragColor = vec4(mix(minor, major, max(0.55 * coarse, max(zero.x, zero.y))), alpha);
      #include <colorspace_fragment>
    }`;

  /* A square with the coordinates of its plane as texture coordinates. */
  class Grid {
    constructor(theme, materials) {
      const material = materials.one("grid", () => {
        const uniforms = {
          minor: { value: new THREE.Color() },
          major: { value: new THREE.Color() },
          step: { value: 1 },
          fade: { value: 1 },
          ratio: { value: 1 },
          middle: { value: new THREE.Vector2() },
        };
        return new THREE.ShaderMaterial({
          vertexShader: VERTEX,
          fragmentShader: FRAGMENT,
          uniforms,
          transparent: true,
          depthWrite: false,
          side: THREE.DoubleSide,
        });
      });
      material.uniforms.minor.value.set(theme.grid);
      material.uniforms.major.value.set(theme.line);
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(12), 3));
      geometry.setAttribute("uv", new THREE.BufferAttribute(new Float32Array(8), 2));
      geometry.setIndex([0, 1, 2, 0, 2, 3]);
      this.mesh = new THREE.Mesh(geometry, material);
      this.mesh.frustumCulled = false;
      this.mesh.renderOrder = -3;
    }

    /* Lie in a plane (matrix), about a middle in its coordinates, this far in each direction. */
    lay(matrix, [x, y], reach, step, fade) {
      const { position, uv } = this.mesh.geometry.attributes,
        uniforms = this.mesh.material.uniforms;
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].forEach(([a, b], i) => {
        const point = new THREE.Vector3(x + a * reach, y + b * reach, 0).applyMatrix4(matrix);
        position.setXYZ(i, point.x, point.y, point.z);
        uv.setXY(i, x + a * reach, y + b * reach);
      });
      position.needsUpdate = uv.needsUpdate = true;
      uniforms.step.value = step;
      uniforms.fade.value = fade;
      uniforms.middle.value.set(x, y);
      this.step = step;
    }

    dispose() {
      this.mesh.geometry.dispose();
      this.mesh.removeFromParent();
    }
  }

  /* The plane of the grid: a matrix whose z is its normal. */
  function gridPlane(model) {
    if (!model.space)
      return model.planes[model.first].clone().multiply(new THREE.Matrix4().makeTranslation(0, 0, -0.04 * model.unit));
    const { right, up } = model.base;
    return new THREE.Matrix4()
      .makeBasis(right, up.clone().cross(right), up)
      .setPosition(up.clone().multiplyScalar(model.floor));
  }

  class Floor {
    constructor(model, display, theme, materials, scene3) {
      this.model = model;
      this.plane = gridPlane(model);
      this.inverse = this.plane.clone().invert();
      this.own = model.reach.map((point) => point.clone().applyMatrix4(this.inverse));
      this.sheets = [];
      this.grid = null;
      if (model.space || model.flat) {
        this.grid = new Grid(theme, materials);
        scene3.add(this.grid.mesh);
      } else this.addSheets(display, theme, materials, scene3);
      this.shade = materials.one(
        "shade",
        () =>
          new THREE.MeshBasicMaterial({
            transparent: true,
            depthWrite: false,
            side: THREE.DoubleSide,
            forceSinglePass: true, // one colour, and each pixel once: which side comes first is all the same
            stencilWrite: true,
            stencilRef: 1,
            stencilFunc: THREE.NotEqualStencilFunc,
            stencilZPass: THREE.ReplaceStencilOp,
          }),
      );
      this.shade.color.set(theme.dark ? "#000000" : "#2b3a4a");
      this.shade.opacity = theme.dark ? 0.4 : model.space ? 0.15 : 0.09;
      this.shadows = new THREE.Group();
      scene3.add(this.shadows);
    }

    addSheets({ sheets }, theme, materials, scene3) {
      const glass = materials.one(
        "sheet",
        () =>
          new THREE.MeshBasicMaterial({
            transparent: true,
            depthWrite: false,
            side: THREE.DoubleSide,
            forceSinglePass: true,
          }),
      );
      glass.color.set(theme.dark ? "#39434e" : "#b9c6d4");
      glass.opacity = theme.dark ? 0.35 : 0.25;
      for (const { plane, corners } of sheets) {
        const geometry = new THREE.BufferGeometry(),
          points = corners.map(([x, y]) =>
            new THREE.Vector3(x, y, -0.04 * this.model.unit).applyMatrix4(this.model.planes[plane]),
          );
        geometry.setAttribute(
          "position",
          new THREE.BufferAttribute(new Float32Array(points.flatMap((p) => p.toArray())), 3),
        );
        geometry.setIndex([0, 1, 2, 0, 2, 3]);
        const sheet = new THREE.Mesh(geometry, glass);
        sheet.renderOrder = -3;
        this.sheets.push(sheet);
        scene3.add(sheet);
      }
    }

    /* A mesh throws its shadow from now on. */
    add(mesh) {
      if (!this.grid) return;
      const shadow = new THREE.Mesh(mesh.geometry, this.shade);
      shadow.matrixAutoUpdate = false;
      shadow.frustumCulled = false;
      shadow.renderOrder = -2;
      shadow.userData.of = mesh;
      this.shadows.add(shadow);
    }

    /* Lay grid and shadows where the view wants them; `ratio` is how many pixels are drawn for one of the page, `plain`
       whether they are to be few. */
    update(camera, shown, { ratio, plain }) {
      for (const sheet of this.sheets) sheet.visible = shown;
      this.shadows.visible = shown && !plain;
      if (!this.grid) return;
      this.grid.mesh.visible = shown;
      this.grid.mesh.material.uniforms.ratio.value = ratio;
      this.layGrid(camera);
      this.throwShadows(camera);
    }

    layGrid(camera) {
      const focus = camera.focus.clone().applyMatrix4(this.inverse),
        straight = camera.straight(),
        middleOf = (k) => {
          const values = this.own.map((p) => p.getComponent(k));
          return (Math.min(...values) + Math.max(...values)) / 2;
        };
      const [factor] = viewer.lengthUnit,
        rough = (80 * camera.height) / camera.size[1],
        wanted = straight ? rough : this.model.grid || rough,
        step = wanted === this.model.grid && factor === 1 ? wanted : niceStep(wanted * factor) / factor;
      if (straight) {
        const at = camera.target.clone().applyMatrix4(this.inverse);
        this.grid.lay(
          this.plane,
          [at.x, at.y],
          2 * camera.height * Math.max(1, camera.size[0] / camera.size[1]),
          step,
          0,
        );
        return;
      }
      const middle = [middleOf(0) + focus.x, middleOf(1) + focus.y];
      const reach = 2.1 * Math.max(...this.own.map((p) => Math.hypot(p.x - middleOf(0), p.y - middleOf(1))));
      this.grid.lay(this.plane, middle, reach, step, reach);
    }

    /* Everything pressed flat onto the plane of the grid along the light. */
    throwShadows(camera) {
      const [sx, sy] = this.model.space ? [0, 0] : [0.55, -0.8],
        above = this.model.space ? 0.0005 * camera.height : 0.02 * this.model.unit;
      const flat = new THREE.Matrix4().set(1, 0, sx, 0, 0, 1, sy, 0, 0, 0, 0, above, 0, 0, 0, 1);
      const press = this.plane.clone().multiply(flat).multiply(this.inverse);
      for (const shadow of this.shadows.children) {
        shadow.matrix.copy(press).multiply(shadow.userData.of.matrixWorld);
        shadow.matrixWorld.copy(shadow.matrix);
      }
    }

    dispose() {
      if (this.grid) this.grid.dispose();
      for (const sheet of this.sheets) {
        sheet.geometry.dispose();
        sheet.removeFromParent();
      }
      this.shadows.removeFromParent();
    }
  }

  viewer.Floor = Floor;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
