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

  /* The time of one of many events in order, with the digits that tell it from its neighbours. */
  function momentText(events, i) {
    let before = i,
      after = i,
      digits = 5;
    while (before >= 0 && events[before].t === events[i].t) before -= 1;
    while (after < events.length && events[after].t === events[i].t) after += 1;
    const near = [events[before], events[after]].filter(Boolean);
    while (digits < 12 && near.some((other) => short(other.t, digits) === short(events[i].t, digits))) digits += 1;
    return `${short(events[i].t, digits)} s`;
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
    const go = () => {
      ask.cancel();
      run();
    };
    const ask = () => {
      asked = asked || requestAnimationFrame(go);
      awaited.add(go);
    };
    ask.cancel = () => {
      cancelAnimationFrame(asked);
      asked = 0;
      awaited.delete(go);
    };
    return ask;
  }

  const awaited = new Set();

  /* Run now what waits for the next picture: what is asked for while one is made would be a picture late. */
  function atOnce() {
    for (const go of [...awaited]) go();
  }

  /* The column of scales on the stage, one below the other. */
  function scalesOf(stage) {
    const column = stage.querySelector(".lw-scales") || element("div", { class: "lw-scales" });
    if (!column.isConnected) stage.append(column);
    return column;
  }

  viewer.tools = { atOnce, clamp, clockText, element, lastBefore, momentText, quantity, scalesOf, soon };
})(window.LinkworkViewer);
