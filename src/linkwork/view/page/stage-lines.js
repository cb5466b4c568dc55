/* Lines some pixels wide: a rectangle a segment, turned towards us by the shader of three's LineMaterial. All rectangles
   are one mesh: copies of one rectangle ("instances") are drawn one by one where there is no graphics card. */
(function (viewer) {
  "use strict";

  const { renew } = viewer.kit;
  const CORNERS = [-1, 1, 0, 1, 1, 0, -1, 0, 0, 1, 0, 0]; // side and end of the segment
  const TRIANGLES = [0, 2, 1, 2, 3, 1];
  const PER_SEGMENT = 6; // numbers of a segment, and of its triangles

  /* Three numbers of every segment four times, for the four corners. */
  function fourfold(values, from) {
    const found = new Float32Array(2 * values.length);
    for (let i = from, at = 0; i < values.length; i += PER_SEGMENT)
      for (let corner = 0; corner < 4; corner += 1, at += 3) {
        found[at] = values[i];
        found[at + 1] = values[i + 1];
        found[at + 2] = values[i + 2];
      }
    return found;
  }

  /* How far along each corner is, for dashes: every segment goes on where the one before ended. */
  function distances(segments) {
    const [start, end] = [0, 1].map(() => new Float32Array((4 * segments.length) / PER_SEGMENT));
    let gone = 0;
    for (let i = 0, at = 0; i < segments.length; i += PER_SEGMENT, at += 4) {
      start.fill(gone, at, at + 4);
      gone += Math.hypot(...[0, 1, 2].map((k) => segments[i + 3 + k] - segments[i + k]));
      end.fill(gone, at, at + 4);
    }
    return [start, end];
  }

  class Lines extends THREE.LineSegments2 {
    /* `segments` are starts and ends, `colours` those of both. */
    constructor(segments, colours, pen) {
      const count = segments.length / PER_SEGMENT,
        geometry = new THREE.BufferGeometry(),
        index = new Uint32Array(PER_SEGMENT * count);
      super(geometry, pen);
      for (let i = 0; i < index.length; i += 1)
        index[i] = 4 * Math.floor(i / PER_SEGMENT) + TRIANGLES[i % PER_SEGMENT];
      const corners = new Float32Array(12 * count);
      for (let i = 0; i < corners.length; i += 1) corners[i] = CORNERS[i % 12];
      this.put("position", corners);
      for (const name of ["instanceStart", "instanceEnd", "instanceColorStart", "instanceColorEnd"])
        this.put(name, new Float32Array(12 * count));
      geometry.setIndex(new THREE.BufferAttribute(index, 1));
      this.frustumCulled = false;
      this.count = count;
      this.lay(segments, colours);
    }

    put(name, values, size = 3) {
      this.geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
    }

    /* Put other segments in the place of these; false where their number differs. */
    lay(segments, colours) {
      if (segments.length !== PER_SEGMENT * this.count) return false;
      const { attributes } = this.geometry;
      for (const [name, values, from] of [
        ["instanceStart", segments, 0],
        ["instanceEnd", segments, 3],
        ["instanceColorStart", colours, 0],
        ["instanceColorEnd", colours, 3],
      ])
        renew(attributes[name], fourfold(values, from));
      if (this.material.dashed) {
        const [start, end] = distances(segments);
        this.put("instanceDistanceStart", start, 1);
        this.put("instanceDistanceEnd", end, 1);
      }
      return true;
    }

    /* Show the first segments only. */
    cut(count) {
      this.geometry.setDrawRange(0, PER_SEGMENT * count);
      this.visible = count > 0;
    }
  }

  viewer.Lines = Lines;
})((window.LinkworkViewer = window.LinkworkViewer || {}));
