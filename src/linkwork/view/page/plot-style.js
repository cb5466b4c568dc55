/* How a series looks: colours that colour-blind readers tell apart, and for each its own dash and marker. */
(function (viewer) {
  "use strict";

  const LIGHT = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B07C00", "#3C99CC", "#6B6B6B", "#7A5BC0", "#7B4A2B", "#00808A"];
  const DARK = ["#56B4E9", "#F08A4B", "#2FBF95", "#E29BC3", "#E6B54A", "#8CC8F0", "#B4B4B4", "#B39DF0", "#C98F6B", "#4CC3CC"];
  const DASHES = [[], [9, 4], [3, 3], [12, 3, 3, 3], [6, 2], [2, 5], [14, 4, 2, 4, 2, 4]];
  const BESIDE = [[], [2, 3], [8, 3], [8, 3, 2, 3], [1, 5], [4, 2, 1, 2, 1, 2]]; // dashes of curves beside those of the run
  const MARKERS = ["disc", "square", "diamond", "triangle"];

  function seriesStyle(number, dark) {
    const colours = dark ? DARK : LIGHT;
    return {
      colour: colours[number % colours.length],
      dash: DASHES[number % DASHES.length],
      marker: MARKERS[number % MARKERS.length],
    };
  }

  /* How a curve beside that of the run looks: thin and faint with a dash of its own; measured data as points, filled or open. */
  function besideStyle({ number, measured }) {
    return measured ? { open: number % 2 > 0, radius: 3 + Math.floor(number / 2) } : { dash: BESIDE[number % BESIDE.length] };
  }

  /* The labels of what lies beside, each with a piece of its line or one of its points. */
  function besideNames(all, colour) {
    const { element } = viewer.tools,
      fresh = [...new Map(all.map((kept) => [kept.label, kept])).values()];
    const entry = (kept) => element("li", { title: kept.label }, besideSample(kept, colour), element("span", { class: "name" }, kept.label));
    return element("ul", { class: "lw-beside", "aria-label": "Beside it", hidden: !fresh.length }, ...fresh.map(entry));
  }

  function besideSample(kept, colour) {
    const space = "http://www.w3.org/2000/svg",
      made = document.createElementNS(space, "svg"),
      { open, radius, dash } = besideStyle(kept),
      mark = document.createElementNS(space, kept.measured ? "circle" : "path");
    const looks = kept.measured
      ? { cx: 13, cy: 7, r: radius, fill: open ? "none" : colour, stroke: colour }
      : { d: "M1 7h24", stroke: colour, "stroke-width": 1.6, "stroke-dasharray": dash.join(" ") };
    for (const [name, value] of Object.entries({ viewBox: "0 0 26 14", class: "lw-sample", "aria-hidden": "true" }))
      made.setAttribute(name, value);
    for (const [name, value] of Object.entries(looks)) mark.setAttribute(name, value);
    made.append(mark);
    return made;
  }

  /* A short piece of the line as it is drawn in the plot, with its marker. */
  function sample(style) {
    const space = "http://www.w3.org/2000/svg",
      made = document.createElementNS(space, "svg");
    const line = document.createElementNS(space, "path"),
      marker = document.createElementNS(space, "path");
    const shapes = {
      disc: "M10 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
      square: "M10.3 4.3h5.4v5.4h-5.4z",
      diamond: "M13 3l4 4-4 4-4-4z",
      triangle: "M13 3.2l3.8 6.6H9.2z",
    };
    made.setAttribute("viewBox", "0 0 26 14");
    made.setAttribute("class", "lw-sample");
    made.setAttribute("aria-hidden", "true");
    line.setAttribute("d", "M1 7h24");
    line.setAttribute("stroke", style.colour);
    line.setAttribute("stroke-width", "2");
    line.setAttribute("stroke-dasharray", style.dash.join(" "));
    marker.setAttribute("d", shapes[style.marker]);
    marker.setAttribute("fill", style.colour);
    made.append(line, marker);
    return made;
  }

  viewer.series = { besideNames, besideSample, besideStyle, sample, seriesStyle };
})(window.LinkworkViewer);
