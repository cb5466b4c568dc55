/* The parameters of the model: a slider and a field for each; those given by formulas are only shown. */
(function (viewer) {
  "use strict";

  const { short } = viewer.kit;
  const { element } = viewer.tools;
  const FEW = 12;

  class DesignPanel {
    constructor(app) {
      this.app = app;
      this.limits = new Map();
      this.rows = new Map();
      this.list = element("div", { class: "lw-parameters" });
      this.search = element("input", {
        class: "lw-search",
        type: "search",
        placeholder: "Find a parameter",
        "aria-label": "Find a parameter",
        oninput: () => this.filter(),
      });
      this.root = element("div", {}, this.search, this.list);
    }

    useful() {
      return (this.app.facts.parameters || []).length > 0;
    }

    /* New values go into the rows that exist; the row in the user's hand is left alone. */
    load() {
      const parameters = this.app.facts.parameters || [],
        key = parameters.map((p) => `${p.name} ${p.kind} ${p.unit}`).join("\n");
      if (key !== this.key) {
        this.key = key;
        this.rows = new Map(parameters.map((parameter) => [parameter.name, this.row(parameter)]));
        this.list.replaceChildren(...[...this.rows.values()].map((row) => row.root));
        this.search.hidden = parameters.length <= FEW;
        this.filter();
      }
      for (const parameter of parameters) this.rows.get(parameter.name).set(parameter);
    }

    filter() {
      const wanted = this.search.value.trim().toLowerCase();
      for (const [name, row] of this.rows)
        row.root.hidden = !this.search.hidden && !name.toLowerCase().includes(wanted);
    }

    row(parameter) {
      return parameter.kind === "formula" || !this.app.isLive
        ? fixedRow(parameter)
        : new viewer.ParameterRow(this, parameter);
    }

    change(name, value, final) {
      if (Number.isFinite(value)) this.app.live.set({ [name]: value }, final);
    }
  }

  /* A parameter that cannot be moved: its value, and its formula if it has one. */
  function fixedRow({ name, unit, kind }) {
    const value = element("output", {}),
      formula = element("code", {});
    formula.hidden = kind !== "formula";
    const root = element(
      "div",
      { class: "lw-parameter fixed" },
      element(
        "div",
        { class: "line" },
        element("span", { class: "name", title: name }, name),
        value,
        element("span", { class: "unit" }, unit || ""),
      ),
      formula,
    );
    const set = (parameter) => {
      value.textContent = short(parameter.value, 6);
      formula.textContent = `= ${parameter.text}`;
    };
    return { root, set };
  }

  viewer.DesignPanel = DesignPanel;
})(window.LinkworkViewer);
