/* The time line: scrub along it; events are marks above it, which say what happened and lead there. */
(function (viewer) {
  "use strict";

  const { clean, niceStep, short, tickText } = viewer.kit;
  const { clamp, element, lastBefore, soon } = viewer.tools;
  const SIDE = 14,
    LANE = 16,
    TRACK = 24,
    NEAR = 6,
    TOLD = 4;

  class Timeline {
    constructor(app) {
      this.app = app;
      this.player = app.player;
      this.events = [];
      this.canvas = element("canvas");
      this.tip = element("div", { class: "lw-tip", role: "status" });
      this.root = element(
        "div",
        { class: "lw-timeline", role: "slider", tabindex: "0", "aria-label": "Time" },
        this.canvas,
        this.tip,
      );
      this.draw = soon(() => this.paint());
      this.player.watch(() => this.moved());
      this.observer = new ResizeObserver(() => this.draw());
      this.observer.observe(this.canvas);
      this.handle();
    }

    load() {
      this.events = [...this.app.record.scene.events]
        .filter((event) => Number.isFinite(event.t))
        .sort((a, b) => a.t - b.t);
      this.root.setAttribute("aria-valuemin", String(this.player.first));
      this.root.setAttribute("aria-valuemax", String(this.player.last));
      this.draw();
    }

    moved() {
      this.root.setAttribute("aria-valuenow", String(this.player.time));
      this.root.setAttribute("aria-valuetext", `${short(this.player.time)} seconds`);
      this.draw();
    }

    x(time) {
      return SIDE + ((time - this.player.first) / (this.player.span || 1)) * (this.canvas.clientWidth - 2 * SIDE);
    }

    timeAt(x) {
      const share = (x - SIDE) / Math.max(1, this.canvas.clientWidth - 2 * SIDE);
      return this.player.first + clamp(share, 0, 1) * this.player.span;
    }

    /* Events within a few pixels of a place, nearest first. */
    near(x) {
      const low = this.timeAt(x - NEAR),
        high = this.timeAt(x + NEAR),
        time = this.timeAt(x);
      const start = lastBefore(this.events.length, (i) => this.events[i].t, low - 1e-12 * this.player.span),
        found = [];
      for (let i = start + 1; i < this.events.length && this.events[i].t <= high && found.length < 500; i += 1)
        found.push(this.events[i]);
      return found.sort((a, b) => Math.abs(a.t - time) - Math.abs(b.t - time));
    }

    paint() {
      const pen = clean(this.canvas),
        look = this.app.colours(),
        wide = this.canvas.clientWidth;
      if (wide < 3 * SIDE || this.player.still) return;
      this.paintTicks(pen, look, wide);
      const now = this.x(this.player.time);
      pen.lineCap = "round";
      for (const [end, colour] of [
        [wide - SIDE, look.line],
        [now, look.accent],
      ]) {
        pen.strokeStyle = colour;
        pen.lineWidth = 4;
        pen.beginPath();
        pen.moveTo(SIDE, TRACK);
        pen.lineTo(end, TRACK);
        pen.stroke();
      }
      this.paintEvents(pen, look);
      pen.fillStyle = look.paper;
      pen.strokeStyle = look.accent;
      pen.lineWidth = 2;
      pen.beginPath();
      pen.arc(now, TRACK, 6.5, 0, 7);
      pen.fill();
      pen.stroke();
    }

    paintTicks(pen, look, wide) {
      const step = niceStep(this.player.span / Math.max(2, wide / 90)),
        { first, last } = this.player;
      pen.font = "11px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "top";
      for (let k = Math.ceil(first / step - 1e-9); k * step <= last + 1e-9 * step; k += 1) {
        const x = this.x(k * step);
        pen.fillStyle = look.line;
        pen.fillRect(x - 0.5, TRACK + 5, 1, 4);
        pen.fillStyle = look.soft;
        const text = tickText(k * step, step, Math.max(Math.abs(first), Math.abs(last))),
          half = pen.measureText(text).width / 2;
        pen.fillText(text, clamp(x, half, wide - half), TRACK + 11);
      }
    }

    /* How many events there are every few pixels; counted anew when the events or the width have changed. */
    counted() {
      const wide = this.canvas.clientWidth;
      if (this.counts && this.counts.wide === wide && this.counts.events === this.events) return this.counts.found;
      const found = new Map();
      for (const event of this.events) {
        const x = Math.round(this.x(clamp(event.t, this.player.first, this.player.last)) / 3) * 3;
        found.set(x, (found.get(x) || 0) + 1);
      }
      this.counts = { wide, events: this.events, found };
      return found;
    }

    /* One mark a place; many events in one place make a taller mark. */
    paintEvents(pen, look) {
      pen.fillStyle = look.warn;
      for (const [x, count] of this.counted()) {
        const tall = Math.min(LANE - 4, 7 + Math.log2(count));
        pen.beginPath();
        pen.moveTo(x - 3.5, LANE - tall);
        pen.lineTo(x + 3.5, LANE - tall);
        pen.lineTo(x, LANE);
        pen.fill();
      }
    }

    handle() {
      const place = (event) => event.clientX - this.canvas.getBoundingClientRect().left;
      const above = (event) => event.clientY - this.canvas.getBoundingClientRect().top < LANE + 1;
      let scrubbing = false;
      this.root.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        const hit = above(event) ? this.near(place(event))[0] : null;
        this.player.go(hit ? hit.t : this.timeAt(place(event)));
        scrubbing = !hit;
        this.root.setPointerCapture(event.pointerId);
      });
      this.root.addEventListener("pointermove", (event) => {
        if (scrubbing) this.player.go(this.timeAt(place(event)));
        this.tell(place(event), scrubbing ? [] : this.near(place(event)));
      });
      const end = () => {
        scrubbing = false;
      };
      this.root.addEventListener("pointerup", end);
      this.root.addEventListener("pointercancel", end);
      this.root.addEventListener("pointerleave", () => {
        this.tip.classList.remove("shown");
      });
    }

    /* The hover text: the events there, else the time. */
    tell(x, events) {
      const lines = events
        .slice(0, TOLD)
        .map((event) => element("div", {}, element("b", {}, `${short(event.t)} s`), ` ${event.text}`));
      if (events.length > TOLD) lines.push(element("div", { class: "soft" }, `and ${events.length - TOLD} more here`));
      if (!lines.length) lines.push(element("div", {}, `${short(this.timeAt(x), 4)} s`));
      this.tip.replaceChildren(...lines);
      this.tip.classList.add("shown");
      const wide = this.root.clientWidth,
        half = this.tip.offsetWidth / 2;
      this.tip.style.left = `${clamp(x, Math.min(half + 4, wide / 2), Math.max(wide - half - 4, wide / 2))}px`;
    }

    dispose() {
      this.observer.disconnect();
      this.draw.cancel();
    }
  }

  viewer.Timeline = Timeline;
})(window.LinkworkViewer);
