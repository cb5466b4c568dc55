/* What is known of the mechanism as such: mobility, redundant constraints, singular positions, the solver's figures. */
(function (viewer) {
  "use strict";

  const { short } = viewer.kit;
  const { element } = viewer.tools;

  class DiagnosisPanel {
    constructor(app) {
      this.app = app;
      this.root = element("div", { class: "lw-diagnosis" });
    }

    useful() {
      return Boolean(this.app.facts.diagnosis);
    }

    load() {
      const found = this.app.facts.diagnosis,
        key = JSON.stringify(found);
      if (!found || key === this.key) return;
      this.key = key;
      this.root.replaceChildren(
        ...[
          headline(found.headline),
          mobility(found.mobility),
          this.list("Redundant constraints", found.redundant, (row) => this.redundant(row)),
          this.list("Singular positions", found.singular, (row) => this.singular(row, found.headline)),
          this.list("Notes", found.notes, (text) => element("li", { class: "text" }, text)),
          figures("Solver", found.statistics),
        ]
          .flat()
          .filter(Boolean),
      );
    }

    list(title, rows, make) {
      return rows && rows.length
        ? [element("h3", {}, title), element("ul", { class: "lw-rows" }, ...rows.map(make))]
        : [];
    }

    redundant({ names, text }) {
      return element(
        "li",
        {},
        element(
          "button",
          { type: "button", title: "Show these on the stage", onclick: () => this.app.mark(names || [], "selected") },
          element("span", { class: "text" }, text || (names || []).join(", ")),
        ),
      );
    }

    /* What the headline says already is not told twice. */
    singular({ t, text }, said) {
      return element(
        "li",
        {},
        element(
          "button",
          { type: "button", title: "Go there", onclick: () => this.app.player.go(t) },
          element("span", { class: "value" }, `${short(t)} s`),
          element("span", { class: "text" }, said && said.text === text ? text.split(" at ")[0] : text),
        ),
      );
    }
  }

  function headline(said) {
    return said ? element("p", { class: `lw-headline ${said.level}` }, said.text) : null;
  }

  function mobility(told) {
    if (!told) return [];
    const { count, words, ...others } = told;
    return [
      element(
        "div",
        { class: "lw-mobility" },
        element("b", {}, count === undefined || count === null ? "–" : String(count)),
        element("span", {}, words || "degrees of freedom"),
      ),
      ...figures("Mobility", others),
    ];
  }

  /* A table of names and values; what is not a plain value is left out. */
  function figures(title, values) {
    const plain = Object.entries(values || {}).filter(([, value]) =>
      ["number", "string", "boolean"].includes(typeof value),
    );
    if (!plain.length) return [];
    const shown = (value) => (typeof value === "number" ? short(value, 6) : String(value));
    const rows = plain.map(([name, value]) =>
      element("tr", {}, element("th", { scope: "row" }, name.replaceAll("_", " ")), element("td", {}, shown(value))),
    );
    return [element("h3", {}, title), element("table", { class: "lw-figures" }, element("tbody", {}, ...rows))];
  }

  viewer.DiagnosisPanel = DiagnosisPanel;
})(window.LinkworkViewer);
