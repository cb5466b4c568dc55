/* What is under the pointer: joints and points near it first, then arrows and contacts, then what a ray hits. */
(function (viewer) {
  "use strict";

  const { short } = viewer.kit;
  const NEAR = 11,
    RINGS = [
      [0, 1],
      [5, 8],
      [9, 10],
    ]; // pixels: of points; of rings of rays about the pointer with their numbers

  class Picker {
    constructor(stage) {
      this.stage = stage;
      this.ray = new THREE.Raycaster();
    }

    /* {thing, body, point: world} or null. */
    at(x, y) {
      return this.point(x, y) || this.mark(x, y) || this.surface(x, y) || this.trace(x, y);
    }

    point(x, y) {
      const { model, places, poses, camera } = this.stage;
      let best = null,
        nearest = NEAR;
      for (const label of model.labels) {
        const world = places.point(label, label.at, poses),
          [u, v] = camera.project(world),
          distance = Math.hypot(u - x, v - y) + (label.kind === "joint" ? 0 : 4);
        if (distance < nearest) {
          nearest = distance;
          best = {
            thing: {
              kind: label.kind,
              name: label.text,
              text: `on ${this.stage.scene.bodies[label.body].name}`,
              at: this.own(label, world),
            },
            label,
            body: label.body,
            plane: label.plane,
            point: world,
          };
        }
      }
      return best;
    }

    own(carrier, world) {
      return this.stage.places.own(carrier.plane, world);
    }

    /* Arrows of forces and contact points, which are drawn over everything. */
    mark(x, y) {
      const { overlay, layers, camera } = this.stage;
      if (layers.contacts && overlay.scene)
        for (const point of overlay.closed()) {
          const [u, v] = camera.project(point.at);
          if (Math.hypot(u - x, v - y) < 8)
            return {
              thing: { kind: "contact", name: point.name, text: point.mode === 2 ? "sticks" : "slides" },
              point: point.at,
            };
        }
      const arrow = this.stage.forces && this.stage.forces.asked && this.stage.forces.near(x, y, 6);
      return arrow ? { thing: { kind: "force", name: arrow.name, text: arrow.text } } : null;
    }

    surface(x, y) {
      const { camera, actors } = this.stage,
        meshes = actors.map((actor) => actor.mesh).filter(Boolean);
      for (const [radius, count] of RINGS) {
        let best = null;
        for (let n = 0; n < count; n += 1) {
          const angle = (2 * Math.PI * n) / count;
          this.ray.setFromCamera(
            camera.pointer(x + radius * Math.cos(angle), y + radius * Math.sin(angle)),
            camera.shown,
          );
          const [hit] = this.ray.intersectObjects(meshes, false);
          if (hit && (!best || hit.distance < best.distance)) best = hit;
        }
        if (best) return this.hit(best);
      }
      return null;
    }

    hit({ object, faceIndex, point }) {
      const actor = object.userData.actor,
        thing = actor.thingAt(faceIndex),
        { body, plane } = actor.carrier;
      return { thing: this.told(thing, actor.carrier), body, plane, point };
    }

    /* The thing with a line of text on it. */
    told(thing, carrier) {
      const { kind, name, text, body } = thing;
      if (kind === "body") return { kind, name, text: body ? "body" : "fixed", body };
      if (!carrier.span) return { kind, name, text };
      const length = this.stage.places.length(carrier.span, this.stage.poses);
      return { kind, name, text: `${text}, ${short(length)} m long` };
    }

    trace(x, y) {
      const { traces, layers } = this.stage;
      const found = layers.traces && traces && traces.near(x, y, 5);
      return found ? { thing: { kind: "trace", name: found.name, text: "path" }, point: found.point } : null;
    }
  }

  viewer.Picker = Picker;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
