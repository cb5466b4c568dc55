"""Diagrams of circuits on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.base.names import suggestion
from linkwork.run.display import displayed
from linkwork.view.circuits.diagram import Diagram, diagram_of
from linkwork.view.figures.figure import new_figure
from linkwork.view.palette import BODY_COLOURS, GROUND, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.run.run import Run

INCH = 0.30  # of a unit of the drawing
WIDEST = 9.0
LETTER = 0.5  # height of letters, units
_PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
_PREFIXED = ("V", "A", "Pa", "W", "N", "N m", "Wb")
_USUAL = {"m^3/s": (6e4, "l/min"), "kg/s": (1e3, "g/s")}
_NOTHING = 1e-3


def draw_circuit(run: Run, name: str | None = None, at: float | None = None, path: Any = None) -> Figure:
    """The diagram of a circuit with what its nodes and parts have at a time of the run."""
    from linkwork.view.show import written

    known = list(run.mechanism.circuits)
    if name is None and len(known) == 1:
        name = known[0]
    if name not in known:
        asked = "which circuit is to be drawn?" if name is None else f"there is no circuit '{name}'"
        raise AnalysisError(f"{asked}{suggestion(name or '', known, 'circuits')}")
    row = 0 if at is None else int(np.argmin(np.abs(run.t - at)))
    diagram = diagram_of(run.mechanism, name)
    if not diagram["parts"]:
        raise AnalysisError(f"circuit '{name}' is a bond graph without nodes; `topology` tells its bonds")
    left, low, right, high = diagram["bounds"]
    scale = min(INCH, WIDEST / (right - left))
    figure = new_figure(((right - left) * scale, (high - low) * scale + 0.4))
    axes = figure.add_subplot()
    _paint(axes, diagram, _values(run, diagram, row), 72 * scale)
    axes.set(xlim=(left, right), ylim=(low, high), aspect="equal")
    axes.set_axis_off()
    title = f"{run.mechanism.name}: {name} at t = {run.t[row]:.4g} s"
    axes.set_title(title, parse_math=False, loc="left", color=INK, fontsize=11)
    return written(figure, path)


def _values(run: Run, diagram: Diagram, row: int) -> dict[str, str]:
    """What is written beside nodes and parts."""
    asked = dict.fromkeys(one["channel"] for one in (*diagram["nodes"], *diagram["parts"]) if one["channel"])
    have = set(run.channels())
    series = {channel: displayed(run, channel) for channel in asked if channel in have}
    most: dict[str, float] = {}
    for values, unit in series.values():
        most[unit] = max(most.get(unit, 0.0), float(np.max(np.abs(values), initial=0.0)))
    said = {}
    for channel, (values, unit) in series.items():
        value = float(values[row]) if abs(values[row]) >= _NOTHING * most[unit] else 0.0
        said[channel] = scaled(value, unit, float(np.max(np.abs(values), initial=0.0)))
    return said


def scaled(value: float, unit: str, most: float) -> str:
    """A value with the prefix that fits the largest of its series: 3.2 MPa, 0.4 mA."""
    times, word = _USUAL.get(unit, (1.0, unit))
    fitting = [one for one in _PREFIXES if most >= one[0]] if unit in _PREFIXED else []
    size, prefix = fitting[0] if fitting else (1.0, "")
    return f"{value * times / size:.3g} {prefix}{word}".strip().replace("-", "\N{MINUS SIGN}")


def _paint(axes: Axes, diagram: Diagram, said: dict[str, str], unit: float) -> None:
    """Wires, parts and words; `unit` is a unit of the drawing in points."""
    words: dict[str, Any] = {"fontsize": LETTER * unit * 1.15, "parse_math": False}
    for node in diagram["nodes"]:
        for path in node["wires"]:
            axes.plot(*np.transpose(path), color=BODY_COLOURS[0], linewidth=0.1 * unit, zorder=1)
        for x, y in node["dots"]:
            axes.plot([x], [y], "o", color=BODY_COLOURS[0], markersize=0.26 * unit, zorder=2)
        side = {"ha": "right" if node["anchor"] == "end" else "center", "va": "bottom", **words}
        axes.text(node["at"][0], node["at"][1] + 0.85, node["name"], color=GROUND, style="italic", **side)
        axes.text(node["at"][0], node["at"][1] + 0.2, said.get(node["channel"], ""), color=GROUND, **side)
    for one in (*diagram["grounds"], *diagram["parts"]):
        for stroke in one["strokes"]:
            _stroke(axes, stroke, unit)
    for part in diagram["parts"]:
        for letters, at in part["letters"]:
            axes.text(at[0], at[1], letters, ha="center", va="center", color=INK, zorder=5, **words)
        x, y = part["at"]
        boxed, upright = "box" in part, part["upright"]
        name, value = (
            ((x + 1.05, y + 0.1), (x + 1.05, y - 0.65))
            if upright
            else ((x, y + (1.1 if boxed else 1.6)), (x, y + 0.95))
        )
        side = {"ha": "left" if upright else "center", "va": "bottom", **words}
        axes.text(*name, part["label"], color=INK, weight="bold", **side)
        if not boxed:
            axes.text(*value, said.get(part["channel"], ""), color=GROUND, **side)


def _stroke(axes: Axes, stroke: dict[str, Any], unit: float) -> None:
    points, wide = stroke["points"], (0.045 if stroke["thin"] else 0.075) * unit
    if stroke["fill"] == "none":
        axes.plot(*np.transpose(points), color=INK, linewidth=wide, zorder=4, solid_capstyle="round")
        return
    face = INK if stroke["fill"] == "ink" else PAPER
    axes.fill(*np.transpose(points), facecolor=face, edgecolor=INK, linewidth=wide, zorder=3 if face == PAPER else 4)
