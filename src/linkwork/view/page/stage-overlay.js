/* What is written over the stage, in pixels: names, rings of joints, frames, contact points, numbers of the grid, and
   the directions of the axes. It is drawn on a canvas of its own after every picture. */
(function (viewer) {
  "use strict";

  const { between, clean, clipped, locate, mix, short, tickText } = viewer.kit;
  const AXES = { light: ["#C0392B", "#2E8B57", "#2F6FBF"], dark: ["#FF7B6B", "#5CC98A", "#79B2F5"] };
  const MODES = [null, "#D55E00", "#0072B2"],
    MOST = 60,
    CROWDED = 0.16, // share of the picture of a mechanism that its names may take; more hides what they name
    KEEPING = 1.3; // names that are written stay until they take this many times as much
  const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

  class Overlay {
    constructor(canvas) {
      this.canvas = canvas;
      this.labels = new viewer.Labels();
    }

    /* `view`: {model, scene, poses, places, camera, theme, layers, time, marks, hovered, forces}. */
    draw(view) {
      const pen = clean(this.canvas);
      pen.lineCap = "round";
      Object.assign(this, view, { pen, taken: [] });
      if (this.layers.grid) this.drawScale();
      this.drawTriad();
      if (this.layers.frames) this.drawFrames();
      if (this.layers.contacts) this.drawContacts();
      if (this.layers.joints) this.drawJoints();
      this.drawMarked();
      this.beginLabels();
      if (this.forces && this.forces.asked && !this.held) this.forces.draw(this);
      if (this.layers.names) this.drawNames();
    }

    beginLabels() {
      const size = [this.canvas.clientWidth, this.canvas.clientHeight],
        written = this.layers.names || (this.forces && this.forces.asked);
      this.anchors = written ? this.model.labels.map((label) => this.pixel(label, label.at)) : [];
      const anchors = this.anchors.filter((_, n) => this.model.labels[n].kind === "joint");
      if (written) this.reserveButtons();
      this.labels.begin({ size, obstacles: written ? this.obstacles() : [], taken: this.taken, anchors });
    }

    /* Texts keep clear of the buttons that the page has over the stage. */
    reserveButtons() {
      const page = this.canvas.closest(".lw-stage"),
        buttons = page && page.querySelector(".lw-zoom");
      if (!buttons) return;
      const { offsetLeft: x, offsetTop: y, offsetWidth: width, offsetHeight: height } = buttons;
      this.reserve(x, y, x + width, y + height);
    }

    /* Texts keep clear of a box that ends at these borders. */
    reserve(left, top, right, bottom) {
      const at = [(left + right) / 2, (top + bottom) / 2],
        half = [(right - left) / 2, (bottom - top) / 2];
      this.taken.push({ text: "", at, half });
    }

    pixel(carrier, at) {
      return this.camera.project(this.places.point(carrier, at, this.poses));
    }

    line(a, b, colour, width) {
      const pen = this.pen;
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(a[0], a[1]);
      pen.lineTo(b[0], b[1]);
      pen.stroke();
    }

    disc([x, y], radius, fill, edge, width = 1.4) {
      const pen = this.pen;
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      if (fill) {
        pen.fillStyle = fill;
        pen.fill();
      }
      if (edge) {
        pen.strokeStyle = edge;
        pen.lineWidth = width;
        pen.stroke();
      }
    }

    // -------------------------------------------------------------- marks of the mechanism

    drawJoints() {
      for (const label of this.model.labels)
        if (label.kind === "joint") {
          const at = this.pixel(label, label.at);
          this.disc(at, 4.2, null, this.theme.paper, 4);
          this.disc(at, 4.2, mix(this.theme.paper, this.theme.accent, 0.15), this.theme.accent, 1.8);
        }
    }

    /* Joints and points in trouble or chosen have a strong ring about them, what is pointed at a thin one. */
    drawMarked() {
      for (const label of this.model.labels) {
        const style = this.marks.get(label.text),
          hovered = this.hovered && this.hovered.name === label.text && ["joint", "point"].includes(this.hovered.kind);
        if (!style && !hovered) continue;
        const at = this.pixel(label, label.at);
        if (style) {
          this.disc(at, 9, null, this.theme.paper, 6);
          this.disc(at, 9, null, style === "error" ? this.theme.warn : this.theme.accent, 3);
        }
        if (hovered) this.disc(at, style ? 13 : 9, null, this.theme.paper, 4);
        if (hovered) this.disc(at, style ? 13 : 9, null, this.theme.ink, 1.5);
      }
    }

    drawFrames() {
      const colours = AXES[this.theme.dark ? "dark" : "light"],
        size = 3.2 * this.model.unit;
      const planes = new Map(this.model.labels.concat(this.model.spines).map(({ body, plane }) => [body, plane]));
      this.poses.forEach((_, body) => {
        const carrier = { body, plane: planes.get(body) ?? this.model.first },
          lift = this.model.depth || 0,
          start = this.pixel(carrier, [0, 0, lift]);
        colours.slice(0, this.model.space ? 3 : 2).forEach((colour, k) => {
          const tip = [0, 0, lift];
          tip[k] += size;
          this.line(start, this.pixel(carrier, tip), this.theme.paper, 4);
          this.line(start, this.pixel(carrier, tip), colour, 2);
        });
        this.disc(start, 2.4, this.theme.ink, this.theme.paper, 1);
      });
    }

    /* Contact points that are closed: orange where they slide, blue where they stick. */
    closed() {
      const [i, s] = locate(this.scene.times, this.time);
      return (this.scene.touching || [])
        .filter((point) => point.mode[i])
        .map((point) => {
          const share = point.mode[i + 1] ? s : 0,
            at = (name) => (point[name] ? between(point[name], i, share) : this.model.depth / 2);
          const place = new THREE.Vector3(at("x"), at("y"), at("z"));
          return {
            name: point.name,
            mode: point.mode[i],
            at: this.model.space ? place : place.applyMatrix4(this.model.planes[point.plane]),
          };
        });
    }

    drawContacts() {
      for (const point of this.closed()) {
        const at = this.camera.project(point.at);
        this.disc(at, 5, MODES[point.mode], this.theme.paper, 1.6);
      }
    }

    // -------------------------------------------------------------- names

    /* Pieces in pixels of which names keep clear: start, end, half thickness. */
    obstacles() {
      const found = this.model.spines.map((spine) => {
        const ends = spine.ends.map((end) => this.places.point(spine, end, this.poses));
        return [...ends.map((end) => this.camera.project(end)), spine.radius * this.camera.scaleAt(ends[0])];
      });
      for (const { carrier } of this.actors)
        if (carrier.span && carrier.anchor === "stretch") {
          const ends = this.places.ends(carrier.span, this.poses);
          found.push([
            ...ends.map((end) => this.camera.project(end)),
            0.5 * this.model.unit * this.camera.scaleAt(ends[0]),
          ]);
        }
      return found;
    }

    /* Names of joints first, those in trouble or chosen before all. */
    namesInOrder() {
      const { labels } = this.model,
        rank = ({ text, kind }) => (this.marks.has(text) ? 0 : kind === "joint" ? 1 : 2),
        order = labels.map((label, n) => ({ label, n, anchor: this.anchors[n] }));
      order.sort((p, q) => rank(p.label) - rank(q.label));
      return labels.length > MOST ? order.filter(({ label }) => rank(label) < 2).slice(0, MOST) : order;
    }

    /* What share of the mechanism's picture its names would cover: seen from nearer, they cover less of it. */
    shareOfNames() {
      const size = [this.canvas.clientWidth, this.canvas.clientHeight],
        ends = this.labels.obstacles.flatMap(([a, b]) => [a, b]).concat(this.anchors),
        inside = ([x, y]) => x >= 0 && y >= 0 && x <= size[0] && y <= size[1];
      const sides = [0, 1].map((k) => {
        const along = ends.map((end) => Math.min(size[k], Math.max(0, end[k])));
        return Math.max(...along) - Math.min(...along) + 16;
      });
      const texts = this.model.labels
        .filter((_, n) => inside(this.anchors[n]))
        .map(({ text, kind }) => 16 * this.labels.width(this.pen, this.fontOf(kind), clipped(text)));
      return texts.reduce((sum, area) => sum + area, 0) / (sides[0] * sides[1]);
    }

    /* Whether names would hide what they name: then only those that are marked or pointed at are written. */
    isCrowded() {
      if (this.layers.names === "all" || !this.model.labels.length) return false;
      this.crowded = this.shareOfNames() > CROWDED * (this.crowded === false ? KEEPING : 1);
      return this.crowded;
    }

    fontOf(kind) {
      return kind === "joint" ? `600 13px ${FONT}` : `italic 12px ${FONT}`;
    }

    drawNames() {
      const crowded = this.isCrowded(),
        pointed = this.hovered && this.hovered.name;
      for (const { label, n, anchor } of this.namesInOrder()) {
        if (crowded && !this.marks.has(label.text) && label.text !== pointed) continue;
        const world = this.places.point(label, label.at, this.poses),
          joint = label.kind === "joint";
        const gap = Math.max(0.55 * this.model.unit * this.camera.scaleAt(world), 5) + 2,
          style = this.marks.get(label.text);
        const own = viewer.actors.paint(this.model.colours[label.body], this.theme).line;
        this.labels.write(this.pen, n, clipped(label.text), anchor, {
          font: this.fontOf(label.kind),
          colour: style === "error" ? this.theme.warn : joint ? this.theme.ink : own,
          halo: this.theme.paper,
          gap,
          always: Boolean(style),
        });
      }
    }

    // -------------------------------------------------------------- scale and axes

    drawScale() {
      if (this.camera.straight() && this.step) {
        this.drawTicks();
        return;
      }
      if (!this.step) return;
      Object.assign(this.pen, {
        font: `11px ${FONT}`,
        textAlign: "right",
        textBaseline: "bottom",
        fillStyle: this.theme.soft,
      });
      const [right, bottom] = [this.canvas.clientWidth - 12, this.canvas.clientHeight - 10];
      const [factor, unit] = viewer.lengthUnit;
      this.pen.fillText(`grid ${short(this.step * factor)} ${unit}`, right, bottom);
      this.reserve(right - 90, bottom - 14, right, bottom);
    }

    /* Numbers along the lower and the left border. */
    drawTicks() {
      this.reserve(0, this.canvas.clientHeight - 20, this.canvas.clientWidth, this.canvas.clientHeight);
      const width = this.canvas.clientWidth,
        height = this.canvas.clientHeight,
        plane = this.model.planes[this.model.first];
      const zero = this.camera.project(new THREE.Vector3(0, 0, 0).applyMatrix4(plane)),
        pixels = this.camera.scaleAt(zero) * this.step;
      const way = [
          new THREE.Vector3().setFromMatrixColumn(plane, 0),
          new THREE.Vector3().setFromMatrixColumn(plane, 1),
        ],
        [right, up] = this.camera.rows();
      const [dx, dy] = [way[0].dot(right), way[1].dot(up)],
        [factor, unit] = viewer.lengthUnit,
        far = Math.max(...[zero[0], width - zero[0], zero[1], height - zero[1]].map(Math.abs)) / pixels,
        shown = (number) => tickText(number * this.step * factor, this.step * factor, far * this.step * factor);
      if (Math.abs(dx) < 0.999 || Math.abs(dy) < 0.999) return;
      Object.assign(this.pen, { font: `11px ${FONT}`, textAlign: "center", textBaseline: "bottom" });
      for (let n = Math.ceil((84 - zero[0]) / pixels); zero[0] + n * pixels < width - 28 - 8 * unit.length; n += 1)
        this.tick(shown(n * dx), zero[0] + n * pixels, height - 6);
      Object.assign(this.pen, { textAlign: "left", textBaseline: "middle" });
      for (let n = Math.ceil((zero[1] - height + 84) / pixels); zero[1] - n * pixels > 24; n += 1)
        this.tickBeside(shown(n * dy), 8, zero[1] - n * pixels);
      Object.assign(this.pen, { textAlign: "right", textBaseline: "bottom" });
      this.tick(unit, width - 8, height - 6);
    }

    tick(text, x, y) {
      this.pen.strokeStyle = this.theme.paper;
      this.pen.lineWidth = 4;
      this.pen.strokeText(text, x, y);
      this.pen.fillStyle = this.theme.soft;
      this.pen.fillText(text, x, y);
    }

    tickBeside(text, x, y) {
      this.tick(text, x, y);
      this.reserve(x, y - 7, x + 7 * text.length, y + 7);
    }

    drawTriad() {
      this.reserve(10, this.canvas.clientHeight - 78, 78, this.canvas.clientHeight - 10);
      const at = [44, this.canvas.clientHeight - 44],
        [right, up, towards] = this.camera.rows(),
        colours = AXES[this.theme.dark ? "dark" : "light"];
      const axes = ["x", "y", "z"].map((name, k) => ({
        name,
        colour: colours[k],
        u: right.getComponent(k),
        v: up.getComponent(k),
        w: towards.getComponent(k),
      }));
      this.disc(at, 34, this.theme.paper + (this.theme.dark ? "a0" : "b8"), null);
      Object.assign(this.pen, { font: `600 12px ${FONT}`, textAlign: "center", textBaseline: "middle" });
      for (const { name, colour, u, v } of axes.sort((p, q) => p.w - q.w)) {
        if (Math.hypot(u, v) < 0.08) {
          this.disc(at, 2.6, colour, null);
          continue;
        }
        this.line(at, [at[0] + 20 * u, at[1] - 20 * v], colour, 2.2);
        this.pen.fillStyle = colour;
        this.pen.fillText(name, at[0] + 28 * u, at[1] - 28 * v);
      }
    }
  }

  viewer.Overlay = Overlay;
  viewer.overlayFont = FONT;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
