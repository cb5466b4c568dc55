/* What the colours that change tell: a scale on the stage for each kind of them. */
(function (viewer) {
  "use strict";

  const { element, scalesOf } = viewer.tools;
  const WORDS = { activation: ["at rest", "active"], deformation: ["whole", "crushed"] };

  class TintScale {
    constructor(app) {
      this.app = app;
      this.scale = element("div", { class: "lw-tint-scale", role: "img" });
    }

    /* The kinds of colours, each with its two ends. */
    get kinds() {
      const tints = this.app.record.scene.tints || [];
      return [...new Map(tints.map(({ tells, colours }) => [tells, colours]))];
    }

    load() {
      if (!this.scale.isConnected) scalesOf(this.app.place.parentElement).append(this.scale);
      this.scale.replaceChildren(
        ...this.kinds.flatMap(([tells, colours]) => {
          const ramp = element("div", { class: "ramp" }),
            [low, high] = WORDS[tells] || ["0", "1"];
          ramp.style.background = `linear-gradient(90deg, ${colours.join(", ")})`;
          return [element("div", { class: "words" }, element("span", {}, low), element("span", {}, high)), ramp];
        }),
      );
      this.scale.setAttribute("aria-label", `Colours tell ${this.kinds.map(([tells]) => tells).join(" and ")}`);
      this.show();
    }

    show() {
      this.scale.hidden = !this.kinds.length || !this.app.layers.tints;
    }
  }

  viewer.TintScale = TintScale;
})(window.LinkworkViewer);
