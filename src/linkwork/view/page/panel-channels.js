/* The channels of the run, grouped by the thing they tell of: find one, press it, it is plotted. */
(function (viewer) {
  "use strict";

  const { element, quantity, soon } = viewer.tools;
  const { sample } = viewer.series;
  const FEW = 12;

  class ChannelPanel {
    constructor(app) {
      this.app = app;
      this.rows = new Map();
      this.groups = element("div", { class: "lw-groups" });
      this.search = element("input", {
        class: "lw-search",
        type: "search",
        placeholder: "Find a channel",
        "aria-label": "Find a channel",
        oninput: () => this.filter(),
      });
      this.none = element("p", { class: "lw-hint" }, "No channel of this name");
      this.root = element("div", { class: "lw-channels" }, this.search, this.none, this.groups);
      this.values = soon(() => this.showValues());
      app.player.watch(() => this.values());
      app.on("series", () => this.values());
      app.on("panel", () => this.values());
      for (const signal of ["plotted", "theme"]) app.on(signal, () => this.showPlotted());
    }

    useful() {
      return this.app.record.names.length > 0;
    }

    load() {
      const groups = this.app.record.groups(),
        key = [...this.app.record.names].join("\n");
      if (key !== this.key) {
        this.key = key;
        this.rows = new Map();
        this.groups.replaceChildren(...[...groups].map(([thing, names]) => this.group(thing, names, groups.size < 4)));
        this.search.hidden = this.rows.size <= FEW;
        this.filter();
      }
      this.showPlotted();
    }

    group(thing, names, open) {
      const rows = names.map((name) => this.row(name, thing ? name.slice(thing.length + 1) : name));
      return element(
        "details",
        {
          open,
          ontoggle: () => this.values(),
          onpointerenter: () => this.app.point(thing || null),
          onpointerleave: () => this.app.point(null),
        },
        element(
          "summary",
          {},
          element("span", { class: "name", title: thing }, thing || "Run"),
          element("span", { class: "count" }, String(names.length)),
        ),
        element("ul", { class: "lw-rows" }, ...rows),
      );
    }

    row(name, end) {
      const swatch = element("span", { class: "lw-swatch" }),
        value = element("span", { class: "value" });
      const press = element(
        "button",
        {
          type: "button",
          title: name,
          "aria-pressed": "false",
          "aria-label": `Plot ${name}`,
          onclick: () => this.app.plots.toggle(name),
        },
        swatch,
        element("span", { class: "name" }, end),
        value,
      );
      const row = element("li", {}, press);
      this.rows.set(name, { row, press, swatch, value });
      return row;
    }

    filter() {
      const wanted = this.search.value.trim().toLowerCase();
      for (const [name, { row }] of this.rows) row.hidden = !name.toLowerCase().includes(wanted);
      let found = false;
      for (const group of this.groups.children) {
        const some = [...group.querySelectorAll("li")].some((row) => !row.hidden);
        group.hidden = !some;
        if (wanted && some) group.open = true;
        found = found || some;
      }
      this.none.hidden = found;
      this.values();
    }

    showPlotted() {
      const { plots } = this.app;
      for (const [name, { press, swatch }] of this.rows) {
        const on = plots.has(name);
        press.setAttribute("aria-pressed", String(on));
        swatch.replaceChildren(...(on ? [sample(plots.style(name))] : []));
        if (on) press.closest("details").open = true;
      }
      this.values();
    }

    showValues() {
      if (!this.root.offsetParent) return;
      const { record, player } = this.app;
      const seen = [...this.rows].filter(([, { row }]) => !row.hidden && row.offsetParent); // all asked before any is written
      for (const [name, { value }] of seen) {
        const now = record.at(name, player.time),
          unit = record.unit(name);
        value.textContent = now === undefined ? unit : quantity(now, unit).split(" · ")[0];
      }
    }
  }

  viewer.ChannelPanel = ChannelPanel;
})(window.LinkworkViewer);
