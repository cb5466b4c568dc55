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
      draw: nothing,
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

  /* What the browser draws with in three dimensions, null where it does not; what was asked for is given back at once. */
  function drawsWith() {
    const graphics = document.createElement("canvas").getContext("webgl2");
    if (!graphics) return null;
    const named = graphics.getExtension("WEBGL_debug_renderer_info"),
      ending = graphics.getExtension("WEBGL_lose_context");
    const name = graphics.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : graphics.RENDERER);
    if (ending) ending.loseContext();
    return String(name);
  }

  Object.assign(viewer, { drawsWith, withoutPicture });
})((window.LinkworkViewer = window.LinkworkViewer || {}));
