/* Linkwork viewer: a payload {scene, display} goes in, a moving mechanism with its plots comes out.
   `LinkworkViewer.mount(element, payload, options)` returns a player {play, pause, seek, time, load, stage, dispose}.
   `options.link` is the address of the websocket of a live page; without it the page is as still as a book. */
(function (viewer) {
  "use strict";

  const { Listeners, readTheme } = viewer.kit;
  const { atOnce, element } = viewer.tools;
  const { button } = viewer.faces;
  const WIDE = 1100;
  let mounted = 0;

  class App {
    constructor(host, options) {
      this.host = host;
      this.options = options;
      this.number = mounted += 1;
      this.isLive = Boolean(options.link);
      this.listeners = new Listeners();
      this.ended = new AbortController();
      this.player = new viewer.Player();
      this.record = new viewer.Record();
      this.kept = new viewer.Kept(this);
      this.facts = {};
      this.layers = { ...viewer.LAYERS, ...options.layers };
      this.selected = null;
      this.marks = { selected: [], error: [] };
      this.taken = null;
      this.dragged = null;
      this.display = {};
      this.build();
      this.player.watch(() => this.moved());
      this.player.finish = () => {
        this.stage.draw();
        atOnce();
      };
    }

    on(name, handler) {
      this.listeners.on(name, handler);
    }

    tell(name, ...what) {
      this.listeners.tell(name, ...what);
    }

    id(name) {
      return `lw${this.number}-${name}`;
    }

    colours() {
      return (this.look = this.look || readTheme(this.root));
    }

    build() {
      this.root = element("div", { class: "lw" });
      this.place = element("div", { class: "lw-canvas" });
      this.help = viewer.keys.helpSheet(this.isLive);
      this.timeline = new viewer.Timeline(this);
      this.plots = new viewer.Plots(this);
      this.notices = new viewer.Notices(this);
      this.card = new viewer.HoverCard(this);
      this.instruments = new viewer.Instruments(this);
      this.head = new viewer.Head(this);
      this.sheets = {
        design: new viewer.DesignPanel(this),
        diagnosis: new viewer.DiagnosisPanel(this),
        circuit: new viewer.CircuitPanel(this),
        channels: new viewer.ChannelPanel(this),
        events: new viewer.EventPanel(this),
        compare: new viewer.ComparePanel(this),
        export: new viewer.ExportPanel(this),
        show: new viewer.ShowPanel(this),
      };
      const sheet = (key, label) => ({
        key,
        label,
        icon: key,
        root: this.sheets[key].root,
        useful: () => this.sheets[key].useful(),
      });
      this.panels = new viewer.Panels(this, [
        { key: "plots", label: "Plots", icon: "plots", useful: () => this.plotsUseful },
        sheet("design", "Design"),
        sheet("diagnosis", "Diagnosis"),
        sheet("circuit", "Circuit"),
        sheet("channels", "Channels"),
        sheet("events", "Events"),
        sheet("show", "Show"),
        sheet("compare", "Compare"),
        sheet("export", "Export"),
      ]);
      this.bar = element("footer", { class: "lw-bar" }, viewer.transport(this.player), this.timeline.root);
      this.root.append(
        element(
          "div",
          { class: "lw-frame" },
          this.head.root,
          this.panels.rail,
          this.panels.root,
          element("main", { class: "lw-stage" }, this.place, this.viewButtons(), ...this.notices.all, this.card.root),
          viewer.divider(this),
          this.plots.root,
          this.bar,
        ),
        this.help,
      );
      this.root.classList.add("lw-empty");
      this.host.replaceChildren(this.root);
    }

    viewButtons() {
      return element(
        "div",
        { class: "lw-zoom", role: "group", "aria-label": "View" },
        button({ icon: "add", title: "Zoom in", press: () => this.zoom(1.25) }),
        button({ icon: "minus", title: "Zoom out", press: () => this.zoom(0.8) }),
        button({ icon: "fit", title: "Fit the whole motion (F)", press: () => this.view("fit") }),
      );
    }

    /* The stage, made with the first payload; hovering, picking and dragging are heard from then on. */
    start(payload) {
      this.stage = viewer.stage(this.place, payload);
      this.stage.on("hover", (thing, x, y) => this.card.show(thing, x, y));
      this.stage.on("pick", (thing) => this.picked(thing));
      if (this.isLive) this.stage.on("drag", (drag) => this.drag(drag));
      const dark = matchMedia("(prefers-color-scheme: dark)"),
        { signal } = this.ended;
      dark.addEventListener(
        "change",
        () => {
          this.look = null;
          this.tell("theme");
          this.player.tell();
        },
        { signal },
      );
      viewer.keys.handleKeys(this, signal);
    }

    get plotsUseful() {
      return this.record.names.length > 0 && !this.player.still;
    }

    get plotsShown() {
      return !this.root.classList.contains("lw-no-plots");
    }

    showPlots(on) {
      this.root.classList.toggle("lw-no-plots", !on);
      this.head.plots.turn(on);
    }

    /* A payload is shown: time, camera, plots and panels stay as far as they fit. */
    show(payload, catalogue) {
      const first = !this.stage;
      if (first) Object.assign(this.layers, payload.scene.layers); // what the scene wants to be shown from the start
      if (first && payload.scene.chase) this.layers.chase = payload.scene.chase;
      if (first) this.start(payload);
      else this.stage.load(payload, { keepCamera: true });
      this.letGo();
      this.display = payload.display;
      this.record.load(payload.scene, catalogue);
      this.kept.load(payload.scene);
      this.player.load(this.record.scene.times);
      this.redraw();
      this.stage.draw(); // the picture is on its way while lists and plots follow
      this.timeline.load();
      this.plots.load();
      this.instruments.load();
      this.root.classList.toggle("lw-still", this.player.still);
      this.root.classList.toggle("lw-bodiless", payload.scene.bodies.length < 2 && this.sheets.circuit.circuits.length > 0);
      this.root.classList.toggle("lw-plotless", !this.plotsUseful);
      this.head.load();
      for (const sheet of Object.values(this.sheets)) sheet.load();
      this.panels.load();
      this.tell("series");
      this.root.classList.remove("lw-empty");
      if (first) {
        if (payload.scene.view) this.seeFrom(payload.scene.view);
        this.begin();
      }
      this.player.tell();
    }

    /* The first sight: a panel where there is room, and motion where it is liked. */
    begin() {
      const first = this.host.clientWidth < WIDE ? "plots" : this.panels.useful.find((part) => part.root).key;
      this.panels.open(this.root.classList.contains("lw-bodiless") ? "circuit" : first);
      if (this.options.play !== false && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.play();
    }

    view(name) {
      if (this.stage) this.stage.view(name);
    }

    /* From where the file wants it to be seen: a named view, or azimuth and elevation in degrees. */
    seeFrom(view) {
      if (typeof view === "string") this.view(view);
      else this.stage.setCamera({ azimuth: (view[0] * Math.PI) / 180, elevation: (view[1] * Math.PI) / 180 });
    }

    /* Go behind a body, by name, or let it go. */
    chase(name) {
      this.layers.chase = name;
      this.redraw();
    }

    zoom(factor) {
      const camera = this.stage.camera();
      this.stage.setCamera({ ...camera, height: camera.height / factor, touched: true });
    }

    redraw() {
      this.stage.show({ time: this.player.time, layers: this.layers });
    }

    moved() {
      if (this.dragged !== null && this.player.time !== this.dragged) this.letGo();
      if (this.stage) this.redraw();
    }

    /* Names that are drawn red ("error") or highlighted ("selected"), in place of those that were. */
    mark(names, style) {
      this.marks[style] = names;
      this.stage.mark(null, null);
      for (const kind of ["selected", "error"]) if (this.marks[kind].length) this.stage.mark(this.marks[kind], kind);
    }

    /* Highlight something while it is pointed at in a list. */
    point(name) {
      this.mark(
        [name, this.selected].filter((one) => one !== null),
        "selected",
      );
    }

    select(thing) {
      this.selected = thing ? thing.name : null;
      this.mark(thing ? [thing.name] : [], "selected");
      this.tell("selected");
    }

    picked(thing) {
      this.select(thing);
      if (thing) this.plots.add(this.record.telling(thing));
    }

    /* A body in hand: once it moves time stands still, and the poses that come back are shown until time goes on. */
    drag(drag) {
      const pressed = this.taken;
      this.taken = drag.phase === "start" ? drag : null;
      if (drag.phase === "start" || (pressed && drag.phase === "end")) return;
      if (pressed) {
        this.player.pause();
        const time = this.dragged === null ? this.player.time : null;
        this.dragged = this.player.time;
        this.card.show(null);
        this.live.drag({ ...pressed, time });
      }
      this.live.drag(drag);
    }

    startHere() {
      if (this.dragged !== null) this.live.start();
    }

    letGo() {
      if (this.dragged === null) return;
      this.dragged = null;
      this.stage.showPoses(null);
      this.notices.showDragged(null, true);
    }

    dispose() {
      this.ended.abort();
      this.player.dispose();
      if (this.live) this.live.dispose();
      for (const part of [this.timeline, this.plots, this.sheets.events, this.stage]) if (part) part.dispose();
      if (viewer.used === this) viewer.used = null;
      this.host.replaceChildren();
    }
  }

  function mount(host, payload, options = {}) {
    const app = new App(host, options),
      { player } = app;
    const load = (next) => {
      app.facts = { parameters: next.parameters, diagnosis: next.diagnosis };
      app.show(next);
    };
    if (payload) load(payload);
    if (app.isLive) app.live = new viewer.Live(app, options.link);
    return {
      play: () => player.play(),
      pause: () => player.pause(),
      seek: (time) => player.go(time),
      time: () => player.time,
      load,
      get stage() {
        return app.stage;
      },
      dispose: () => app.dispose(),
    };
  }

  viewer.mount = mount;
})(window.LinkworkViewer);
