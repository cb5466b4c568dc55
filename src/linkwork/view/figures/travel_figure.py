"""Figures of suspensions: how a wheel moves over its travel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.figures.figure import frame_panel, new_figure
from linkwork.view.palette import BODY_COLOURS, GRID, GROUND

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.library.vehicles.travel import TravelCurves


def plot_travel(curves: TravelCurves, path: Any = None) -> Figure:
    """Toe, camber, change of the half track and height of the roll centre over the travel, the place of rest marked."""
    from linkwork.view.show import written

    at_rest = float(np.interp(0.0, curves.travel, curves.half_track))
    shown = {
        "toe-in (deg)": np.degrees(curves.toe),
        "camber (deg)": np.degrees(curves.camber),
        "change of the half track (mm)": 1e3 * (curves.half_track - at_rest),
        "height of the roll centre (mm)": 1e3 * curves.roll_centre,
    }
    figure = new_figure((8.6, 5.6))
    grid = figure.subplots(2, 2, sharex=True)
    for axes, colour, (name, values) in zip(grid.flat, BODY_COLOURS, shown.items(), strict=False):
        axes.axvline(0.0, color=GRID, linewidth=1.4, zorder=1)
        axes.plot(1e3 * curves.travel, values, color=colour, linewidth=1.8, zorder=3)
        axes.plot([0.0], [np.interp(0.0, curves.travel, values)], "o", color=colour, markersize=5, zorder=4)
        frame_panel(axes, name)
    for axes in grid[1]:
        axes.set_xlabel("travel of the wheel, up (mm)", color=GROUND)
    return written(figure, path)
