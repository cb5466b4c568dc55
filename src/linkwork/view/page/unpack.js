/* Numbers that came as bytes in base64 become lists again; what came as lists stays. */
(function (viewer) {
  "use strict";

  let known = new Map(); // lists of faces that came last, by their bytes: while a slider moves they stay the same

  function bytesOf({ bytes }) {
    const text = atob(bytes),
      found = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i += 1) found[i] = text.charCodeAt(i);
    return found.buffer;
  }

  /* Lists in lists, as deep as the shape says, of numbers of a kind. */
  function numbers(packed, Kind) {
    if (Array.isArray(packed)) return packed;
    return packed.shape.slice(1).reduceRight(inRows, Array.from(new Kind(bytesOf(packed))));
  }

  /* A list in rows of so many. */
  function inRows(list, size) {
    const rows = [];
    for (let at = 0; at < list.length; at += size) rows.push(list.slice(at, at + size));
    return rows;
  }

  /* Faces: how many corners each has, followed by their numbers. */
  function faces(packed) {
    if (known.has(packed.bytes)) return known.get(packed.bytes);
    const flat = new Int32Array(bytesOf(packed)),
      found = [];
    for (let at = 0; at < flat.length; at += flat[at] + 1)
      found.push(Array.from(flat.subarray(at + 1, at + 1 + flat[at])));
    return found;
  }

  /* Solids get a key by which they are known again. */
  viewer.unpack = ({ scene, display }) => {
    const next = new Map();
    scene.poses = numbers(scene.poses, Float64Array);
    for (const part of display.parts.filter(({ corners }) => corners && corners.bytes)) {
      const { bytes } = part.faces,
        list = next.get(bytes) || faces(part.faces);
      next.set(bytes, list);
      Object.assign(part, {
        key: `${part.wire} ${part.corners.bytes} ${bytes}`,
        corners: numbers(part.corners, Float32Array),
        faces: list,
      });
    }
    known = next;
  };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
