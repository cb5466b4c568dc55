"""A sheet of candidates: every linkage that a synthesis found, with the curves of its places and the targets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.trace.trace_text import counted
from linkwork.base.arrays import Array
from linkwork.run.run import Run
from linkwork.view.drawing import draw
from linkwork.view.figures.figure import dress, new_figure
from linkwork.view.palette import BODY_COLOURS, INK
from linkwork.view.scene import build_scene, in_space, scene_at

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from linkwork.design.synthesis.candidates import Candidate, Synthesis

WIDTH, PANEL = 10.0, 3.4
COLUMNS = 3
TARGET = "#C0392B"


def draw_sheet(synthesis: Synthesis, path: Any = None, most: int = 60) -> Figure:
    """One drawing a candidate, with its error and whether it has defects; the first `most` of them."""
    from linkwork.view.show import written

    shown = synthesis.candidates[: max(most, 1)]
    columns = min(COLUMNS, len(shown))
    rows = -(-len(shown) // columns)
    figure = new_figure((WIDTH, rows * PANEL + 0.4))
    name = synthesis.name if len(shown) == len(synthesis) else f"{synthesis.name}: {len(shown)} of {len(synthesis)}"
    figure.suptitle(name, parse_math=False, x=0.01, ha="left", color=INK, fontsize=12)
    for number, candidate in enumerate(shown, 1):
        axes = figure.add_subplot(rows, columns, number)
        told = counted(len(candidate.defects), "defect") if candidate.defects else ""
        draw_candidate(axes, candidate)
        title = ", ".join(filter(None, (f"{number}: error {candidate.error:.3g}", told)))
        axes.set_title(title, fontsize=9, color=TARGET if candidate.defects else INK, loc="left")
    return written(figure, path)


def draw_candidate(axes: Axes, candidate: Candidate) -> None:
    """A linkage with the curves that its places follow, and its targets."""
    places = list(dict.fromkeys(place for position in candidate.targets for place, _ in position.marks))
    run = candidate.circuit.run if candidate.circuit is not None else None
    system = candidate.mechanism.system(drivers=False)
    marks = _marks(candidate)
    if in_space(system):
        _draw_in_space(axes, run, places, marks)
        return
    if run is None:
        draw(scene_at(system, candidate.positions[0]), ax=axes, names=False)
    else:
        start = int(np.argmin(np.linalg.norm(run.q - candidate.positions[0], axis=1)))
        draw(build_scene(run, places, channels=(), max_frames=len(run.t)), start, ax=axes, names=False)
    axes.set_xlabel("")
    axes.set_ylabel("")
    _put(axes, marks)
    low, high = np.min(marks, axis=0, initial=np.inf), np.max(marks, axis=0, initial=-np.inf)
    if len(marks):
        axes.set_xlim(min(axes.get_xlim()[0], low[0]), max(axes.get_xlim()[1], high[0]))
        axes.set_ylim(min(axes.get_ylim()[0], low[1]), max(axes.get_ylim()[1], high[1]))


def _put(axes: Axes, marks: Array) -> None:
    axes.plot(*marks.T, linestyle="none", marker="+", markersize=6, markeredgewidth=1.2, color=TARGET, zorder=7)
    if len(marks):
        axes.annotate("1", marks[0], xytext=(4, 4), textcoords="offset points", fontsize=7, color=TARGET, zorder=7)


def _marks(candidate: Candidate) -> Array:
    """The points that places are to meet, in the world."""
    env = candidate.mechanism.system(drivers=False).env
    marks = [
        [float(value.value(env).real) for value in point]
        for position in candidate.targets
        for _, point in position.marks
    ]
    return np.array(marks, float).reshape(len(marks), candidate.mechanism.world.dimensions)


def _draw_in_space(axes: Axes, run: Run | None, places: list[str], marks: Array) -> None:
    """Curves and targets seen as the drawings of space are."""
    from linkwork.view.spatial.camera import camera

    rows = camera("iso", np.array([0.0, 0.0, 1.0]))[:2]
    dress(axes)
    axes.set_aspect("equal")
    for number, place in enumerate(places):
        if run is None:
            break
        curve = np.stack([run[f"{place}.{axis}"] for axis in "xyz"], axis=-1) @ rows.T
        axes.plot(*curve.T, color=BODY_COLOURS[number % len(BODY_COLOURS)], linewidth=1.3)
    _put(axes, marks @ rows.T)
