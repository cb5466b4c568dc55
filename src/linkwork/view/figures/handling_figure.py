"""Steady circles of a car: handling diagram and axle characteristics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.figures.figure import new_figure
from linkwork.view.palette import BODY_COLOURS, GRID, GROUND, INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.library.vehicles.handling import Handling


def plot_handling(circles: Handling, path: Any = None) -> Figure:
    """Angles over the lateral acceleration; side forces of the axles over their slip angles."""
    from linkwork.view.show import written

    figure = new_figure((8.6, 3.6))
    left, right = figure.subplots(1, 2)
    angles = {
        "front wheels": circles.wheel_angle,
        "rolling along the circle": circles.neutral,
        "side slip": circles.side_slip,
        "roll": circles.roll,
    }
    for colour, (name, values) in zip(BODY_COLOURS, angles.items(), strict=False):
        style = "--" if name.startswith("rolling") else "-"
        over = np.array([0.0, *circles.lateral])
        left.plot(over, np.degrees([0.0, *values]), style, color=colour, linewidth=1.8, label=name)
    for colour, name in zip(BODY_COLOURS, ("front", "rear"), strict=False):
        slip, force = getattr(circles, f"{name}_slip"), getattr(circles, f"{name}_force")
        over = np.degrees([0.0, *slip])
        right.plot(over, np.array([0.0, *force]) / 1e3, color=colour, linewidth=1.8, label=f"{name} axle")
    left.set_xlabel("lateral acceleration (m/s²)", color=GROUND)
    right.set_xlabel("slip angle (deg)", color=GROUND)
    for axes, title in ((left, "angles (deg)"), (right, "side force (kN)")):
        axes.set_title(title, loc="left", color=INK, fontsize=10)
        axes.grid(True, color=GRID, linewidth=0.8)
        axes.tick_params(colors=GROUND, labelsize=8)
        axes.legend(fontsize=8, frameon=False)
        for spine in axes.spines.values():
            spine.set_color(GRID)
    return written(figure, path)
