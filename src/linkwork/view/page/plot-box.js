/* One plot: its curves on one or two axes, its legend, the line of the time that is shown. */
(function (viewer) {
  "use strict";

  const { tickText } = viewer.kit;
  const { clamp, element, quantity } = viewer.tools;
  const { button, toggle } = viewer.faces;
  const { besideNames, besideStyle, sample } = viewer.series;
  const LABEL = 16,
    FONT = "11px system-ui, sans-serif",
    MOST_LINES = 60;
  const STEPS = Array.from({ length: 40 }, (_, k) => [1, 2, 5].map((digit) => Number(`${digit}e${k - 20}`))).flat();

  class PlotBox {
    constructor(board) {
      this.board = board;
      this.record = board.app.record;
      this.names = [];
      this.legend = element("ul", { class: "lw-legend", "aria-label": "Curves" });
      this.others = element("div");
      this.area = element("div", { class: "lw-plot-area" });
      const close = button({ icon: "close", title: "Close this plot", press: () => board.close(this), kind: "small" });
      this.pinned = null;
      const lock = toggle({
        icon: "lock",
        title: "Keep the axes as they are",
        on: false,
        change: (on) => this.pin(on),
        kind: "small",
      });
      this.root = element(
        "section",
        { class: "lw-plot", "aria-label": "Plot over time" },
        element("header", {}, element("div", { class: "lw-curves" }, this.legend, this.others), lock, close),
        this.area,
      );
      this.observer = new ResizeObserver(() => this.resize());
      this.observer.observe(this.area);
    }

    get units() {
      return [...new Set(this.names.map((name) => this.record.unit(name)))];
    }

    /* What is drawn, in a word that changes when it must be drawn anew. */
    get curves() {
      const beside = this.beside().map(({ name, label }) => [name, label]);
      return JSON.stringify([...this.names.map((name) => [name, this.record.unit(name)]), ...beside]);
    }

    /* Whether a channel of this unit has an axis here, or can get one. */
    takes(unit) {
      return this.units.includes(unit) || this.units.length < 2;
    }

    style(name) {
      return this.board.style(name);
    }

    columns() {
      const times = this.record.scene.times,
        own = [times, ...this.names.map((name) => (this.record.series.get(name) || []).slice(0, times.length))],
        beside = this.beside();
      return beside.length ? uPlot.join([own, ...beside.map(({ times: t, values }) => [t, values])]) : own;
    }

    /* Curves that lie beside those of the run, each with the channel that it is of. */
    beside() {
      return this.names.flatMap((name) => this.board.app.kept.of(name).map((kept) => ({ ...kept, name })));
    }

    /* Keep the ends of the axes, or let them follow the curves. */
    pin(on) {
      const scales = on && this.plot ? Object.entries(this.plot.scales) : [];
      this.pinned = on ? new Map(scales.map(([key, { min, max }]) => [key, [min, max]])) : null;
      this.renew();
    }

    /* Draw anew: the names, the colours or the axes have changed. */
    rebuild() {
      this.destroy();
      this.drawn = this.curves;
      this.fillLegend();
      this.root.classList.toggle("empty", !this.names.length);
      this.area.setAttribute("role", "img");
      this.area.setAttribute(
        "aria-label",
        this.names.length ? `Curves over time: ${this.names.join(", ")}` : "An empty plot",
      );
      this.area.dataset.hint = this.names.length ? "" : "Choose a channel";
      if (!this.names.length || !this.area.clientWidth) return;
      this.plot = new uPlot(this.options(), this.columns(), this.area);
      this.now = element("div", { class: "lw-now" });
      this.dots = this.names.map((name) => {
        const dot = element("div", { class: `lw-dot ${this.style(name).marker}` });
        dot.style.background = this.style(name).colour;
        return dot;
      });
      this.plot.over.append(this.now, ...this.dots);
      this.handle(this.plot.over);
    }

    options() {
      const units = this.units,
        look = this.board.app.colours();
      const scales = { x: { time: false, range: () => this.board.range() } };
      units.forEach((unit, i) => {
        const own = this.names.filter((name) => this.record.unit(name) === unit);
        scales[`y${i}`] = {
          range: (_, low, high) => (this.pinned && this.pinned.get(`y${i}`)) || this.board.fixed(own) || roomy(low, high),
        };
      });
      const axis = (more) => ({
        stroke: look.soft,
        font: FONT,
        grid: { stroke: look.grid, width: 1 },
        ticks: { show: false },
        incrs: STEPS,
        ...more,
      });
      const values = (_, splits, number, space, step) => {
        const most = Math.max(...splits.map(Math.abs));
        return splits.map((value) => tickText(value, step, most));
      };
      const axes = [axis({ size: 22, gap: 4, values, space: 46 })];
      units.forEach((unit, i) =>
        axes.push(
          axis({
            scale: `y${i}`,
            side: i ? 1 : 3,
            size: (_, texts) => this.board.room(texts || []),
            gap: 5,
            values,
            space: 26,
            label: unit && unit !== "1" ? unit : "–",
            labelFont: FONT,
            labelSize: LABEL,
            labelGap: 0,
            grid: { show: i === 0, stroke: look.grid, width: 1 },
          }),
        ),
      );
      const series = this.names.map((name) => {
        const { colour, dash } = this.style(name);
        return {
          label: name,
          scale: `y${units.indexOf(this.record.unit(name))}`,
          stroke: colour,
          width: 1.7,
          dash,
          pxAlign: 0,
          points: { show: false },
        };
      });
      for (const kept of this.beside()) {
        const { name, measured } = kept,
          { colour } = this.style(name),
          { dash, open, radius } = besideStyle(kept),
          scale = `y${units.indexOf(this.record.unit(name))}`;
        series.push({
          scale,
          stroke: colour,
          alpha: measured ? 0.9 : 0.6,
          width: 1.3,
          dash: dash || [],
          pxAlign: 0,
          ...(measured
            ? { paths: () => null, points: { show: true, size: 2 * radius, width: open ? 1.3 : 0, fill: open ? look.paper : colour } }
            : { points: { show: false } }),
        });
      }
      return {
        width: this.area.clientWidth,
        height: this.area.clientHeight,
        legend: { show: false },
        scales,
        axes,
        series: [{}, ...series],
        padding: [8, () => (units.length > 1 ? 0 : this.board.twoSided() ? this.board.room([]) + LABEL : 12), 0, 0],
        cursor: {
          y: false,
          points: { show: false },
          sync: { key: this.board.key, setSeries: false },
          drag: { x: true, y: false, setScale: false },
          bind: {
            dblclick: () => () => {
              this.board.zoom(null);
              return null;
            },
          },
        },
        hooks: {
          drawAxes: [(plot) => this.drawEvents(plot)],
          draw: [() => this.showTime()],
          setCursor: [(plot) => this.board.hover(plot.cursor.left >= 0 ? plot.posToVal(plot.cursor.left, "x") : null)],
          setSelect: [(plot) => this.selected(plot)],
        },
      };
    }

    selected(plot) {
      const { left, width } = plot.select;
      if (width < 6) return;
      plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
      this.board.zoom([plot.posToVal(left, "x"), plot.posToVal(left + width, "x")]);
    }

    /* A press that does not move goes to its time; one that moves zooms. */
    handle(over) {
      let start = null;
      over.addEventListener("mousedown", (event) => {
        start = event.clientX;
      });
      over.addEventListener("mouseup", (event) => {
        if (start === null || Math.abs(event.clientX - start) >= 6) return;
        this.board.app.player.go(this.plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
      });
    }

    drawEvents(plot) {
      const [low, high] = this.board.range(),
        { ctx: pen, bbox } = plot,
        ratio = devicePixelRatio || 1;
      const places = new Set();
      for (const event of this.record.scene.events) {
        if (event.t >= low && event.t <= high) places.add(Math.round(plot.valToPos(event.t, "x", true)));
      }
      const many = places.size > MOST_LINES;
      pen.save();
      pen.strokeStyle = this.board.app.colours().warn;
      pen.globalAlpha = 0.45;
      pen.lineWidth = ratio;
      pen.setLineDash(many ? [] : [3 * ratio, 3 * ratio]);
      pen.beginPath();
      for (const x of places) {
        pen.moveTo(x, many ? bbox.top + bbox.height - 5 * ratio : bbox.top);
        pen.lineTo(x, bbox.top + bbox.height);
      }
      pen.stroke();
      pen.restore();
    }

    fillLegend() {
      this.values = new Map();
      this.legend.replaceChildren(
        ...this.names.map((name) => {
          const value = element("output", { "aria-live": "off" });
          this.values.set(name, value);
          const press = element(
            "button",
            {
              type: "button",
              class: "lw-curve",
              title: `${name}: take it away`,
              "aria-label": `Take ${name} away`,
              onclick: () => this.board.remove(name),
            },
            sample(this.style(name)),
            element("span", { class: "name" }, name),
          );
          return element("li", {}, press, value);
        }),
      );
      this.others.replaceChildren(besideNames(this.beside(), this.board.app.colours().soft));
      this.showValues();
    }

    /* Values at the time under the pointer, else at the time shown. */
    showValues() {
      const time = this.board.pointed === null ? this.board.app.player.time : this.board.pointed;
      for (const [name, output] of this.values) {
        const value = this.record.at(name, time);
        output.textContent = value === undefined ? "…" : quantity(value, this.record.unit(name));
      }
    }

    showTime() {
      if (!this.plot || !this.now) return;
      const { time } = this.board.app.player,
        x = this.plot.valToPos(time, "x"),
        wide = this.plot.bbox.width / uPlot.pxRatio;
      const inside = x >= -0.5 && x <= wide + 0.5;
      this.now.style.display = inside ? "" : "none";
      this.now.style.transform = `translateX(${clamp(x, 0, wide)}px)`;
      this.names.forEach((name, i) => {
        const value = this.record.at(name, time),
          dot = this.dots[i],
          shown = inside && Number.isFinite(value);
        dot.style.display = shown ? "" : "none";
        if (shown)
          dot.style.transform = `translate(${x}px, ${this.plot.valToPos(value, this.plot.series[i + 1].scale)}px)`;
      });
    }

    renew() {
      if (this.plot) this.plot.setData(this.columns());
      this.showValues();
      this.showTime();
    }

    resize() {
      if (!this.area.clientWidth || !this.area.clientHeight) return;
      if (!this.plot) this.rebuild();
      else this.plot.setSize({ width: this.area.clientWidth, height: this.area.clientHeight });
    }

    destroy() {
      if (this.plot) this.plot.destroy();
      this.plot = null;
      this.now = null;
    }

    dispose() {
      this.observer.disconnect();
      this.destroy();
      this.root.remove();
    }
  }

  /* A range with a little room; a flat or missing series gets one around it. */
  function roomy(low, high) {
    if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
    const size = Math.max(Math.abs(low), Math.abs(high));
    const room = high - low > 1e-9 * size ? 0.07 * (high - low) : 0.1 * size || 1;
    return [low - room, high + room];
  }

  viewer.PlotBox = PlotBox;
})(window.LinkworkViewer);
