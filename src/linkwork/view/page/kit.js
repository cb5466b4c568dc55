/* Small tools of the stage: numbers as text, colours, frames between the frames, listeners. */
(function (viewer) {
  "use strict";

  function short(value, digits = 5) {
    if (typeof value !== "number" || !Number.isFinite(value)) return "–";
    const size = Math.abs(value);
    const text =
      size !== 0 && (size < 1e-3 || size >= 1e6) ? engineering(value, 4) : String(Number(value.toPrecision(digits)));
    return text.replaceAll("-", "−");
  }

  /* So many digits with a power of ten in steps of three: 12.34e−6. */
  function engineering(value, digits) {
    const power = Math.floor(Math.log10(Math.abs(Number(value.toPrecision(digits)))) + 1e-9),
      common = 3 * Math.floor(power / 3);
    return `${Number((value / 10 ** common).toPrecision(digits))}e${common}`;
  }

  function niceStep(rough) {
    const power = 10 ** Math.floor(Math.log10(rough)),
      factor = rough / power;
    return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
  }

  /* A tick of an axis whose numbers reach up to `most`: all of them have the same power of ten, in steps of three. */
  function tickText(value, step, most = Math.abs(value)) {
    if (Math.abs(value) < step * 1e-6) return "0";
    const power = (size) => Math.floor(Math.log10(size) + 1e-9),
      common = most >= 1e5 || step < 1e-4 ? 3 * Math.floor(power(most) / 3) : 0,
      text = (value / 10 ** common).toFixed(Math.max(0, common - power(step)));
    return (common ? `${text}e${common}` : text).replaceAll("-", "−");
  }

  /* Two #rrggbb colours blended, with this share of the second. */
  function mix(colour, other, share) {
    const part = (text, i) => parseInt(text.slice(i, i + 2), 16);
    const blend = (i) => Math.round(part(colour, i) + (part(other, i) - part(colour, i)) * share);
    return `#${[1, 3, 5].map((i) => blend(i).toString(16).padStart(2, "0")).join("")}`;
  }

  const LIGHT = {
    paper: "#ffffff",
    ink: "#1f2429",
    soft: "#66707c",
    line: "#d5dae0",
    grid: "#e9ecf0",
    accent: "#0072b2",
    warn: "#c2410c",
  };
  const DARK = {
    paper: "#15181c",
    ink: "#e8ebef",
    soft: "#97a1ad",
    line: "#3a424b",
    grid: "#262c33",
    accent: "#56b4e9",
    warn: "#ff8a4c",
  };

  /* The colours of the page where the stage stands; its own where the page sets none. */
  function readTheme(element) {
    const style = getComputedStyle(element),
      dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    const set = (name) => {
      const found = style.getPropertyValue(`--${name}`).trim();
      return /^#[0-9a-f]{6}$/i.test(found) ? found : (dark ? DARK : LIGHT)[name];
    };
    return { dark, ...Object.fromEntries(Object.keys(LIGHT).map((name) => [name, set(name)])) };
  }

  /* Number of the frame at or before a time, and the share of the way to the next. */
  function locate(times, time) {
    let low = 0,
      high = times.length - 1;
    if (high <= 0 || !(time > times[0])) return [0, 0];
    if (time >= times[high]) return [high, 0];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle;
      else high = middle;
    }
    return [low, (time - times[low]) / (times[high] - times[low] || 1)];
  }

  /* Cubic between frames, with slopes from their neighbours, so that joints stay together even on a coarse grid. */
  function cubic(times, get, i, s) {
    const p1 = get(i);
    if (s === 0) return p1;
    const p2 = get(i + 1),
      h = times[i + 1] - times[i];
    const slope = (j) => {
      const before = Math.max(0, j - 1),
        next = Math.min(times.length - 1, j + 1);
      return (get(next) - get(before)) / (times[next] - times[before] || 1);
    };
    const m1 = slope(i) * h,
      m2 = slope(i + 1) * h,
      t = s * s,
      c = t * s;
    return (2 * c - 3 * t + 1) * p1 + (c - 2 * t + s) * m1 + (3 * t - 2 * c) * p2 + (c - t) * m2;
  }

  /* The poses of all bodies at a time; where only some are asked for the others stay at the frame before. */
  function posesAt(scene, time, only = null) {
    const [i, s] = locate(scene.times, time),
      frames = scene.poses;
    if (!frames.length) return [];
    return frames[i].map((pose, b) =>
      only && !only.has(b) ? pose : pose.map((_, k) => cubic(scene.times, (f) => frames[f][b][k], i, s)),
    );
  }

  /* A value between the frames of a list that may have gaps. */
  function between(values, i, s) {
    const a = values[i],
      b = values[i + 1];
    return s === 0 || a === null || b === null || b === undefined ? a : a + (b - a) * s;
  }

  class Listeners {
    constructor() {
      this.handlers = new Map();
    }

    on(event, handler) {
      this.handlers.set(event, [...(this.handlers.get(event) || []), handler]);
      return () =>
        this.handlers.set(
          event,
          this.handlers.get(event).filter((other) => other !== handler),
        );
    }

    has(event) {
      return (this.handlers.get(event) || []).length > 0;
    }

    tell(event, ...values) {
      for (const handler of this.handlers.get(event) || []) handler(...values);
    }
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

  /* Other numbers in the place of those of an attribute; only what differs goes to the graphics card. */
  function renew(attribute, values) {
    const old = attribute.array;
    let i = 0;
    while (i < old.length && old[i] === values[i]) i += 1;
    if (i === old.length) return;
    old.set(values);
    attribute.needsUpdate = true;
  }

  /* A name that is not too long to be drawn: the middle of a longer one is left out. */
  function clipped(name, most = 40, tail = 12) {
    return name.length <= most ? name : `${name.slice(0, most - tail - 1)}…${name.slice(-tail)}`;
  }

  const drawing = { between, clean, clipped, cubic, locate, mix, niceStep, posesAt, renew };
  viewer.kit = { ...drawing, readTheme, short, tickText, Listeners };
})((window.LinkworkViewer = window.LinkworkViewer || {}));
