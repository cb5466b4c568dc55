/* The plots beside the stage: which channels they show, their common time axis and cursor. */
(function (viewer) {
  "use strict";

  const { clamp, element, soon } = viewer.tools;
  const { button } = viewer.faces;
  const MOST = 7,
    NARROW = 38,
    WIDE = 70,
    SHORT = 5; // curves of a plot; pixels for the numbers of an axis; letters of a short number
  let boards = 0;

  class Plots {
    constructor(app) {
      this.app = app;
      this.key = `linkwork-${(boards += 1)}`;
      this.boxes = [];
      this.crosses = new Map();
      this.numbers = new Map();
      this.zoomed = null;
      this.pointed = null;
      this.long = false;
      this.widen = soon(() => this.boxes.forEach((box) => box.plot && box.plot.redraw(false, true)));
      this.list = element("div", { class: "lw-plot-list" });
      this.whole = button({
        text: "Whole time",
        title: "Show the whole time again (double click, or 0)",
        press: () => this.zoom(null),
        kind: "small",
      });
      this.whole.hidden = true;
      this.root = element(
        "aside",
        { class: "lw-side", "aria-label": "Plots" },
        element(
          "header",
          { class: "lw-bar-title" },
          element("h2", {}, "Plots", element("small", {}, "over t in s")),
          this.whole,
          button({ icon: "add", title: "Add a plot", press: () => this.open(), kind: "small" }),
        ),
        this.list,
      );
      app.player.watch(() => this.moved());
      app.on("series", () => this.renew());
      app.on("theme", () => this.rebuild());
      app.on("kept", () => this.rebuild());
    }

    get names() {
      return this.all.flatMap((box) => box.names);
    }

    /* The plots over time, and those of one channel over another that were not closed. */
    get all() {
      return [...this.boxes, ...[...this.crosses.values()].filter(Boolean)];
    }

    has(name) {
      return this.numbers.has(name);
    }

    style(name) {
      return viewer.series.seriesStyle(this.numbers.get(name) || 0, this.app.colours().dark);
    }

    /* Fixed ends of the axis of a unit, where the file gives them for one of the channels. */
    fixed(names) {
      const ends = this.app.record.scene.axes || {},
        own = names.filter((name) => ends[name]).map((name) => ends[name]);
      return own.length ? [Math.min(...own.map((pair) => pair[0])), Math.max(...own.map((pair) => pair[1]))] : null;
    }

    range() {
      const { first, last, span } = this.app.player,
        fixed = (this.app.record.scene.axes || {}).t;
      return this.zoomed || fixed || (span > 0 ? [first, last] : [first - 0.5, first + 0.5]);
    }

    /* Pixels for the numbers of an axis: the same in all plots, which so stand in line; more if one has long ones. */
    room(texts) {
      if (!this.long && texts.some((text) => text && text.length > SHORT)) {
        this.long = true;
        this.widen();
      }
      return this.long ? WIDE : NARROW;
    }

    twoSided() {
      return this.boxes.some((box) => box.units.length > 1);
    }

    /* After a new run: curves that still exist stay; where none is left those that the run shows first. They are drawn
       when it is told that series have come. */
    load() {
      const { record, player } = this.app;
      for (const box of this.boxes) box.names = box.names.filter((name) => record.has(name));
      for (const name of [...this.numbers.keys()]) if (!record.has(name)) this.numbers.delete(name);
      if (this.zoomed && (this.zoomed[0] >= player.last || this.zoomed[1] <= player.first)) this.zoom(null);
      const asked = JSON.stringify(record.scene.plots || []);
      if (this.asked !== undefined && this.asked !== asked && record.asked.length) this.clear(); // the file has others now
      this.asked = asked;
      if (!this.boxes.some((box) => box.names.length)) this.begin();
      this.tidy();
      const crossed = this.loadCrosses();
      if (this.boxes.every((box) => box.drawn === box.curves) && !crossed) return;
      this.rebuild();
      this.app.tell("plotted");
    }

    /* The plots of the file as they stand there; without any, what is shown first. */
    begin() {
      const { record } = this.app;
      if (record.asked.length) record.asked.forEach((names) => this.together(names));
      else record.first.forEach((name) => this.place(name));
    }

    clear() {
      this.numbers.clear();
      for (const box of this.boxes.splice(0)) box.dispose();
    }

    /* Those that the model asks for and the run has; whether any is new. One that was closed stays so. */
    loadCrosses() {
      const { record } = this.app,
        asked = new Map((record.scene.cross || []).map((pair) => [pair.join(" over "), pair]));
      for (const [key, box] of this.crosses) {
        if (asked.has(key) && (!box || box.names.every((name) => record.has(name)))) asked.delete(key);
        else {
          this.crosses.delete(key);
          if (box) box.dispose();
        }
      }
      const fresh = [...asked].filter(([, pair]) => pair.every((name) => record.has(name)));
      for (const [key, pair] of fresh) this.crosses.set(key, new viewer.CrossBox(this, pair));
      this.list.append(...[...this.crosses.values()].filter(Boolean).map((box) => box.root));
      return fresh.length > 0;
    }

    closeCross(box) {
      this.crosses.set(box.names.join(" over "), null);
      box.dispose();
      this.app.tell("plotted");
    }

    open() {
      const box = new viewer.PlotBox(this);
      this.boxes.push(box);
      this.list.append(box.root);
      box.rebuild();
      return box;
    }

    close(box) {
      for (const name of box.names) this.numbers.delete(name);
      this.boxes.splice(this.boxes.indexOf(box), 1);
      box.dispose();
      this.rebuild();
      this.app.tell("plotted");
    }

    /* A number for a channel that has none, by which it gets its colour. */
    count(name) {
      const used = new Set(this.numbers.values());
      let number = 0;
      while (used.has(number)) number += 1;
      if (!this.has(name)) this.numbers.set(name, number);
    }

    /* One plot of these channels; another where a third unit or too many curves begin. */
    together(names) {
      let box = this.boxes.find((one) => !one.names.length) || this.open();
      for (const name of names) {
        if (box.names.length && (box.names.length >= MOST || !box.takes(this.app.record.unit(name)))) box = this.open();
        this.count(name);
        box.names.push(name);
      }
    }

    /* Put a channel where it fits: an empty plot, one with its unit, one with room for another axis, a new one. */
    place(name) {
      const unit = this.app.record.unit(name);
      this.count(name);
      const roomy = this.boxes.filter((box) => box.names.length < MOST);
      const box =
        roomy.find((one) => !one.names.length) ||
        roomy.find((one) => one.units.includes(unit)) ||
        roomy.find((one) => one.takes(unit)) ||
        this.open();
      box.names.push(name);
      return box;
    }

    add(names) {
      const fresh = names.filter((name) => !this.has(name) && this.app.record.has(name));
      const box = fresh.map((name) => this.place(name)).pop();
      if (!box) return;
      this.rebuild();
      box.root.scrollIntoView({ block: "nearest" });
      this.app.tell("plotted");
    }

    remove(name) {
      if (!this.numbers.delete(name)) return;
      for (const box of this.boxes) box.names = box.names.filter((other) => other !== name);
      this.tidy();
      this.rebuild();
      this.app.tell("plotted");
    }

    toggle(name) {
      if (this.has(name)) this.remove(name);
      else this.add([name]);
    }

    /* Plots without curves go, but for the last one. */
    tidy() {
      for (const box of this.boxes.filter((one) => !one.names.length)) {
        if (this.boxes.length < 2) break;
        this.boxes.splice(this.boxes.indexOf(box), 1);
        box.dispose();
      }
      if (!this.boxes.length) this.open();
    }

    zoom(range) {
      const { first, last } = this.app.player;
      this.zoomed = range && [Math.max(first, range[0]), Math.min(last, range[1])];
      if (this.zoomed && !(this.zoomed[1] - this.zoomed[0] > 1e-6 * (last - first))) return;
      if (this.zoomed && this.zoomed[0] <= first && this.zoomed[1] >= last) this.zoomed = null;
      this.whole.hidden = !this.zoomed;
      this.renew();
    }

    /* Zoom the time axis around the time shown. */
    zoomBy(factor) {
      const [low, high] = this.range(),
        centre = clamp(this.app.player.time, low, high);
      this.zoom([centre - (centre - low) * factor, centre + (high - centre) * factor]);
    }

    hover(time) {
      if (time === this.pointed) return;
      this.pointed = time;
      this.root.classList.toggle("pointed", time !== null);
      for (const box of this.all) box.showValues();
    }

    moved() {
      for (const box of this.all) {
        box.showTime();
        if (this.pointed === null) box.showValues();
      }
    }

    renew() {
      for (const box of this.all) box.renew();
    }

    rebuild() {
      this.long = false;
      for (const box of this.all) box.rebuild();
    }

    dispose() {
      this.widen.cancel();
      for (const box of this.all) box.dispose();
    }
  }

  viewer.Plots = Plots;
})(window.LinkworkViewer);
