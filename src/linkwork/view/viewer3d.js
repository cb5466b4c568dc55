/* The stage of space for the Linkwork viewer: solids of flat faces, painted from far to near on a canvas.
   `display` holds parts (corners and faces on a body, or between two points), names and the floor (see
   spatial/display.py); the mouse turns the view, with shift or the right button it moves it. */
LinkworkViewer.stages.space = (() => {
  "use strict";

  const { bestSide, channelAt, clean, cubic, locate, mix, readTheme, short, watchSize, GHOSTS } = LinkworkViewer.kit;
  const LIGHT = [-0.38, 0.58, 0.72].map((c) => c / Math.hypot(0.38, 0.58, 0.72));
  const SHARP = 0.76, SHADES = 24, MOST_NAMES = 48, SMALL = 9; // SMALL: pixels of a ball that is a plain disc
  const AXES = ["#C0392B", "#2E8B57", "#3F7FCB"];
  const VIEWS = { Iso: [-52, 26], Front: [-90, 0], Right: [0, 0], Top: [-90, 90] };
  const SPINES = ["link", "rail", "rod", "piston rod"];

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const plus = (a, b, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
  const unit = (a) => { const n = Math.hypot(...a) || 1; return [a[0] / n, a[1] / n, a[2] / n]; };
  const turn = (rows, a) => [dot(rows[0], a), dot(rows[1], a), dot(rows[2], a)];

  /* Two horizontal directions and up. */
  function horizon(up) {
    const first = Math.abs(up[0]) > 0.5 ? [0, 1, 0] : [1, 0, 0];
    return [first, cross(up, first), up];
  }

  /* Rows of the rotation matrix of Euler parameters. */
  function matrix([a, b, c, d]) {
    return [
      [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
      [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
      [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
    ];
  }

  function placeOf(pose) {
    const size = Math.hypot(pose[3], pose[4], pose[5], pose[6]) || 1;
    return { at: pose.slice(0, 3), rows: matrix(pose.slice(3).map((e) => e / size)), pose };
  }

  const carried = (place, s) => plus(place.at, turn(place.rows, s));

  /* Columns x, y, z with z along a direction and x as near as possible to a given one (see solids.along). */
  function along(direction, x) {
    const z = unit(direction);
    let across = cross(z, x);
    if (Math.hypot(...across) < 1e-9) {
      const sizes = z.map(Math.abs), least = sizes.indexOf(Math.min(...sizes));
      across = cross(z, [0, 1, 2].map((k) => (k === least ? 1 : 0)));
    }
    const y = unit(across);
    return [cross(y, z), y, z];
  }

  /* The normal of a face by the sum over all its corners. */
  function normalOf(corners, face) {
    let x = 0, y = 0, z = 0;
    for (let i = 0; i < face.length; i += 1) {
      const a = corners[face[i]], b = corners[face[(i + 1) % face.length]];
      x += a[1] * b[2] - a[2] * b[1];
      y += a[2] * b[0] - a[0] * b[2];
      z += a[0] * b[1] - a[1] * b[0];
    }
    return unit([x, y, z]);
  }

  /* Faces of a part with, for each edge, the face on its other side and whether it is sharp. */
  function facesOf(part) {
    const centre = (corners) => [0, 1, 2].map((k) => corners.reduce((sum, c) => sum + part.corners[c][k], 0) / corners.length);
    if (part.wire) return part.faces.map((corners) => ({ part, corners, centre: centre(corners), mates: [], sharp: [] }));
    const normals = part.faces.map((face) => normalOf(part.corners, face)), owner = new Map();
    const key = (a, b) => a * 1e6 + b;
    part.faces.forEach((face, n) => face.forEach((a, i) => owner.set(key(a, face[(i + 1) % face.length]), n)));
    const made = part.faces.map((corners, n) => ({ part, corners, centre: centre(corners), normal: normals[n], mates: [], sharp: [] }));
    made.forEach((face, n) => face.corners.forEach((a, i) => {
      const mate = owner.get(key(face.corners[(i + 1) % face.corners.length], a));
      face.mates.push(mate === undefined ? null : made[mate]);
      face.sharp.push(mate === undefined || dot(normals[n], normals[mate]) < SHARP);
    }));
    return made;
  }

  /* A part with room for its pixels, its faces, and for a ball its size. */
  function prepared(part) {
    part.flat = new Float64Array(part.corners.flat());
    part.seen = part.corners.map(() => [0, 0, 0]);
    part.made = facesOf(part);
    if (part.kind === "ball") {
      part.middle = [0, 1, 2].map((k) => part.corners.reduce((sum, c) => sum + c[k], 0) / part.corners.length);
      part.radius = Math.max(...part.corners.map((c) => Math.hypot(...plus(c, part.middle, -1))));
      part.disc = { part, corners: [], centre: part.middle, facing: 1, shade: Math.round(0.75 * SHADES) };
    }
    return part;
  }

  class SpaceStage {
    constructor(canvas, payload) {
      this.canvas = canvas;
      this.scene = payload.scene;
      this.display = payload.display;
      this.shown = { names: true, traces: true, ghosts: false, grid: true, frames: false, follow: this.display.follow };
      this.switches = [["Names", "names"], ["Traces", "traces"], ["Ghosts", "ghosts"], ["Floor", "grid"], ["Frames", "frames"]];
      if (this.display.follow) this.switches.push(["Follow", "follow"]);
      this.views = Object.entries(VIEWS).map(([label, angles]) => [label, `View: ${label.toLowerCase()}`, () => this.look(...angles)]);
      this.highlight = null;
      this.sides = new Map();
      this.theme = readTheme();
      this.time = this.scene.times[0] || 0;
      this.base = horizon(this.display.up);
      this.display.parts.forEach(prepared);
      this.tones = new Map();
      const towards = turn(this.base, this.display.camera[2]);
      this.elevation = Math.asin(Math.max(-1, Math.min(1, towards[2])));
      const right = turn(this.base, this.display.camera[0]);
      this.azimuth = Math.atan2(-right[0], right[1]);
      this.middle = this.middleOf(this.display.reach);
      this.traces = this.scene.traces.map((trace) => this.scene.poses.map((poses) => carried(placeOf(poses[trace.body]), trace.point)));
      watchSize(canvas, () => { if (!this.touched) this.fit(); this.draw(); });
    }

    middleOf(points) {
      return [0, 1, 2].map((k) => {
        const values = points.map((p) => p[k]);
        return (Math.min(...values) + Math.max(...values)) / 2;
      });
    }

    // -------------------------------------------------------------- the view

    /* Rows right, up and towards us. */
    camera() {
      const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth), ce = Math.cos(this.elevation), se = Math.sin(this.elevation);
      const world = ([x, y, z]) => [0, 1, 2].map((k) => this.base[0][k] * x + this.base[1][k] * y + this.base[2][k] * z);
      const towards = world([ce * ca, ce * sa, se]), right = world([-sa, ca, 0]);
      return [right, cross(towards, right), towards];
    }

    look(azimuth, elevation) {
      this.azimuth = (azimuth * Math.PI) / 180;
      this.elevation = (elevation * Math.PI) / 180;
      this.fit();
    }

    fit() {
      const rows = this.camera(), width = this.canvas.clientWidth, height = this.canvas.clientHeight, room = 6 * this.display.unit;
      const seen = [...this.display.reach, ...this.floorCorners([0, 0, 0])].map((p) => turn(rows, plus(p, this.middle, -1)));
      const range = (k) => { const values = seen.map((p) => p[k]); return [Math.min(...values), Math.max(...values)]; };
      const [left, right] = range(0), [low, high] = range(1);
      this.scale = Math.min(width / (right - left + room || 1), height / (high - low + room || 1));
      this.shift = [(-(left + right) / 2) * this.scale, ((low + high) / 2) * this.scale];
      this.touched = false;
    }

    pan(dx, dy) {
      this.shift = [this.shift[0] + dx, this.shift[1] + dy];
      this.touched = true;
    }

    drag(dx, dy, event) {
      if (event.shiftKey || event.buttons & 6) { this.pan(dx, dy); return; }
      this.azimuth -= dx * 0.008;
      this.elevation = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.elevation + dy * 0.008));
      this.touched = true;
    }

    zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
      const dx = x - this.canvas.clientWidth / 2, dy = y - this.canvas.clientHeight / 2;
      this.shift = [dx + (this.shift[0] - dx) * factor, dy + (this.shift[1] - dy) * factor];
      this.scale = Math.min(Math.max(this.scale * factor, 1e-9), 1e12);
      this.touched = true;
    }

    /* A point of the world as we see it: right, up, towards us. */
    seen(point) {
      return turn(this.rows, plus(plus(point, this.focus, -1), this.middle, -1));
    }

    pixel([u, v]) {
      return [this.canvas.clientWidth / 2 + this.shift[0] + this.scale * u, this.canvas.clientHeight / 2 + this.shift[1] - this.scale * v];
    }

    project(point) { return this.pixel(this.seen(point)); }

    focusOf(places) {
      if (!this.shown.follow || places.length < 2) return [0, 0, 0];
      const sum = places.slice(1).reduce((total, place) => plus(total, place.at), [0, 0, 0]).map((c) => c / (places.length - 1));
      return plus(sum, this.display.up, -dot(sum, this.display.up));
    }

    // -------------------------------------------------------------- drawing

    placesAt(time) {
      const [i, s] = locate(this.scene.times, time), poses = this.scene.poses;
      return poses[i].map((pose, b) => placeOf(pose.map((_, k) => cubic(this.scene.times, (f) => poses[f][b][k], i, s))));
    }

    draw() {
      if (!this.canvas.clientWidth || !this.scene.poses.length) return;
      if (!this.shift) this.fit();
      const pen = clean(this.canvas);
      this.rows = this.camera();
      this.places = this.placesAt(this.time);
      this.focus = this.focusOf(this.places);
      pen.lineJoin = "round";
      pen.lineCap = "round";
      const frames = new Map(this.display.parts.map((part) => [part, this.frameOf(part, this.places)]));
      if (this.shown.grid) this.drawFloor(pen, frames);
      if (this.shown.traces) this.drawTraces(pen);
      if (this.shown.ghosts) this.drawGhosts(pen);
      this.front = this.drawSolids(pen, frames, 1);
      if (this.shown.frames) this.drawFrames(pen);
      this.drawTriad(pen);
      if (this.shown.names) this.drawNames(pen, frames);
    }

    /* Where a part is: its own x, y, z in the world, stretched where it is so, and its origin. */
    frameOf(part, places) {
      if (!part.span) {
        const { rows, at } = places[part.body];
        return [[rows[0][0], rows[1][0], rows[2][0]], [rows[0][1], rows[1][1], rows[2][1]], [rows[0][2], rows[1][2], rows[2][2]], at];
      }
      const [a, ...p] = part.span.start, [b, ...q] = part.span.end;
      const begin = carried(places[a], p), reach = plus(carried(places[b], q), begin, -1);
      const [x, y, z] = along(reach, turn(places[a].rows, part.span.x)), length = Math.hypot(...reach);
      const start = part.anchor === "to" ? plus(begin, z, length) : begin, factor = part.anchor === "stretch" ? length : 1;
      return [x, y, z.map((c) => c * factor), start];
    }

    /* The same as we see it: right, up, towards us. */
    view([x, y, z, origin]) {
      return [turn(this.rows, x), turn(this.rows, y), turn(this.rows, z), this.seen(origin)];
    }

    tone(part, shade) {
      const base = part.colour || this.display.colours[part.body], key = `${base} ${shade}`;
      if (!this.tones.has(key)) {
        const s = shade / SHADES, dark = (c) => 0.62 * c, light = (c) => c + 0.45 * (255 - c);
        const rgb = [1, 3, 5].map((i) => parseInt(base.slice(i, i + 2), 16));
        const blend = shade < 0 ? rgb.map((c) => 0.42 * c) : shade > SHADES ? rgb : rgb.map((c) => dark(c) + (light(c) - dark(c)) * s);
        this.tones.set(key, `rgb(${blend.map(Math.round).join(", ")})`);
      }
      return this.tones.get(key);
    }

    drawSolids(pen, frames, alpha) {
      const front = [], light = LIGHT, left = this.canvas.clientWidth / 2 + this.shift[0], top = this.canvas.clientHeight / 2 + this.shift[1];
      for (const [part, frame] of frames) {
        const [x, y, z, o] = this.view(frame), near = part.nearer * this.display.unit, flat = part.flat;
        const depth = ([a, b, c]) => x[2] * a + y[2] * b + z[2] * c + o[2] + near;
        part.seen.forEach((s, n) => {
          const a = flat[3 * n], b = flat[3 * n + 1], c = flat[3 * n + 2];
          s[0] = left + this.scale * (x[0] * a + y[0] * b + z[0] * c + o[0]);
          s[1] = top - this.scale * (x[1] * a + y[1] * b + z[1] * c + o[1]);
          s[2] = part.span ? this.scale * (x[2] * a + y[2] * b + z[2] * c + o[2]) : 0;
        });
        if (part.disc && part.radius * this.scale < SMALL) {
          part.disc.depth = depth(part.middle) + part.radius;
          part.disc.at = this.pixel([0, 1].map((k) => x[k] * part.middle[0] + y[k] * part.middle[1] + z[k] * part.middle[2] + o[k]));
          front.push(part.disc);
          continue;
        }
        for (const face of part.made) {
          face.facing = 1;
          if (!part.wire) {
            let n = face.normal;
            if (part.span) {
              // pixels run down: the normal of what is stretched is found from its corners, turned over
              const m = normalOf(part.seen, face.corners);
              n = [-m[0], m[1], -m[2]];
            } else n = [0, 1, 2].map((k) => x[k] * n[0] + y[k] * n[1] + z[k] * n[2]);
            face.facing = Math.abs(n[2]) > 1e-9 ? n[2] : 0;
            const shine = (n[0] * light[0] + n[1] * light[1] + n[2] * light[2]) * (n[2] < 0 ? -1 : 1);
            face.shade = Math.round(SHADES * (0.2 + 0.8 * Math.max(0, shine)));
          }
          if (face.facing <= 0 && part.closed) continue;
          face.depth = depth(face.centre);
          front.push(face);
        }
      }
      front.sort((p, q) => p.depth - q.depth);
      for (const face of front) this.drawFace(pen, face, face.part.seen, alpha);
      pen.globalAlpha = 1;
      return front;
    }

    drawFace(pen, face, pixels, alpha) {
      const part = face.part, corners = face.corners;
      const dim = this.highlight !== null && (part.span || part.body !== this.highlight) ? 0.15 : 1;
      pen.globalAlpha = alpha * dim;
      pen.beginPath();
      if (face.at) { this.drawDisc(pen, face); return; }
      corners.forEach((c, i) => (i ? pen.lineTo(pixels[c][0], pixels[c][1]) : pen.moveTo(pixels[c][0], pixels[c][1])));
      if (part.wire) {
        pen.strokeStyle = this.tone(part, SHADES + 1);
        pen.lineWidth = Math.max(1, 2 * part.wire * this.scale);
        pen.stroke();
        return;
      }
      pen.closePath();
      pen.fillStyle = this.tone(part, face.shade);
      pen.fill();
      if (alpha * dim === 1) {
        pen.strokeStyle = pen.fillStyle;
        pen.lineWidth = 0.7;
        pen.stroke();
      }
      pen.beginPath();
      let lines = 0;
      corners.forEach((a, i) => {
        const mate = face.mates[i];
        if (!face.sharp[i] && mate && mate.facing * face.facing > 0) return;
        const b = corners[(i + 1) % corners.length];
        pen.moveTo(pixels[a][0], pixels[a][1]);
        pen.lineTo(pixels[b][0], pixels[b][1]);
        lines += 1;
      });
      if (!lines) return;
      pen.strokeStyle = this.tone(part, -1);
      pen.lineWidth = 1;
      pen.stroke();
    }

    /* A ball too small for faces. */
    drawDisc(pen, { part, at, shade }) {
      pen.arc(at[0], at[1], part.radius * this.scale, 0, 7);
      pen.fillStyle = this.tone(part, shade);
      pen.fill();
      pen.strokeStyle = this.tone(part, -1);
      pen.lineWidth = 1;
      pen.stroke();
    }

    drawGhosts(pen) {
      const last = this.scene.poses.length - 1, now = this.focus;
      for (let n = 0; n < GHOSTS; n += 1) {
        const places = this.scene.poses[Math.round((n * last) / (GHOSTS - 1))].map(placeOf);
        const moving = this.display.parts.filter((part) => (part.body || part.span) && !part.wire);
        this.focus = this.shown.follow ? this.focusOf(places) : now;
        this.drawSolids(pen, new Map(moving.map((part) => [part, this.frameOf(part, places)])), 0.12);
      }
      this.focus = now;
    }

    /* Corners of the floor under everything, on lines of the grid. */
    floorCorners(focus) {
      const step = this.display.grid, flat = this.display.reach.map((p) => turn(this.base, plus(p, focus)));
      const low = [0, 1].map((k) => Math.floor(Math.min(...flat.map((p) => p[k])) / step) * step);
      const high = [0, 1].map((k) => Math.ceil(Math.max(...flat.map((p) => p[k])) / step) * step);
      const world = (x, y) => [0, 1, 2].map((k) => this.base[0][k] * x + this.base[1][k] * y + this.base[2][k] * this.display.floor);
      return [world(low[0], low[1]), world(high[0], low[1]), world(high[0], high[1]), world(low[0], high[1])];
    }

    drawFloor(pen, frames) {
      const corners = this.floorCorners(this.focus), above = dot(this.rows[2], this.display.up) > 0.05;
      const path = (points) => { pen.beginPath(); points.forEach((p, i) => (i ? pen.lineTo(p[0], p[1]) : pen.moveTo(p[0], p[1]))); };
      pen.fillStyle = mix(this.theme.grid, this.theme.paper, 0.5);
      path(corners.map((corner) => this.project(corner)));
      pen.fill();
      if (above) this.drawShadow(pen, frames);
      pen.strokeStyle = this.theme.line;
      pen.lineWidth = 1;
      for (const [a, b, c] of [[0, 1, 3], [0, 3, 1]]) {
        const way = plus(corners[b], corners[a], -1), side = plus(corners[c], corners[a], -1);
        const count = Math.max(1, Math.round(Math.hypot(...way) / this.display.grid));
        for (let n = 0; n <= count; n += 1) {
          const start = plus(corners[a], way, n / count);
          path([this.project(start), this.project(plus(start, side))]);
          pen.stroke();
        }
      }
      pen.fillStyle = this.theme.soft;
      pen.font = "11px system-ui, sans-serif";
      pen.textAlign = "right";
      pen.textBaseline = "bottom";
      pen.fillText(`grid ${short(this.display.grid)} m`, this.canvas.clientWidth - 12, this.canvas.clientHeight - 10);
    }

    /* What all parts throw straight down onto the floor: faces that look up, all wound alike, filled as one. */
    drawShadow(pen, frames) {
      const up = this.display.up, flatten = (a) => plus(a, up, -dot(a, up));
      pen.beginPath();
      for (const [part, [x, y, z, origin]] of frames) {
        if (part.wire) continue;
        const lifts = [x, y, z].map((a) => dot(a, up)), fall = plus(origin, up, this.display.floor - dot(origin, up));
        const [u, v, w, o] = this.view([flatten(x), flatten(y), flatten(z), fall]);
        if (part.disc && part.radius * this.scale < SMALL) { this.addRound(pen, part, [u, v, w, o]); continue; }
        for (const face of part.made) {
          if (!part.span && part.closed && dot(face.normal, lifts) <= 0) continue;
          face.corners.forEach((c, i) => {
            const [a, b, d] = part.corners[c], p = this.pixel([0, 1].map((k) => u[k] * a + v[k] * b + w[k] * d + o[k]));
            if (i) pen.lineTo(p[0], p[1]); else pen.moveTo(p[0], p[1]);
          });
        }
      }
      pen.fillStyle = this.theme.dark ? mix(this.theme.paper, "#000000", 0.45) : mix(this.theme.grid, "#aab2bc", 0.3);
      pen.fill();
    }

    addRound(pen, part, [u, v, w, o]) {
      const [a, b, c] = part.middle, [x, y] = this.pixel([0, 1].map((k) => u[k] * a + v[k] * b + w[k] * c + o[k]));
      const radius = part.radius * this.scale, squeeze = Math.abs(dot(this.rows[2], this.display.up));
      pen.moveTo(x + radius, y);
      pen.ellipse(x, y, radius, radius * squeeze, 0, 0, 2 * Math.PI, true);
    }

    drawTraces(pen) {
      this.traces.forEach((path, n) => {
        pen.beginPath();
        path.forEach((point, i) => { const [x, y] = this.project(point); if (i) pen.lineTo(x, y); else pen.moveTo(x, y); });
        pen.globalAlpha = 0.65;
        pen.strokeStyle = this.display.colours[this.scene.traces[n].body];
        pen.lineWidth = 1.6;
        pen.stroke();
        pen.globalAlpha = 1;
      });
    }

    drawFrames(pen) {
      pen.lineWidth = 2;
      for (const place of this.places) AXES.forEach((colour, k) => {
        const tip = carried(place, [0, 1, 2].map((i) => (i === k ? 3.5 * this.display.unit : 0)));
        const [x, y] = this.project(place.at), [u, v] = this.project(tip);
        pen.strokeStyle = colour;
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(u, v);
        pen.stroke();
      });
    }

    drawTriad(pen) {
      const x = 48, y = this.canvas.clientHeight - 48;
      pen.lineWidth = 2;
      pen.font = "600 12px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      ["x", "y", "z"].forEach((name, i) => {
        const du = this.rows[0][i], dv = this.rows[1][i];
        pen.strokeStyle = pen.fillStyle = AXES[i];
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(x + 26 * du, y - 26 * dv);
        pen.stroke();
        if (Math.hypot(du, dv) > 0.1) pen.fillText(name, x + 36 * du, y - 36 * dv);
      });
    }

    /* Middle lines of bars in pixels, which names keep clear of. */
    obstacles(frames) {
      const found = [];
      for (const part of frames.keys()) {
        if (!SPINES.includes(part.kind) || part.seen.length < 20) continue;
        const mean = (points) => [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
        found.push([mean(part.seen.slice(0, 10)), mean(part.seen.slice(-10)), 0.4 * this.display.unit * this.scale]);
      }
      return found;
    }

    drawNames(pen, frames) {
      if (this.display.labels.length > MOST_NAMES) return;
      const obstacles = this.obstacles(frames), placed = [], gap = Math.max(0.9 * this.display.unit * this.scale, 4) + 2;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      this.display.labels.forEach((label, n) => {
        const anchor = this.project(carried(this.places[label.body], label.at)), joint = label.kind === "joint";
        pen.font = joint ? "600 13px system-ui, sans-serif" : "italic 12px system-ui, sans-serif";
        const half = [pen.measureText(label.text).width / 2 + 2, 8];
        const side = bestSide(anchor, half, gap, obstacles, placed, this.sides.get(n));
        this.sides.set(n, side.number);
        placed.push({ at: side.at, half });
        pen.globalAlpha = 0.8;
        pen.strokeStyle = this.theme.paper;
        pen.lineWidth = 3;
        pen.strokeText(label.text, ...side.at);
        pen.globalAlpha = 1;
        pen.fillStyle = joint ? this.theme.ink : this.display.colours[label.body];
        pen.fillText(label.text, ...side.at);
      });
    }

    // -------------------------------------------------------------- what is under the pointer

    pick(x, y) {
      if (!this.places) return null;
      let best = null, nearest = 11;
      for (const label of this.display.labels) {
        const [u, v] = this.project(carried(this.places[label.body], label.at)), distance = Math.hypot(u - x, v - y);
        if (distance < nearest) { nearest = distance; best = { kind: label.kind, label }; }
      }
      if (best) return best;
      for (let i = this.front.length - 1; i >= 0; i -= 1) {
        const face = this.front[i], seen = face.part.seen;
        if (!face.part.wire && inside(x, y, face.corners.map((c) => seen[c]))) return { kind: face.part.span ? "span" : "body", part: face.part };
      }
      return null;
    }

    /* Title and lines of numbers for what was picked. */
    describe(found) {
      const numbers = (point) => ["x", "y", "z"].map((name, i) => `${name} = ${short(point[i])} m`);
      if (found.kind === "span") return [found.part.name, [found.part.kind]];
      if (found.kind === "body") {
        const body = found.part.body, place = this.places[body], [a, ...v] = place.pose.slice(3), size = Math.hypot(...v);
        if (!body) return [this.scene.bodies[0].name, ["fixed"]];
        const angle = (2 * Math.atan2(size, Math.abs(a)) * 180) / Math.PI, axis = v.map((c) => short(Number(((Math.sign(a) || 1) * c / (size || 1)).toFixed(3))));
        return [this.scene.bodies[body].name, [...numbers(place.at), `turned ${short(angle)}°${size > 1e-9 ? ` about (${axis.join(", ")})` : ""}`]];
      }
      const name = found.label.text, body = found.label.body;
      const own = Object.keys(this.scene.channels).filter((c) => c.startsWith(`${name}.`) && !/\.[xyz]$/.test(c)).slice(0, 4);
      const more = own.map((c) => `${c.slice(name.length + 1)} = ${short(channelAt(this.scene, c, this.time))} ${this.scene.units[c] || ""}`);
      return [name, [...numbers(carried(this.places[body], found.label.at)), `on ${this.scene.bodies[body].name}`, ...more]];
    }
  }

  /* Whether a point lies inside a polygon (crossings of a ray to the right). */
  function inside(x, y, polygon) {
    let odd = false;
    polygon.forEach(([ax, ay], i) => {
      const [bx, by] = polygon[(i + 1) % polygon.length];
      if ((ay > y) !== (by > y) && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) odd = !odd;
    });
    return odd;
  }

  return SpaceStage;
})();
