/* Rest: a stage out of sight gives its graphics back and leaves a still picture, for a browser has few of them to give
   (about 16); in sight again it goes on. Where the browser takes them away by itself the page says so until they return. */
(function (viewer) {
  "use strict";

  const AFTER = 300, // ms out of sight
    NEAR = "300px";

  /* Tell whether an element is in sight or near to it, at once and with every change. */
  function near(element, tell) {
    const observer = new IntersectionObserver((seen) => tell(seen.at(-1).isIntersecting), { rootMargin: NEAR });
    observer.observe(element);
    return () => observer.disconnect();
  }

  class Rest {
    constructor(stage) {
      this.stage = stage;
      this.still = null;
      this.note = document.createElement("p");
      this.note.className = "lw-no-picture";
      this.note.textContent = "The browser has taken this picture away; it comes back when it can, or on reloading.";
      const options = { signal: stage.ending.signal };
      stage.canvas.addEventListener("webglcontextlost", () => this.lost(), options);
      stage.canvas.addEventListener("webglcontextrestored", () => this.restored(), options);
      this.leave = near(stage.element, (seen) => this.seen(seen));
    }

    seen(seen) {
      clearTimeout(this.timer);
      if (seen) this.rise();
      else this.timer = setTimeout(() => this.rest(), AFTER);
    }

    rest() {
      const { stage } = this,
        { canvas } = stage;
      if (this.still || stage.lost || !canvas.width) return;
      stage.render();
      this.still = document.createElement("canvas");
      Object.assign(this.still, { className: "lw-still-picture", width: canvas.width, height: canvas.height });
      this.still.style.cssText = "position:absolute;inset:0;width:100%;height:100%;pointer-events:none";
      this.still.getContext("2d").drawImage(canvas, 0, 0);
      stage.paper.before(this.still);
      stage.renderer.forceContextLoss();
    }

    rise() {
      if (this.still) setTimeout(() => this.stage.gone || this.stage.renderer.forceContextRestore());
    }

    lost() {
      if (!this.still && !this.stage.gone) this.stage.element.append(this.note);
    }

    restored() {
      this.note.remove();
      this.stage.request();
    }

    /* The stage has drawn itself. */
    drawn() {
      if (this.still) this.still.remove();
      this.still = null;
    }

    dispose() {
      clearTimeout(this.timer);
      this.leave();
      this.drawn();
      this.note.remove();
    }
  }

  /* Show a page on its own; inside another one, such as a notebook, when it comes into sight. */
  viewer.open = (host, payload) => {
    const begin = () => {
      viewer.player = viewer.mount(host, payload);
    };
    if (window.self === window.top) begin();
    else {
      const leave = near(host, (seen) => {
        if (!seen) return;
        leave();
        begin();
      });
    }
  };
  viewer.Rest = Rest;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
