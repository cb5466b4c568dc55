"""Bearing-load diagrams: the force of a joint as a curve around its centre, with times along it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.run.reactions import required
from linkwork.run.worlds import reactions_of
from linkwork.view.figures.figure import new_figure
from linkwork.view.palette import BODY_COLOURS, GRID, GROUND, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.run.run import Run

MARKS = 12


def plot_polar(run: Run, joint: str, axes: str = "ground", times: int = MARKS, path: Any = None) -> Figure:
    """The hodograph of a joint's force on its second body, along the axes of a body (`ground`: the world's).

    In space the force is seen along the joint's axis z'': across it, with the body's x axis to the right.
    """
    from linkwork.view.show import written

    fx, fy = reactions_of(run.mechanism).in_axes_of(run, joint, axes)
    size, angle = np.hypot(fx, fy), np.unwrap(np.arctan2(fy, fx))
    figure = new_figure((6.6, 6.4))
    chart: Any = figure.add_subplot(projection="polar")
    chart.plot(angle, size, color=BODY_COLOURS[0], linewidth=1.8, zorder=3)
    largest = int(np.argmax(size))
    chart.plot([0.0, angle[largest]], [0.0, size[largest]], color=BODY_COLOURS[3], linewidth=1.2, zorder=2)
    chart.plot([angle[largest]], [size[largest]], "o", color=BODY_COLOURS[3], markersize=6, zorder=5)
    _mark_times(chart, run.t, angle, size, times)
    chart.grid(True, color=GRID, linewidth=0.8)
    chart.spines["polar"].set_color(GRID)
    chart.tick_params(colors=GROUND, labelsize=8)
    chart.set_rlim(0.0, 1.08 * float(np.max(size)) or 1.0)
    chart.set_rlabel_position(np.degrees(_quiet(angle, size)))
    for label in chart.get_yticklabels():
        label.set_bbox({"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 0.8})
    seen = "world axes" if axes == "ground" else f"axes of {axes}"
    seen = f"across its axis, {seen}" if run.mechanism.world.dimensions == 3 else seen
    mark = "" if np.all(required(run).unique[joint]) else " (not unique)"
    title = f"{run.mechanism.name}: force of {joint}{mark} in N, {seen}"
    chart.set_title(title, parse_math=False, loc="left", color=INK, fontsize=11, pad=14)
    direction = np.degrees(np.arctan2(fy[largest], fx[largest]))
    note = f"largest {size[largest]:.5g} N at t = {run.t[largest]:.4g} s, {direction:.1f}°"
    figure.text(0.02, 0.012, note, color=BODY_COLOURS[3], fontsize=9)
    return written(figure, path)


def _mark_times(chart: Any, t: Any, angle: Any, size: Any, count: int) -> None:
    """Dots at even times along the curve, with the time beside those that stand apart."""
    frames = np.unique(np.round(np.linspace(0, len(t) - 1, count + 1)).astype(int))
    points = np.stack([size * np.cos(angle), size * np.sin(angle)], axis=-1)
    clear = 0.09 * float(np.max(size))
    named: list[Any] = []
    for frame in frames:
        chart.plot([angle[frame]], [size[frame]], "o", color=BODY_COLOURS[0], markersize=3.5, zorder=4)
        here = points[frame]
        if all(np.hypot(*(here - other)) > clear for other in named):
            named.append(here)
            chart.annotate(
                f"{t[frame]:.3g} s",
                (angle[frame], size[frame]),
                xytext=(5, 5),
                textcoords="offset points",
                fontsize=8,
                color=INK,
                bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.7, "pad": 0.6},
                zorder=6,
            )


def _quiet(angle: Any, size: Any) -> float:
    """A direction into which the force points least, for the labels of the circles."""
    directions = np.radians(np.arange(22.5, 360.0, 45.0))
    reach = [np.max(size * np.maximum(np.cos(angle - one), 0.0) ** 8, initial=0.0) for one in directions]
    return float(directions[int(np.argmin(reach))])
