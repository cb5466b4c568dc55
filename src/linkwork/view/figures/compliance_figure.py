"""Figures of suspensions: how a wheel gives under loads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.figures.figure import frame_panel, new_figure
from linkwork.view.palette import BODY_COLOURS, GROUND

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from linkwork.library.vehicles.compliance import ComplianceCurves


def plot_compliance(curves: ComplianceCurves, path: Any = None) -> Figure:
    """Toe and camber over forces at the wheel, toe over the aligning torque."""
    from linkwork.view.show import written

    figure = new_figure((8.6, 3.4))
    toe, camber, aligning = figure.subplots(1, 3)
    shown = {"side force": curves.side, "braking": curves.braking, "driving": curves.driving}
    for colour, (name, part) in zip(BODY_COLOURS, shown.items(), strict=False):
        toe.plot(part.load / 1e3, np.degrees(part.toe), color=colour, linewidth=1.8, label=name)
        camber.plot(part.load / 1e3, np.degrees(part.camber), color=colour, linewidth=1.8, label=name)
    torque = curves.aligning
    aligning.plot(torque.load, np.degrees(torque.toe), color=BODY_COLOURS[0], linewidth=1.8, label="aligning torque")
    titles = {toe: "toe-in (deg)", camber: "camber (deg)", aligning: "toe-in (deg)"}
    for axes, title in titles.items():
        frame_panel(axes, title)
        axes.set_xlabel("torque (N m)" if axes is aligning else "force (kN)", color=GROUND)
        axes.legend(fontsize=7, frameon=False)
    return written(figure, path)
