const [first, second] = data.axes.map(({ values }) => values), names = Object.keys(data.measures);
let measure = names[0], at = [Math.floor(first.length / 2), Math.floor(second.length / 2)], view = [0.9, 0.5];
const field = element("div", { className: "map" }), side = element("div"), told = element("div"), bar = element("div", { className: "bar" });
const index = (i, j) => i * second.length + j, value = (name, i, j) => data.measures[name].values[index(i, j)];
/* Middle lines between values: where the cell of each begins and ends. */
const borders = (values) => {
  if (values.length < 2) return [values[0] - 0.5, values[0] + 0.5];
  const middle = values.slice(1).map((v, i) => (v + values[i]) / 2), n = middle.length;
  return [2 * values[0] - middle[0], ...middle, 2 * values[values.length - 1] - middle[n - 1]];
};

function drawMap() {
  const W = 560, L = 62, R = 88, T = 12, B = 44, [xs, ys] = [borders(first), borders(second)];
  const wide = xs[xs.length - 1] - xs[0], tall = ys[ys.length - 1] - ys[0], share = tall / wide;
  const inner = W - L - R, high = second.length < 2 ? 60 : share > 0.3 && share < 2 ? inner * share : inner, H = T + high + B;
  const px = (v) => L + (inner * (v - xs[0])) / wide, py = (v) => T + high - (high * (v - ys[0])) / tall;
  const all = data.measures[measure].values.filter((v) => v !== null), low = Math.min(...all), top = Math.max(...all);
  const shade = (v) => v === null ? "#fff" : data.shades[Math.round((data.shades.length - 1) * (top > low ? (v - low) / (top - low) : 0.5))];
  const picture = svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": measure, "shape-rendering": "crispEdges" });
  for (let i = 0; i < first.length; i += 1)
    for (let j = 0; j < second.length; j += 1)
      picture.append(svg("rect", { x: px(xs[i]), y: py(ys[j + 1]), width: px(xs[i + 1]) - px(xs[i]) + 0.3, height: py(ys[j]) - py(ys[j + 1]) + 0.3, fill: shade(value(measure, i, j)) }));
  data.singular.forEach((yes, n) => {
    if (!yes) return;
    const [x, y] = [px(first[Math.floor(n / second.length)]), py(second[n % second.length])];
    picture.append(svg("path", { d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6`, stroke: "#fff", "stroke-width": 1.4 }));
  });
  for (const v of ticks(xs[0], xs[xs.length - 1]))
    picture.append(svg("text", { x: px(v), y: T + high + 16, "text-anchor": "middle", class: "soft" }, shown(v)));
  if (second.length > 1)
    for (const v of ticks(ys[0], ys[ys.length - 1]))
      picture.append(svg("text", { x: L - 6, y: py(v) + 4, "text-anchor": "end", class: "soft" }, shown(v)));
  picture.append(svg("text", { x: L + inner / 2, y: H - 8, "text-anchor": "middle" }, data.axes[0].name));
  picture.append(svg("text", { x: 14, y: T + high / 2, transform: `rotate(-90 14 ${T + high / 2})`, "text-anchor": "middle" }, data.axes[1].name));
  const steps = data.shades.length, { unit } = data.measures[measure];
  data.shades.forEach((fill, k) => picture.append(svg("rect", { x: W - R + 12, y: T + high - (high * (k + 1)) / steps, width: 12, height: high / steps + 0.5, fill })));
  if (unit) picture.append(svg("text", { x: W - R + 12, y: T + high + 16, class: "soft" }, unit));
  for (const v of ticks(low, top, 5))
    if (top > low) picture.append(svg("text", { x: W - R + 29, y: T + high - (high * (v - low)) / (top - low) + 4, class: "soft" }, shown(v)));
  const [x, y] = [px(first[at[0]]), py(second[at[1]])];
  for (const [stroke, width] of [["#1d2733", 4], ["#fff", 2]])
    picture.append(svg("circle", { cx: x, cy: y, r: 6, fill: "none", stroke, "stroke-width": width, "shape-rendering": "auto" }));
  const nearest = (values, v) => values.reduce((best, one, n) => (Math.abs(one - v) < Math.abs(values[best] - v) ? n : best), 0);
  picture.onpointermove = (event) => {
    const [mx, my] = place(picture, event);
    at = [nearest(first, xs[0] + ((mx - L) / inner) * wide), nearest(second, ys[0] + ((T + high - my) / high) * tall)];
    draw();
  };
  field.replaceChildren(picture);
}

/* The carrier where one points, in parallel projection. */
function drawMachine() {
  const { inner, outer } = data.machine, there = [data.at, data.at, data.at];
  [...data.plane].forEach((axis, k) => { there["xyz".indexOf(axis)] = data.axes[k].values[at[k]]; });
  const [turn, tilt] = view, [c, s, u, v] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
  const flat = ([x, y, z]) => [c * x + s * y, v * (s * x - c * y) + u * z], far = Math.max(...outer.map((p) => Math.hypot(...p))) * 1.12;
  const W = 520, H = 420, k = Math.min(W, H) / 2 / far, pixel = (p) => { const [a, b] = flat(p); return [W / 2 + k * a, H / 2 - k * b]; };
  const picture = svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "the machine" });
  picture.style.cursor = "grab";
  const ends = [...data.plane].map((_, n) => [data.axes[n].values[0], data.axes[n].values[data.axes[n].values.length - 1]]);
  const frame = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([a, b]) => {
    const corner = [data.at, data.at, data.at];
    corner["xyz".indexOf(data.plane[0])] = ends[0][a];
    corner["xyz".indexOf(data.plane[1])] = ends[1][b];
    return pixel(corner);
  });
  picture.append(svg("polygon", { points: frame.join(" "), fill: "#f3f6f9", stroke: "#9aa7b4" }));
  const joints = inner.map((p) => p.map((x, n) => x + there[n])), lengths = [];
  const hull = joints.map(pixel), centre = pixel(there);
  hull.forEach((p) => picture.append(svg("path", { d: `M${centre}L${p}`, stroke: "#5b6875", "stroke-width": 5, "stroke-linecap": "round" })));
  outer.forEach((p, n) => {
    const colour = data.colours[n % data.colours.length], [a, b] = [pixel(p), hull[n]];
    lengths.push([`strut ${n + 1}`, `${shown(1000 * Math.hypot(...p.map((x, m) => x - joints[n][m])), 5)} mm`]);
    picture.append(svg("path", { d: `M${a}L${b}`, stroke: colour, "stroke-width": 4, "stroke-linecap": "round" }),
      svg("rect", { x: a[0] - 5, y: a[1] - 5, width: 10, height: 10, fill: "#5b6875" }),
      svg("circle", { cx: b[0], cy: b[1], r: 4, fill: "#fff", stroke: colour, "stroke-width": 2 }));
  });
  picture.append(svg("circle", { cx: centre[0], cy: centre[1], r: 5, fill: "#1d2733" }));
  [["x", [1, 0, 0]], ["y", [0, 1, 0]], ["z", [0, 0, 1]]].forEach(([name, axis]) => {
    const [a, b] = flat(axis);
    picture.append(svg("path", { d: `M34 ${H - 34}l${24 * a} ${-24 * b}`, stroke: "#1d2733", "stroke-width": 1.5 }),
      svg("text", { x: 34 + 31 * a, y: H - 30 - 31 * b, "text-anchor": "middle" }, name));
  });
  picture.onpointerdown = (event) => picture.setPointerCapture(event.pointerId);
  picture.onpointermove = (event) => {
    if (!event.buttons) return;
    view = [view[0] - event.movementX / 120, Math.max(-1.57, Math.min(1.57, view[1] + event.movementY / 120))];
    const taken = drawMachine();
    picture.replaceChildren(...taken.picture.children);
  };
  return { picture, lengths };
}

function draw() {
  drawMap();
  const here = data.axes.filter(({ name }) => name).map(({ name, values }, k) => [name, shown(values[at[k]])]);
  const numbers = names.map((name) => [name, `${shown(value(name, ...at))} ${data.measures[name].unit}`]);
  const machine = data.machine.inner ? drawMachine() : null;
  told.replaceChildren(rows([...here, ...numbers]));
  side.replaceChildren(...(machine ? [machine.picture, rows(machine.lengths)] : []));
}
bar.append(choice("measure", names, measure, (name) => { measure = name; draw(); }));
main.append(bar, element("div", {}, field, told), side);
draw();
