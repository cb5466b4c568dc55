const run = JSON.parse(document.getElementById("run").textContent);
const plots = document.getElementById("plots"), W = 800, H = 170, L = 74, R = 8, T = 22, B = 24;
const asked = new Set(run.first);
const shown = (x) => Math.abs(x) >= 1e4 || (x && Math.abs(x) < 1e-3) ? x.toExponential(3) : String(+x.toPrecision(6));
function draw() {
  plots.replaceChildren(...[...asked].map((name, number) => plot(name, run.colours[number % run.colours.length])));
}
function plot(name, colour) {
  const y = run.values[name], t = run.t, good = y.filter((v) => v !== null);
  let low = Math.min(...good), high = Math.max(...good);
  if (!good.length) { low = 0; high = 1; }
  if (high - low < 1e-12 * Math.max(Math.abs(high), 1e-300)) {
    const pad = Math.abs(high) * 0.1 || 1;
    low -= pad;
    high += pad;
  }
  const px = (x) => L + (W - L - R) * (x - t[0]) / ((t[t.length - 1] - t[0]) || 1);
  const py = (v) => H - B - (H - T - B) * (v - low) / (high - low);
  let path = "", pen = "M";
  y.forEach((v, i) => {
    if (v !== null) path += `${pen}${px(t[i]).toFixed(1)} ${py(v).toFixed(1)}`;
    pen = v === null ? "M" : "L";
  });
  const box = document.createElement("div");
  box.className = "plot";
  box.innerHTML = `<svg viewBox="0 0 ${W} ${H}" role="img">
    <line class="axis" x1="${L}" y1="${H - B}" x2="${W - R}" y2="${H - B}"/><line class="axis" x1="${L}" y1="${T}" x2="${L}" y2="${H - B}"/>
    <text x="${L}" y="14" class="name"></text><text x="${W - R}" y="14" text-anchor="end" class="told"></text>
    <text x="${L - 6}" y="${py(high) + 4}" text-anchor="end">${shown(high)}</text><text x="${L - 6}" y="${py(low) + 4}" text-anchor="end">${shown(low)}</text>
    <text x="${L}" y="${H - 6}">${shown(t[0])}</text><text x="${W - R}" y="${H - 6}" text-anchor="end">${shown(t[t.length - 1])} s</text>
    <path d="${path}" fill="none" stroke="${colour}" stroke-width="1.6"/></svg>`;
  box.querySelector(".name").textContent = name;
  const svg = box.querySelector("svg"), told = box.querySelector(".told");
  svg.onpointermove = (event) => {
    const at = svg.getBoundingClientRect(), x = (event.clientX - at.left) / at.width * W;
    let best = 0;
    t.forEach((v, i) => { if (Math.abs(px(v) - x) < Math.abs(px(t[best]) - x)) best = i; });
    told.textContent = y[best] === null ? "" : `${shown(y[best])} at ${shown(t[best])} s`;
  };
  return box;
}
document.querySelectorAll("nav input[type=checkbox]").forEach((box) => {
  box.checked = asked.has(box.value);
  box.onchange = () => { if (box.checked) asked.add(box.value); else asked.delete(box.value); draw(); };
});
document.getElementById("search").oninput = (event) => {
  const word = event.target.value.toLowerCase();
  document.querySelectorAll("nav label").forEach((one) => { one.hidden = !one.textContent.toLowerCase().includes(word); });
  document.querySelectorAll("nav details").forEach((one) => { if (word) one.open = true; });
};
draw();
