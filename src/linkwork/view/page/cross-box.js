/* One channel over another, as the model asks for it: the curve of the whole run and a dot for the time shown. */
(function (viewer) {
  "use strict";

  const { niceStep, tickText } = viewer.kit;
  const { element, quantity } = viewer.tools;
  const { button } = viewer.faces;
  const SPACE = "http://www.w3.org/2000/svg",
    EDGE = { left: 56, right: 12, top: 8, bottom: 34 },
    APART = { x: 62, y: 30 }; // pixels about the curve, and between two numbers of an axis

  function drawn(tag, attributes, text) {
    const made = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text) made.textContent = text;
    return made;
  }

  class CrossBox {
    constructor(board, [x, y]) {
      this.board = board;
      this.record = board.app.record;
      this.names = [x, y];
      this.values = element("output", { "aria-live": "off" });
      this.others = element("div");
      this.area = element("div", { class: "lw-plot-area", role: "img", "aria-label": `${y} over ${x}` });
      const title = element("span", { class: "name", title: `${y} over ${x}` }, `${y} over ${x}`),
        close = button({ icon: "close", title: "Close this plot", press: () => board.closeCross(this), kind: "small" });
      this.root = element(
        "section",
        { class: "lw-plot lw-cross", "aria-label": `Plot of ${y} over ${x}` },
        element("header", {}, title, this.values, close),
        this.others,
        this.area,
      );
      this.observer = new ResizeObserver(() => this.rebuild());
      this.observer.observe(this.area);
    }

    /* What lies beside and has both channels. */
    beside() {
      const { kept } = this.board.app,
        [x, y] = this.names;
      return kept.of(x).flatMap(({ label, values: xs, measured, number }) =>
        kept
          .of(y)
          .filter((other) => other.label === label)
          .map(({ values: ys }) => ({
            label,
            number,
            measured,
            points: xs.map((value, i) => [value, ys[i]]).filter((point) => point.every(Number.isFinite)),
          })),
      );
    }

    /* The points that are known, and the ranges of both; of one unit they have one scale. */
    measure() {
      const [xs, ys] = this.names.map((name) => this.record.series.get(name) || []);
      const points = xs.map((x, i) => [x, ys[i]]).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
      if (!points.length) return null;
      const { clientWidth, clientHeight } = this.area,
        wide = clientWidth - EDGE.left - EDGE.right,
        high = clientHeight - EDGE.top - EDGE.bottom;
      if (wide < 20 || high < 20) return null;
      const every = [...points, ...this.beside().flatMap((other) => other.points)],
        spans = [0, 1].map((k) => span(every.map((point) => point[k])));
      const scales = [wide / spans[0].size, high / spans[1].size],
        [one, other] = this.names.map((name) => this.record.unit(name));
      if (one === other) scales.fill(Math.min(...scales));
      const middle = [EDGE.left + wide / 2, EDGE.top + high / 2];
      const at = (x, y) => [
        middle[0] + (x - spans[0].middle) * scales[0],
        middle[1] - (y - spans[1].middle) * scales[1],
      ];
      return { points, scales, spans, at, wide, high };
    }

    rebuild() {
      const found = this.measure(),
        { clientWidth, clientHeight } = this.area,
        look = this.board.app.colours();
      this.at = found && found.at;
      if (!found) return this.area.replaceChildren();
      const style = viewer.series.seriesStyle(0, look.dark),
        picture = drawn("svg", { width: clientWidth, height: clientHeight, "aria-hidden": "true" });
      picture.append(...this.axis(0, found, look), ...this.axis(1, found, look));
      const beside = this.beside();
      this.others.replaceChildren(viewer.series.besideNames(beside, look.soft));
      for (const kept of beside) {
        const { points, measured } = kept,
          { dash, open, radius } = viewer.series.besideStyle(kept);
        if (measured)
          picture.append(
            ...points.map((point) => {
              const [cx, cy] = found.at(...point).map((value) => value.toFixed(1));
              return drawn("circle", { cx, cy, r: radius, fill: open ? look.paper : style.colour, stroke: style.colour });
            }),
          );
        else
          picture.append(
            drawn("path", {
              d: `M${points.map((point) => found.at(...point).map((value) => value.toFixed(1))).join("L")}`,
              fill: "none",
              stroke: style.colour,
              "stroke-width": 1.3,
              "stroke-opacity": 0.6,
              "stroke-dasharray": dash.join(" "),
            }),
          );
      }
      const path = found.points.map((point) => found.at(...point).map((value) => value.toFixed(1)));
      picture.append(drawn("path", { d: `M${path.join("L")}`, fill: "none", stroke: style.colour, "stroke-width": 1.7 }));
      this.dot = drawn("circle", { r: 4.5, fill: style.colour, stroke: look.paper, "stroke-width": 1.5 });
      picture.append(this.dot);
      this.area.replaceChildren(picture);
      this.showTime();
      this.showValues();
    }

    /* Lines with their numbers, and the name of the axis. */
    axis(k, { scales, spans, at, wide, high }, look) {
      const half = (k ? high : wide) / scales[k] / 2,
        step = niceStep((k ? APART.y : APART.x) / scales[k]),
        bottom = EDGE.top + high,
        parts = [];
      for (let n = Math.ceil((spans[k].middle - half) / step); n * step <= spans[k].middle + half; n += 1) {
        const place = at(k ? spans[0].middle : n * step, k ? n * step : spans[1].middle)[k];
        const line = k ? [EDGE.left, place, EDGE.left + wide, place] : [place, EDGE.top, place, bottom];
        parts.push(drawn("path", { d: `M${line[0]} ${line[1]}L${line[2]} ${line[3]}`, stroke: look.grid }));
        const spot = k
          ? { x: EDGE.left - 5, y: place + 4, "text-anchor": "end" }
          : { x: place, y: bottom + 15, "text-anchor": "middle" };
        parts.push(drawn("text", { ...spot, fill: look.soft }, tickText(n * step, step, Math.abs(spans[k].middle) + half)));
      }
      const unit = this.record.unit(this.names[k]),
        label = `${this.names[k]}${unit && unit !== "1" ? ` in ${unit}` : ""}`;
      const turn = `translate(11 ${EDGE.top + high / 2}) rotate(-90)`,
        where = k ? { transform: turn } : { x: EDGE.left + wide / 2, y: bottom + 30 };
      parts.push(drawn("text", { ...where, "text-anchor": "middle", fill: look.soft }, label));
      return parts;
    }

    /* Both values at a time, or nothing while they are not known. */
    both(time) {
      const values = this.names.map((name) => this.record.at(name, time));
      return values.every(Number.isFinite) ? values : null;
    }

    showValues() {
      const time = this.board.pointed === null ? this.board.app.player.time : this.board.pointed,
        values = this.both(time);
      this.values.textContent = values
        ? this.names.map((name, k) => quantity(values[k], this.record.unit(name))).join(", ")
        : "…";
    }

    showTime() {
      const values = this.at && this.both(this.board.app.player.time);
      if (!this.at) return;
      this.dot.style.display = values ? "" : "none";
      if (!values) return;
      const [x, y] = this.at(...values);
      this.dot.setAttribute("cx", x.toFixed(1));
      this.dot.setAttribute("cy", y.toFixed(1));
    }

    renew() {
      this.rebuild();
    }

    dispose() {
      this.observer.disconnect();
      this.root.remove();
    }
  }

  /* The middle and the size of what values span, with a little room; never nothing. */
  function span(values) {
    const low = values.reduce((a, b) => Math.min(a, b)),
      high = values.reduce((a, b) => Math.max(a, b)),
      large = Math.max(Math.abs(low), Math.abs(high));
    const size = high - low > 1e-9 * large ? 1.12 * (high - low) : 0.2 * large || 2;
    return { middle: (low + high) / 2, size };
  }

  viewer.CrossBox = CrossBox;
})(window.LinkworkViewer);
