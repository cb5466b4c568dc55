/* Numbers that came as bytes in base64 become lists again; what came as lists stays. */
(function (viewer) {
  "use strict";

  function bytesOf({ bytes }) {
    const text = atob(bytes),
      view = new DataView(new ArrayBuffer(text.length));
    for (let i = 0; i < text.length; i += 1) view.setUint8(i, text.charCodeAt(i));
    return view;
  }

  /* Lists in lists, as deep as the shape says. */
  function numbers(packed) {
    if (Array.isArray(packed)) return packed;
    const view = bytesOf(packed);
    let at = 0;
    const level = (depth) => {
      const list = new Array(packed.shape[depth]),
        last = depth + 1 === packed.shape.length;
      for (let i = 0; i < list.length; i += 1) {
        if (last) {
          list[i] = view.getFloat64(at, true);
          at += 8;
        } else list[i] = level(depth + 1);
      }
      return list;
    };
    return level(0);
  }

  /* Faces: how many corners each has, followed by their numbers. */
  function faces(packed) {
    if (Array.isArray(packed)) return packed;
    const view = bytesOf(packed),
      found = [];
    for (let at = 0; at < view.byteLength; ) {
      const face = new Array(view.getInt32(at, true));
      for (let i = 0; i < face.length; i += 1) face[i] = view.getInt32(at + 4 * (i + 1), true);
      at += 4 * (face.length + 1);
      found.push(face);
    }
    return found;
  }

  viewer.unpack = ({ scene, display }) => {
    scene.poses = numbers(scene.poses);
    for (const part of display.parts)
      if (part.corners) Object.assign(part, { corners: numbers(part.corners), faces: faces(part.faces) });
  };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
