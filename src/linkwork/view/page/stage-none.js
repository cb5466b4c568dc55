/* A stage for browsers that draw nothing in three dimensions. */
(function (viewer) {
  "use strict";

  /* Where the browser cannot draw in three dimensions the page says so and does the rest. */
  function withoutPicture(element) {
    const nothing = () => {},
      note = document.createElement("p");
    note.className = "lw-no-picture";
    note.textContent =
      "This browser draws no WebGL, so the mechanism cannot be shown. " +
      "Switch on hardware acceleration, or use another browser.";
    Object.assign(note.style, { margin: "auto", padding: "2em", maxWidth: "32em" });
    element.append(note);
    return {
      load: nothing,
      show: nothing,
      showPoses: nothing,
      on: () => nothing,
      view: nothing,
      camera: () => ({}),
      setCamera: nothing,
      mark: nothing,
      where: () => null,
      dispose: () => note.remove(),
      inside: null,
    };
  }

  /* Whether the browser draws in three dimensions; what was asked for is given back at once. */
  function draws() {
    const graphics = document.createElement("canvas").getContext("webgl2"),
      ending = graphics && graphics.getExtension("WEBGL_lose_context");
    if (ending) ending.loseContext();
    return Boolean(graphics);
  }

  Object.assign(viewer, { draws, withoutPicture });
})((window.LinkworkViewer = window.LinkworkViewer || {}));
