/* What the page says over the stage: a fault in red, the event near the time shown, a dragged position, short words. */
(function (viewer) {
  "use strict";

  const { element, lastBefore } = viewer.tools;
  const { button } = viewer.faces;
  const NEAR = 0.02,
    STAYS = 6000,
    MOST_SAID = 3;
  const NOTHING = "Nothing can be shown yet; this page follows the file as soon as it is mended.";
  const WHERE = { file: "The file has a mistake", assemble: "It cannot be assembled", solve: "It cannot be solved" };

  class Notices {
    constructor(app) {
      this.app = app;
      this.fault = element("div", { class: "lw-fault", role: "alert" });
      this.fault.hidden = true;
      this.state = element("div", { class: "lw-state", role: "status" });
      this.state.hidden = true;
      this.event = element("div", { class: "lw-event", "aria-hidden": "true" });
      this.said = element("div", { class: "lw-said", role: "status", "aria-live": "polite" });
      this.progress = element(
        "div",
        { class: "lw-progress", role: "progressbar", "aria-label": "Progress" },
        element("i"),
        element("span"),
        app.isLive
          ? button({
              text: "Stop",
              title: "Stop what is being solved; what was shown before stays",
              press: () => app.live.send({ type: "cancel" }),
              kind: "small",
            })
          : null,
      );
      this.progress.hidden = true;
      this.dragged = element(
        "div",
        { class: "lw-dragged" },
        element("span"),
        app.isLive ? viewer.startHere(app) : null,
        button({
          text: "Back",
          title: "Back to the position of the time shown",
          press: () => app.letGo(),
          kind: "small",
        }),
      );
      this.dragged.hidden = true;
      this.all = [this.progress, this.state, this.fault, this.event, this.dragged, this.said];
      app.player.watch(() => this.nearEvent());
    }

    nearEvent() {
      const { events } = this.app.timeline,
        { time, span } = this.app.player;
      const i = lastBefore(events.length, (k) => events[k].t, time + NEAR * span),
        found = i >= 0 && events[i].t >= time - NEAR * span;
      if (found) this.event.textContent = events[i].text;
      this.event.classList.toggle("shown", found && span > 0);
    }

    showFault({ place, text, stage }) {
      const where = place
        ? [place.file, place.line, place.column].filter((part) => part !== undefined && part !== null).join(":")
        : null;
      const head = stage === "file" && !place ? "The file" : WHERE[stage] || "This does not work";
      const { stands = NOTHING } = this.app.facts;
      this.showBad(head, where, text, stands);
    }

    /* What is wrong with the mechanism on the stage, in its first words: an error, or a warning that names parts.
       The parts are red; a warning that was hidden stays so until it says something else. */
    showTrouble({ level, text, names = [] } = {}) {
      const told = level === "error" || (level === "warning" && names.length > 0);
      if (!told || text !== this.waved) this.waved = null;
      const shown = told && !this.waved;
      this.app.mark(shown ? names : [], "error");
      if (!shown) return this.clearFault();
      const head = level === "error" ? "It does not work as it is" : "More constraints than it needs";
      this.showBad(head, null, text.split(/[;.] /)[0], null, level);
      const press = () => this.app.panels.open("diagnosis"),
        more = button({ text: "Diagnosis", title: "Tell the whole of it", press });
      this.fault.firstChild.append(more);
      if (level === "warning") this.fault.lastChild.addEventListener("click", () => this.waveAside(text));
    }

    waveAside(text) {
      this.waved = text;
      this.app.mark([], "error");
    }

    showBad(head, where, text, below, level = "error") {
      this.fault.classList.toggle("warning", level === "warning");
      this.fault.replaceChildren(
        element(
          "div",
          { class: "text" },
          element("b", {}, head),
          where ? element("code", {}, where) : null,
          element("p", {}, text),
          below ? element("small", {}, below) : null,
        ),
        button({ icon: "close", title: "Hide this", press: () => this.clearFault(), kind: "small" }),
      );
      this.fault.hidden = false;
    }

    clearFault() {
      this.fault.hidden = true;
      this.fault.replaceChildren();
    }

    /* How it stands with the server; empty words hide it. */
    showState(text) {
      this.state.hidden = !text;
      this.state.textContent = text;
    }

    showProgress(text, share) {
      this.progress.hidden = share >= 1 || (!text && !Number.isFinite(share));
      const [bar, words] = this.progress.children,
        known = Number.isFinite(share);
      bar.style.width = known ? `${100 * share}%` : "100%";
      this.progress.classList.toggle("unknown", !known);
      words.textContent = text || "";
      if (known) this.progress.setAttribute("aria-valuenow", String(Math.round(100 * share)));
    }

    say(text, level = "info") {
      const line = element("div", { class: level }, text);
      this.said.append(line);
      while (this.said.children.length > MOST_SAID) this.said.firstChild.remove();
      setTimeout(() => line.remove(), STAYS);
    }

    showDragged(text, ok) {
      this.dragged.hidden = text === null;
      this.dragged.classList.toggle("warning", !ok);
      this.dragged.firstChild.textContent = text || "";
    }
  }

  viewer.Notices = Notices;
})(window.LinkworkViewer);
