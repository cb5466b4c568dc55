/* Texts beside the things they name, written one after another: the first have the choice, and those for which no place
   is left stay out. Each is kept where it was while that is good enough. */
(function (viewer) {
  "use strict";

  const { bestPlace, doubtful, nearest, rivalsOf } = viewer.labelPlaces;
  const MOST = 500; // widths that are remembered

  class Labels {
    constructor() {
      this.sides = new Map();
      this.widths = new Map();
      this.placed = [];
    }

    /* `size` of the picture; `obstacles`: pieces of which texts keep clear; `taken`: boxes of other texts; `anchors`:
       the places of all that has a name. */
    begin({ size, obstacles = [], taken = [], anchors = [] }) {
      Object.assign(this, { size, obstacles, anchors });
      this.placed = [...taken];
    }

    width(pen, font, text) {
      const key = `${font} ${text}`;
      if (this.widths.size > MOST) this.widths.clear();
      if (!this.widths.has(key)) {
        pen.font = font;
        this.widths.set(key, pen.measureText(text).width);
      }
      return this.widths.get(key);
    }

    /* The obstacles that a text about an anchor can touch. */
    near(anchor, reach) {
      return this.obstacles.filter(([a, b, r]) => {
        const far = reach + r;
        return (
          anchor[0] > Math.min(a[0], b[0]) - far &&
          anchor[0] < Math.max(a[0], b[0]) + far &&
          anchor[1] > Math.min(a[1], b[1]) - far &&
          anchor[1] < Math.max(a[1], b[1]) + far
        );
      });
    }

    /* Write a text by its anchor; `always` even where there is no room; `among` are anchors that it could be taken to
       mean where these are not those of the names. Tells whether it is written. */
    write(pen, key, text, anchor, { font, colour, halo, gap = 8, always = false, towards = null, among = null }) {
      if (anchor.some((value, k) => k < 2 && (value < 0 || value > this.size[k]))) return false;
      const half = [this.width(pen, font, text) / 2 + 2, 8],
        reach = 2 * half[0] + gap + 50,
        rivals = rivalsOf(anchor, among || this.anchors, reach),
        room = { size: this.size, obstacles: this.near(anchor, reach), placed: this.placed, rivals },
        liked = { towards, earlier: this.sides.get(key) };
      const place =
        bestPlace(anchor, half, gap, room, liked) ||
        (always ? bestPlace(anchor, half, gap, room, { ...liked, covering: true }) : null);
      if (!place) return false;
      this.sides.set(key, place.number);
      const led = place.led || doubtful(anchor, place, rivals);
      this.placed.push({ text, at: place.at, half, anchor: anchor.slice(0, 2), led });
      if (led) this.lead(pen, anchor, place, colour, halo);
      Object.assign(pen, { font, textAlign: "center", textBaseline: "middle", lineJoin: "round" });
      Object.assign(pen, { strokeStyle: halo, lineWidth: 3.5, globalAlpha: 0.85 });
      pen.strokeText(text, ...place.at);
      Object.assign(pen, { fillStyle: colour, globalAlpha: 1 });
      pen.fillText(text, ...place.at);
      return true;
    }

    /* A thin line from a text to its anchor. */
    lead(pen, anchor, place, colour, halo) {
      const tip = nearest(anchor, place);
      for (const [strokeStyle, lineWidth, globalAlpha] of [
        [halo, 3, 0.85],
        [colour, 1.1, 0.8],
      ]) {
        Object.assign(pen, { strokeStyle, lineWidth, globalAlpha });
        pen.beginPath();
        pen.moveTo(anchor[0], anchor[1]);
        pen.lineTo(...tip);
        pen.stroke();
      }
      pen.globalAlpha = 1;
    }
  }

  viewer.Labels = Labels;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
