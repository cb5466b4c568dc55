/* Circuits as diagrams: wires take the colour of what their node has, parts tell what goes through them, and an arrow
   beside each says which way. A press on a part or a node plots it. */
(function (viewer) {
  "use strict";

  const { between, locate, mix, short } = viewer.kit;
  const { element, soon } = viewer.tools;
  const SPACE = "http://www.w3.org/2000/svg";
  const NOTHING = 1e-3; // of the largest: what is smaller is shown as zero, and without an arrow

  function drawn(tag, attributes = {}, ...children) {
    const made = document.createElementNS(SPACE, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  const text = (words, [x, y], kind, anchor = "middle") => {
    const made = drawn("text", { x, y: -y, class: kind, "text-anchor": anchor });
    made.textContent = words;
    return made;
  };

  const chain = (points, closed) =>
    `M${points.map(([x, y]) => `${x.toFixed(3)} ${(-y).toFixed(3)}`).join("L")}${closed ? "Z" : ""}`;

  const stroke = ({ points, fill = "none", thin }) =>
    drawn("path", {
      d: chain(points, fill !== "none"),
      class: [fill === "ink" ? "inked" : fill === "paper" ? "papered" : "plain", thin ? "thin" : ""].join(" "),
    });

  const largest = (series) => (series || []).reduce((most, value) => Math.max(most, Math.abs(value || 0)), 0);

  /* One circuit as a picture that follows the time. */
  class Diagram {
    constructor(panel, circuit) {
      this.panel = panel;
      this.circuit = circuit;
      this.updates = [];
      const [left, low, right, high] = circuit.bounds;
      this.root = drawn("svg", {
        viewBox: `${left} ${-high} ${right - left} ${high - low}`,
        class: "lw-diagram",
        role: "img",
        "aria-label": `Circuit ${circuit.name}: ${circuit.parts.map(({ label, kind }) => `${label} (${kind})`).join(", ")}`,
      });
      this.root.style.setProperty("--wide", `${((right - left) * 24).toFixed(0)}px`);
      this.ranges = this.rangesOf();
      this.most = this.mostOf(circuit);
      for (const node of circuit.nodes) this.root.append(this.node(node));
      for (const { strokes } of circuit.grounds)
        this.root.append(drawn("g", { class: "ground" }, ...strokes.map(stroke)));
      for (const part of circuit.parts) this.root.append(this.part(part));
      for (const node of circuit.nodes) this.root.append(this.name(node));
    }

    /* Least and greatest of every domain: zero is in it, but for temperatures. */
    rangesOf() {
      const ranges = new Map();
      for (const { domain, channel } of this.circuit.nodes) {
        const values = (this.circuit.series[channel] || []).filter(Number.isFinite),
          [low, high] = ranges.get(domain) || (domain === "thermal" ? [Infinity, -Infinity] : [0, 0]);
        ranges.set(domain, [values.reduce((a, b) => Math.min(a, b), low), values.reduce((a, b) => Math.max(a, b), high)]);
      }
      return ranges;
    }

    value(channel, [i, s]) {
      const series = this.circuit.series[channel];
      return series ? between(series, i, s) : undefined;
    }

    /* What is far smaller than the largest of its unit in the circuit is nothing. */
    said(channel, value) {
      const { units, series } = this.circuit,
        unit = units[channel] || "",
        all = this.most.get(unit);
      if (!Number.isFinite(value)) return "";
      return viewer.scaled(Math.abs(value) < NOTHING * all ? 0 : value, unit, largest(series[channel]));
    }

    mostOf({ series, units }) {
      const most = new Map();
      for (const [channel, values] of Object.entries(series))
        most.set(units[channel], Math.max(most.get(units[channel]) || 0, largest(values)));
      return most;
    }

    press(name, channels, title, ...children) {
      const group = drawn("g", { class: "press", tabindex: "0", role: "button", "aria-label": title, "data-name": name });
      const tip = drawn("title");
      tip.textContent = title;
      const act = () => this.panel.app.plots.add(channels.filter((channel) => this.panel.app.record.has(channel)));
      group.addEventListener("click", act);
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        act();
      });
      group.append(tip, ...children);
      return group;
    }

    /* The wires of a node, warm above zero and cold below. */
    node({ domain, channel, wires, dots }) {
      const lines = wires.map((points) => drawn("path", { d: chain(points, false), class: "wire" })),
        spots = dots.map(([x, y]) => drawn("circle", { cx: x, cy: -y, r: 0.13, class: "dot" }));
      this.updates.push((place, look) => {
        const colour = this.colour(domain, this.value(channel, place), look);
        for (const path of lines) path.style.stroke = colour;
        for (const spot of spots) spot.style.fill = colour;
      });
      return drawn("g", {}, ...lines, ...spots);
    }

    colour(domain, value, look) {
      const [low, high] = this.ranges.get(domain) || [0, 0];
      if (!Number.isFinite(value) || high <= low) return look.soft;
      if (domain === "thermal") return mix(look.accent, look.warn, (value - low) / (high - low));
      const most = Math.max(high, -low);
      return mix(look.soft, value > 0 ? look.warn : look.accent, Math.min(1, Math.abs(value) / most));
    }

    name({ name, channel, at: [x, y], anchor }) {
      const value = text("", [x, y + 0.3], "value", anchor),
        label = text(name, [x, y + 1.0], "node", anchor);
      this.updates.push((place) => (value.textContent = this.said(channel, this.value(channel, place))));
      return this.press(name, [channel], `${name}: press to plot ${channel}`, label, value);
    }

    part({ name, label, kind, channel, at: [x, y], upright, flow, strokes, letters, box }) {
      const head = upright ? [x + 1.05, y + 0.2, "start"] : [x, y + (box ? 1.15 : 1.75), "middle"],
        tail = upright ? [x + 1.05, y - 0.55, "start"] : [x, y + 1.05, "middle"];
      const value = text("", tail, "value", tail[2]),
        arrow = flow.length ? drawn("path", { class: "flow" }) : null,
        most = largest(this.circuit.series[channel]);
      this.updates.push((place) => {
        const now = this.value(channel, place);
        value.textContent = channel && !box ? this.said(channel, now) : "";
        if (arrow) this.turn(arrow, [x, y], flow, most > 0 ? (now || 0) / most : 0);
      });
      const own = [channel, `${name}.power`].filter(Boolean);
      return this.press(
        name,
        own.slice(0, 1),
        `${label}, ${kind}: press to plot ${own[0]}`,
        ...strokes.map(stroke),
        ...letters.map(([words, [a, b]]) => text(words, [a, b - 0.22], "letters")),
        ...(arrow ? [arrow] : []),
        text(label, head, "part", head[2]),
        value,
      );
    }

    /* An arrow on the first lead of a part, as large as its share of the largest. */
    turn(arrow, [x, y], [u, v], share) {
      const size = Math.abs(share) < NOTHING ? 0 : 0.16 + 0.26 * Math.sqrt(Math.abs(share)),
        way = share < 0 ? -1 : 1;
      arrow.style.visibility = size ? "visible" : "hidden";
      if (!size) return;
      const [cx, cy] = [x - 1.55 * u, y - 1.55 * v],
        point = (along, across) => [cx + way * along * u - across * v, cy + way * along * v + across * u];
      arrow.setAttribute("d", chain([point(size, 0), point(-size, 0.62 * size), point(-size, -0.62 * size)], true));
    }

    update(place, look) {
      for (const update of this.updates) update(place, look);
    }
  }

  /* A value with a prefix that fits the largest of its series: 3.2 MPa, 0.4 mA. */
  const PREFIXES = [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
    [1, ""],
    [1e-3, "m"],
    [1e-6, "µ"],
    [1e-9, "n"],
  ];
  const PREFIXED = ["V", "A", "Pa", "W", "N", "N m", "Wb"],
    USUAL = { "m^3/s": [6e4, "l/min"], "kg/s": [1e3, "g/s"] };
  viewer.scaled = (value, unit, most) => {
    const [times, word] = USUAL[unit] || [1, unit],
      [size, prefix] = (PREFIXED.includes(unit) && PREFIXES.find(([one]) => most >= one)) || [1, ""];
    return `${short((value * times) / size, 3)} ${prefix}${word}`.trim();
  };

  class CircuitPanel {
    constructor(app) {
      this.app = app;
      this.diagrams = [];
      this.root = element("div", { class: "lw-circuits" });
      this.draw = soon(() => this.paint());
      app.player.watch(() => this.draw());
      for (const signal of ["panel", "theme"]) app.on(signal, () => this.draw());
    }

    get circuits() {
      return this.app.record.scene.circuits || [];
    }

    useful() {
      return this.circuits.length > 0;
    }

    load() {
      this.diagrams = this.circuits.map((circuit) => new Diagram(this, circuit));
      this.root.replaceChildren(
        ...this.diagrams.flatMap(({ root, circuit }) => [
          this.diagrams.length > 1 ? element("h3", {}, circuit.name) : null,
          root,
        ]).filter(Boolean),
      );
      this.draw();
    }

    paint() {
      if (!this.root.offsetParent || !this.diagrams.length) return;
      const place = locate(this.app.record.scene.times, this.app.player.time),
        look = this.app.colours();
      for (const diagram of this.diagrams) diagram.update(place, look);
    }
  }

  viewer.CircuitPanel = CircuitPanel;
})(window.LinkworkViewer);
