/* What is on the page as pictures: the stage and the plots as pixels, the plots as lines. */
(function (viewer) {
  "use strict";

  const { niceStep, tickText } = viewer.kit;
  const { besideStyle } = viewer.series;
  const WIDE = 720,
    TALL = 230,
    EDGE = { left: 64, right: 16, top: 30, bottom: 34 },
    ROW = 16, // from one row of names to the next
    FINE = 2; // pixels of a picture to one of the page

  /* A canvas of the colour of the page's paper. */
  function sheet(app, width, height) {
    const made = document.createElement("canvas"),
      pen = made.getContext("2d");
    Object.assign(made, { width, height });
    pen.fillStyle = app.colours().paper;
    pen.fillRect(0, 0, width, height);
    return [made, pen];
  }

  /* Both canvases of the stage; they are drawn anew, for what WebGL drew is gone with the next picture. */
  function stage(app) {
    const { canvas, paper } = app.stage.inside;
    app.stage.inside.render();
    const [made, pen] = sheet(app, canvas.width, canvas.height);
    for (const layer of [canvas, paper]) pen.drawImage(layer, 0, 0, made.width, made.height);
    return made;
  }

  /* Curves of a plot with the ranges that are shown. */
  function plotted(app, box) {
    const { record, plots } = app,
      [low, high] = plots.range();
    return box.names.map((name) => {
      const curves = [{ times: record.scene.times, values: record.series.get(name) || [], kept: null }];
      for (const kept of app.kept.of(name)) curves.push({ ...kept, kept: kept.label });
      return { name, unit: record.unit(name), style: plots.style(name), low, high, curves };
    });
  }

  function ends(values) {
    const known = values.filter((value) => Number.isFinite(value));
    const low = known.reduce((a, b) => Math.min(a, b), Infinity),
      high = known.reduce((a, b) => Math.max(a, b), -Infinity);
    if (!known.length) return [-1, 1];
    const room = high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)) ? 0.07 * (high - low) : Math.abs(high) || 1;
    return [low - room, high + room];
  }

  const escape = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

  /* Names of the curves and of what lies beside them, in as many rows as they need. */
  function legend(series, look, top) {
    const beside = new Map(series.flatMap(({ style, curves }) => curves.map((one) => [one.kept, { style, ...one }])));
    beside.delete(null);
    const marks = series.map(({ name, style }) => [name, { style }]).concat([...beside]),
      parts = [];
    let at = EDGE.left + 48,
      row = 0;
    for (const [name, one] of marks) {
      const wide = 36 + 6.3 * name.length,
        faint = beside.has(name),
        { style } = one,
        { dash, open, radius } = faint ? besideStyle(one) : style;
      if (at + wide > WIDE - EDGE.right && at > EDGE.left + 48) {
        at = EDGE.left + 48;
        row += 1;
      }
      const y = top + 12 + ROW * row,
        colour = faint ? look.soft : style.colour;
      if (faint && one.measured)
        parts.push(`<circle cx="${at + 9}" cy="${y}" r="${radius}" fill="${open ? "none" : colour}" stroke="${colour}"/>`);
      else
        parts.push(
          `<path d="M${at} ${y}h18" stroke="${colour}" stroke-width="${faint ? 1.2 : 2}" ` +
            `stroke-opacity="${faint ? 0.6 : 1}" stroke-dasharray="${dash.join(" ")}"/>`,
        );
      parts.push(`<text x="${at + 23}" y="${y + 4}" fill="${look.ink || look.soft}">${escape(name)}</text>`);
      at += wide;
    }
    return { parts, room: ROW * row };
  }

  /* One plot as lines, `start` pixels down, and how high it is; a second unit has its numbers on the right. */
  function lines(app, box, start) {
    const series = plotted(app, box),
      look = app.colours(),
      units = [...new Set(series.map(({ unit }) => unit))],
      names = legend(series, look, start),
      top = start + names.room,
      found = names.parts;
    const wide = WIDE - EDGE.left - EDGE.right - (units.length > 1 ? EDGE.left - EDGE.right : 0),
      high = TALL - EDGE.top - EDGE.bottom,
      bottom = top + EDGE.top + high;
    const [first, last] = app.plots.range(),
      x = (t) => EDGE.left + ((t - first) / (last - first)) * wide;
    const text = (at, y, words, more = "") =>
      found.push(`<text x="${at.toFixed(1)}" y="${y.toFixed(1)}" fill="${look.soft}" ${more}>${escape(words)}</text>`);
    const rule = (a, b, c, d) => found.push(`<path d="M${a} ${b}L${c} ${d}" stroke="${look.grid}" fill="none"/>`);
    const step = niceStep((70 * (last - first)) / wide);
    for (let n = Math.ceil(first / step); n * step <= last; n += 1) {
      rule(x(n * step).toFixed(1), top + EDGE.top, x(n * step).toFixed(1), bottom);
      text(x(n * step), bottom + 15, tickText(n * step, step, Math.max(Math.abs(first), Math.abs(last))), 'text-anchor="middle"');
    }
    text(EDGE.left + wide / 2, bottom + 29, "t in s", 'text-anchor="middle"');
    units.slice(0, 2).forEach((unit, side) => {
      const own = series.filter((one) => one.unit === unit),
        scale = box.plot && box.plot.scales[`y${side}`],
        [least, most] =
          scale && Number.isFinite(scale.min)
            ? [scale.min, scale.max]
            : ends(own.flatMap(({ curves }) => curves.flatMap(({ values }) => values)));
      const y = (value) => bottom - ((value - least) / (most - least)) * high,
        grain = niceStep((30 * (most - least)) / high),
        largest = Math.max(Math.abs(least), Math.abs(most));
      for (let n = Math.ceil(least / grain); n * grain <= most; n += 1) {
        if (!side) rule(EDGE.left, y(n * grain).toFixed(1), EDGE.left + wide, y(n * grain).toFixed(1));
        const at = side ? EDGE.left + wide + 5 : EDGE.left - 5;
        text(at, y(n * grain) + 4, tickText(n * grain, grain, largest), `text-anchor="${side ? "start" : "end"}"`);
      }
      text(side ? EDGE.left + wide : EDGE.left, top + EDGE.top - 6, unit === "1" ? "" : unit, `text-anchor="${side ? "end" : "start"}"`);
      for (const { style, curves } of own)
        for (const one of curves) {
          const { times, values, kept, measured } = one,
            { dash, open, radius } = kept === null ? style : besideStyle(one);
          const points = times
            .map((t, i) => [t, values[i]])
            .filter(([t, value]) => Number.isFinite(value) && t >= first && t <= last)
            .map(([t, value]) => [x(t).toFixed(1), y(value).toFixed(1)]);
          if (measured)
            found.push(...points.map(([a, b]) => `<circle cx="${a}" cy="${b}" r="${radius}" fill="${open ? look.paper : style.colour}" stroke="${style.colour}"/>`));
          else if (points.length)
            found.push(
              `<path d="M${points.join("L")}" fill="none" stroke="${style.colour}" stroke-width="${kept === null ? 1.7 : 1.2}" ` +
                `stroke-opacity="${kept === null ? 1 : 0.6}" stroke-dasharray="${dash.join(" ")}"/>`,
            );
        }
    });
    return [found.join("\n"), TALL + names.room];
  }

  /* All plots over time as one document; plots of one channel over another as they stand. */
  function svg(app) {
    const boxes = app.plots.boxes.filter((box) => box.names.length),
      crosses = [...app.plots.crosses.values()].filter((box) => box && box.area.querySelector("svg"));
    let top = 0,
      wide = WIDE;
    const parts = boxes.map((box) => {
      const [made, high] = lines(app, box, top);
      top += high;
      return made;
    });
    for (const box of crosses) {
      const { clientWidth, clientHeight } = box.area,
        writer = new XMLSerializer(),
        inner = [...box.area.querySelector("svg").childNodes].map((part) => writer.serializeToString(part)).join("");
      parts.push(`<text x="${EDGE.left}" y="${top + 16}" fill="${app.colours().soft}">${escape(box.names[1])} over ${escape(box.names[0])}</text>`);
      parts.push(`<svg x="0" y="${top + 24}" width="${clientWidth}" height="${clientHeight}">${inner}</svg>`);
      top += clientHeight + 24;
      wide = Math.max(wide, clientWidth);
    }
    const paper = `<rect width="100%" height="100%" fill="${app.colours().paper}"/>`;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${top}" viewBox="0 0 ${wide} ${top}" ` +
      `font-family="system-ui, sans-serif" font-size="11">\n${paper}\n${parts.join("\n")}\n</svg>\n`
    );
  }

  /* The same as pixels, when the browser has drawn them. */
  async function plots(app) {
    const picture = new Image();
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg(app))}`;
    await picture.decode();
    const [made, pen] = sheet(app, FINE * picture.width, FINE * picture.height);
    pen.drawImage(picture, 0, 0, made.width, made.height);
    return made;
  }

  viewer.pictures = { plots, stage, svg };
})(window.LinkworkViewer);
