/* The list of events, however many, and the notes of the run. */
(function (viewer) {
  "use strict";

  const { clamp, element, lastBefore, momentText, soon } = viewer.tools;
  const ROW = 27,
    TALL_ROW = 44,
    LONG = 30,
    SPARE = 6; // pixels of a row, with two lines of text; letters that fit into one; rows

  class EventPanel {
    constructor(app) {
      this.app = app;
      this.events = [];
      this.row = ROW;
      this.rows = element("ul", { class: "lw-rows" });
      this.tall = element("div", { class: "lw-event-space" }, this.rows);
      this.list = element("div", { class: "lw-events", tabindex: "-1", "aria-label": "Events" }, this.tall);
      this.notes = element("ul", { class: "lw-notes" });
      this.notesTitle = element("h3", {}, "Notes");
      this.root = element("div", { class: "lw-event-panel" }, this.list, this.notesTitle, this.notes);
      this.draw = soon(() => this.paint());
      this.list.addEventListener("scroll", () => this.draw());
      this.list.addEventListener("keydown", (event) => this.walk(event));
      app.player.watch(() => this.draw());
      app.on("panel", () => this.draw());
      this.observer = new ResizeObserver(() => this.draw());
      this.observer.observe(this.list);
    }

    useful() {
      return this.app.timeline.events.length + this.app.record.scene.notes.length > 0;
    }

    load() {
      this.events = this.app.timeline.events;
      const long = this.events.some((event) => event.text.length > LONG);
      this.row = long ? TALL_ROW : ROW;
      this.list.classList.toggle("tall", long);
      this.tall.style.height = `${this.events.length * this.row}px`;
      this.list.hidden = !this.events.length;
      const { notes } = this.app.record.scene;
      this.notes.replaceChildren(...notes.map((note) => element("li", {}, note)));
      this.notesTitle.hidden = !notes.length;
      this.shown = "";
      this.draw();
    }

    /* Only the rows in sight exist; the last event that has happened is marked. */
    paint() {
      if (!this.list.offsetParent) return;
      const first = clamp(Math.floor(this.list.scrollTop / this.row) - SPARE, 0, this.events.length);
      const last = clamp(first + Math.ceil(this.list.clientHeight / this.row) + 2 * SPARE, 0, this.events.length);
      const now = lastBefore(this.events.length, (i) => this.events[i].t, this.app.player.time * (1 + 1e-12));
      const key = `${first} ${last} ${now}`;
      if (key === this.shown) return;
      this.shown = key;
      const focused = this.rows.contains(document.activeElement) ? document.activeElement.dataset.number : null;
      this.rows.style.transform = `translateY(${first * this.row}px)`;
      this.rows.replaceChildren(
        ...this.events.slice(first, last).map((event, i) => this.line(event, first + i, first + i === now)),
      );
      const again = focused === null ? null : this.rows.querySelector(`[data-number="${focused}"]`);
      if (again) again.focus({ preventScroll: true });
      this.roam(focused === null ? String(now) : focused);
    }

    /* The tab key stops once in the list; arrows move inside it. */
    roam(number) {
      const buttons = [...this.rows.querySelectorAll("button")],
        stop = buttons.find((one) => one.dataset.number === number) || buttons[0];
      for (const one of buttons) one.tabIndex = one === stop ? 0 : -1;
    }

    walk(event) {
      const here = Number(document.activeElement.dataset.number),
        last = this.events.length - 1,
        there = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: last }[event.key];
      if (there === undefined || !Number.isFinite(here)) return;
      event.preventDefault();
      const next = clamp(there, 0, last),
        top = next * this.row,
        below = top + this.row - this.list.clientHeight;
      this.list.scrollTop = clamp(this.list.scrollTop, Math.max(0, below), top);
      this.paint();
      const button = this.rows.querySelector(`[data-number="${next}"]`);
      if (!button) return;
      button.focus({ preventScroll: true });
      this.roam(String(next));
    }

    line(event, number, now) {
      return element(
        "li",
        {},
        element(
          "button",
          {
            type: "button",
            title: event.text,
            "data-number": String(number),
            "aria-current": now ? "time" : null,
            onclick: () => this.app.player.go(event.t),
          },
          element("span", { class: "value" }, momentText(this.events, number)),
          element("span", { class: "name" }, event.text),
        ),
      );
    }

    dispose() {
      this.observer.disconnect();
      this.draw.cancel();
    }
  }

  viewer.EventPanel = EventPanel;
})(window.LinkworkViewer);
