const data = JSON.parse(document.getElementById("data").textContent), main = document.querySelector("main");
const shown = (x, digits = 4) => {
  if (x === null || x === undefined || !Number.isFinite(x)) return "–";
  if (x === 0) return "0";
  const power = Math.floor(Math.log10(Math.abs(x)) / 3) * 3;
  if (power >= 6 || power <= -6) return `${+(x / 10 ** power).toPrecision(digits)}e${power}`;
  return String(+x.toPrecision(digits)).replace("-", "\u2212");
};
function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
function element(tag, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(tag), attributes);
  made.append(...children);
  return made;
}
/* A choice among words, with what to do when another is taken. */
function choice(label, words, taken, change) {
  const list = element("select", {}, ...words.map((word) => element("option", { value: word }, word)));
  list.value = taken;
  list.onchange = () => change(list.value);
  return element("label", {}, label, list);
}
/* Where a pointer is in the coordinates of a drawing. */
function place(drawing, event) {
  const at = drawing.getBoundingClientRect(), { width, height } = drawing.viewBox.baseVal;
  return [((event.clientX - at.left) / at.width) * width, ((event.clientY - at.top) / at.height) * height];
}
const rows = (pairs) => element("table", {}, ...pairs.map((pair) => element("tr", {}, ...pair.map((text) => element("td", {}, text)))));
/* Round numbers between two others, about `many` of them. */
function ticks(low, high, many = 5) {
  const raw = (high - low) / many || 1, size = 10 ** Math.floor(Math.log10(raw)),
    step = [1, 2, 5, 10].map((n) => n * size).find((n) => n >= raw), all = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * step; n += 1) all.push(+(n * step).toPrecision(12));
  return all;
}
