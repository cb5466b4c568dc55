/* Numbers that came as bytes in base64 become lists again; what came as lists stays. */
(function (viewer) {
  "use strict";

  const KEPT = 400; // lists of faces that are known again: they stay the same while a slider moves
  const faceLists = new Map();

  function bytesOf({ bytes }) {
    const text = atob(bytes),
      found = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i += 1) found[i] = text.charCodeAt(i);
    return found.buffer;
  }

  /* Lists in lists, as deep as the shape says. */
  function numbers(packed) {
    if (Array.isArray(packed)) return packed;
    const flat = new Float64Array(bytesOf(packed)),
      { shape } = packed;
    let at = 0;
    const level = (depth) => {
      const list = [],
        last = depth + 1 === shape.length;
      for (let i = 0; i < shape[depth]; i += 1) list.push(last ? flat[at + i] : level(depth + 1));
      if (last) at += shape[depth];
      return list;
    };
    return level(0);
  }

  /* Faces: how many corners each has, followed by their numbers. */
  function faces(packed) {
    if (Array.isArray(packed)) return packed;
    if (!faceLists.has(packed.bytes)) {
      const flat = new Int32Array(bytesOf(packed)),
        found = [];
      for (let at = 0; at < flat.length; at += flat[at] + 1)
        found.push(Array.from(flat.subarray(at + 1, at + 1 + flat[at])));
      if (faceLists.size >= KEPT) faceLists.clear();
      faceLists.set(packed.bytes, found);
    }
    return faceLists.get(packed.bytes);
  }

  viewer.unpack = ({ scene, display }) => {
    scene.poses = numbers(scene.poses);
    for (const part of display.parts)
      if (part.corners) Object.assign(part, { corners: numbers(part.corners), faces: faces(part.faces) });
  };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
