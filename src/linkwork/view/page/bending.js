/* How what bends is shown: as deep as it bends or magnified, and in which colours; with their scale on the stage. */
(function (viewer) {
  "use strict";

  const { element, scalesOf } = viewer.tools;
  const STEPS = [0, 1, 2, 3, 4].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));

  class Bending {
    constructor(app) {
      this.app = app;
      this.times = element("output", {});
      this.slider = element("input", {
        type: "range",
        min: "0",
        max: String(STEPS.length - 1),
        value: "0",
        "aria-label": "Magnify deflections",
        oninput: () => this.set(STEPS[Number(this.slider.value)]),
      });
      this.auto = viewer.faces.button({
        text: "Fit",
        title: "Magnify until the largest deflection is a tenth of the body",
        press: () => this.set(Math.min(...this.softs.map((soft) => soft.auto))),
      });
      this.truly = viewer.faces.button({ text: "True", title: "As deep as it bends", press: () => this.set(1) });
      this.box = element("input", {
        type: "checkbox",
        role: "switch",
        onchange: () => this.set(this.app.layers.magnify),
      });
      this.stress = element("label", {}, this.box, element("span", {}, "Colours by stress"));
      this.root = element(
        "div",
        { class: "lw-bending" },
        element("h3", {}, "Deflection"),
        element("div", { class: "lw-magnify" }, this.slider, this.times),
        element("div", { class: "lw-views" }, this.truly, this.auto),
        this.stress,
      );
      this.most = element("span", {});
      this.said = element("div", {});
      this.scale = element(
        "div",
        { class: "lw-stress-scale", role: "img" },
        element("div", { class: "words" }, element("span", {}, "0"), this.most),
        element("div", { class: "ramp" }),
        this.said,
      );
      this.scale.querySelector(".ramp").style.background = `linear-gradient(90deg, ${viewer.STRESS_STOPS.join(", ")})`;
    }

    get softs() {
      return this.app.record.scene.soft || [];
    }

    get peak() {
      return Math.max(0, ...this.softs.map((soft) => soft.peak || 0));
    }

    load() {
      if (!this.scale.isConnected) scalesOf(this.app.place.parentElement).append(this.scale);
      this.root.hidden = !this.softs.length;
      this.stress.hidden = !this.peak;
      this.box.checked = this.app.layers.stress;
      this.show();
    }

    set(times) {
      Object.assign(this.app.layers, { magnify: times, stress: this.box.checked });
      this.app.redraw();
      this.show();
    }

    show() {
      const { magnify, stress } = this.app.layers,
        coloured = stress && this.peak > 0;
      this.slider.value = String(Math.max(0, STEPS.findIndex((step) => step >= magnify)));
      this.times.textContent = magnify === 1 ? "true" : `× ${magnify}`;
      this.scale.hidden = !this.softs.length || !(coloured || magnify !== 1);
      for (const child of [...this.scale.children].slice(0, 2)) child.hidden = !coloured;
      this.most.textContent = viewer.scaled(this.peak, "Pa", this.peak);
      this.said.textContent = magnify === 1 ? "" : `deflection × ${magnify}`;
      this.scale.setAttribute("aria-label", `Stress up to ${this.most.textContent}, deflection ${this.times.textContent}`);
    }
  }

  viewer.Bending = Bending;
})(window.LinkworkViewer);
