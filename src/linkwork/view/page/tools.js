/* Small tools of everything around the stage: elements, quantities, times, canvases. */
(function (viewer) {
  "use strict";

  const { short } = viewer.kit;

  /* An element; `on...` are listeners, null children are left out. Text is only ever set as text. */
  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name === "class") made.className = value;
      else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return made;
  }

  /* Value and unit; angles in degrees too. */
  function quantity(value, unit) {
    const plain = unit && unit !== "1" ? `${short(value)} ${unit}` : short(value);
    return unit === "rad" && Number.isFinite(value) ? `${plain} · ${short((value * 180) / Math.PI, 4)}°` : plain;
  }

  /* A time with the decimals that a run of this length needs. */
  function clockText(time, span) {
    return time.toFixed(Math.min(9, Math.max(0, 3 - Math.floor(Math.log10(span || 1))))).replace("-", "−");
  }

  function clamp(value, low, high) {
    return Math.min(high, Math.max(low, value));
  }

  /* Number of the last of `count` entries at or before a time (-1: none), by halving. */
  function lastBefore(count, timeOf, time) {
    let low = 0,
      high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (timeOf(middle) <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /* Run a function once before the next picture, however often it is asked for. */
  function soon(run) {
    let asked = 0;
    const ask = () => {
      asked =
        asked ||
        requestAnimationFrame(() => {
          asked = 0;
          run();
        });
    };
    ask.cancel = () => {
      cancelAnimationFrame(asked);
      asked = 0;
    };
    return ask;
  }

  /* The context of a canvas in CSS pixels, cleared; the canvas gets the pixels it is shown with. */
  function clean(canvas) {
    const ratio = window.devicePixelRatio || 1,
      wide = canvas.clientWidth,
      tall = canvas.clientHeight;
    const width = Math.max(1, Math.round(wide * ratio)),
      height = Math.max(1, Math.round(tall * ratio));
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, wide, tall);
    return pen;
  }

  viewer.tools = { clamp, clean, clockText, element, lastBefore, quantity, soon };
})(window.LinkworkViewer);
