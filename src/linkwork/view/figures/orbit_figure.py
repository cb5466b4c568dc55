"""Figures of orbits: the centre of a journal within its clearance circle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.run.contact.orbits import orbit
from linkwork.view.figures.figure import new_figure
from linkwork.view.palette import BODY_COLOURS, GRID, GROUND, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.run.run import Run


def plot_orbit(run: Run, name: str, path: Any = None) -> Figure:
    """The orbit of a joint with clearance, along the first two axes of its first body, in its clearance circle."""
    from linkwork.view.show import written

    drawn = orbit(run, name)
    turn = np.linspace(0.0, 2.0 * np.pi, 361)
    figure = new_figure((6.2, 6.2))
    chart = figure.add_subplot()
    chart.plot(drawn.clearance * np.cos(turn), drawn.clearance * np.sin(turn), color=GROUND, linewidth=1.2, zorder=2)
    chart.plot(drawn.x, drawn.y, color=BODY_COLOURS[0], linewidth=1.0, zorder=3)
    chart.plot(drawn.x[:1], drawn.y[:1], "o", color=BODY_COLOURS[3], markersize=5, zorder=4)
    chart.set_aspect("equal", adjustable="datalim")
    chart.grid(True, color=GRID, linewidth=0.8)
    chart.tick_params(colors=GROUND, labelsize=8)
    for spine in chart.spines.values():
        spine.set_color(GRID)
    chart.set_xlabel("m", color=GROUND)
    title = f"{run.mechanism.name}: orbit of {name}, clearance {drawn.clearance:.4g} m"
    chart.set_title(title, parse_math=False, loc="left", color=INK, fontsize=11, pad=14)
    return written(figure, path)
