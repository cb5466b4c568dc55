/* Where the stage is seen from: azimuth and elevation about a point, and how much of the world is as high as the
   picture; in perspective or parallel. Views are named by the directions of the mechanism's own base. */
(function (viewer) {
  "use strict";

  const RAD = Math.PI / 180,
    FIELD = 26 * RAD,
    ROOM = 1.16,
    SMALL = 1.6,
    TURN = 380; // ROOM about what is shown, SMALL when it fills that part of it; TURN in ms
  const VIEWS = { front: [-90, 0], back: [90, 0], right: [0, 0], left: [180, 0], top: [-90, 90], bottom: [-90, -90] };
  const ISO = { flat: [-62, 24], space: [-52, 26] };
  const BEHIND = { azimuth: Math.PI, elevation: 20 * RAD },
    AROUND = 12; // units about every body that is chased
  const limited = (angle) => Math.max(-Math.PI / 2, Math.min(Math.PI / 2, angle));
  const nearest = (angle, to) => angle + 2 * Math.PI * Math.round((to - angle) / (2 * Math.PI));

  class Camera {
    constructor(changed) {
      this.changed = changed;
      this.size = [1, 1];
      this.parallel = new THREE.OrthographicCamera();
      this.perspective = new THREE.PerspectiveCamera(FIELD / RAD);
      this.projection = "parallel";
      this.focus = new THREE.Vector3();
      this.target = new THREE.Vector3();
      this.touched = false;
      this.turn = 0; // of what is chased
      this.chased = null;
    }

    load(model, keep) {
      const { right, up } = model.base;
      this.model = model;
      this.reach = model.reach;
      this.base = [right.clone(), up.clone().cross(right), up.clone()];
      if (keep) return this.follow();
      this.projection = model.space ? "perspective" : "parallel";
      this.home = this.anglesOf(model.view);
      this.touched = false;
      Object.assign(this, this.home);
      this.fit();
    }

    /* A camera that nobody touched takes a mechanism in again that has grown out of the picture, or become small in it. */
    follow() {
      if (this.touched) return;
      const [right, up] = this.rows(),
        { height } = this.fitted(this.azimuth, this.elevation),
        half = [(this.height * this.size[0]) / this.size[1] / 2, this.height / 2];
      const inside = this.reach.every((point) => {
        const away = point.clone().sub(this.target);
        return Math.abs(away.dot(right)) <= half[0] && Math.abs(away.dot(up)) <= half[1];
      });
      if (!inside || height > this.height || height < this.height / SMALL) this.fit();
    }

    anglesOf({ right, towards }) {
      const [x, y, z] = this.base;
      return {
        azimuth: Math.atan2(-right.dot(x), right.dot(y)),
        elevation: Math.asin(Math.max(-1, Math.min(1, towards.dot(z)))),
      };
    }

    /* Directions right, up and towards us. */
    rows(azimuth = this.azimuth, elevation = this.elevation) {
      const [x, y, z] = this.base,
        ca = Math.cos(azimuth + this.turn),
        sa = Math.sin(azimuth + this.turn),
        ce = Math.cos(elevation),
        se = Math.sin(elevation);
      const world = (a, b, c) => new THREE.Vector3().addScaledVector(x, a).addScaledVector(y, b).addScaledVector(z, c);
      const towards = world(ce * ca, ce * sa, se),
        right = world(-sa, ca, 0);
      return [right, towards.clone().cross(right), towards];
    }

    /* Whether a planar mechanism is seen straight on, so that its grid has numbers and dragging moves the view. */
    straight() {
      return (
        this.model.flat && this.projection === "parallel" && this.rows()[2].dot(this.model.view.towards) > 1 - 1e-9
      );
    }

    resize(width, height) {
      this.size = [Math.max(1, width), Math.max(1, height)];
      if (!this.touched) this.fit();
    }

    /* Target and height with which everything is seen from these angles. */
    fitted(azimuth, elevation) {
      const rows = this.rows(azimuth, elevation),
        [width, height] = this.size,
        reach = this.reach;
      const seen = reach.map((point) => rows.map((row) => point.dot(row)));
      const range = (k) => {
        const values = seen.map((p) => p[k]);
        return [Math.min(...values), Math.max(...values)];
      };
      const [[left, right], [low, high], [far, near]] = [range(0), range(1), range(2)];
      const middle = [(left + right) / 2, (low + high) / 2, (far + near) / 2],
        tan = Math.tan(FIELD / 2),
        aspect = width / height;
      const target = rows.reduce((sum, row, k) => sum.addScaledVector(row, middle[k]), new THREE.Vector3());
      if (this.projection === "parallel")
        return { target, height: ROOM * Math.max(high - low, (right - left) / aspect, 1e-9) };
      return this.centred(rows, seen, middle, tan, aspect);
    }

    /* The same in perspective: the middle of the picture is found in a few steps. */
    centred(rows, seen, middle, tan, aspect) {
      let distance = 1;
      for (let n = 0; n < 6; n += 1) {
        distance = Math.max(
          ...seen.map(
            ([x, y, z]) =>
              z - middle[2] + (ROOM * Math.max(Math.abs(y - middle[1]), Math.abs(x - middle[0]) / aspect)) / tan,
          ),
          1e-9,
        );
        for (const k of [0, 1]) {
          const shares = seen.map((p) => (p[k] - middle[k]) / (distance + middle[2] - p[2]));
          middle[k] += ((Math.min(...shares) + Math.max(...shares)) / 2) * distance;
        }
      }
      const target = rows.reduce((sum, row, k) => sum.addScaledVector(row, middle[k]), new THREE.Vector3());
      return { target, height: 2 * distance * tan };
    }

    fit() {
      if (!this.model || !this.reach.length) return;
      Object.assign(this, this.fitted(this.azimuth, this.elevation));
      this.touched = false;
      this.changed();
    }

    /* Go behind a body as it moves and turns, or let it go (null); angles are then those from its heading. `poses` are
       the first ones, `whole` the point that is followed there without it. */
    chase(heading, poses, whole) {
      const before = this.chased;
      this.chased = heading ? heading.body : null;
      this.turn = heading ? heading.angle : 0;
      if (heading) this.focus.copy(heading.focus);
      if (before === this.chased) return;
      this.reach = heading ? this.around(heading, poses, whole) : this.model.reach;
      Object.assign(this, heading ? BEHIND : this.home);
      this.fit();
    }

    /* How far the mechanism goes about one of its bodies: all that is drawn where the whole is followed, else by poses. */
    around(heading, poses, whole) {
      const at = (pose) => new THREE.Vector3(pose[0], pose[1], pose[2]),
        up = this.base[2],
        middle = at(poses[heading.body]),
        room = AROUND * this.model.unit;
      middle.addScaledVector(up, -middle.dot(up));
      if (this.model.follow) return this.model.reach.map((point) => point.clone().add(whole).sub(middle));
      return poses.slice(1).flatMap((pose) =>
        [-1, 1].flatMap((a) =>
          [-1, 1].flatMap((b) =>
            [-1, 1].map((c) => new THREE.Vector3(a, b, c).multiplyScalar(room).add(at(pose)).sub(middle)),
          ),
        ),
      );
    }

    /* Turn to a named view; the way there is short, and there is none where motion is not wanted. */
    look(name) {
      const [a, e] =
        name === "iso"
          ? ISO[this.model.flat ? "flat" : "space"]
          : VIEWS[name] || [this.azimuth / RAD, this.elevation / RAD];
      const home = name === "iso" && !this.model.flat ? this.home : { azimuth: a * RAD, elevation: e * RAD };
      const goal = { azimuth: home.azimuth, elevation: limited(home.elevation) };
      Object.assign(goal, this.fitted(goal.azimuth, goal.elevation));
      this.touched = false;
      this.glide(goal);
    }

    glide(goal) {
      const from = {
        azimuth: nearest(this.azimuth, goal.azimuth),
        elevation: this.elevation,
        target: this.target.clone(),
        height: this.height,
      };
      const begin = performance.now(),
        still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      cancelAnimationFrame(this.turning);
      const step = (now) => {
        const share = still ? 1 : Math.min(1, Math.max(0, (now - begin) / TURN)),
          s = share * share * (3 - 2 * share);
        this.azimuth = from.azimuth + (goal.azimuth - from.azimuth) * s;
        this.elevation = from.elevation + (goal.elevation - from.elevation) * s;
        this.target = from.target.clone().lerp(goal.target, s);
        this.height = from.height * (goal.height / from.height) ** s;
        this.changed();
        if (share < 1) this.turning = requestAnimationFrame(step);
      };
      step(begin);
    }

    moved() {
      cancelAnimationFrame(this.turning);
      this.touched = true;
      this.changed();
    }

    orbit(dx, dy) {
      this.azimuth -= dx * 0.008;
      this.elevation = limited(this.elevation + dy * 0.008);
      this.moved();
    }

    pan(dx, dy) {
      const [right, up] = this.rows(),
        metres = this.height / this.size[1];
      this.target.addScaledVector(right, -dx * metres).addScaledVector(up, dy * metres);
      this.moved();
    }

    /* Nearer by a factor, the point under (x, y) staying where it is. */
    zoom(factor, x = this.size[0] / 2, y = this.size[1] / 2) {
      const dx = x - this.size[0] / 2,
        dy = y - this.size[1] / 2,
        kept = Math.min(Math.max(this.height / factor, 1e-9), 1e12);
      this.pan(-dx, -dy);
      this.height = kept;
      this.pan(dx, dy);
    }

    /* The camera of three.js for the present state. */
    active() {
      const [width, height] = this.size,
        aspect = width / height,
        [right, up, towards] = this.rows();
      const middle = this.target.clone().add(this.focus),
        size = 3 * Math.max(this.height, ...this.reach.map((p) => p.distanceTo(this.target)));
      const parallel = this.projection === "parallel",
        distance = parallel ? 2 * size : this.height / 2 / Math.tan(FIELD / 2);
      const camera = parallel ? this.parallel : this.perspective;
      camera.position.copy(middle).addScaledVector(towards, distance);
      camera.quaternion.setFromRotationMatrix(new THREE.Matrix4().makeBasis(right, up, towards));
      camera.near = parallel ? 0 : Math.max(0.02 * distance, distance - size);
      camera.far = distance + 2 * size;
      if (parallel)
        Object.assign(camera, {
          left: (-aspect * this.height) / 2,
          right: (aspect * this.height) / 2,
          top: this.height / 2,
          bottom: -this.height / 2,
        });
      else camera.aspect = aspect;
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
      this.shown = camera;
      return camera;
    }

    /* A point of the world in pixels, with its depth. */
    project(point) {
      const p = point.clone().project(this.shown);
      return [((p.x + 1) / 2) * this.size[0], ((1 - p.y) / 2) * this.size[1], p.z];
    }

    /* Pixels of a metre at a point. */
    scaleAt(point) {
      if (this.projection === "parallel") return this.size[1] / this.height;
      const away = point.clone().sub(this.shown.position).dot(this.rows()[2]);
      return this.size[1] / (2 * Math.max(1e-9, -away) * Math.tan(FIELD / 2));
    }

    pointer(x, y) {
      return new THREE.Vector2((x / this.size[0]) * 2 - 1, 1 - (y / this.size[1]) * 2);
    }

    state() {
      return {
        projection: this.projection,
        azimuth: this.azimuth,
        elevation: this.elevation,
        target: this.target.toArray(),
        height: this.height,
        touched: this.touched,
      };
    }

    restore(state) {
      const { target, ...rest } = state;
      Object.assign(this, rest);
      if (target) this.target = new THREE.Vector3(...target);
      if (state.projection && state.height === undefined && !this.touched) this.fit();
      this.changed();
    }
  }

  viewer.Camera = Camera;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
