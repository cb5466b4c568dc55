/* Arrows of forces over time, drawn over the picture; torques as turning signs in the plane and as double arrows along
   their axes in space. `scene.forces` is {items: [{name, body, plane, doubtful, at, force, torque}], force, torque}:
   `at` in the body's frame, all columns over the frames or single numbers; and the largest force and torque. */
(function (viewer) {
  "use strict";

  const { between, clipped, locate, mix, short } = viewer.kit;
  const { lastSeen } = viewer.labelPlaces;
  const LONGEST = 0.26,
    SHORTEST = 6,
    SMALLEST = 0.012; // of the smaller side of the picture; in pixels; of the largest torque
  const FORCE = { light: "#B3261E", dark: "#FF8A80" },
    TORQUE = { light: "#7A3E9D", dark: "#D3A6F2" };
  /* Of a tyre along and across its wheel; its load is as other forces are. */
  const PARTS = {
    along: { light: "#1B7A3D", dark: "#7FD89A" },
    across: { light: "#0B62A8", dark: "#82BDF2" },
  };

  /* A force or torque in three or four digits: in its display unit, or in thousands or millions where it is large. */
  function amount(value, unit, shown) {
    if (shown && shown[1] !== unit) return `${short(value * shown[0], 4)} ${shown[1]}`;
    const [factor, prefix] = value >= 1e7 ? [1e-6, "M"] : value >= 1e4 ? [1e-3, "k"] : [1, ""];
    return `${short(value * factor, 4)} ${prefix}${unit}`;
  }

  class Forces {
    constructor(stage) {
      this.stage = stage;
      this.data = stage.scene.forces;
      this.arrows = [];
      this.shown = new Set();
      this.lifts = this.data.items.map((item) => this.liftOf(item));
    }

    /* How high above the back of a drawing a force acts: where its body is held, or in the middle of all. */
    liftOf(item) {
      const { space, heights, depth } = this.stage.model;
      if (space) return [];
      return [Array.isArray(item.at[0]) ? depth / 2 : heights.held(item, item.at)[1]];
    }

    /* Place, force and torque of every item at a time, in the world. */
    now() {
      const { scene, model, places, poses, time } = this.stage,
        [i, s] = locate(scene.times, time),
        zero = model.space ? [0, 0, 0] : [0];
      const value = (columns) => columns.map((column) => (Array.isArray(column) ? between(column, i, s) : column));
      return this.data.items.flatMap((item, n) => {
        if (!this.stage.layers.forces && !item.part) return [];
        const at = value(item.at),
          force = item.force.length ? value(item.force) : [0, 0, 0],
          torque = item.torque.length ? value(item.torque) : zero;
        if (at.concat(force, torque).some((number) => !Number.isFinite(number))) return [];
        const place = places.point(item, [...at, ...this.lifts[n]], poses);
        if (model.space)
          return [{ ...item, at: place, force: new THREE.Vector3(...force), torque: new THREE.Vector3(...torque) }];
        const turn = new THREE.Matrix4().extractRotation(model.planes[item.plane]);
        return [
          { ...item, at: place, force: new THREE.Vector3(force[0], force[1], 0).applyMatrix4(turn), torque: torque[0] },
        ];
      });
    }

    /* Whether some of them are shown. */
    get asked() {
      const { forces, tyres } = this.stage.layers;
      return forces || (tyres && Boolean(this.data.tyre));
    }

    /* The largest force that is shown: of all, or of tyres alone. */
    get most() {
      return this.stage.layers.forces ? this.data.force : this.data.tyre || 0;
    }

    draw(overlay) {
      const { camera, model, layers } = this.stage,
        side = LONGEST * Math.min(...camera.size),
        theme = this.stage.theme.dark ? "dark" : "light";
      this.arrows = [];
      for (const item of this.now()) {
        const start = camera.project(item.at),
          size = item.force.length(),
          scale = camera.scaleAt(item.at);
        if (size * side > SHORTEST * this.most) {
          const tip = camera.project(item.at.clone().addScaledVector(item.force, side / (this.most * scale))),
            colour = (PARTS[item.part] || FORCE)[theme];
          this.arrow(overlay, start, tip, colour);
          this.tell(item, "force", size, this.most, { start, tip, colour });
        }
        if (!layers.forces) continue;
        if (model.space) this.turning(overlay, item, start, side, TORQUE[theme]);
        else this.sign(overlay, item, start, TORQUE[theme]);
      }
      this.legend(overlay, side, FORCE[theme], TORQUE[theme]);
      this.write(overlay);
    }

    /* What the arrows tell, the large ones first: those of the small find no place where there is little room. */
    write(overlay) {
      const { labels, pen, theme } = overlay;
      for (const { start, tip, ring } of this.arrows) labels.obstacles.push(...(ring || [[start, tip, 3]]));
      this.arrows.sort((p, q) => q.share - p.share);
      const shown = new Set(),
        anchors = this.arrows.map(({ label, start, tip }) => label || lastSeen(start, tip, labels.size)),
        among = anchors.filter(Boolean);
      this.arrows.forEach(({ key, called, text, start, tip, label, colour }, n) => {
        const size = Math.hypot(tip[0] - start[0], tip[1] - start[1]) || 1;
        const written =
          anchors[n] &&
          labels.write(pen, key, `${called}${text}`, anchors[n], {
            font: `12px ${viewer.overlayFont}`,
            colour,
            halo: theme.paper,
            gap: 7,
            among,
            towards: label ? null : [(tip[0] - start[0]) / size, (tip[1] - start[1]) / size],
          });
        if (written) shown.add(key);
      });
      this.shown = shown;
    }

    /* One thing that acts: what it says and where; what was written before goes before what is a little larger. */
    tell(item, kind, size, most, drawn) {
      const key = `${kind} ${item.name}`,
        unit = kind === "force" ? "N" : "N m";
      this.arrows.push({
        key,
        name: item.name,
        text: `${amount(size, unit, (this.data.units || {})[kind])}${item.doubtful ? "*" : ""}`,
        called: item.part && !this.stage.layers.forces ? "" : `${clipped(item.name)} `, // colours tell those of tyres
        share: (size / (most || 1)) * (this.shown.has(key) ? 1.2 : 1),
        ...drawn,
      });
    }

    arrow(overlay, start, tip, colour, heads = [1]) {
      const dx = tip[0] - start[0],
        dy = tip[1] - start[1],
        length = Math.hypot(dx, dy),
        pen = overlay.pen;
      if (length < 2) return;
      const [x, y] = [dx / length, dy / length],
        head = Math.min(11, 0.6 * length);
      const neck = [tip[0] - x * head * 0.8, tip[1] - y * head * 0.8];
      overlay.line(start, neck, overlay.theme.paper, 5);
      overlay.line(start, neck, colour, 2.6);
      for (const share of heads) {
        const [u, v] = [start[0] + dx * share, start[1] + dy * share];
        pen.fillStyle = colour;
        pen.beginPath();
        pen.moveTo(u, v);
        pen.lineTo(u - head * x - 0.42 * head * y, v - head * y + 0.42 * head * x);
        pen.lineTo(u - head * x + 0.42 * head * y, v - head * y - 0.42 * head * x);
        pen.fill();
      }
    }

    /* A torque in space: a double arrow along its axis, by the right hand. */
    turning(overlay, item, start, side, colour) {
      const size = item.torque.length(),
        scale = this.stage.camera.scaleAt(item.at);
      if (!(size > SMALLEST * this.data.torque) || !this.data.torque) return;
      const tip = this.stage.camera.project(
        item.at.clone().addScaledVector(item.torque, (0.7 * side) / (this.data.torque * scale)),
      );
      const length = Math.hypot(tip[0] - start[0], tip[1] - start[1]);
      this.arrow(overlay, start, tip, colour, [1, Math.max(0.5, 1 - 8 / (length || 1))]);
      this.tell(item, "torque", size, this.data.torque, { start, tip, colour });
    }

    /* A torque in the plane: three quarters of a circle, counter-clockwise where it is positive. */
    sign(overlay, item, [x, y], colour) {
      const size = Math.abs(item.torque),
        pen = overlay.pen,
        way = Math.sign(item.torque);
      if (!(size > SMALLEST * this.data.torque) || !this.data.torque) return;
      const radius = 10 + 14 * Math.sqrt(size / this.data.torque),
        begin = way > 0 ? 0.9 : Math.PI - 0.9,
        end = way > 0 ? -3.4 : Math.PI + 3.4;
      for (const [ink, width] of [
        [overlay.theme.paper, 5],
        [colour, 2.4],
      ]) {
        Object.assign(pen, { strokeStyle: ink, lineWidth: width });
        pen.beginPath();
        pen.arc(x, y, radius, begin, end, way > 0);
        pen.stroke();
      }
      const tip = [x + radius * Math.cos(end), y + radius * Math.sin(end)],
        along = [way * Math.sin(end), -way * Math.cos(end)];
      this.arrow(
        overlay,
        [tip[0] - 4 * along[0], tip[1] - 4 * along[1]],
        [tip[0] + 7 * along[0], tip[1] + 7 * along[1]],
        colour,
      );
      const around = [0, 1, 2, 3, 4, 5, 6].map((n) => [
        x + radius * Math.cos((n * Math.PI) / 3),
        y + radius * Math.sin((n * Math.PI) / 3),
      ]);
      this.tell(item, "torque", size, this.data.torque, {
        start: [x - radius, y],
        tip: [x + radius, y],
        colour,
        label: [x - radius, y],
        ring: around.slice(1).map((b, i) => [around[i], b, 3]),
      });
    }

    /* How long an arrow is for how much. */
    legend(overlay, side, force, torque) {
      const pen = overlay.pen,
        x = overlay.canvas.clientWidth - 14,
        rows = [[this.most, "N", force, side, [1]]];
      if (this.stage.model.space && this.stage.layers.forces) rows.push([this.data.torque, "N m", torque, 0.7 * side, [1, 0.85]]);
      let y = overlay.canvas.clientHeight - 36;
      for (const [most, unit, colour, length, heads] of rows.reverse()) {
        if (!most) continue;
        const value = 10 ** Math.floor(Math.log10(most)),
          round = [5, 2, 1].map((f) => f * value).find((v) => v <= most),
          wide = (length * round) / most;
        this.arrow(overlay, [x - wide, y], [x, y], colour, heads);
        Object.assign(pen, {
          font: `12px ${viewer.overlayFont}`,
          textAlign: "right",
          textBaseline: "middle",
          fillStyle: mix(colour, overlay.theme.ink, 0.2),
        });
        const kind = unit === "N" ? "force" : "torque";
        pen.fillText(amount(round, unit, (this.data.units || {})[kind]), x - wide - 8, y);
        overlay.labels.placed.push({ text: "", at: [x - wide / 2 - 34, y], half: [wide / 2 + 36, 9] });
        y -= 22;
      }
    }

    /* The arrow within some pixels of a place. */
    near(x, y, most) {
      return this.arrows.find(({ start: [ax, ay], tip: [bx, by] }) => {
        const dx = bx - ax,
          dy = by - ay,
          share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
        return Math.hypot(x - ax - share * dx, y - ay - share * dy) < most;
      });
    }
  }

  viewer.Forces = Forces;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
