/* Colours that change with the time: muscles by their activation, absorbers by what is crushed of them. */
(function (viewer) {
  "use strict";

  const { locate } = viewer.kit;

  class Tints {
    constructor(scene, actors) {
      this.times = scene.times;
      const spans = actors.filter(({ carrier }) => carrier.span && carrier.anchor === "stretch");
      for (const actor of actors) actor.dye(null);
      this.items = (scene.tints || []).map(({ name, shares, colours }) => ({
        shares,
        ends: colours.map((colour) => new THREE.Color(colour)),
        actors: spans.filter((actor) => actor.things.some(({ thing }) => thing.name === name)),
      }));
      this.colour = new THREE.Color();
    }

    show(time, on) {
      if (!this.items.length) return;
      const [i, s] = locate(this.times, time);
      for (const { shares, ends, actors } of this.items) {
        const one = shares[i],
          share = one + s * ((shares[i + 1] ?? one) - one);
        this.colour.copy(ends[0]).lerp(ends[1], share);
        for (const actor of actors) actor.dye(on ? this.colour.clone() : null);
      }
    }
  }

  viewer.Tints = Tints;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
