/* The panels beside the stage and the rail of tabs that opens them, one at a time or none. */
(function (viewer) {
  "use strict";

  const { element } = viewer.tools;
  const { icon } = viewer.faces;

  /* `parts` are {key, label, icon, root, useful()}; the panel opened is kept on the page's root as data-panel. */
  class Panels {
    constructor(app, parts) {
      this.app = app;
      this.parts = parts;
      this.tabs = new Map(parts.map((part) => [part.key, this.tab(part)]));
      this.rail = element(
        "nav",
        { class: "lw-rail", role: "tablist", "aria-label": "Panels", "aria-orientation": "vertical" },
        ...this.tabs.values(),
      );
      this.root = element(
        "div",
        { class: "lw-panel" },
        ...parts.filter((part) => part.root).map((part) => this.sheet(part)),
      );
      this.rail.addEventListener("keydown", (event) => this.walk(event));
    }

    tab({ key, label, icon: sign }) {
      return element(
        "button",
        {
          type: "button",
          role: "tab",
          id: this.app.id(`tab-${key}`),
          "data-key": key,
          "aria-controls": this.app.id(`panel-${key}`),
          "aria-selected": "false",
          title: label,
          onclick: () => this.open(this.opened === key ? null : key),
        },
        icon(sign),
        element("span", {}, label),
      );
    }

    sheet({ key, label, root }) {
      const sheet = element(
        "section",
        {
          class: "lw-sheet",
          role: "tabpanel",
          id: this.app.id(`panel-${key}`),
          "aria-labelledby": this.app.id(`tab-${key}`),
          "data-key": key,
        },
        element("h2", {}, label),
        root,
      );
      sheet.hidden = true;
      return sheet;
    }

    get opened() {
      return this.app.root.dataset.panel || null;
    }

    get useful() {
      return this.parts.filter((part) => part.useful());
    }

    open(key) {
      if (key) this.app.root.dataset.panel = key;
      else delete this.app.root.dataset.panel;
      for (const sheet of this.root.children) sheet.hidden = sheet.dataset.key !== key;
      for (const [name, tab] of this.tabs) tab.setAttribute("aria-selected", String(name === key));
      this.roam();
      this.app.tell("panel", key);
    }

    /* One tab can be reached by the tab key, the others from it by arrows. */
    roam() {
      const first = this.useful[0],
        here = this.opened || (first && first.key);
      for (const [name, tab] of this.tabs) tab.tabIndex = name === here ? 0 : -1;
    }

    walk(event) {
      const way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      const tabs = this.useful.map((part) => this.tabs.get(part.key)).filter((tab) => tab.offsetParent);
      const next = tabs[(tabs.indexOf(document.activeElement) + way + tabs.length) % tabs.length];
      event.preventDefault();
      event.stopPropagation();
      if (next) next.focus();
    }

    /* Show the tabs of panels that have something to say. */
    load() {
      const useful = new Set(this.useful.map((part) => part.key));
      for (const [key, tab] of this.tabs) tab.hidden = !useful.has(key);
      if (this.opened && !useful.has(this.opened)) this.open(null);
      this.roam();
    }
  }

  viewer.Panels = Panels;
})(window.LinkworkViewer);
