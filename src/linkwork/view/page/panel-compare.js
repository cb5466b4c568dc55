/* Comparing: freeze what is shown, lay measured data beside it; what lies there, and taking it away. */
(function (viewer) {
  "use strict";

  const { element } = viewer.tools;
  const { button } = viewer.faces;

  class ComparePanel {
    constructor(app) {
      this.app = app;
      this.list = element("ul", { class: "lw-rows lw-kept" });
      this.file = element("input", { type: "file", accept: ".csv,.txt", hidden: true, onchange: () => this.open() });
      this.freeze = button({
        icon: "freeze",
        text: "Freeze what is shown",
        title: "Keep these curves and this design, to be seen beside what comes",
        press: () => app.kept.freeze(),
      });
      const data = button({
        icon: "channels",
        text: "Measured data …",
        title: "Lay the columns of a CSV file beside the curves",
        press: () => this.file.click(),
      });
      this.hint = element(
        "p",
        { class: "lw-hint" },
        app.isLive
          ? "Freeze a design, then move a slider: both are seen, on the stage and in the plots."
          : "Freeze what is shown, or open measured data with the columns t and slider.x (mm).",
      );
      this.root = element("div", { class: "lw-compare" }, this.freeze, data, this.file, this.hint, this.list);
      app.on("kept", () => this.load());
    }

    useful() {
      return this.app.record.names.length > 0;
    }

    async open() {
      const [file] = this.file.files;
      if (!file) return;
      this.file.value = "";
      try {
        this.app.plots.add(this.app.kept.read(file.name, await file.text()));
      } catch (error) {
        this.app.notices.say(error.message, "warning");
      }
    }

    load() {
      const rows = this.app.kept.numbered.map(({ label, series, measured, number, own }) =>
        element(
          "li",
          {},
          viewer.series.besideSample({ number, measured }, this.app.colours().soft),
          element("span", { class: "name", title: [...series.keys()].join(", ") }, label),
          element("span", { class: "value" }, measured ? "points" : "faint line"),
          own
            ? button({ icon: "close", title: `Take ${label} away`, press: () => this.app.kept.drop(label), kind: "small" })
            : null,
        ),
      );
      this.list.replaceChildren(...rows);
      this.hint.hidden = rows.length > 0;
    }
  }

  viewer.ComparePanel = ComparePanel;
})(window.LinkworkViewer);
