"""Successive configurations: the mechanism at several times side by side, with its contact points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.errors import AnalysisError, shown
from linkwork.view.contact_marks import draw_contacts
from linkwork.view.display import arrange
from linkwork.view.drawing import draw_pose, dress_axes
from linkwork.view.figures.figure import new_figure
from linkwork.view.palette import GRID, INK
from linkwork.view.scene import build_scene, in_space

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.run.run import Run

WIDTH = 8.0
MOST = 60


def draw_successive(run: Run, times: Any = 6, path: Any = None, columns: int = 3) -> Figure:
    """A figure with one small drawing a time, all to the same scale."""
    from linkwork.view.show import written

    if in_space(run.system):
        raise AnalysisError("successive configurations are drawn of planar mechanisms; in space use draw(at=...)")
    frames = _frames(run, times)
    scene = build_scene(run, channels=(), max_frames=len(run.t))
    display = arrange(scene)
    columns = max(1, min(int(columns), len(frames)))
    rows = -(-len(frames) // columns)
    wide, tall = display.corners[1] - display.corners[0] + 2.0 * display.unit
    shape = float(np.clip(tall / max(wide, 1e-300), 0.25, 2.5))
    figure = new_figure((WIDTH, rows * (WIDTH / columns * shape + 0.35) + 0.35))
    figure.suptitle(run.mechanism.name, parse_math=False, x=0.01, ha="left", color=INK, fontsize=12)
    for number, frame in enumerate(frames):
        axes = figure.add_subplot(rows, columns, number + 1)
        dress_axes(axes, scene, display)
        axes.set_xlabel("")
        axes.set_ylabel("")
        axes.tick_params(labelbottom=False, labelleft=False)
        axes.grid(True, color=GRID, linewidth=0.5)
        draw_pose(axes, display, scene["poses"][frame])
        draw_contacts(axes, scene, display, frame)
        axes.set_title(f"t = {run.t[frame]:.5g} s", fontsize=9, color=INK, loc="left")
    return written(figure, path)


def _frames(run: Run, times: Any) -> list[int]:
    """Rows of the run at these times, or so many spread evenly."""
    if isinstance(times, int) and not isinstance(times, bool):
        if not 1 <= times <= MOST:
            raise AnalysisError(f"draw_successive: give 1 to {MOST} drawings, or a list of times; found {times}")
        return [round(value) for value in np.linspace(0, len(run.t) - 1, times)]
    try:
        wanted = np.atleast_1d(np.asarray(times, float))
    except (TypeError, ValueError):
        raise AnalysisError(
            f"draw_successive: times are numbers in s, as in [0, 0.1, 0.2]; found {shown(times)}"
        ) from None
    low, high = float(run.t[0]), float(run.t[-1])
    for time in wanted:
        if not low - 1e-9 * (high - low) <= time <= high + 1e-9 * (high - low):
            raise AnalysisError(f"draw_successive: time {time:g} s is outside the run, from {low:g} to {high:g} s")
    if not 1 <= len(wanted) <= MOST:
        raise AnalysisError(f"draw_successive: give 1 to {MOST} times; found {len(wanted)}")
    return [int(np.argmin(np.abs(run.t - time))) for time in wanted]
