/* Roads under tyres: a surface with lines on it where it is uneven, and patches of another friction.
   `scene.roads` is [{body, at, axes, even, x, y, z, patches}]: lines x and y in the road's frame, a height for every x
   and y, or one for every x. */
(function (viewer) {
  "use strict";

  const { mix, niceStep } = viewer.kit;
  const SURFACE = { light: "#d3d7dc", dark: "#3a424b" },
    SLIPPERY = { light: "#8fc3ea", dark: "#2f6a94" },
    ROUGH = { light: "#c9a98c", dark: "#6d533c" };
  const INK = { light: "#9aa3ad", dark: "#66717c" };
  const LINES = 14; // across the width of a road at most

  /* The height at (x, y), straight between the lines. */
  function heightAt({ x, y, z }, i, s, at) {
    const row = (line) => {
      if (line.length === 1) return line[0];
      let j = 0;
      while (j < y.length - 2 && y[j + 1] <= at) j += 1;
      const share = (at - y[j]) / (y[j + 1] - y[j] || 1);
      return line[j] + share * (line[j + 1] - line[j]);
    };
    return row(z[i]) + (s ? s * (row(z[i + 1]) - row(z[i])) : 0);
  }

  const rounds = (low, high, step) => {
    const places = [];
    for (let n = Math.ceil(low / step); n * step < high; n += 1) places.push(n * step);
    return places;
  };

  class Road {
    constructor(stage, data) {
      this.stage = stage;
      this.data = data;
      this.group = new THREE.Group();
      this.group.matrixAutoUpdate = false;
      const [a, b, c] = data.axes;
      this.frame = new THREE.Matrix4().set(...a, data.at[0], ...b, data.at[1], ...c, data.at[2], 0, 0, 0, 1);
      this.group.add(this.surface(), ...(data.even ? [] : [this.lines()]));
      stage.scene3.add(this.group);
    }

    get dark() {
      return this.stage.theme.dark ? "dark" : "light";
    }

    /* The colour of the road, or of a patch by its friction. */
    colour(factor = 1) {
      const plain = SURFACE[this.dark];
      if (factor === 1) return plain;
      return factor < 1 ? mix(plain, SLIPPERY[this.dark], 1 - factor) : mix(plain, ROUGH[this.dark], Math.min(1, factor - 1));
    }

    surface() {
      const geometry = new THREE.BufferGeometry(),
        positions = [],
        colours = [];
      const { x, y } = this.grained();
      const patches = this.data.patches || [],
        inside = (at, [low, high]) => at >= low && at <= high;
      const corner = (i, j) => [x[i].at, y[j], heightAt(this.data, x[i].line, x[i].share, y[j])];
      for (let i = 0; i < x.length - 1; i += 1)
        for (let j = 0; j < y.length - 1; j += 1) {
          const middle = [(x[i].at + x[i + 1].at) / 2, (y[j] + y[j + 1]) / 2],
            patch = patches.filter((one) => inside(middle[0], one.x) && inside(middle[1], one.y)).at(-1),
            colour = new THREE.Color(this.colour(patch ? patch.factor : 1));
          const [p, q, r, s] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
          positions.push(...p, ...q, ...r, ...p, ...r, ...s);
          for (let n = 0; n < 6; n += 1) colours.push(...colour.toArray());
        }
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(positions), 3));
      geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(colours), 3));
      geometry.computeVertexNormals();
      const material = this.stage.materials.one(
        "road",
        () =>
          new THREE.MeshLambertMaterial({
            vertexColors: true,
            side: THREE.DoubleSide,
            polygonOffset: true,
            polygonOffsetFactor: 2,
            polygonOffsetUnits: 4,
          }),
      );
      const mesh = new THREE.Mesh(geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = -4;
      return mesh;
    }

    /* The lines of the mesh, and the edges of patches among them. */
    grained() {
      const { x, y, patches = [] } = this.data;
      const along = x.map((at, line) => ({ at, line, share: 0 }));
      for (const at of patches.flatMap((patch) => patch.x)) {
        const i = x.findIndex((place, n) => n + 1 < x.length && place < at && at < x[n + 1]);
        if (i >= 0) along.push({ at, line: i, share: (at - x[i]) / (x[i + 1] - x[i]) });
      }
      along.sort((p, q) => p.line + p.share - q.line - q.share);
      return { x: along, y: [...new Set([...y, ...patches.flatMap((patch) => patch.y)])].sort((p, q) => p - q) };
    }

    /* Lines along and across, at round places. */
    lines() {
      const { x, y } = this.data,
        width = y[y.length - 1] - y[0],
        step = niceStep(width / LINES),
        segments = [];
      const point = (i, s, at) => [x[i] + s * ((x[i + 1] ?? x[i]) - x[i]), at, heightAt(this.data, i, s, at)];
      for (const at of rounds(y[0], y[y.length - 1], step))
        for (let i = 0; i < x.length - 1; i += 1) segments.push(...point(i, 0, at), ...point(i + 1, 0, at));
      for (let i = 0; i < x.length - 1; i += 1)
        for (const place of rounds(x[i], x[i + 1], step)) {
          const s = (place - x[i]) / (x[i + 1] - x[i]);
          for (let j = 0; j < y.length - 1; j += 1) segments.push(...point(i, s, y[j]), ...point(i, s, y[j + 1]));
        }
      const ink = new THREE.Color(INK[this.dark]).toArray();
      return this.stage.materials.lines(segments, Array.from({ length: segments.length / 3 }, () => ink).flat(), 1, false);
    }

    /* How high its lowest place is where it lies still and level; null elsewhere. */
    floor(up) {
      const normal = new THREE.Vector3().setFromMatrixColumn(this.frame, 2);
      if (this.data.body !== 0 || normal.dot(up) < 1 - 1e-9) return null;
      return new THREE.Vector3(...this.data.at).dot(up) + Math.min(...this.data.z.flat());
    }

    update(poses, shown) {
      this.group.visible = shown;
      this.group.matrix.copy(this.stage.places.body(this.data.body, 0, poses)).multiply(this.frame);
      this.group.matrixWorldNeedsUpdate = true;
    }

    dispose() {
      for (const child of this.group.children) child.geometry.dispose();
      this.group.removeFromParent();
    }
  }

  viewer.Road = Road;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
