/* What is on the page as pictures: the stage and the plots as pixels, the plots as lines. */
(function (viewer) {
  "use strict";

  const { niceStep, tickText } = viewer.kit;
  const WIDE = 720,
    TALL = 230,
    EDGE = { left: 64, right: 16, top: 30, bottom: 34 },
    FONT = "11px system-ui, sans-serif";

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

  /* One plot as lines, `top` pixels down; a second unit has its numbers on the right. */
  function lines(app, box, top) {
    const series = plotted(app, box),
      look = app.colours(),
      units = [...new Set(series.map(({ unit }) => unit))],
      found = [];
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
        for (const { times, values, kept, measured } of curves) {
          const points = times
            .map((t, i) => [t, values[i]])
            .filter(([t, value]) => Number.isFinite(value) && t >= first && t <= last)
            .map(([t, value]) => [x(t).toFixed(1), y(value).toFixed(1)]);
          if (measured)
            found.push(...points.map(([a, b]) => `<circle cx="${a}" cy="${b}" r="2" fill="${style.colour}"/>`));
          else if (points.length)
            found.push(
              `<path d="M${points.join("L")}" fill="none" stroke="${style.colour}" stroke-width="${kept ? 1.2 : 1.7}" ` +
                `stroke-opacity="${kept ? 0.5 : 1}" stroke-dasharray="${style.dash.join(" ")}"/>`,
            );
        }
    });
    let at = EDGE.left + 48;
    for (const { name, style } of series) {
      found.push(`<path d="M${at} ${top + 12}h18" stroke="${style.colour}" stroke-width="2" stroke-dasharray="${style.dash.join(" ")}"/>`);
      found.push(`<text x="${at + 23}" y="${top + 16}" fill="${look.ink || look.soft}">${escape(name)}</text>`);
      at += 36 + 6.3 * name.length;
    }
    return found.join("\n");
  }

  /* All plots over time as one document; plots of one channel over another as they stand. */
  function svg(app) {
    const boxes = app.plots.boxes.filter((box) => box.names.length),
      crosses = [...app.plots.crosses.values()].filter((box) => box && box.area.querySelector("svg"));
    let top = 0;
    const parts = boxes.map((box) => {
      const made = lines(app, box, top);
      top += TALL;
      return made;
    });
    for (const box of crosses) {
      const { clientWidth, clientHeight } = box.area,
        writer = new XMLSerializer(),
        inner = [...box.area.querySelector("svg").childNodes].map((part) => writer.serializeToString(part)).join("");
      parts.push(`<text x="${EDGE.left}" y="${top + 16}" fill="${app.colours().soft}">${escape(box.names[1])} over ${escape(box.names[0])}</text>`);
      parts.push(`<svg x="0" y="${top + 24}" width="${clientWidth}" height="${clientHeight}">${inner}</svg>`);
      top += clientHeight + 24;
    }
    const paper = `<rect width="100%" height="100%" fill="${app.colours().paper}"/>`;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${top}" viewBox="0 0 ${WIDE} ${top}" ` +
      `style="font:${FONT}">\n${paper}\n${parts.join("\n")}\n</svg>\n`
    );
  }

  /* The plots as they stand on the page, with their names. */
  function plots(app) {
    const ratio = devicePixelRatio || 1,
      boxes = app.plots.boxes.filter((box) => box.plot),
      room = 22 * ratio;
    const width = Math.max(1, ...boxes.map((box) => box.plot.ctx.canvas.width)),
      height = boxes.reduce((sum, box) => sum + box.plot.ctx.canvas.height + room, 0) || 1,
      [made, pen] = sheet(app, width, height);
    let top = 0;
    for (const box of boxes) {
      let at = 8 * ratio;
      pen.font = `${11 * ratio}px system-ui, sans-serif`;
      for (const name of box.names) {
        pen.fillStyle = app.plots.style(name).colour;
        pen.fillText(name, at, top + 15 * ratio);
        at += pen.measureText(name).width + 16 * ratio;
      }
      pen.drawImage(box.plot.ctx.canvas, 0, top + room);
      top += box.plot.ctx.canvas.height + room;
    }
    return made;
  }

  viewer.pictures = { plots, stage, svg };
})(window.LinkworkViewer);
