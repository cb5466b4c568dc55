const PARTS = ["driving pulley", "span t1", "driven pulley", "span t2"];
const colour = (name) => data.colours[Object.keys(data.fields).indexOf(name) % data.colours.length];
let number = 0, field = "axial", chosen = 0;
const state = () => data.states[number];
const drawn = element("div"), curves = element("div"), told = element("div"), bar = element("div", { className: "bar" });
drawn.style.position = "sticky";
drawn.style.top = "0.5rem";
const partOf = (i) => PARTS[Math.max(0, state().ends.findIndex((end) => state().place[i] <= end + 1e-9))];
/* The largest of a field in all states: a slider through them changes curves, not their scale. */
const most = (name) => Math.max(1e-12, ...data.states.flatMap((one) => one.values[name].map((v) => Math.abs(v || 0))));

/* Belt and pulleys; the field stands on the belt like a wall, outward where it is positive. */
function drawBelt() {
  const { radii, distance, line, values } = state(), high = 0.75 * Math.min(...radii), scale = high / most(field),
    left = -radii[0] - high - 0.01, right = distance + radii[1] + high + 0.01, up = Math.max(...radii) + high + 0.01,
    k = 620 / (right - left), x = (v) => (v - left) * k, y = (v) => (up - v) * k;
  const picture = svg("svg", { viewBox: `0 0 620 ${2 * up * k}`, role: "img", "aria-label": "forces along the belt" });
  radii.forEach((radius, n) => {
    const [cx, cy] = [x(n * distance), y(0)];
    picture.append(svg("circle", { cx, cy, r: radius * k, fill: "#eef2f6", stroke: "#c3ccd5" }),
      svg("circle", { cx, cy, r: 3, fill: "#5b6875" }),
      svg("text", { x: cx, y: cy + 20, "text-anchor": "middle", class: "soft" }, n ? "driven" : "driving"));
  });
  const at = (i, far) => [x(line[0][i] + far * line[3][i]), y(line[1][i] - far * line[2][i])], count = line[0].length;
  for (let i = 0; i < count; i += 1) {
    const j = (i + 1) % count, [a, b] = [values[field][i], values[field][j]];
    if (a === null || b === null) continue;
    const corners = [at(i, 0), at(j, 0), at(j, b * scale), at(i, a * scale)];
    picture.append(svg("polygon", { points: corners.map((p) => p.join(",")).join(" "), fill: colour(field), opacity: 0.35 }));
    picture.append(svg("path", { d: `M${corners[3]}L${corners[2]}`, stroke: colour(field), "stroke-width": 1.5 }));
  }
  const path = `M${Array.from({ length: count }, (_, i) => at(i, 0).join(" ")).join("L")}Z`;
  picture.append(svg("path", { d: path, fill: "none", stroke: "#1d2733", "stroke-width": 2.2 }));
  const value = values[field][chosen], foot = at(chosen, 0), tip = at(chosen, (value || 0) * scale);
  picture.append(svg("path", { d: `M${foot}L${tip}`, stroke: "#1d2733", "stroke-width": 2 }),
    svg("circle", { cx: foot[0], cy: foot[1], r: 4.5, fill: "#fff", stroke: "#1d2733", "stroke-width": 2 }));
  const [p, q] = [at(0, -0.008), at(Math.min(4, count - 1), -0.008)], way = Math.atan2(q[1] - p[1], q[0] - p[0]);
  const barb = (turn) => [q[0] - 8 * Math.cos(way + turn), q[1] - 8 * Math.sin(way + turn)];
  picture.append(svg("path", { d: `M${barb(0.5)}L${q}L${barb(-0.5)}`, fill: "none", stroke: "#5b6875", "stroke-width": 1.6 }));
  picture.onpointermove = (event) => {
    const [px, py] = place(picture, event);
    let best = 0, near = Infinity;
    for (let i = 0; i < count; i += 1) {
      const [ax, ay] = at(i, 0), far = (ax - px) ** 2 + (ay - py) ** 2;
      if (far < near) [best, near] = [i, far];
    }
    choose(best);
  };
  drawn.replaceChildren(picture, told);
}

function drawCurves() {
  const W = 620, H = 150, L = 58, R = 10, T = 22, B = 22, { place: places, values, ends } = state(), last = ends[3];
  const px = (s) => L + ((W - L - R) * s) / last;
  curves.replaceChildren(...data.panels.map((names, panel) => {
    const all = data.states.flatMap((one) => names.flatMap((name) => one.values[name])).filter((v) => v !== null);
    let low = Math.min(0, ...all), high = Math.max(0, ...all);
    if (high - low < 1e-12) high = low + 1;
    const py = (v) => H - B - ((H - T - B) * (v - low)) / (high - low);
    const picture = svg("svg", { viewBox: `0 0 ${W} ${H}` });
    for (const v of ticks(low, high, 4))
      picture.append(svg("path", { class: "grid", d: `M${L} ${py(v)}H${W - R}` }),
        svg("text", { x: L - 6, y: py(v) + 4, "text-anchor": "end", class: "soft" }, shown(v)));
    ends.slice(0, 3).forEach((end) => picture.append(svg("path", { class: "axis", d: `M${px(end)} ${T}V${H - B}` })));
    [0, ...ends].slice(0, 4).forEach((begin, n) =>
      picture.append(svg("text", { x: (px(begin) + px(ends[n])) / 2, y: H - 6, "text-anchor": "middle", class: "soft" },
        panel === data.panels.length - 1 ? `${PARTS[n]}${n === 3 ? `, ${shown(last)} mm` : ""}` : "")));
    let along = L;
    for (const name of names) {
      const [words, unit] = data.fields[name], text = `${words} (${unit})`;
      picture.append(svg("text", { x: along, y: 14, style: `fill:${colour(name)};font-weight:600` }, text));
      along += 8 * text.length;
      let path = "", pen = "M";
      values[name].forEach((v, i) => {
        const turned = name === "sliding" && i && Math.abs(v - values[name][i - 1]) > 180; // from 180 to -180 deg
        if (v !== null) path += `${turned ? "M" : pen}${px(places[i]).toFixed(1)} ${py(v).toFixed(1)}`;
        pen = v === null ? "M" : "L";
      });
      picture.append(svg("path", { d: path, fill: "none", stroke: colour(name), "stroke-width": 1.7 }));
    }
    picture.append(svg("path", { class: "cursor", d: `M${px(places[chosen])} ${T}V${H - B}` }));
    picture.onpointermove = (event) => {
      const [x] = place(picture, event);
      let best = 0;
      places.forEach((s, i) => { if (Math.abs(px(s) - x) < Math.abs(px(places[best]) - x)) best = i; });
      choose(best);
    };
    return picture;
  }));
}

function tell() {
  const { values, whole, place: places } = state();
  const here = Object.entries(data.fields).map(([name, [words, unit]]) =>
    [words, values[name][chosen] === null ? "no contact" : `${shown(values[name][chosen])} ${unit}`]);
  told.replaceChildren(rows([["place", `${shown(places[chosen])} mm`, partOf(chosen)], ...here, ...Object.entries(whole)]));
}

function choose(i) {
  chosen = Math.min(i, state().place.length - 1);
  drawBelt();
  drawCurves();
  tell();
}

bar.append(choice("along the path", Object.values(data.fields).map(([words]) => words), data.fields[field][0], (words) => {
  field = Object.keys(data.fields).find((name) => data.fields[name][0] === words);
  choose(chosen);
}));
if (data.states.length > 1) {
  const label = element("span"), slider = element("input", { type: "range", min: 0, max: data.states.length - 1, value: 0 });
  const name = () => `${data.names[number]}: ratio ${state().whole["ratio of speeds"]}, torques ${state().whole.torques}`;
  slider.oninput = () => { number = +slider.value; label.textContent = name(); choose(chosen); };
  label.textContent = name();
  bar.append(element("label", {}, slider, label));
}
main.append(bar, drawn, curves);
chosen = state().values.axial.reduce((best, v, i, all) => ((v || 0) > (all[best] || 0) ? i : best), 0);
choose(chosen);
