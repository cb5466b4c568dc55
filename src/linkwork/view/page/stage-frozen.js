/* The frozen design: the mechanism as it was, faint, moving at the same time as the one that is shown. */
(function (viewer) {
  "use strict";

  const { posesAt } = viewer.kit;

  class Frozen {
    constructor(stage, payload) {
      const model = payload.display.world === "space" ? viewer.spatial(payload) : viewer.planar(payload);
      this.stage = stage;
      this.scene = payload.scene;
      this.places = viewer.placesOf(model);
      this.actors = viewer.actors
        .actors(model.pieces, stage.materials, stage.theme)
        .filter((actor) => (actor.mesh && (model.space || actor.carrier.body !== 0)) || actor.dispose());
      this.ghosts = this.actors.map((actor) => {
        const ghost = new THREE.Mesh(actor.mesh.geometry, stage.materials.frozen());
        ghost.matrixAutoUpdate = false;
        stage.scene3.add(ghost);
        return ghost;
      });
    }

    update(time) {
      const poses = posesAt(this.scene, time);
      this.actors.forEach(({ carrier }, i) => {
        const { places } = this,
          matrix = carrier.span ? places.span(carrier, poses) : places.body(carrier.body, carrier.plane, poses);
        this.ghosts[i].matrix.copy(matrix);
        this.ghosts[i].matrixWorldNeedsUpdate = true;
      });
    }

    dispose() {
      for (const ghost of this.ghosts) ghost.removeFromParent();
      for (const actor of this.actors) actor.dispose();
    }
  }

  viewer.Frozen = Frozen;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
