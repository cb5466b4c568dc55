/* The time that is shown, and how it runs. */
(function (viewer) {
  "use strict";

  const { locate, niceStep } = viewer.kit;
  const { clamp } = viewer.tools;
  const FACTORS = [0.1, 0.25, 0.5, 1, 2, 4],
    LONGEST = 2; // seconds between two pictures: more have passed only where nobody looked

  class Player {
    constructor() {
      this.times = [0];
      this.time = 0;
      this.playing = false;
      this.loop = true;
      this.base = null;
      this.watchers = [];
      this.finish = () => {}; // called when all have been told, while the browser waits for its picture
      this.waiting = 0;
    }

    get first() {
      return this.times[0];
    }

    get last() {
      return this.times[this.times.length - 1];
    }

    get span() {
      return this.last - this.first;
    }

    get still() {
      return !(this.span > 0);
    }

    get speeds() {
      return FACTORS.map((factor) => Number((factor * this.base).toPrecision(6)));
    }

    /* Real time if the run takes 2 to 20 s, else a round factor that makes it last about 6 s. */
    static suitable(span) {
      return !(span > 0) || (span >= 2 && span <= 20) ? 1 : niceStep(span / 6 / 1.5);
    }

    /* Take the times of a run; the time shown is kept as far as it lies in it. */
    load(times) {
      const fresh = this.base === null;
      this.times = times.length ? times : [0];
      const base = Player.suitable(this.span);
      if (base !== this.base) {
        this.base = base;
        this.speed = base;
      }
      if (this.still) this.playing = false;
      this.time = fresh ? this.first : clamp(this.time, this.first, this.last);
    }

    watch(watcher) {
      this.watchers.push(watcher);
    }

    tell() {
      for (const watcher of this.watchers) watcher(this);
    }

    seek(time) {
      if (!Number.isFinite(time)) return;
      this.time = clamp(time, this.first, this.last);
      this.tell();
    }

    /* Go to a time by hand: what runs stops. */
    go(time) {
      this.playing = false;
      this.seek(time);
    }

    step(frames) {
      const [i, share] = locate(this.times, this.time);
      this.go(this.times[clamp(frames < 0 && share > 0 ? i + 1 + frames : i + frames, 0, this.times.length - 1)]);
    }

    faster(way) {
      const speeds = this.speeds,
        place = speeds.indexOf(this.speed);
      this.speed = speeds[clamp(place + way, 0, speeds.length - 1)];
      this.tell();
    }

    play() {
      if (this.still || this.playing) return;
      this.playing = true;
      if (this.time >= this.last) this.time = this.first;
      this.before = null;
      this.waiting = requestAnimationFrame((now) => this.advance(now));
      this.tell();
    }

    pause() {
      this.playing = false;
      this.tell();
    }

    toggle() {
      if (this.playing) this.pause();
      else this.play();
    }

    advance(now) {
      if (!this.playing) return;
      const passed = this.before === null ? 0 : Math.min(LONGEST, (now - this.before) / 1000) * this.speed;
      this.before = now;
      let time = this.time + passed;
      if (time >= this.last) {
        if (this.loop) time = this.first + ((time - this.first) % this.span);
        else {
          time = this.last;
          this.playing = false;
        }
      }
      this.time = time;
      this.tell();
      this.finish();
      this.waiting = requestAnimationFrame((later) => this.advance(later));
    }

    dispose() {
      this.playing = false;
      cancelAnimationFrame(this.waiting);
      this.watchers = [];
    }
  }

  viewer.Player = Player;
})(window.LinkworkViewer);
