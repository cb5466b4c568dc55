"""Steady circles of a car: handling diagram and axle characteristics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.figures.figure import frame_panel, new_figure
from linkwork.view.palette import BODY_COLOURS, GROUND

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
        frame_panel(axes, title)
        axes.legend(fontsize=8, frameon=False)
    return written(figure, path)
