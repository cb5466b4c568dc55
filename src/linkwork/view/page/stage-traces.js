/* Paths of points, strong as far as they have gone, and faint copies of the bodies at times spread over the run. */
(function (viewer) {
  "use strict";

  const { locate, posesAt } = viewer.kit;
  const { paint, repeated } = viewer.actors;
  const GHOSTS = 8;
  const SMOOTH = 300; // points of a path at least

  class Traces {
    constructor(stage) {
      this.stage = stage;
      const { scene, model, theme, materials, places } = stage;
      this.group = new THREE.Group();
      this.fine = Math.ceil(SMOOTH / Math.max(1, scene.poses.length));
      const frames = (scene.traces || []).length ? this.frames(scene) : [];
      this.paths = (scene.traces || [])
        .filter(() => scene.poses.length > 1)
        .map((trace) => {
          const plane = this.planeOf(trace.body);
          const lift = model.space
            ? []
            : [model.heights.held({ body: trace.body, plane }, trace.point)[1] + 0.12 * model.unit];
          const points = frames.map((poses) =>
            places.point({ body: trace.body, plane }, [...trace.point, ...lift], poses),
          );
          const segments = points.slice(1).flatMap((point, i) => [...points[i].toArray(), ...point.toArray()]);
          const colours = repeated(paint(model.colours[trace.body], theme).line, segments.length / 3);
          const gone = materials.lines(segments, colours, 2.2, false, 0.95),
            coming = materials.lines(segments, colours, 1.4, false, 0.32);
          coming.renderOrder = -1;
          this.group.add(coming, gone);
          return { name: trace.name, points, gone, coming };
        });
      stage.scene3.add(this.group);
    }

    /* Poses at all frames and, where these are few, at times between them. */
    frames(scene) {
      const { times, poses } = scene,
        traced = new Set(scene.traces.map(({ body }) => body));
      const between = (i, n) => posesAt(scene, times[i] + ((times[i + 1] - times[i]) * n) / this.fine, traced);
      return poses.flatMap((frame, i) => {
        const more = i + 1 < poses.length ? this.fine - 1 : 0;
        return [frame, ...Array.from({ length: more }, (_, n) => between(i, n + 1))];
      });
    }

    planeOf(body) {
      return (this.stage.scene.bodies[body] || {}).plane || 0;
    }

    update(time, shown) {
      this.group.visible = shown;
      const [i, s] = locate(this.stage.scene.times, time);
      for (const { gone } of this.paths) gone.cut(i * this.fine + Math.ceil(s * this.fine - 1e-9));
    }

    /* The path that runs within some pixels of a place. */
    near(x, y, most) {
      for (const { name, points } of this.paths)
        for (const point of points) {
          const [u, v] = this.stage.camera.project(point);
          if (Math.hypot(u - x, v - y) < most) return { name, point };
        }
      return null;
    }

    dispose() {
      for (const { gone, coming } of this.paths) {
        gone.geometry.dispose();
        coming.geometry.dispose();
      }
      this.group.removeFromParent();
    }
  }

  class Ghosts {
    constructor(stage) {
      this.stage = stage;
      this.group = null;
    }

    update(shown) {
      if (shown && !this.group) this.make();
      if (this.group) this.group.visible = shown;
    }

    make() {
      const { scene, actors, scene3 } = this.stage,
        last = scene.poses.length - 1;
      this.group = new THREE.Group();
      this.cut = [];
      for (const actor of actors.filter(({ mesh, ghostEnd }) => mesh && ghostEnd)) {
        const geometry = new THREE.BufferGeometry();
        for (const [name, attribute] of Object.entries(actor.mesh.geometry.attributes))
          geometry.setAttribute(name, attribute);
        geometry.setDrawRange(0, actor.ghostEnd);
        this.cut.push(geometry);
        for (let n = 0; n < GHOSTS; n += 1) {
          const ghost = new THREE.Mesh(geometry, this.stage.materials.ghost());
          ghost.matrixAutoUpdate = false;
          ghost.matrix.copy(this.stage.matrixOf(actor.carrier, scene.poses[Math.round((n * last) / (GHOSTS - 1))]));
          this.group.add(ghost);
        }
      }
      scene3.add(this.group);
    }

    dispose() {
      if (!this.group) return;
      for (const geometry of this.cut) {
        for (const name of Object.keys(geometry.attributes)) geometry.deleteAttribute(name); // those of the bodies
        geometry.dispose();
      }
      this.group.removeFromParent();
      this.group = null;
    }
  }

  Object.assign(viewer, { Traces, Ghosts });
})((window.LinkworkViewer = window.LinkworkViewer || {}));
