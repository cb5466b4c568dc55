/* Start from here: the position to which a mechanism was dragged becomes the start of its analysis. */
(function (viewer) {
  "use strict";

  const { button } = viewer.faces;

  /* The button beside the words on the dragged position. */
  function startHere(app) {
    return button({
      text: "Start from here",
      title: "Start the analysis from this position (S)",
      press: () => app.startHere(),
      kind: "small",
    });
  }

  /* The run from the new start is here: it is shown from its beginning. */
  function startShown(app) {
    app.player.go(app.player.first);
  }

  viewer.startHere = startHere;
  viewer.startShown = startShown;
})(window.LinkworkViewer);
