/* How finely the stage is drawn. A graphics card smooths edges as it draws. Where there is none the processor draws, and
   that is slow: plainly and without shadows while something moves, and once more finely when it has come to rest. */
(function (viewer) {
  "use strict";

  const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i,
    REST = 400, // ms without movement
    MOST = 3,
    FINE = 2; // pixels drawn for one of the page

  class Detail {
    constructor(stage, graphics) {
      this.stage = stage;
      this.smooth = !SOFTWARE.test(graphics);
      this.resting = false;
      this.moment = "";
      this.size = [0, 0];
    }

    resize(width, height) {
      this.size = [width, height];
      this.ratio = 0;
      this.take();
    }

    /* Whether the picture is as fine as it will be. */
    get fine() {
      return this.smooth || (this.resting && this.ratio === this.wanted());
    }

    /* Whether speed is worth more than beauty now. */
    get plain() {
      return !this.smooth && !this.resting;
    }

    /* Pixels drawn for one of the page. */
    wanted() {
      const own = window.devicePixelRatio || 1;
      if (this.smooth) return Math.min(own, MOST);
      return this.resting ? Math.min(Math.max(own, FINE), MOST) : Math.min(own, 1);
    }

    take() {
      const ratio = this.wanted(),
        { renderer } = this.stage;
      if (ratio === this.ratio) return;
      this.ratio = ratio;
      renderer.setPixelRatio(ratio);
      renderer.setSize(...this.size, false);
    }

    /* Before a picture: plainly if it shows another moment than the last one. */
    choose() {
      if (this.smooth) return;
      const { camera, held, payload, time } = this.stage,
        moment = JSON.stringify([time, held, camera.state(), camera.focus]);
      const moved = moment !== this.moment || payload !== this.payload;
      Object.assign(this, { moment, payload });
      if (moved) {
        this.resting = false;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.rest(), REST);
      }
      this.take();
    }

    rest() {
      if (this.resting) return;
      this.resting = true;
      this.stage.request();
    }

    dispose() {
      clearTimeout(this.timer);
    }
  }

  viewer.Detail = Detail;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
