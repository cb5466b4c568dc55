/* The line between the stage and the plots, which can be moved by the mouse and by keys. */
(function (viewer) {
  "use strict";

  const { clamp, element } = viewer.tools;
  const LEAST = 240,
    SHARE = 0.65,
    STEP = 24; // pixels of the plots; share of the page that they may take; pixels a key

  function divider(app) {
    const line = element("div", {
      class: "lw-divider",
      role: "separator",
      tabindex: "0",
      "aria-orientation": "vertical",
      "aria-label": "Width of the plots",
      title: "Drag to change the width of the plots",
    });
    const set = (wide) =>
      app.root.style.setProperty("--side-set", `${clamp(wide, LEAST, SHARE * app.root.clientWidth)}px`);
    const now = () => app.plots.root.offsetWidth;
    line.addEventListener("pointerdown", (event) => line.setPointerCapture(event.pointerId));
    line.addEventListener("pointermove", (event) => {
      if (line.hasPointerCapture(event.pointerId)) set(app.root.getBoundingClientRect().right - event.clientX);
    });
    line.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      set(now() + way * STEP);
    });
    line.addEventListener("dblclick", () => app.root.style.removeProperty("--side-set"));
    return line;
  }

  viewer.divider = divider;
})(window.LinkworkViewer);
