/* Instruments on the stage: what a driver does, or other channels that the file names, as bars that follow the time;
   angles as a wheel that turns. `scene.controls` is [{name, unit, values}]. */
(function (viewer) {
  "use strict";

  const { between, locate, short } = viewer.kit;
  const { element, scalesOf } = viewer.tools;
  const TURNS = { rad: 180 / Math.PI, deg: 1, "°": 1 };
  const SHAPE = "http://www.w3.org/2000/svg";

  /* A steering wheel: a ring with three spokes. */
  function wheel() {
    const made = document.createElementNS(SHAPE, "svg");
    made.setAttribute("viewBox", "-12 -12 24 24");
    made.setAttribute("class", "wheel");
    for (const [tag, attributes] of [
      ["circle", { r: 10 }],
      ["path", { d: "M -10 0 H 10 M 0 0 V 10" }],
    ]) {
      const part = document.createElementNS(SHAPE, tag);
      for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
      made.append(part);
    }
    return made;
  }

  class Instruments {
    constructor(app) {
      this.app = app;
      this.root = element("div", { class: "lw-instruments", role: "group", "aria-label": "Instruments" });
      this.rows = [];
      app.player.watch(() => this.show());
    }

    get controls() {
      return this.app.record.scene.controls || [];
    }

    load() {
      if (!this.root.isConnected) scalesOf(this.app.place.parentElement).append(this.root);
      this.root.hidden = !this.controls.length;
      this.rows = this.controls.map((control) => this.row(control));
      this.root.replaceChildren(...this.rows.map(({ line }) => line));
      this.show();
    }

    /* Bars go from the least to the most of the run, zero among them. */
    row({ name, unit, values }) {
      const finite = values.filter(Number.isFinite),
        low = Math.min(0, ...finite),
        high = Math.max(0, ...finite),
        told = element("output", {}),
        turning = unit in TURNS ? wheel() : null,
        fill = element("span", { class: "fill" });
      const sign = turning || element("span", { class: "bar" }, fill);
      const line = element("div", { class: "row", title: name }, element("span", { class: "name" }, name), sign, told);
      return { line, told, turning, fill, low, span: high - low || 1, unit, values };
    }

    show() {
      if (!this.rows.length) return;
      const { times } = this.app.record.scene,
        [i, s] = locate(times, this.app.player.time);
      for (const { told, turning, fill, low, span, unit, values } of this.rows) {
        const value = between(values, i, s),
          fine = Number.isFinite(value);
        told.textContent = fine ? `${short(value, 3)}${unit && unit !== "1" ? ` ${unit}` : ""}` : "–";
        if (turning) turning.style.transform = `rotate(${fine ? -value * TURNS[unit] : 0}deg)`;
        else {
          const [from, to] = [Math.min(0, fine ? value : 0), Math.max(0, fine ? value : 0)];
          fill.style.left = `${(100 * (from - low)) / span}%`;
          fill.style.width = `${(100 * (to - from)) / span}%`;
        }
      }
    }
  }

  viewer.Instruments = Instruments;
})(window.LinkworkViewer);
