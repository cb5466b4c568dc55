/* The stage: a payload {scene, display} goes in, a mechanism in three dimensions comes out, planar ones too.
   LinkworkViewer.stage(element, payload) returns load, show, draw, showPoses, on, view, camera, setCamera, mark, where and
   dispose; `inside` is the stage itself, for tests. */
(function (viewer) {
  "use strict";

  const { Listeners, posesAt, readTheme } = viewer.kit;
  /* What a stage shows unless told otherwise. */
  const LAYERS = (viewer.LAYERS = {
    names: true,
    joints: false,
    frames: false,
    forces: false,
    tyres: true, // forces of tyres, without the others
    road: true,
    chase: null, // the name of a body that the camera goes behind
    contacts: true,
    traces: true,
    ghosts: false,
    grid: true,
    magnify: 1, // of deflections
    stress: true, // in colours, of what bends
    tints: true, // colours that change: activation of muscles, what is crushed
  });
  const SUN = [-0.42, 0.62, 0.9],
    FILL = { light: 1.5, dark: 1.25 }; // direction of the light as we see it; brightness without it

  /* Graphics and materials of a stage that went, for the next: compiling takes a second where the processor draws. */
  let spare = null;

  function takeSpare() {
    const taken = spare && !spare.renderer.getContext().isContextLost() ? spare : null;
    spare = null;
    return taken;
  }

  class Stage {
    constructor(element, payload, graphics) {
      this.element = element;
      this.detail = new viewer.Detail(this, graphics);
      this.listeners = new Listeners();
      this.layers = { ...LAYERS };
      this.theme = readTheme(element);
      this.camera = new viewer.Camera(() => {
        this.request();
        this.listeners.tell("camera", this.camera.state());
      });
      this.makeCanvases();
      this.makeLights();
      this.overlay = new viewer.Overlay(this.paper);
      this.things = new viewer.Things(this);
      this.load(payload);
      this.pointer = new viewer.Pointer(this);
      this.watch();
    }

    get marks() {
      return this.things.marks;
    }

    makeCanvases() {
      const taken = takeSpare();
      const canvas = (label, made) => {
        made.removeAttribute("style");
        Object.assign(made.style, {
          position: "absolute",
          inset: "0",
          width: "100%",
          height: "100%",
          touchAction: "none",
        });
        if (label) {
          made.tabIndex = 0;
          made.setAttribute("role", "img");
        } else {
          made.style.pointerEvents = "none";
          made.setAttribute("aria-hidden", "true");
        }
        return made;
      };
      this.canvas = canvas(true, taken ? taken.renderer.domElement : document.createElement("canvas"));
      this.paper = canvas(false, document.createElement("canvas"));
      if (getComputedStyle(this.element).position === "static") this.element.style.position = "relative";
      this.element.append(this.canvas, this.paper);
      this.renderer =
        (taken && taken.renderer) ||
        new THREE.WebGLRenderer({
          canvas: this.canvas,
          antialias: this.detail.smooth,
          alpha: true,
          stencil: true,
          powerPreference: "low-power",
        });
      this.renderer.setClearColor(0x000000, 0);
      this.materials = taken ? taken.materials : new viewer.Materials();
      this.scene3 = new THREE.Scene();
      this.scene3.matrixWorldAutoUpdate = true;
    }

    /* The light stands beside whoever looks: what faces us has its own colour. */
    makeLights() {
      this.fill = new THREE.AmbientLight("#ffffff", 1);
      this.sun = new THREE.DirectionalLight("#ffffff", 1);
      this.scene3.add(this.fill, this.sun, this.sun.target);
    }

    light() {
      const fill = FILL[this.theme.dark ? "dark" : "light"],
        [right, up, towards] = this.camera.rows(),
        size = Math.hypot(...SUN);
      this.fill.intensity = fill;
      this.sun.intensity = ((Math.PI - fill) * size) / SUN[2];
      this.sun.target.position.set(0, 0, 0);
      this.sun.position.copy(right).multiplyScalar(SUN[0]).addScaledVector(up, SUN[1]).addScaledVector(towards, SUN[2]);
    }

    watch() {
      this.observer = new ResizeObserver(() => this.resize());
      this.observer.observe(this.element);
      this.ending = new AbortController();
      const options = { signal: this.ending.signal };
      window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.retheme(), options);
      this.rest = new viewer.Rest(this);
      this.resize();
    }

    retheme() {
      this.theme = readTheme(this.element);
      this.load(this.payload, { keepCamera: true });
    }

    resize() {
      const width = this.element.clientWidth,
        height = this.element.clientHeight;
      if (!width || !height) return;
      this.detail.resize(width, height);
      this.camera.resize(width, height);
      this.request();
    }

    // -------------------------------------------------------------- what is shown

    load(payload, { keepCamera = false } = {}) {
      const world = payload.display.world,
        keep = keepCamera && Boolean(this.payload) && this.payload.display.world === world;
      this.clear();
      this.payload = payload;
      this.scene = payload.scene;
      viewer.lengthUnit = payload.scene.length || [1, "m"];
      this.model = world === "space" ? viewer.spatial(payload) : viewer.planar(payload);
      this.places = viewer.placesOf(this.model);
      this.roads = (this.scene.roads || []).map((road) => new viewer.Road(this, road));
      this.layFloor();
      this.materials.unit = this.model.unit;
      this.actors = viewer.actors.actors(this.model.pieces, this.materials, this.theme, this.actors);
      this.softs = (this.scene.soft || []).map((soft) => new viewer.Soft(this, soft));
      this.tints = new viewer.Tints(this.scene, this.actors);
      this.actors = [...this.actors, ...this.softs];
      this.floor = new viewer.Floor(this.model, payload.display, this.theme, this.materials, this.scene3);
      for (const actor of this.actors) {
        this.scene3.add(actor.group);
        if (actor.mesh && (this.model.space || actor.carrier.body !== 0)) this.floor.add(actor.mesh);
      }
      this.traces = new viewer.Traces(this);
      this.ghosts = new viewer.Ghosts(this);
      this.forces = this.scene.forces ? new viewer.Forces(this) : null;
      if (!keep) this.overlay.labels.sides.clear();
      this.canvas.setAttribute(
        "aria-label",
        `Moving drawing of ${this.scene.name}: ${this.scene.bodies.map((body) => body.name).join(", ")}`,
      );
      if (!keep || this.time === undefined) this.time = this.scene.times[0] || 0;
      this.held = null;
      this.camera.load(this.model, keep);
      this.things.glow();
      this.request();
    }

    /* Show a payload faintly beside, or none; while it stays, all that is loaded later is seen together with it. */
    freeze(payload) {
      if (this.frozen) this.frozen.dispose();
      this.frozen = payload && payload.display.world === this.payload.display.world ? new viewer.Frozen(this, payload) : null;
      this.request();
    }

    /* Grid and shadows lie on a road that is level and still. */
    layFloor() {
      const floors = this.roads.map((road) => road.floor(this.model.base.up)).filter((height) => height !== null);
      if (floors.length) this.model.floor = Math.min(...floors);
    }

    clear() {
      if (!this.payload) return;
      for (const part of [this.floor, this.traces, this.ghosts, ...this.roads]) part.dispose();
      this.things.hovered = null;
    }

    show({ time = this.time, layers = {} } = {}) {
      const same = time === this.time && Object.entries(layers).every(([key, on]) => this.layers[key] === on);
      this.time = time;
      Object.assign(this.layers, layers);
      if (!same) this.request();
    }

    showPoses(poses) {
      this.held = poses;
      this.request();
    }

    matrixOf(carrier, poses) {
      return carrier.span ? this.places.span(carrier, poses) : this.places.body(carrier.body, carrier.plane, poses);
    }

    pose() {
      this.poses = this.held || posesAt(this.scene, this.time);
      if (!this.poses.length) return;
      for (const { carrier, group } of this.actors) {
        group.matrix.copy(this.matrixOf(carrier, this.poses));
        group.matrixWorldNeedsUpdate = true;
      }
      this.tints.show(this.time, this.layers.tints);
      for (const soft of this.softs) soft.bend(this.time, this.layers.magnify, this.layers.stress);
      for (const road of this.roads) road.update(this.poses, this.layers.road);
      this.aim();
    }

    /* Look at what is followed: the whole, or the body that is chased, from behind as it turns. */
    aim() {
      const first = this.scene.poses[0],
        body = this.model.space ? this.scene.bodies.findIndex((one) => one.name === this.layers.chase) : -1;
      this.camera.chase(body > 0 ? this.places.heading(body, this.poses) : null, first, this.places.focus(first));
      if (body <= 0) this.camera.focus.copy(this.places.focus(this.poses));
    }

    // -------------------------------------------------------------- pictures, only when something changed

    request() {
      if (!this.asked && !this.gone)
        this.asked = requestAnimationFrame(() => {
          this.asked = 0;
          this.render();
        });
    }

    /* Draw what was asked for now, not with the next picture of the browser. */
    draw() {
      if (!this.asked) return;
      cancelAnimationFrame(this.asked);
      this.asked = 0;
      this.render();
      this.renderer.getContext().flush();
    }

    get lost() {
      return this.renderer.getContext().isContextLost();
    }

    render() {
      if (this.gone || this.lost || !this.element.clientWidth || !this.model) return;
      this.pictures = (this.pictures || 0) + 1;
      this.pose();
      if (!this.poses.length) return;
      const camera = this.camera.active();
      this.detail.choose();
      this.light();
      this.traces.update(this.time, this.layers.traces);
      this.ghosts.update(this.layers.ghosts);
      if (this.frozen) this.frozen.update(this.time);
      this.scene3.updateMatrixWorld();
      this.floor.update(this.camera, this.layers.grid, this.detail);
      this.renderer.render(this.scene3, camera);
      this.overlay.draw({
        model: this.model,
        scene: this.scene,
        poses: this.poses,
        places: this.places,
        camera: this.camera,
        theme: this.theme,
        layers: this.layers,
        time: this.time,
        marks: this.marks,
        hovered: this.things.hovered,
        held: this.held,
        forces: this.forces,
        actors: this.actors,
        step: this.floor.grid ? this.floor.grid.step : 0,
      });
      this.rest.drawn();
    }

    view(name) {
      this.camera.look(name);
    }

    dispose() {
      if (this.gone) return;
      this.clear();
      this.freeze(null);
      for (const actor of this.actors) actor.dispose();
      this.gone = true;
      cancelAnimationFrame(this.asked);
      this.detail.dispose();
      this.things.dispose();
      cancelAnimationFrame(this.camera.turning);
      this.pointer.dispose();
      this.observer.disconnect();
      this.rest.dispose();
      this.ending.abort();
      this.giveBack();
      this.canvas.remove();
      this.paper.remove();
    }

    /* The graphics stay for the next stage, one of them and with what was compiled. */
    giveBack() {
      const { materials, renderer } = this;
      if (!spare && !this.lost) spare = { materials, renderer };
      else {
        materials.dispose();
        renderer.dispose();
        renderer.forceContextLoss();
      }
    }
  }

  viewer.stage = (element, payload) => {
    const graphics = viewer.drawsWith();
    if (graphics === null) return viewer.withoutPicture(element);
    const stage = new Stage(element, payload, graphics);
    return {
      load: (next, options) => stage.load(next, options),
      show: (what) => stage.show(what),
      draw: () => stage.draw(),
      showPoses: (poses) => stage.showPoses(poses),
      freeze: (payload) => stage.freeze(payload),
      payload: () => stage.payload,
      on: (event, handler) => stage.listeners.on(event, handler),
      view: (name) => stage.view(name),
      camera: () => stage.camera.state(),
      setCamera: (state) => stage.camera.restore(state),
      mark: (names, style) => stage.things.mark(names, style),
      where: (name) => stage.things.where(name),
      dispose: () => stage.dispose(),
      inside: stage,
    };
  };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
