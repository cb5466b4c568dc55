/* The things on the stage as the reader meets them: what is pointed at, what is marked, where they are, pulling. */
(function (viewer) {
  "use strict";

  const PULLED = ["body", "joint", "point"];

  class Things {
    constructor(stage) {
      this.stage = stage;
      this.picker = new viewer.Picker(stage);
      this.marks = new Map();
      this.hovered = null;
      this.outlines = new viewer.Outlines();
    }

    pick(x, y) {
      const { camera, poses } = this.stage;
      return camera.shown && poses && poses.length ? this.picker.at(x, y) : null;
    }

    // -------------------------------------------------------------- pointing and marking

    /* Look once a picture what is there, however fast the pointer moves. */
    hover(x, y) {
      this.pointed = [x, y];
      this.looking =
        this.looking ||
        requestAnimationFrame(() => {
          this.looking = 0;
          if (this.pointed) this.look(...this.pointed);
        });
    }

    look(x, y) {
      const found = this.pick(x, y),
        thing = found ? found.thing : null;
      this.stage.canvas.style.cursor = found ? (this.pullable(found) ? "grab" : "pointer") : "";
      this.point(thing);
      this.stage.listeners.tell("hover", thing, x, y);
    }

    unhover() {
      this.pointed = null;
      this.point(null);
      this.stage.listeners.tell("hover", null, 0, 0);
    }

    point(thing) {
      const name = (one) => (one ? `${one.kind} ${one.name}` : "");
      if (name(thing) === name(this.hovered)) return;
      this.hovered = thing;
      this.glow();
      this.stage.request();
    }

    /* Draw these things red ("error") or outlined ("selected"); null ends that, for all where no names are given. */
    mark(names, style) {
      for (const name of names || [...this.marks.keys()])
        if (style) this.marks.set(name, style);
        else this.marks.delete(name);
      this.glow();
      this.stage.request();
    }

    /* Bodies and connectors in trouble take the colour of that; chosen ones keep theirs and have an outline. */
    glow() {
      const { actors, theme, model, scene } = this.stage,
        chosen = [];
      for (const actor of actors) {
        const whole = actor.carrier.span
          ? actor.things.map(({ thing }) => thing)
          : [{ kind: "body", name: scene.bodies[actor.carrier.body].name }];
        const styles = whole.map(({ name }) => this.marks.get(name));
        const hovered = whole.some(
          ({ kind, name }) => this.hovered && name === this.hovered.name && kind === this.hovered.kind,
        );
        if (styles.includes("error")) actor.glow(theme.warn, 0.8);
        else actor.glow(theme.ink, hovered ? 0.24 : 0);
        if (styles.includes("selected")) chosen.push(actor);
      }
      this.outlines.show(chosen, theme, model.unit);
    }

    /* Where a joint, a point or the origin of a body is in the picture, in pixels. */
    where(name) {
      const { model, scene, camera, places, poses } = this.stage;
      const label = model.labels.find(({ text }) => text === name),
        body = scene.bodies.findIndex((one) => one.name === name);
      if (!camera.shown || (!label && body < 0)) return null;
      const carrier = label || { body, plane: scene.bodies[body].plane || 0 };
      return camera.project(places.point(carrier, label ? label.at : [0, 0, model.depth || 0], poses)).slice(0, 2);
    }

    // -------------------------------------------------------------- pulling bodies

    pullable(found) {
      return Boolean(found && found.body && this.stage.listeners.has("drag") && PULLED.includes(found.thing.kind));
    }

    /* The plane in which a body is pulled: its own, or that of the picture. */
    pullPlane({ plane, point }) {
      const normal = this.stage.places.normal(plane) || this.stage.camera.rows()[2];
      return new THREE.Plane().setFromNormalAndCoplanarPoint(normal, point);
    }

    onPlane(plane, x, y) {
      this.picker.ray.setFromCamera(this.stage.camera.pointer(x, y), this.stage.camera.shown);
      return this.picker.ray.ray.intersectPlane(plane, new THREE.Vector3());
    }

    /* Where a body was taken, in its own frame. */
    local({ label, body, plane, point }) {
      if (label) return [...label.local];
      const own = point
        .clone()
        .applyMatrix4(this.stage.places.body(body, plane, this.stage.poses).invert())
        .toArray();
      return this.stage.model.space ? own : own.slice(0, 2);
    }

    dispose() {
      cancelAnimationFrame(this.looking);
      this.outlines.dispose();
    }
  }

  viewer.Things = Things;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
