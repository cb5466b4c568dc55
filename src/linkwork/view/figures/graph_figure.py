"""The graph of a mechanism: bodies in boxes, tree joints solid, cut joints dashed, every loop in a colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.names import GROUND as GROUND_BODY
from linkwork.topology.network import FREE, ROD, Joint
from linkwork.view.figures.figure import legend, new_figure, put_title
from linkwork.view.figures.graph_layout import Places, layout
from linkwork.view.palette import BODY_COLOURS, GRID, GROUND, INK, PAPER, edge

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.topology.topology import Topology


LARGEST = 24.0  # inches
TEXT, SMALLEST = 9.5, 4.5  # points; bodies whose names had to be smaller are dots
STRANDS = 7  # most loops that are drawn along the tree
STRAND = 3.2  # points between strands
DASHED, DOTTED = (0, (4, 2.2)), (0, (1, 1.6))
BASE = 0.1  # floor of the ground's upper edge


def draw_graph(topology: Topology) -> Figure:
    """The figure of a topology."""
    places = layout(topology)
    columns = [place[0] for place in places.values()] or [0.0]
    wide, high = max(columns) - min(columns) + 1.5, max((place[1] for place in places.values()), default=0.0)
    longest = max(len(body) for body in topology.bodies)
    size = (
        min(max(3.2, wide * max(1.35, 0.07 * longest + 0.35)) + 1.7, LARGEST),
        min(max(3.0, 1.25 * high + 1.7), LARGEST),
    )
    column, floor = 72 * (size[0] - 1.7) / wide, 72 * size[1] / (high + 1)
    text = min(TEXT, column / (0.62 * longest + 1.8), floor / 4)
    figure = new_figure(size)
    axes = figure.add_subplot()
    axes.set_axis_off()
    axes.set_xlim(min(columns) - 0.75, max(columns) + 0.75)
    axes.set_ylim(-0.3, high + 0.62)
    _draw_ground(axes, min(columns) - 0.6, max(columns) + 0.6)
    named = text == TEXT
    lines = _draw_tree(axes, topology, places, named) + _draw_cuts(axes, topology, places, named)
    for body, (x, y) in places.items():
        if text >= SMALLEST:
            _box(axes, x, y, body, text)
    if text < SMALLEST and places:
        axes.plot(*zip(*places.values(), strict=True), "o", color=PAPER, markeredgecolor=INK, markersize=4, zorder=8)
    if lines:
        legend(axes, lines)
    put_title(axes, topology.name)
    return figure


def _draw_ground(axes: Axes, left: float, right: float) -> None:
    from matplotlib.patches import Rectangle

    bar = Rectangle((left, BASE - 0.26), right - left, 0.26, facecolor=GRID, edgecolor=GROUND, linewidth=0.0, zorder=4)
    axes.add_patch(bar)
    axes.plot([left, right], [BASE, BASE], color=GROUND, linewidth=1.8, solid_capstyle="round", zorder=5)
    axes.text(left + 0.08, BASE - 0.135, GROUND_BODY, ha="left", va="center", fontsize=TEXT, color=INK, zorder=6)


def _box(axes: Axes, x: float, y: float, name: str, size: float) -> None:
    box = {"boxstyle": "round,pad=0.42,rounding_size=0.5", "facecolor": PAPER, "edgecolor": INK, "linewidth": 1.3}
    axes.text(x, y, name, ha="center", va="center", fontsize=size, color=INK, bbox=box, zorder=8, parse_math=False)


def _label(axes: Axes, at: Array, text: str, colour: str) -> None:
    box = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.92, "pad": 1.2}
    axes.text(
        at[0], at[1], text, ha="center", va="center", fontsize=8.5, color=colour, bbox=box, zorder=7, parse_math=False
    )


def loop_colour(number: int) -> str:
    """The colour of a loop by its number from 0."""
    return BODY_COLOURS[number % len(BODY_COLOURS)]


def _draw_tree(axes: Axes, topology: Topology, places: Places, named: bool) -> list[tuple[Any, str]]:
    strands: dict[str, list[int]] = {}
    if len(topology.loops) <= STRANDS:
        for number, loop in enumerate(topology.loops):
            for name, _ in loop.joints:
                strands.setdefault(name, []).append(number)
    shown: dict[str, tuple[Any, str]] = {}
    for body, joint in topology.spanning.carriers.items():
        parent = topology.spanning.parents[body]
        curve = _straight(_foot(places, parent, places[body][0]), np.array(places[body]))
        style: Any = DOTTED if joint.kind == FREE else "solid"
        (line,) = axes.plot(*curve.T, color=INK, linewidth=2.0, linestyle=style, zorder=3, solid_capstyle="round")
        shown.setdefault(joint.kind if joint.kind == FREE else "tree joint", (line, ""))
        for place, number in enumerate(strands.get(joint.name, [])):
            _strand(axes, curve, place, number)
        if named:
            _arrow(axes, curve, topology.spanning.sign(body), INK)
        if named and joint.kind != FREE:
            _label(axes, curve[len(curve) // 2], joint.name, INK)
    names = {FREE: "free joint"}
    return [(line, names.get(kind, kind)) for kind, (line, _) in shown.items()]


def _strand(axes: Axes, curve: Array, place: int, number: int) -> None:
    """A thin line beside a tree joint, for one of the loops that pass it: to the right, the left, further right, ..."""
    from matplotlib.transforms import ScaledTranslation

    along = axes.transData.transform(curve[[0, -1]])
    across = np.array([along[1, 1] - along[0, 1], along[0, 0] - along[1, 0]])
    across = across / max(float(np.hypot(*across)), 1e-9)
    side = (place // 2 + 1) * (1 if place % 2 == 0 else -1) * STRAND / 72
    figure = axes.figure
    shift = ScaledTranslation(across[0] * side, across[1] * side, figure.dpi_scale_trans)
    axes.plot(*curve.T, color=loop_colour(number), linewidth=1.6, zorder=2, transform=axes.transData + shift)


def _draw_cuts(axes: Axes, topology: Topology, places: Places, named: bool) -> list[tuple[Any, str]]:
    lines: list[tuple[Any, str]] = []
    beside: dict[frozenset[str], int] = {}
    for number, joint in enumerate(topology.spanning.cuts):
        pair = frozenset((joint.first, joint.second))
        turn = beside[pair] = beside.get(pair, -1) + 1
        curve = _cut_curve(topology, places, joint, turn)
        colour = loop_colour(number)
        (line,) = axes.plot(*curve.T, color=colour, linewidth=2.0, linestyle=DASHED, zorder=2.5)
        if named:
            _arrow(axes, curve, 1, colour)
            _label(axes, curve[int(0.45 * len(curve))], joint.name, edge(colour))
        if len(lines) < STRANDS:
            what = "rod" if joint.kind == ROD else "cut"
            lines.append((line, f"loop {number + 1}, {what} {joint.name}"))
    if len(topology.loops) > STRANDS:
        lines[-1] = (lines[-1][0], f"... {len(topology.loops)} loops")
    return lines


def _cut_curve(topology: Topology, places: Places, joint: Joint, turn: int) -> Array:
    """A curve between the two bodies that keeps clear of the tree joint between them, if there is one."""
    aside = 0.45 + 0.25 * turn
    first = _foot(places, joint.first, places.get(joint.second, (0.0, 0.0))[0] + aside)
    second = _foot(places, joint.second, places.get(joint.first, (0.0, 0.0))[0] + aside)
    middle = (first + second) / 2
    if GROUND_BODY in (joint.first, joint.second):
        middle = middle + np.array([0.25 + 0.1 * turn, 0.1])
    elif first[1] == second[1]:
        middle = middle + np.array([0.0, 0.55 + 0.06 * abs(first[0] - second[0]) + 0.3 * turn])
    else:
        parents = topology.spanning.parents
        tied = joint.first == parents[joint.second] or joint.second == parents[joint.first]
        middle = middle + np.array([0.95 if tied else 0.0, 0.0 if tied else 0.3]) * (1 + 0.6 * turn)
    return _bezier(first, middle, second)


def _foot(places: Places, body: str, column: float) -> Array:
    """Where a line to a body ends: at its box, or on the ground in this column."""
    return np.array((column, BASE) if body == GROUND_BODY else places[body])


def _straight(start: Array, end: Array) -> Array:
    return start + np.linspace(0.0, 1.0, 41)[:, None] * (end - start)


def _bezier(start: Array, middle: Array, end: Array) -> Array:
    """A quadratic curve, drawn towards `middle`."""
    t = np.linspace(0.0, 1.0, 61)[:, None]
    return (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end


def _arrow(axes: Axes, curve: Array, sign: int, colour: str) -> None:
    """A small head that shows from which body to which a joint is directed."""
    share = 0.72 if sign > 0 else 0.28
    place = int(share * (len(curve) - 1))
    tail, head = curve[place - sign], curve[place + sign]
    style = {"arrowstyle": "-|>,head_width=0.22,head_length=0.42", "color": colour, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=(head[0], head[1]), xytext=(tail[0], tail[1]), arrowprops=style, zorder=6)
