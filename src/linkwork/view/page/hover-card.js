/* The card at the pointer: the name of a thing and all its numbers at the time shown. */
(function (viewer) {
  "use strict";

  const { clamp, element, quantity, soon } = viewer.tools;
  const MOST = 8,
    KINDS = { body: "body", joint: "joint", force: "force", contact: "contact", point: "point", trace: "traced point" };

  class HoverCard {
    constructor(app) {
      this.app = app;
      this.thing = null;
      this.root = element("div", { class: "lw-card", role: "status", "aria-live": "polite" });
      this.refresh = soon(() => this.fill());
      app.player.watch(() => {
        if (this.thing) this.refresh();
      });
      app.on("series", () => {
        if (this.thing) this.refresh();
      });
    }

    show(thing, x, y) {
      const before = this.thing;
      this.thing = thing;
      this.at = [x, y];
      this.root.classList.toggle("shown", Boolean(thing));
      if (!thing) {
        if (before) this.app.tell("hovered");
        return;
      }
      if (!before || before.name !== thing.name || before.kind !== thing.kind) {
        this.app.tell("hovered");
        this.fill();
      }
      this.place();
    }

    /* The channels of the thing in hand; watched while it is. */
    get names() {
      return this.thing ? this.app.record.of(this.thing.name).slice(0, MOST) : [];
    }

    fill() {
      if (!this.thing) return;
      const { record, player } = this.app,
        { kind, name, text } = this.thing,
        all = record.of(name),
        { length } = record.head(name);
      const row = (what, value) => element("tr", {}, element("th", { scope: "row" }, what), element("td", {}, value));
      const rows = this.names.map((channel) => {
        const value = record.at(channel, player.time);
        return row(channel.slice(length), value === undefined ? "…" : quantity(value, record.unit(channel)));
      });
      const [factor, unit] = viewer.lengthUnit,
        noise = 1e-6 * (this.app.display.unit || 0),
        clean = (value) => (Math.abs(value) < noise ? 0 : value);
      if (this.thing.at && !all.includes(`${record.head(name)}x`))
        rows.unshift(...this.thing.at.map((value, k) => row("xyz"[k], quantity(clean(value) * factor, unit))));
      this.root.replaceChildren(
        ...[
          element("header", {}, element("b", {}, name), element("span", {}, KINDS[kind] || kind)),
          text && text !== kind ? element("p", {}, text) : null,
          rows.length ? element("table", {}, element("tbody", {}, ...rows)) : null,
          all.length > MOST ? element("p", {}, `and ${all.length - MOST} more; press to plot`) : null,
        ].filter(Boolean),
      );
      this.place();
    }

    place() {
      const area = this.root.parentElement,
        [x, y] = this.at,
        wide = this.root.offsetWidth,
        tall = this.root.offsetHeight;
      const left = x + 18 + wide > area.clientWidth ? x - wide - 14 : x + 18;
      this.root.style.left = `${clamp(left, 4, Math.max(4, area.clientWidth - wide - 4))}px`;
      this.root.style.top = `${clamp(y + 14, 4, Math.max(4, area.clientHeight - tall - 4))}px`;
    }
  }

  viewer.HoverCard = HoverCard;
})(window.LinkworkViewer);
