"""Pareto fronts: a figure, and a page on which the design under the pointer tells its parameters."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError
from linkwork.view.figures.figure import dress, new_figure, put_title
from linkwork.view.palette import BODY_COLOURS, GRID, INK
from linkwork.view.show import written

if TYPE_CHECKING:
    from linkwork.design.optimise.front import Front


def plot_front(front: Front, x: str | None = None, y: str | None = None, path: Any = None) -> Any:
    """One criterion over another; where there is a third, its size is the colour."""
    across, up = _place(front, x, 0), _place(front, y, 1)
    if path is not None and Path(path).suffix.lower() in (".html", ".htm"):
        with written_aside(path) as aside:
            aside.write_text(_page(front, across, up), encoding="utf-8")
        return None
    figure = new_figure((6.4, 5.0))
    axes = figure.add_subplot()
    dress(axes)
    others = [number for number in range(len(front.criteria)) if number not in (across, up)]
    values = front.values
    if others:
        dots = axes.scatter(values[:, across], values[:, up], c=values[:, others[0]], s=26, cmap="cividis", zorder=3)
        bar = figure.colorbar(dots, ax=axes)
        bar.set_label(front.criteria[others[0]], color=INK)
    else:
        axes.plot(values[:, across], values[:, up], "o", color=BODY_COLOURS[0], markersize=5.0)
    axes.set_xlabel(front.criteria[across], parse_math=False, color=INK)
    axes.set_ylabel(front.criteria[up], parse_math=False, color=INK)
    put_title(axes, f"{len(front)} designs")
    return written(figure, path)


def _place(front: Front, name: str | None, usual: int) -> int:
    if name is None:
        return usual
    if name not in front.criteria:
        raise AnalysisError(f"'{name}' is no criterion of this front; criteria are: {', '.join(front.criteria)}")
    return front.criteria.index(name)


def _page(front: Front, across: int, up: int) -> str:
    """A page of its own: all pairs of criteria can be chosen, hovering names a design."""
    data = {
        "criteria": front.criteria,
        "names": front.names,
        "values": np.asarray(front.values).tolist(),
        "designs": np.asarray(front.designs).tolist(),
        "x": across,
        "y": up,
    }
    text = json.dumps(data).replace("</", "<\\/")
    title = html.escape(f"{front.source.name}: {len(front)} designs")
    return (
        _TEMPLATE.replace("@TITLE@", title)
        .replace("@DATA@", text)
        .replace("@INK@", INK)
        .replace("@GRID@", GRID)
        .replace("@DOT@", BODY_COLOURS[0])
        .replace("@MARK@", BODY_COLOURS[3])
    )


_TEMPLATE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>@TITLE@</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; color: @INK@; margin: 24px; display: flex; gap: 24px; flex-wrap: wrap }
svg { border: 1px solid @GRID@; background: #fff } circle { fill: @DOT@; cursor: pointer }
circle.on { fill: @MARK@ } table { border-collapse: collapse } td { padding: 2px 10px 2px 0 }
td:last-child { text-align: right; font-variant-numeric: tabular-nums } h1 { font-size: 18px; width: 100%; margin: 0 }
</style></head><body><h1>@TITLE@</h1>
<div><label>across <select id="x"></select></label> <label>up <select id="y"></select></label>
<br><svg id="plot" width="640" height="480" role="img" aria-label="Pareto front"></svg></div>
<div><p id="hint">Point at a design, or walk along the front with the arrow keys.</p><table id="told"></table></div>
<script>
const data = @DATA@, plot = document.getElementById("plot"), told = document.getElementById("told")
const space = "http://www.w3.org/2000/svg", edge = 56
let chosen = -1
for (const [id, first] of [["x", data.x], ["y", data.y]]) {
  const select = document.getElementById(id)
  data.criteria.forEach((name, i) => select.add(new Option(name, i, false, i === first)))
  select.onchange = draw
}
function put(name, attributes, text) {
  const node = document.createElementNS(space, name)
  for (const key in attributes) node.setAttribute(key, attributes[key])
  if (text !== undefined) node.textContent = text
  plot.append(node)
  return node
}
function draw() {
  plot.replaceChildren()
  const pick = id => +document.getElementById(id).value, ends = []
  for (const id of ["x", "y"]) {
    const all = data.values.map(row => row[pick(id)]), low = Math.min(...all), high = Math.max(...all)
    const room = (high - low || Math.abs(high) || 1) * 0.06
    ends.push([low - room, high + room])
  }
  const at = (value, axis) => {
    const share = (value - ends[axis][0]) / (ends[axis][1] - ends[axis][0])
    return axis ? 480 - edge - share * (480 - 1.5 * edge) : edge + share * (640 - 1.5 * edge)
  }
  for (let i = 0; i <= 4; i++) {
    for (const axis of [0, 1]) {
      const value = ends[axis][0] + (ends[axis][1] - ends[axis][0]) * i / 4, place = at(value, axis)
      const far = axis ? at(ends[0][1], 0) : at(ends[1][1], 1), near = axis ? edge : 480 - edge
      put("line", axis ? {x1: near, x2: far, y1: place, y2: place} : {x1: place, x2: place, y1: near, y2: far})
        .setAttribute("stroke", "@GRID@")
      put("text", axis ? {x: edge - 6, y: place + 4, "text-anchor": "end", "font-size": 11}
        : {x: place, y: 480 - edge + 16, "text-anchor": "middle", "font-size": 11}, Number(value.toPrecision(4)))
    }
  }
  put("text", {x: 320, y: 474, "text-anchor": "middle", "font-size": 13}, data.criteria[pick("x")])
  put("text", {x: 14, y: 240, "text-anchor": "middle", "font-size": 13, transform: "rotate(-90 14 240)"},
    data.criteria[pick("y")])
  data.values.forEach((row, i) => {
    const dot = put("circle", {cx: at(row[pick("x")], 0), cy: at(row[pick("y")], 1), r: 5})
    dot.onmouseenter = () => show(i)
    dot.dataset.design = i
  })
  if (chosen >= 0) show(chosen)
}
function show(i) {
  chosen = i
  plot.querySelectorAll("circle").forEach(dot => dot.classList.toggle("on", +dot.dataset.design === i))
  told.replaceChildren()
  const line = (name, value) => {
    const row = told.insertRow()
    row.insertCell().textContent = name
    row.insertCell().textContent = Number(value.toPrecision(6))
  }
  data.criteria.forEach((name, j) => line(name, data.values[i][j]))
  data.names.forEach((name, j) => line(name, data.designs[i][j]))
}
document.onkeydown = event => {
  const way = {ArrowRight: 1, ArrowLeft: -1}[event.key]
  if (way && event.target.tagName !== "SELECT") show((chosen + way + data.values.length) % data.values.length)
}
draw()
</script></body></html>
"""
