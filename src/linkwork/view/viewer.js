/* Linkwork viewer: a payload {scene, display} goes in, a moving drawing comes out.
   `scene` is the Scene of the run; `display` holds its marks, ready to draw (see display.py).
   The only global is LinkworkViewer; its `mount(element, payload)` returns the player. A world beyond the plane adds its
   own stage to `stages`, made of the tools in `kit` (see viewer3d.js). */
const LinkworkViewer = (() => {
  "use strict";

  const GHOSTS = 8;
  const SERIES = ["#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#B8A800"];

  // ---------------------------------------------------------------- small tools

  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "class") made.className = value;
      else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  function short(value) {
    if (value === null || value === undefined || !Number.isFinite(value)) return "–";
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(3);
    return String(Number(value.toPrecision(5)));
  }

  function niceStep(rough) {
    const power = 10 ** Math.floor(Math.log10(rough));
    const factor = rough / power;
    return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
  }

  function tickText(value, step) {
    if (Math.abs(value) < step * 1e-6) return "0";
    if (Math.abs(value) >= 1e5 || step < 1e-4) return value.toExponential(1);
    return value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  }

  function mix(colour, other, share) {
    const part = (text, i) => parseInt(text.slice(i, i + 2), 16);
    const blend = (i) => Math.round(part(colour, i) + (part(other, i) - part(colour, i)) * share);
    return `rgb(${blend(1)}, ${blend(3)}, ${blend(5)})`;
  }

  /* Affine maps {a, b, c, d, e, f}: X = a x + c y + e, Y = b x + d y + f. */
  function after(m, n) {
    return {
      a: m.a * n.a + m.c * n.b, b: m.b * n.a + m.d * n.b,
      c: m.a * n.c + m.c * n.d, d: m.b * n.c + m.d * n.d,
      e: m.a * n.e + m.c * n.f + m.e, f: m.b * n.e + m.d * n.f + m.f,
    };
  }

  function apply(m, [x, y]) {
    return [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
  }

  function poseMap([x, y, phi]) {
    const cos = Math.cos(phi), sin = Math.sin(phi);
    return { a: cos, b: sin, c: -sin, d: cos, e: x, f: y };
  }

  function planeMap([u, v]) {
    return { a: u[0], b: v[0], c: u[1], d: v[1], e: u[2], f: v[2] };
  }

  function watchSize(canvas, redraw) {
    const observer = new ResizeObserver(() => {
      const ratio = window.devicePixelRatio || 1;
      canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
      canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
      redraw();
    });
    observer.observe(canvas);
  }

  /* The context in CSS pixels, cleared. */
  function clean(canvas) {
    const pen = canvas.getContext("2d");
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    return pen;
  }

  function readTheme() {
    const style = getComputedStyle(document.documentElement);
    const get = (name) => style.getPropertyValue(name).trim();
    const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    return {
      dark, paper: get("--paper"), ink: get("--ink"), soft: get("--soft"), grid: get("--grid"),
      line: get("--line"), accent: get("--accent"), warn: get("--warn"),
    };
  }

  function paint(colour, theme) {
    const lightGround = theme.dark && colour === "#5F6670" ? "#8D96A1" : colour;
    const strong = theme.dark ? mix(lightGround, "#ffffff", 0.3) : mix(lightGround, "#000000", 0.35);
    return {
      none: null, tint: mix(lightGround, theme.paper, 0.55), solid: lightGround, paper: theme.paper, edge: strong,
      thin: theme.dark ? mix(lightGround, "#ffffff", 0.1) : mix(lightGround, "#ffffff", 0.2),
    };
  }

  // ---------------------------------------------------------------- time: frames between the frames

  /* Number of the frame at or before a time, and the share of the way to the next. */
  function locate(times, time) {
    let low = 0, high = times.length - 1;
    if (high <= 0 || time <= times[0]) return [0, 0];
    if (time >= times[high]) return [high, 0];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle; else high = middle;
    }
    return [low, (time - times[low]) / (times[high] - times[low] || 1)];
  }

  /* Cubic (Catmull-Rom) between frames, so that joints stay together even on a coarse grid. */
  function cubic(times, get, i, s) {
    const p1 = get(i);
    if (s === 0) return p1;
    const p2 = get(i + 1), h = times[i + 1] - times[i];
    const slope = (j) => {
      const before = Math.max(0, j - 1), next = Math.min(times.length - 1, j + 1);
      return (get(next) - get(before)) / (times[next] - times[before] || 1);
    };
    const m1 = slope(i) * h, m2 = slope(i + 1) * h, t = s * s, c = t * s;
    return (2 * c - 3 * t + 1) * p1 + (c - 2 * t + s) * m1 + (3 * t - 2 * c) * p2 + (c - t) * m2;
  }

  function posesAt(scene, time) {
    const [i, s] = locate(scene.times, time);
    return scene.poses[i].map((_, b) => [0, 1, 2].map((k) => cubic(scene.times, (f) => scene.poses[f][b][k], i, s)));
  }

  function channelAt(scene, name, time) {
    const values = scene.channels[name], [i, s] = locate(scene.times, time);
    if (s === 0 || values[i + 1] === null || values[i] === null) return values[i];
    return values[i] + (values[i + 1] - values[i]) * s;
  }

  // ---------------------------------------------------------------- the drawing

  class Stage {
    constructor(canvas, payload) {
      this.canvas = canvas;
      this.scene = payload.scene;
      this.display = payload.display;
      this.planes = this.display.maps.map(planeMap);
      this.shown = { names: true, traces: true, ghosts: false, grid: true };
      this.switches = [["Names", "names"], ["Traces", "traces"], ["Ghosts", "ghosts"], ["Grid", "grid"]];
      this.views = [];
      this.highlight = null;
      this.sides = new Map();
      this.theme = readTheme();
      this.time = this.scene.times[0] || 0;
      this.marks = this.collect();
      this.traces = this.scene.traces.map((trace) => this.tracePath(trace));
      watchSize(canvas, () => { if (!this.touched) this.fit(); this.draw(); });
    }

    /* Every mark with its path made once, in the frame of what carries it. */
    collect() {
      const made = (mark, owner) => {
        const path = new Path2D();
        for (const points of mark.paths) {
          points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
          if (mark.closed) path.closePath();
        }
        return { ...mark, ...owner, path };
      };
      const parts = this.display.parts.flatMap((part) => part.marks.map((mark) => made(
        mark, { part, order: part.body, colour: this.display.colours[part.body] })));
      const links = this.display.connections.flatMap((connection, n) => connection.marks.map((mark) => made(
        mark, { connection, order: this.display.colours.length + n, colour: connection.colour })));
      return [...parts, ...links];
    }

    tracePath(trace) {
      const map = this.planes[this.scene.bodies[trace.body].plane || 0], path = new Path2D();
      this.scene.poses.forEach((poses, i) => {
        const [u, v] = apply(map, apply(poseMap(poses[trace.body]), trace.point));
        if (i) path.lineTo(u, v); else path.moveTo(u, v);
      });
      return path;
    }

    fit() {
      const [left, low, right, high] = this.display.bounds;
      const width = this.canvas.clientWidth, height = this.canvas.clientHeight, room = 4 * this.display.unit;
      this.scale = Math.min(width / (right - left + room || 1), height / (high - low + room || 1));
      this.centre = [(left + right) / 2, (low + high) / 2];
      this.touched = false;
    }

    viewMap() {
      const s = this.scale, [u, v] = this.centre;
      return { a: s, b: 0, c: 0, d: -s, e: this.canvas.clientWidth / 2 - u * s, f: this.canvas.clientHeight / 2 + v * s };
    }

    pan(dx, dy) {
      this.centre = [this.centre[0] - dx / this.scale, this.centre[1] + dy / this.scale];
      this.touched = true;
    }

    drag(dx, dy) { this.pan(dx, dy); }

    zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
      const dx = x - this.canvas.clientWidth / 2, dy = y - this.canvas.clientHeight / 2;
      this.pan(-dx, -dy);
      this.scale = Math.min(Math.max(this.scale * factor, 1e-9), 1e12);
      this.pan(dx, dy);
    }

    /* Maps from each part and connector to pixels at given poses. */
    place(poses) {
      const view = this.viewMap();
      const bodies = poses.map(poseMap);
      const onto = (plane) => after(view, this.planes[plane]);
      const parts = new Map(this.display.parts.map((p) => [p, after(onto(p.plane), bodies[p.body])]));
      const connections = new Map(this.display.connections.map((c) => {
        const [start, end] = [c.start, c.end].map(([body, x, y], i) => apply(after(this.planes[c.planes[i]], bodies[body]), [x, y]));
        const dx = end[0] - start[0], dy = end[1] - start[1], length = Math.hypot(dx, dy) || 1e-300;
        const x = dx / length, y = dy / length;
        return [c, {
          length, ends: [apply(view, start), apply(view, end)],
          stretch: after(view, { a: dx, b: dy, c: -y, d: x, e: start[0], f: start[1] }),
          from: after(view, { a: x, b: y, c: -y, d: x, e: start[0], f: start[1] }),
          to: after(view, { a: x, b: y, c: -y, d: x, e: end[0], f: end[1] }),
        }];
      }));
      return { view, parts, connections };
    }

    mapOf(mark, placed) {
      return mark.part ? placed.parts.get(mark.part) : placed.connections.get(mark.connection)[mark.anchor];
    }

    /* Far planes first, in each plane the layers; pins above all bars. */
    ordered(poses) {
      const depth = this.display.maps.map(() => 0);
      if (!this.display.flat) {
        const count = depth.map(() => 0);
        for (const mark of this.marks) if (mark.part) {
          const row = this.display.maps[mark.part.plane][2], map = poseMap(poses[mark.part.body]);
          for (const path of mark.paths) for (const point of path) {
            const [x, y] = apply(map, point);
            depth[mark.part.plane] += row[0] * x + row[1] * y + row[2];
            count[mark.part.plane] += 1;
          }
        }
        depth.forEach((sum, i) => { depth[i] = sum / (count[i] || 1); });
      }
      const key = (m) => [m.layer >= this.display.pin_layer ? 1 : 0,
        m.part ? depth[m.part.plane] : Math.max(...m.connection.planes.map((p) => depth[p])), m.layer, m.order];
      return this.marks.map((mark) => [key(mark), mark]).sort(([p], [q]) => {
        for (let i = 0; i < 4; i += 1) if (p[i] !== q[i]) return p[i] - q[i];
        return 0;
      }).map(([, mark]) => mark);
    }

    draw() {
      if (!this.canvas.clientWidth || !this.scene.poses.length) return;
      const pen = clean(this.canvas);
      if (!this.centre) this.fit();
      const poses = posesAt(this.scene, this.time);
      this.placed = this.place(poses);
      this.poses = poses;
      pen.lineJoin = "round";
      if (this.shown.grid) this.drawGrid(pen);
      if (!this.display.flat) this.drawTriad(pen);
      if (this.shown.traces) this.drawTraces(pen);
      if (this.shown.ghosts) this.drawGhosts(pen);
      this.front = this.drawMarks(pen, this.ordered(poses), this.placed, 1);
      this.drawTouching(pen);
      if (this.shown.names) this.drawNames(pen);
    }

    /* Contact points that are closed: orange where they slide, blue where they stick. */
    drawTouching(pen) {
      const [i, s] = locate(this.scene.times, this.time);
      for (const point of this.scene.touching || []) {
        if (!point.mode[i]) continue;
        const between = (values) => (point.mode[i + 1] ? values[i] + (values[i + 1] - values[i]) * s : values[i]);
        const [x, y] = apply(after(this.placed.view, this.planes[point.plane]), [between(point.x), between(point.y)]);
        pen.beginPath();
        pen.arc(x, y, 4.5, 0, 2 * Math.PI);
        pen.fillStyle = point.mode[i] === 2 ? "#0072B2" : "#D55E00";
        pen.fill();
        pen.strokeStyle = this.theme.paper;
        pen.lineWidth = 1.2;
        pen.stroke();
      }
    }

    drawMarks(pen, marks, placed, alpha) {
      const front = [];
      for (const mark of marks) {
        const colours = paint(mark.colour, this.theme), path = new Path2D();
        path.addPath(mark.path, this.mapOf(mark, placed));
        const dim = this.highlight !== null && (!mark.part || mark.part.body !== this.highlight) ? 0.25 : 1;
        pen.globalAlpha = alpha * dim;
        if (colours[mark.fill]) { pen.fillStyle = colours[mark.fill]; pen.fill(path, "evenodd"); }
        if (colours[mark.line]) {
          pen.strokeStyle = colours[mark.line];
          pen.lineWidth = mark.width * 1.15;
          pen.lineCap = mark.dash ? "butt" : "round";
          pen.setLineDash(mark.dash ? [6, 4] : []);
          pen.stroke(path);
        }
        front.push({ mark, path });
      }
      pen.globalAlpha = 1;
      pen.setLineDash([]);
      return front;
    }

    drawGhosts(pen) {
      const last = this.scene.poses.length - 1, moving = this.marks.filter((m) => !this.display.no_ghost.includes(m.kind) && m.order);
      for (let n = 0; n < GHOSTS; n += 1) {
        const poses = this.scene.poses[Math.round((n * last) / (GHOSTS - 1))];
        const order = new Set(moving);
        this.drawMarks(pen, this.ordered(poses).filter((m) => order.has(m)), this.place(poses), 0.16);
      }
    }

    drawTraces(pen) {
      this.scene.traces.forEach((trace, n) => {
        const path = new Path2D();
        path.addPath(this.traces[n], this.placed.view);
        pen.globalAlpha = 0.55;
        pen.strokeStyle = paint(this.display.colours[trace.body], this.theme).solid;
        pen.lineWidth = 1.6;
        pen.stroke(path);
        pen.globalAlpha = 1;
      });
    }

    drawGrid(pen) {
      if (!this.display.flat) { this.drawSheets(pen); return; }
      const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
      const step = niceStep(90 / this.scale), view = this.placed.view;
      pen.font = "11px system-ui, sans-serif";
      pen.lineWidth = 1;
      const line = (place, zero, upright) => {
        pen.strokeStyle = zero ? this.theme.line : this.theme.grid;
        pen.beginPath();
        if (upright) { pen.moveTo(place, 0); pen.lineTo(place, height); } else { pen.moveTo(0, place); pen.lineTo(width, place); }
        pen.stroke();
      };
      pen.fillStyle = this.theme.soft;
      pen.textAlign = "center";
      pen.textBaseline = "bottom";
      for (let k = Math.ceil(-view.e / this.scale / step); k * step * this.scale + view.e < width; k += 1) {
        const x = k * step * this.scale + view.e;
        line(x, k === 0, true);
        if (x > 40) this.tick(pen, tickText(k * step, step), x, height - 4);
      }
      pen.textAlign = "left";
      pen.textBaseline = "middle";
      for (let k = Math.ceil((view.f - height) / this.scale / step); view.f - k * step * this.scale > 0; k += 1) {
        const y = view.f - k * step * this.scale;
        line(y, k === 0, false);
        if (y > 40 && y < height - 20) this.tick(pen, tickText(k * step, step), 5, y);
      }
    }

    /* A number of the grid, on a little paper of its own. */
    tick(pen, text, x, y) {
      pen.strokeStyle = this.theme.paper;
      pen.lineWidth = 4;
      pen.strokeText(text, x, y);
      pen.lineWidth = 1;
      pen.fillText(text, x, y);
    }

    drawSheets(pen) {
      for (const sheet of this.display.sheets) {
        const map = after(this.placed.view, this.planes[sheet.plane]);
        pen.beginPath();
        sheet.corners.forEach((corner, i) => (i ? pen.lineTo(...apply(map, corner)) : pen.moveTo(...apply(map, corner))));
        pen.closePath();
        pen.globalAlpha = 0.5;
        pen.fillStyle = this.theme.grid;
        pen.fill();
        pen.globalAlpha = 1;
        pen.strokeStyle = this.theme.line;
        pen.lineWidth = 1;
        pen.stroke();
      }
    }

    drawTriad(pen) {
      const x = 46, y = this.canvas.clientHeight - 46;
      pen.strokeStyle = this.theme.soft;
      pen.fillStyle = this.theme.soft;
      pen.lineWidth = 1.4;
      pen.font = "12px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      ["x", "y", "z"].forEach((name, i) => {
        const du = this.display.axes[0][i], dv = this.display.axes[1][i];
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(x + 26 * du, y - 26 * dv);
        pen.stroke();
        pen.fillText(name, x + 36 * du, y - 36 * dv);
      });
    }

    /* Pieces in pixels that names keep clear of: start, end, half thickness. */
    obstacles() {
      const found = [];
      for (const part of this.display.parts) {
        const map = this.placed.parts.get(part);
        for (const spine of part.spines) found.push([apply(map, spine.start), apply(map, spine.end), spine.radius * this.scale]);
      }
      for (const [connection, placed] of this.placed.connections) found.push([...placed.ends, connection.spine * this.scale]);
      return found;
    }

    drawNames(pen) {
      const obstacles = this.obstacles(), placed = [];
      const gap = Math.max(0.5 * this.display.unit * this.scale, 4) + 2;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      this.display.parts.forEach((part, p) => part.labels.forEach((label, n) => {
        const anchor = apply(this.placed.parts.get(part), label.at), key = `${p}.${n}`;
        const joint = label.kind === "joint";
        pen.font = joint ? "600 13px system-ui, sans-serif" : "italic 12px system-ui, sans-serif";
        const half = [pen.measureText(label.text).width / 2 + 2, 8];
        const side = bestSide(anchor, half, gap, obstacles, placed, this.sides.get(key));
        this.sides.set(key, side.number);
        placed.push({ at: side.at, half });
        pen.globalAlpha = 0.75;
        pen.strokeStyle = this.theme.paper;
        pen.lineWidth = 3;
        pen.strokeText(label.text, ...side.at);
        pen.globalAlpha = 1;
        pen.fillStyle = joint ? this.theme.ink : paint(this.display.colours[part.body], this.theme).edge;
        pen.fillText(label.text, ...side.at);
      }));
    }

    /* What is under the pointer: a joint or point, a body, or a connector; null where there is nothing. */
    pick(x, y) {
      if (!this.placed) return null;
      let best = null, nearest = 11;
      for (const part of this.display.parts) for (const label of part.labels) {
        const [u, v] = apply(this.placed.parts.get(part), label.at), distance = Math.hypot(u - x, v - y);
        if (distance < nearest) { nearest = distance; best = { kind: label.kind, part, label }; }
      }
      if (best) return best;
      const pen = this.canvas.getContext("2d"), ratio = this.canvas.width / this.canvas.clientWidth;
      for (let i = this.front.length - 1; i >= 0; i -= 1) {
        const { mark, path } = this.front[i];
        if (mark.closed && mark.fill !== "none" && pen.isPointInPath(path, x * ratio, y * ratio, "evenodd")) {
          return mark.part ? { kind: "body", body: mark.part.body } : { kind: "connector", connection: mark.connection };
        }
      }
      return null;
    }

    /* Title and lines of numbers for what was picked. */
    describe(found) {
      const numbers = (x, y) => [`x = ${short(x)} m`, `y = ${short(y)} m`];
      if (found.kind === "body") {
        const [x, y, phi] = this.poses[found.body], body = this.scene.bodies[found.body];
        return [body.name, found.body ? [...numbers(x, y), `angle = ${short((phi * 180) / Math.PI)}°`] : ["fixed"]];
      }
      if (found.kind === "connector") {
        return [found.connection.name, [`${found.connection.kind}, length = ${short(this.placed.connections.get(found.connection).length)} m`]];
      }
      const [x, y] = apply(poseMap(this.poses[found.part.body]), found.label.at), name = found.label.text;
      const own = Object.keys(this.scene.channels).filter((c) => c.startsWith(`${name}.`) && !/\.[xy]$/.test(c)).slice(0, 4);
      const more = own.map((c) => `${c.slice(name.length + 1)} = ${short(channelAt(this.scene, c, this.time))} ${this.scene.units[c] || ""}`);
      return [name, [...numbers(x, y), `on ${this.scene.bodies[found.part.body].name}`, ...more]];
    }
  }

  const SIDES = [45, 135, -45, -135, 90, 0, 180, -90].map((degrees, i) => {
    const x = Math.cos((degrees * Math.PI) / 180), y = -Math.sin((degrees * Math.PI) / 180);
    const sign = (value) => (Math.abs(value) < 1e-9 ? 0 : Math.sign(value));
    return { x, y, signX: sign(x), signY: sign(y), leaning: [0, 0.04, 0.08, 0.1, 0.06, 0.06, 0.09, 0.12][i] };
  });

  /* The side of an anchor where a name covers least; the side it had is kept unless another is clearly better. */
  function bestSide(anchor, half, gap, obstacles, placed, earlier) {
    let best = null;
    for (let number = 0; number < 2 * SIDES.length; number += 1) {
      const side = SIDES[number % SIDES.length], far = number >= SIDES.length ? 2.2 : 1;
      const at = [anchor[0] + side.signX * half[0] + side.x * gap * far, anchor[1] + side.signY * half[1] + side.y * gap * far];
      let cost = side.leaning + (far > 1 ? 0.25 : 0) - (number === earlier ? 0.5 : 0);
      for (const [start, end, radius] of obstacles) cost += depthIn(at, half, start, end, radius);
      for (const other of placed) {
        const x = half[0] + other.half[0] - Math.abs(at[0] - other.at[0]), y = half[1] + other.half[1] - Math.abs(at[1] - other.at[1]);
        if (x > 0 && y > 0) cost += 2.5 * (1 + Math.min(x / half[0], y / half[1]));
      }
      if (!best || cost < best.cost) best = { at, number, cost };
    }
    return best;
  }

  function depthIn(at, half, start, end, radius) {
    const reach = Math.max(half[0] - half[1], 0), dx = end[0] - start[0], dy = end[1] - start[1];
    const length = dx * dx + dy * dy || 1e-300;
    let depth = 0;
    for (const shift of [-reach, 0, reach]) {
      const px = at[0] + shift - start[0], py = at[1] - start[1];
      const share = Math.min(1, Math.max(0, (px * dx + py * dy) / length));
      depth = Math.max(depth, (half[1] + radius - Math.hypot(px - share * dx, py - share * dy)) / half[1]);
    }
    return depth;
  }

  // ---------------------------------------------------------------- the plot

  class Plot {
    constructor(canvas, scene) {
      this.canvas = canvas;
      this.scene = scene;
      this.selected = [];
      this.theme = readTheme();
      this.time = scene.times[0] || 0;
      watchSize(canvas, () => this.draw());
    }

    colour(name) {
      const colour = SERIES[this.selected.indexOf(name) % SERIES.length];
      return this.theme.dark && colour === "#0072B2" ? "#3FA3E0" : colour;
    }

    toggle(name) {
      const place = this.selected.indexOf(name);
      if (place >= 0) this.selected.splice(place, 1); else this.selected.push(name);
      this.canvas.parentElement.style.height = `${Math.max(280, 95 * this.panels().size)}px`;
      this.draw();
    }

    panels() {
      const panels = new Map();
      for (const name of this.selected) {
        const unit = this.scene.units[name] || "";
        if (!panels.has(unit)) panels.set(unit, []);
        panels.get(unit).push(name);
      }
      return panels;
    }

    span() {
      const times = this.scene.times, first = times[0] || 0, last = times[times.length - 1] || 0;
      return [first, last > first ? last : first + 1];
    }

    draw() {
      if (!this.canvas.clientWidth) return;
      const pen = clean(this.canvas), panels = this.panels();
      const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
      this.left = 56;
      this.right = width - 10;
      pen.font = "11px system-ui, sans-serif";
      if (!panels.size) {
        pen.fillStyle = this.theme.soft;
        pen.textAlign = "center";
        pen.fillText(Object.keys(this.scene.channels).length ? "Choose a channel below" : "No channels in this run", width / 2, height / 2);
        return;
      }
      const bottom = height - 20, gap = 14, tall = (bottom - 8 - gap * (panels.size - 1)) / panels.size;
      let top = 8;
      for (const [unit, names] of panels) {
        this.drawPanel(pen, unit, names, top, top + tall);
        top += tall + gap;
      }
      this.drawTime(pen, 8, bottom);
    }

    place(time) {
      const [first, last] = this.span();
      return this.left + ((time - first) / (last - first)) * (this.right - this.left);
    }

    timeAt(x) {
      const [first, last] = this.span();
      return first + Math.min(1, Math.max(0, (x - this.left) / (this.right - this.left))) * (last - first);
    }

    drawPanel(pen, unit, names, top, bottom) {
      const values = names.flatMap((name) => this.scene.channels[name]).filter((v) => v !== null);
      let low = Infinity, high = -Infinity;
      for (const v of values) { low = Math.min(low, v); high = Math.max(high, v); }
      if (!(high - low > 1e-9 * Math.max(Math.abs(high), Math.abs(low), 1e-300))) { const room = Math.abs(high) * 0.1 || 1; low -= room; high += room; }
      if (!Number.isFinite(low)) { low = -1; high = 1; }
      const room = 0.06 * (high - low), y = (v) => bottom - ((v - low + room) / (high - low + 2 * room)) * (bottom - top);
      const step = niceStep((high - low) / Math.max(1, (bottom - top) / 34));
      pen.textAlign = "right";
      pen.textBaseline = "middle";
      pen.lineWidth = 1;
      for (let k = Math.ceil((low - room) / step); k * step <= high + room; k += 1) {
        pen.strokeStyle = this.theme.line;
        pen.beginPath();
        pen.moveTo(this.left, y(k * step));
        pen.lineTo(this.right, y(k * step));
        pen.stroke();
        pen.fillStyle = this.theme.soft;
        pen.fillText(tickText(k * step, step), this.left - 6, y(k * step));
      }
      for (const name of names) this.drawCurve(pen, name, y);
      pen.save();
      pen.translate(11, (top + bottom) / 2);
      pen.rotate(-Math.PI / 2);
      pen.textAlign = "center";
      pen.fillStyle = this.theme.ink;
      pen.fillText(unit ? `[${unit}]` : "[1]", 0, 0);
      pen.restore();
      this.drawNames(pen, names, top);
    }

    drawNames(pen, names, top) {
      let place = this.right;
      pen.textAlign = "right";
      pen.textBaseline = "top";
      for (const name of [...names].reverse()) {
        pen.fillStyle = this.colour(name);
        pen.fillText(name, place, top);
        place -= pen.measureText(name).width + 10;
      }
    }

    drawCurve(pen, name, y) {
      pen.strokeStyle = this.colour(name);
      pen.lineWidth = 1.8;
      pen.lineJoin = "round";
      pen.beginPath();
      let down = false;
      this.scene.channels[name].forEach((value, i) => {
        if (value === null) { down = false; return; }
        const x = this.place(this.scene.times[i]);
        if (down) pen.lineTo(x, y(value)); else pen.moveTo(x, y(value));
        down = true;
      });
      pen.stroke();
      const now = channelAt(this.scene, name, this.time);
      if (now === null || now === undefined) return;
      pen.beginPath();
      pen.arc(this.place(this.time), y(now), 3.5, 0, 7);
      pen.fillStyle = this.colour(name);
      pen.fill();
    }

    drawTime(pen, top, bottom) {
      const [first, last] = this.span(), step = niceStep((last - first) / 5);
      pen.textAlign = "center";
      pen.textBaseline = "top";
      pen.fillStyle = this.theme.soft;
      for (let k = Math.ceil(first / step - 1e-9); k * step <= last + 1e-9 * step; k += 1) {
        pen.fillText(tickText(k * step, step), this.place(k * step), bottom + 4);
      }
      pen.textAlign = "left";
      pen.fillText("t [s]", 4, bottom + 4);
      const upright = (time, colour, dash) => {
        pen.strokeStyle = colour;
        pen.setLineDash(dash);
        pen.lineWidth = 1.2;
        pen.beginPath();
        pen.moveTo(this.place(time), top);
        pen.lineTo(this.place(time), bottom);
        pen.stroke();
      };
      for (const event of this.scene.events) upright(event.t, this.theme.warn, [3, 3]);
      upright(this.time, this.theme.ink, []);
      pen.setLineDash([]);
    }
  }

  // ---------------------------------------------------------------- the player

  class Player {
    constructor(times) {
      this.times = times.length ? times : [0];
      this.first = this.times[0];
      this.last = this.times[this.times.length - 1];
      this.time = this.first;
      this.playing = false;
      this.loop = true;
      this.speed = Player.suitable(this.last - this.first);
      this.watchers = [];
    }

    /* Real time if the run takes 2 to 20 s, else a round factor that makes it last about 6 s. */
    static suitable(span) {
      return span === 0 || (span >= 2 && span <= 20) ? 1 : niceStep(span / 6 / 1.5);
    }

    watch(watcher) { this.watchers.push(watcher); }

    tell() { for (const watcher of this.watchers) watcher(this); }

    seek(time) {
      this.time = Math.min(this.last, Math.max(this.first, time));
      this.tell();
    }

    step(way) {
      this.playing = false;
      const [i, s] = locate(this.times, this.time);
      const next = way > 0 ? i + 1 : s > 0 ? i : i - 1;
      this.seek(this.times[Math.min(this.times.length - 1, Math.max(0, next))]);
    }

    toggle() {
      if (this.last === this.first) return;
      this.playing = !this.playing;
      if (this.playing) {
        if (this.time >= this.last) this.time = this.first;
        this.before = null;
        requestAnimationFrame((now) => this.advance(now));
      }
      this.tell();
    }

    advance(now) {
      if (!this.playing) return;
      const passed = this.before === null ? 0 : Math.min(0.1, (now - this.before) / 1000) * this.speed;
      this.before = now;
      let time = this.time + passed;
      if (time >= this.last) {
        if (this.loop) time = this.first + ((time - this.first) % (this.last - this.first));
        else { time = this.last; this.playing = false; }
      }
      this.time = time;
      this.tell();
      requestAnimationFrame((later) => this.advance(later));
    }
  }

  // ---------------------------------------------------------------- controls

  function button(label, title, press, icon) {
    const face = icon ? element("span", { class: `lw-icon ${icon}` }) : label;
    return element("button", { class: "lw-button", type: "button", title, "aria-label": title, onclick: press }, face);
  }

  function toggleButton(label, title, on, change) {
    const made = button(label, title, () => {
      const next = made.getAttribute("aria-pressed") !== "true";
      made.setAttribute("aria-pressed", String(next));
      change(next);
    });
    made.setAttribute("aria-pressed", String(on));
    return made;
  }

  function speedChoice(player) {
    const factors = [0.1, 0.2, 0.5, 1, 2, 5, 10].map((f) => Number((f * player.speed).toPrecision(6)));
    const options = factors.map((f) => {
      const option = element("option", { value: String(f) }, `${short(f)} ×`);
      option.selected = f === player.speed;
      return option;
    });
    const choice = element("select", { "aria-label": "Speed", title: "Speed, times real time" }, ...options);
    choice.addEventListener("change", () => { player.speed = Number(choice.value); });
    return choice;
  }

  function transport(player, scene) {
    const play = button("", "Play or pause (space)", () => player.toggle(), "play");
    play.classList.add("lw-play");
    const range = element("input", { type: "range", min: "0", max: "10000", step: "1", value: "0", "aria-label": "Time" });
    const span = player.last - player.first || 1;
    range.addEventListener("input", () => { player.playing = false; player.seek(player.first + (Number(range.value) / 10000) * span); });
    const scrub = element("div", { class: "lw-scrub" }, range);
    for (const event of scene.events) {
      const share = Math.min(1, Math.max(0, (event.t - player.first) / span));
      const text = `${short(event.t)} s: ${event.text}`;
      const tick = element("button", { class: "lw-tick", type: "button", title: text, "aria-label": `Go to event at ${text}`, onclick: () => { player.playing = false; player.seek(event.t); } });
      tick.style.left = `calc(8px + (100% - 16px) * ${share})`;
      scrub.append(tick);
    }
    player.watch(() => {
      play.firstChild.className = `lw-icon ${player.playing ? "pause" : "play"}`;
      play.setAttribute("aria-label", player.playing ? "Pause (space)" : "Play (space)");
      range.value = String(((player.time - player.first) / span) * 10000);
      range.setAttribute("aria-valuetext", `${short(player.time)} seconds`);
    });
    return element("footer", { class: "lw-bar" },
      button("", "One frame back (left arrow)", () => player.step(-1), "back"), play,
      button("", "One frame forward (right arrow)", () => player.step(1), "forward"), scrub, speedChoice(player),
      toggleButton("Loop", "Start again at the end", player.loop, (on) => { player.loop = on; }));
  }

  function tools(stage, redraw) {
    const toggles = stage.switches.map(([label, key]) =>
      toggleButton(label, `Show ${key}`, stage.shown[key], (on) => { stage.shown[key] = on; redraw(); }));
    const views = stage.views.map(([label, title, look]) => button(label, title, () => { look(); redraw(); }));
    return element("div", { class: "lw-tools", role: "toolbar", "aria-label": "View" }, ...toggles, ...views,
      button("+", "Zoom in", () => { stage.zoom(1.25); redraw(); }), button("−", "Zoom out", () => { stage.zoom(0.8); redraw(); }),
      button("Fit", "Fit the whole motion", () => { stage.fit(); redraw(); }));
  }

  function bodyList(stage, scene, redraw) {
    const rows = scene.bodies.map((body, n) => {
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = stage.display.colours[n];
      const point = (to) => () => { stage.highlight = to; redraw(); };
      return element("li", {}, element("button", { type: "button", title: body.name, onpointerenter: point(n), onpointerleave: point(null), onfocus: point(n), onblur: point(null) },
        swatch, element("span", { class: "name" }, body.name)));
    });
    return element("ul", { class: "lw-list lw-bodies", "aria-label": "Bodies" }, ...rows);
  }

  function channelList(plot, scene, player) {
    const rows = new Map();
    const refresh = () => rows.forEach(({ press, swatch, value }, name) => {
      const on = plot.selected.includes(name);
      press.setAttribute("aria-pressed", String(on));
      swatch.style.background = on ? plot.colour(name) : "transparent";
      value.textContent = on ? `${short(channelAt(scene, name, player.time))} ${scene.units[name] || ""}` : scene.units[name] || "";
    });
    const list = element("ul", { class: "lw-list lw-channels", "aria-label": "Channels" });
    for (const name of Object.keys(scene.channels)) {
      const swatch = element("span", { class: "swatch" }), value = element("span", { class: "value" });
      const press = element("button", { type: "button", title: name, onclick: () => { plot.toggle(name); refresh(); } }, swatch, element("span", { class: "name" }, name), value);
      const row = element("li", {}, press);
      rows.set(name, { press, swatch, value, row });
      list.append(row);
    }
    const search = element("input", { class: "lw-search", type: "search", placeholder: "Find a channel", "aria-label": "Find a channel" });
    search.addEventListener("input", () => rows.forEach(({ row }, name) => { row.hidden = !name.toLowerCase().includes(search.value.toLowerCase()); }));
    player.watch(refresh);
    return rows.size > 8 ? [search, list] : [list];
  }

  function eventList(scene, player) {
    const rows = scene.events.map((event) => element("li", {}, element("button", { type: "button", title: event.text, onclick: () => { player.playing = false; player.seek(event.t); } },
      element("span", { class: "value" }, `${short(event.t)} s`), element("span", { class: "name" }, event.text))));
    return element("ul", { class: "lw-list", "aria-label": "Events" }, ...rows);
  }

  function sidePanel(stage, plot, plotCanvas, scene, player, redraw) {
    const side = element("aside", { class: "lw-side", "aria-label": "Channels and bodies" });
    if (Object.keys(scene.channels).length) {
      side.append(element("div", { class: "lw-plot" }, plotCanvas), element("h2", {}, "Channels"), ...channelList(plot, scene, player));
    }
    if (scene.events.length) side.append(element("h2", {}, "Events"), eventList(scene, player));
    side.append(element("h2", {}, "Bodies"), bodyList(stage, scene, redraw));
    if (scene.notes.length) side.append(element("h2", {}, "Notes"), element("ul", { class: "lw-notes" }, ...scene.notes.map((note) => element("li", {}, note))));
    return side;
  }

  // ---------------------------------------------------------------- pointer and keys

  function handlePointer(stage, tip, redraw) {
    const canvas = stage.canvas, down = new Map();
    const place = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    const spread = () => { const [p, q] = [...down.values()]; return Math.hypot(p[0] - q[0], p[1] - q[1]) || 1; };
    canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); down.set(event.pointerId, place(event)); canvas.classList.add("dragging"); });
    const up = (event) => { down.delete(event.pointerId); if (!down.size) canvas.classList.remove("dragging"); };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => { stage.pointer = null; tip.style.visibility = "hidden"; });
    canvas.addEventListener("pointermove", (event) => {
      const [x, y] = place(event), before = down.get(event.pointerId);
      stage.pointer = [x, y];
      if (!before) { showTip(stage, tip); return; }
      const wide = down.size === 2 ? spread() : 0;
      down.set(event.pointerId, [x, y]);
      if (down.size === 2) stage.zoom(spread() / wide, x, y); else stage.drag(x - before[0], y - before[1], event);
      redraw();
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      stage.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), ...place(event));
      redraw();
    }, { passive: false });
  }

  function showTip(stage, tip) {
    const found = stage.pointer && stage.pick(...stage.pointer);
    tip.style.visibility = found ? "visible" : "hidden";
    if (!found) return;
    const [title, lines] = stage.describe(found), [x, y] = stage.pointer;
    tip.replaceChildren(element("b", {}, title), element("span", {}, lines.join("\n")));
    tip.style.left = `${Math.min(x + 14, stage.canvas.clientWidth - tip.offsetWidth - 6)}px`;
    tip.style.top = `${Math.min(y + 14, stage.canvas.clientHeight - tip.offsetHeight - 6)}px`;
  }

  function handleKeys(player) {
    const keys = {
      " ": () => player.toggle(), ArrowRight: () => player.step(1), ArrowLeft: () => player.step(-1),
      Home: () => player.seek(player.first), End: () => player.seek(player.last),
    };
    window.addEventListener("keydown", (event) => {
      const target = event.target, typing = target.matches && target.matches("select, input[type=search]");
      const pressing = event.key === " " && target.matches && target.matches("button");
      if (typing || pressing || !keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    });
  }

  function handlePlotPointer(plot, player) {
    const go = (event) => { player.playing = false; player.seek(plot.timeAt(event.offsetX)); };
    plot.canvas.addEventListener("pointerdown", (event) => { plot.canvas.setPointerCapture(event.pointerId); go(event); });
    plot.canvas.addEventListener("pointermove", (event) => { if (event.buttons & 1) go(event); });
  }

  // ---------------------------------------------------------------- the page

  function mount(host, payload) {
    const scene = payload.scene, player = new Player(scene.times);
    const canvas = element("canvas", { role: "img", tabindex: "0", "aria-label": `Moving drawing of ${scene.name}: ${scene.bodies.map((b) => b.name).join(", ")}` });
    const plotCanvas = element("canvas", { role: "img", "aria-label": "Plot of the chosen channels against time" });
    const clock = element("div", { class: "lw-clock" }), tip = element("div", { class: "lw-tip", role: "status" }), notice = element("div", { class: "lw-event", role: "status" });
    const stage = new stages[payload.display.world || "plane"](canvas, payload), plot = new Plot(plotCanvas, scene);
    const redraw = () => { stage.draw(); if (stage.pointer) showTip(stage, tip); };
    plot.selected = (scene.shown || Object.keys(scene.channels).slice(0, 2)).filter((name) => name in scene.channels);
    player.watch(() => {
      stage.time = player.time;
      plot.time = player.time;
      clock.textContent = `t = ${player.time.toFixed(Math.max(0, 3 - Math.floor(Math.log10(player.last - player.first || 1))))} s`;
      showEvent(notice, scene, player);
      redraw();
      plot.draw();
    });
    host.replaceChildren(element("div", { class: "lw" },
      element("header", { class: "lw-head" }, element("h1", { title: scene.name }, scene.name), tools(stage, redraw)),
      element("main", { class: "lw-stage" }, canvas, clock, notice, tip),
      sidePanel(stage, plot, plotCanvas, scene, player, redraw), transport(player, scene)));
    handlePointer(stage, tip, redraw);
    handlePlotPointer(plot, player);
    handleKeys(player);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { stage.theme = readTheme(); plot.theme = readTheme(); player.tell(); });
    player.seek(player.first);
    if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) player.toggle();
    return player;
  }

  /* The text of an event while the time is near it. */
  function showEvent(notice, scene, player) {
    const near = (player.last - player.first) * 0.02;
    const event = scene.events.find((e) => Math.abs(e.t - player.time) <= near);
    if (event) notice.textContent = event.text;
    notice.classList.toggle("shown", Boolean(event));
  }

  const stages = { plane: Stage };
  const kit = { bestSide, channelAt, clean, cubic, locate, mix, readTheme, short, watchSize, GHOSTS };
  return { mount, stages, kit };
})();
