/* The live page: what the server says goes onto the page, what the user does goes to the server. */
(function (viewer) {
  "use strict";

  const WATCH_AFTER = 60;

  class Live {
    constructor(app, address) {
      this.app = app;
      this.version = null;
      this.heard = false;
      this.watched = "";
      this.sets = new viewer.Flight(
        (message) => this.send(message),
        (old, next) => ({ ...next, values: { ...old.values, ...next.values }, final: old.final || next.final }),
      );
      this.drags = new viewer.Flight(
        (message) => this.send(message),
        (old, next) =>
          old.phase === "start" && next.phase === "move" ? { ...next, phase: "start", time: old.time } : next,
      );
      this.hears = {
        model: this.model,
        channels: this.channels,
        pose: this.pose,
        fault: this.fault,
        progress: this.progress,
        saved: this.saved,
        said: this.said,
        frozen: this.frozen,
        exported: this.exported,
      };
      for (const signal of ["plotted", "hovered"]) app.on(signal, () => this.watchSoon());
      app.notices.showState("Waiting for the server …");
      this.link = new viewer.Link(address, {
        message: (message) => {
          const hear = this.hears[message.type];
          if (hear) hear.call(this, message);
        },
        state: (state, reason) => this.state(state, reason),
      });
    }

    send(message) {
      const gone = this.link.send(message);
      if (!gone && message.type !== "watch") this.app.notices.say("Not sent: the server is gone", "warning");
      return gone;
    }

    state(state, reason) {
      const words = {
        open: this.heard ? "" : "Reading and compiling …",
        full: `The server is full: ${reason}. Trying again …`,
        gone: "The server is gone; trying again …",
        refused: "The server refuses this page: open the address that it printed.",
      };
      this.app.notices.showState(words[state]);
      this.app.root.classList.toggle("lw-away", state !== "open");
      this.sets.reset();
      this.drags.reset();
      this.watched = "";
      if (state === "open") this.watch();
    }

    model(message) {
      const { payload, parameters, channels, diagnosis, analysis, file, stands } = message;
      this.version = message.version;
      viewer.unpack(payload);
      this.first();
      this.app.facts = { parameters, diagnosis, analysis, file, stands };
      this.app.notices.showProgress("", 1);
      this.app.show(payload, channels);
      if (message.reason === "start") viewer.startShown(this.app);
      this.app.notices.showTrouble(diagnosis && diagnosis.headline);
      this.sets.answered(message.seq ?? undefined);
      this.watchSoon();
    }

    channels({ version, series }) {
      if (version !== undefined && version !== this.version) return;
      this.app.record.add(series);
      this.app.tell("series");
    }

    /* Channels of the run that was frozen. */
    frozen(message) {
      this.app.kept.add(message);
    }

    /* A file that the server made is fetched; lines of Python go to the clipboard. */
    exported({ name, address, text }) {
      this.app.notices.showProgress("", 1);
      if (text === undefined) {
        viewer.tools.element("a", { href: `${address}${location.search}`, download: name }).click();
        this.app.notices.say(`${name} is on its way`);
      } else navigator.clipboard.writeText(text).then(
        () => this.app.notices.say("Copied; paste it into Python"),
        () => viewer.give(new Blob([text], { type: "text/x-python" }), name),
      );
    }

    /* Plots, ranges of sliders that were changed and, in space, the view go into the file. */
    keep() {
      const { plots, sheets, stage, record } = this.app,
        rows = sheets.design.rows,
        sliders = Object.fromEntries(
          [...sheets.design.limits.keys()]
            .filter((name) => rows.has(name) && rows.get(name).range)
            .map((name) => [name, [Number(rows.get(name).range.min), Number(rows.get(name).range.max)]]),
        );
      const { azimuth, elevation } = stage.camera(),
        turned = record.scene.world === "space" && !this.app.layers.chase ? [azimuth, elevation].map((angle) => (angle * 180) / Math.PI) : null;
      this.sets.flush();
      this.send({ type: "keep", plots: plots.boxes.map((box) => box.names).filter((names) => names.length), sliders, view: turned });
    }

    export(what) {
      this.sets.flush();
      const { boxes, crosses } = this.app.plots,
        names = (all) => all.filter((box) => box && box.names.length).map((box) => box.names);
      this.send({ type: "export", what, plots: names(boxes), over: names([...crosses.values()]) });
    }

    /* The first mechanism or fault is here: there is something to see and to press. */
    first() {
      if (this.heard) return;
      this.heard = true;
      this.app.notices.showState("");
      this.app.head.wake();
    }

    fault(message) {
      this.first();
      this.told(message);
      this.app.notices.showFault(message);
      this.app.notices.showProgress("", 1);
      if (this.app.stage) this.app.mark(message.names || [], "error");
      this.sets.answered(message.seq ?? undefined);
    }

    pose({ seq, poses, ok, text }) {
      this.drags.answered(seq);
      if (this.app.dragged === null) return;
      if (poses) this.app.stage.showPoses(poses);
      this.app.notices.showDragged(text || "Dragged by hand", ok);
    }

    progress({ text, share }) {
      this.app.notices.showProgress(text, share);
      if (!this.heard && text) this.app.notices.showState(`${text} …`);
    }

    saved(message) {
      this.told(message);
      this.app.notices.say(`Saved ${message.name}`);
    }

    /* What is known of the file and the parameters though no new mechanism came. */
    told({ parameters, file }) {
      if (!file) return;
      this.app.facts = { ...this.app.facts, file, parameters: parameters || this.app.facts.parameters };
      this.app.head.load();
      this.app.sheets.design.load();
    }

    said({ text, level }) {
      this.app.notices.say(text, level);
      this.sets.answered();
    }

    set(values, final) {
      this.sets.put({ type: "set", values, final });
      this.app.head.changed();
    }

    /* Undo, redo and save follow all that was set before them; the server answers where there is nothing to do. */
    ask(type) {
      this.sets.flush();
      this.send({ type });
    }

    drag({ body, point, target, phase, time = null }) {
      this.drags.put({ type: "drag", body, point, target, phase, time });
    }

    /* What was dragged last is where it starts. */
    start() {
      this.drags.flush();
      this.ask("start");
    }

    watchSoon() {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.watch(), WATCH_AFTER);
    }

    /* Ask for the series of what is plotted and hovered. */
    watch() {
      const names = [...new Set([...this.app.plots.names, ...this.app.card.names])],
        key = names.join("\n");
      if (key === this.watched || (!names.length && this.version === null)) return;
      if (this.send({ type: "watch", channels: names })) this.watched = key;
    }

    dispose() {
      clearTimeout(this.timer);
      this.sets.reset();
      this.drags.reset();
      this.link.dispose();
    }
  }

  viewer.Live = Live;
})(window.LinkworkViewer);
