/* The line at the top: the name; live also the file, undo, save and the analysis. */
(function (viewer) {
  "use strict";

  const { element } = viewer.tools;
  const { button, toggle } = viewer.faces;

  class Head {
    constructor(app) {
      this.app = app;
      this.name = element("h1");
      this.plots = toggle({
        icon: "plots",
        title: "Plots beside the stage (P)",
        on: true,
        change: (on) => app.showPlots(on),
        kind: "lw-plots-button",
      });
      this.root = element("header", { class: "lw-head" }, this.name);
      if (app.isLive) this.root.append(...this.liveParts());
      this.root.append(
        element("span", { class: "lw-gap" }),
        this.plots,
        button({ icon: "help", title: "Keys and mouse (?)", press: () => app.help.showModal() }),
      );
    }

    liveParts() {
      const send = (type) => () => this.app.live.ask(type);
      this.file = element("span", { class: "lw-file" });
      this.undo = button({ icon: "undo", title: "Undo (ctrl Z)", press: send("undo") });
      this.redo = button({ icon: "redo", title: "Redo (ctrl shift Z)", press: send("redo") });
      this.save = button({ icon: "save", title: "Save to the file (ctrl S)", press: send("save") });
      this.kind = element("select", {
        class: "lw-select",
        "aria-label": "Analysis",
        title: "Analysis",
        onchange: () => this.ask({}),
      });
      this.options = element("span", { class: "lw-options" });
      this.run = button({ icon: "run", title: "Run it again", press: send("run") });
      this.more = toggle({
        icon: "more",
        title: "Numbers of the analysis",
        on: false,
        change: (on) => this.analysis.classList.toggle("open", on),
        kind: "lw-more",
      });
      this.analysis = element(
        "span",
        { class: "lw-analysis", role: "group", "aria-label": "Analysis" },
        this.kind,
        this.more,
        element("span", { class: "lw-numbers" }, this.options, this.run),
      );
      for (const part of [this.undo, this.redo, this.save, this.run, this.kind, this.more, this.plots]) part.disabled = true;
      return [
        this.file,
        element("span", { class: "lw-edit", role: "group", "aria-label": "Changes" }, this.undo, this.redo, this.save),
        this.analysis,
      ];
    }

    /* From the first mechanism or fault on all can be pressed; undo, redo and save follow the file. */
    wake() {
      for (const part of [this.run, this.kind, this.more, this.plots]) part.disabled = false;
    }

    ask(options) {
      this.app.live.send({ type: "analysis", kind: this.kind.value, options });
    }

    /* A value was moved: it can be taken back and saved at once, before the server has answered. */
    changed() {
      this.undo.disabled = false;
      this.save.disabled = (this.app.facts.file || {}).writable === false;
    }

    /* All numbers of the analysis, for those that are left out go back to what the file says. */
    numbers() {
      const filled = [...this.options.querySelectorAll("input")].filter((field) => field.value !== "");
      return Object.fromEntries(filled.map((field) => [field.name, Number(field.value)]));
    }

    load() {
      const { record, facts } = this.app;
      this.name.textContent = record.scene.name;
      this.name.title = record.scene.name;
      if (!this.app.isLive) return;
      const file = facts.file || {};
      this.file.textContent = file.name || "";
      this.root.classList.toggle("dirty", Boolean(file.dirty));
      this.undo.disabled = !file.undo;
      this.redo.disabled = !file.redo;
      this.save.disabled = !file.dirty || file.writable === false;
      this.save.title = file.writable === false ? "This file cannot be written" : "Save to the file (ctrl S)";
      document.title = `${file.dirty ? "● " : ""}${file.name || record.scene.name} – Linkwork`;
      this.loadAnalysis(facts.analysis);
    }

    /* The choice of analysis and its numbers, such as the end of the time. */
    loadAnalysis(analysis) {
      this.analysis.hidden = !analysis;
      if (!analysis) return;
      this.kind.replaceChildren(
        ...(analysis.choices || [analysis.kind]).map((kind) => element("option", { value: kind }, kind)),
      );
      this.kind.value = analysis.kind;
      if (this.options.contains(document.activeElement)) return;
      this.options.replaceChildren(
        ...Object.entries(analysis.options || {})
          .filter(([, value]) => typeof value === "number")
          .map(([name, value]) => {
            const field = element("input", {
              type: "number",
              step: "any",
              title: name,
              name,
              onchange: () => {
                if (field.value !== "") this.ask(this.numbers());
              },
            });
            field.value = String(value);
            return element("label", {}, element("span", {}, name), field);
          }),
      );
    }
  }

  viewer.Head = Head;
})(window.LinkworkViewer);
