/* Mouse, fingers and keys: turn, move and come nearer; point at things, choose them and pull bodies. */
(function (viewer) {
  "use strict";

  const CLICK = 4,
    KEY = 40; // pixels: of a press that is no drag; of one press of an arrow key

  class Pointer {
    constructor(stage) {
      this.stage = stage;
      this.down = new Map();
      this.pulled = null;
      this.ending = new AbortController();
      const canvas = stage.canvas,
        listen = (name, handler, options = {}) =>
          canvas.addEventListener(name, handler.bind(this), { signal: this.ending.signal, ...options });
      listen("pointerdown", this.press);
      listen("pointermove", this.move);
      listen("pointerup", this.release);
      listen("pointercancel", this.release);
      listen("pointerleave", this.leave);
      listen("mousedown", (event) => event.preventDefault());
      listen("contextmenu", (event) => event.preventDefault());
      listen("wheel", this.wheel, { passive: false });
      listen("keydown", this.key);
      listen("dblclick", (event) => {
        if (!stage.things.pick(...this.place(event))) stage.view("fit");
      });
    }

    place(event) {
      const box = this.stage.canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    }

    press(event) {
      const at = this.place(event),
        found = this.stage.things.pick(...at);
      this.stage.canvas.setPointerCapture(event.pointerId);
      this.down.set(event.pointerId, at);
      this.start = { at, found, moved: false };
      if (this.down.size === 1 && event.button === 0 && !event.shiftKey && this.stage.things.pullable(found))
        this.pull(found, at);
      else this.drop("end", at);
    }

    // -------------------------------------------------------------- pulling a body

    pull(found, at) {
      const plane = this.stage.things.pullPlane(found);
      this.pulled = {
        body: this.stage.scene.bodies[found.body].name,
        plane,
        found,
        point: this.stage.things.local(found),
      };
      this.tell("start", at);
    }

    tell(phase, at) {
      const { body, plane, found, point } = this.pulled,
        target = this.stage.things.onPlane(plane, ...at);
      if (target) this.pulled.target = this.stage.places.own(found.plane, target);
      this.stage.listeners.tell("drag", {
        body,
        point,
        target: this.pulled.target || this.stage.places.own(found.plane, found.point),
        phase,
      });
    }

    drop(phase, at) {
      if (!this.pulled) return;
      this.tell(phase, at);
      this.pulled = null;
    }

    // -------------------------------------------------------------- moving

    move(event) {
      const at = this.place(event),
        before = this.down.get(event.pointerId),
        camera = this.stage.camera;
      if (!before) {
        this.stage.things.hover(...at);
        return;
      }
      if (Math.hypot(at[0] - this.start.at[0], at[1] - this.start.at[1]) > CLICK) this.start.moved = true;
      if (!this.start.moved) return;
      const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
      const wide = this.spread();
      this.down.set(event.pointerId, at);
      this.stage.canvas.style.cursor = "grabbing";
      if (this.down.size === 2) {
        camera.zoom(this.spread() / wide, ...this.centre());
        camera.pan(dx / 2, dy / 2);
      } else if (this.pulled) this.tell("move", at);
      else if (this.turns(event)) camera.orbit(dx, dy);
      else camera.pan(dx, dy);
    }

    /* Whether this drag turns the view: the first button does so unless a drawing is seen straight on. */
    turns(event) {
      const other = event.shiftKey || (event.buttons & 6) !== 0;
      return this.stage.camera.straight() ? other : !other;
    }

    spread() {
      if (this.down.size < 2) return 1;
      const [p, q] = [...this.down.values()];
      return Math.hypot(p[0] - q[0], p[1] - q[1]) || 1;
    }

    centre() {
      const [p, q] = [...this.down.values()];
      return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    }

    release(event) {
      const at = this.place(event),
        chosen = this.start && !this.start.moved && event.type === "pointerup" && this.down.size === 1;
      this.down.delete(event.pointerId);
      this.drop("end", at);
      this.stage.canvas.style.cursor = "";
      if (chosen && event.button === 0)
        this.stage.listeners.tell("pick", this.start.found ? this.start.found.thing : null);
    }

    leave() {
      if (!this.down.size) this.stage.things.unhover();
    }

    wheel(event) {
      event.preventDefault();
      this.stage.camera.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), ...this.place(event));
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const camera = this.stage.camera,
        turn = camera.straight() === event.shiftKey;
      const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (way) camera[turn ? "orbit" : "pan"](way[0] * KEY, way[1] * KEY);
      else if (event.key === "+" || event.key === "=") camera.zoom(1.25);
      else if (event.key === "-" || event.key === "_") camera.zoom(0.8);
      else if (event.key === "f" || event.key === "F") this.stage.view("fit");
      else return;
      event.preventDefault();
      event.stopPropagation();
    }

    dispose() {
      this.ending.abort();
    }
  }

  viewer.Pointer = Pointer;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
