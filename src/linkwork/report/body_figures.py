"""The pictures of a report of a measured motion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.library.biomechanics.energy.metabolic import MetabolicCost
from linkwork.library.biomechanics.inverse_dynamics import NetForces, base_coordinates
from linkwork.library.biomechanics.reactions import JointReactions
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.subject.strides import per_body_mass
from linkwork.report.body_limbs import Limb
from linkwork.view.palette import BODY_COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ACROSS = 4  # small pictures beside each other
WIDE, HIGH = 8.2, 1.7  # of the whole, and of a row, in inches


def activations(shared: Sharing, limb: Limb) -> Figure:
    """The activation of every muscle of a limb."""
    names = [shared.paths.skeleton.muscles[m].name for m in limb.muscles]
    percent, values = limb.drawn(shared.net.motion.time, shared.activations[:, limb.muscles])
    figure, panels = _panels(len(names))
    for panel, name, column in zip(panels, names, values.T, strict=True):
        panel.fill_between(percent, column, color=BODY_COLOURS[0], alpha=0.25, linewidth=0)
        panel.plot(percent, column, color=BODY_COLOURS[0], linewidth=1.4)
        panel.set_ylim(0, 1.02)
        _titled(panel, name)
    _below(figure, limb.axis, "activation")
    return figure


def burnt(cost: MetabolicCost, limb: Limb) -> Figure:
    """The rate of heat and work of every muscle of a limb."""
    percent, values = limb.drawn(cost.time, cost.rates[:, limb.muscles])
    figure, panels = _panels(len(limb.muscles))
    for panel, m, column in zip(panels, limb.muscles, values.T, strict=True):
        panel.fill_between(percent, column, color=BODY_COLOURS[1], alpha=0.25, linewidth=0)
        panel.plot(percent, column, color=BODY_COLOURS[1], linewidth=1.4)
        panel.set_ylim(bottom=0)
        _titled(panel, cost.skeleton.muscles[m].name)
    _below(figure, limb.axis, "W")
    return figure


def net_forces(net: NetForces, shared: Sharing | None, limb: Limb) -> Figure:
    """Net moments and forces of the coordinates of a limb over body mass, and what of them reserves give."""
    skeleton, time = net.motion.skeleton, net.motion.time
    figure, panels = _panels(len(limb.coordinates))
    for panel, c in zip(panels, limb.coordinates, strict=True):
        one = skeleton.coordinates[c]
        percent, whole = limb.drawn(time, per_body_mass(skeleton, net.values[:, c]))
        panel.axhline(0, color="0.7", linewidth=0.7)
        panel.plot(percent, whole, color=BODY_COLOURS[0], linewidth=1.4, label="net")
        if shared is not None:
            _, extra = limb.drawn(time, per_body_mass(skeleton, shared.reserves[:, c]))
            panel.plot(percent, extra, "--", color=BODY_COLOURS[1], linewidth=1.2, label="reserve")
        _titled(panel, f"{one.name}, {'N m/kg' if one.turns else 'N/kg'}")
    if shared is not None and len(panels):
        panels[0].legend(fontsize=7, frameon=False)
    _below(figure, limb.axis, "")
    return figure


def reactions(net: NetForces, of: JointReactions, limb: Limb, weight: float) -> Figure:
    """The size of the force in every joint of a limb over body weight."""
    figure, panels = _panels(len(limb.joints))
    for panel, name in zip(panels, limb.joints, strict=True):
        percent, size = limb.drawn(net.motion.time, np.linalg.norm(of.force(name), axis=1) / weight)
        panel.plot(percent, size, color=BODY_COLOURS[0], linewidth=1.4)
        panel.set_ylim(bottom=0)
        _titled(panel, name)
    _below(figure, limb.axis, "body weights")
    return figure


def residuals(net: NetForces) -> Figure:
    """What is left at the coordinates of the base over time."""
    skeleton = net.motion.skeleton
    names = base_coordinates(net.motion)
    figure, panels = _panels(len(names))
    for panel, name in zip(panels, names, strict=True):
        turns = skeleton.coordinates[skeleton.index("coordinate", name)].turns
        panel.axhline(0, color="0.7", linewidth=0.7)
        panel.plot(net.motion.time, net[name], color=BODY_COLOURS[1], linewidth=1.2)
        _titled(panel, f"{name}, {'N m' if turns else 'N'}")
    _below(figure, "time, s", "")
    return figure


def _panels(count: int) -> tuple[Figure, list[Any]]:
    from matplotlib.figure import Figure

    rows, across = -(-count // ACROSS), min(count, ACROSS)
    figure = Figure(figsize=(WIDE * max(across, 2) / ACROSS, 0.35 + HIGH * rows), layout="constrained")
    grid = figure.subplots(rows, across, squeeze=False, sharex=True)
    panels = list(grid.ravel())
    for empty in panels[count:]:
        empty.set_visible(False)
    for column in range(across):
        last = max(k for k in range(count) if k % across == column)
        panels[last].tick_params(labelbottom=True)
    return figure, panels[:count]


def _titled(panel: Any, title: str) -> None:
    panel.set_title(title, fontsize=8)
    panel.tick_params(labelsize=7)
    panel.margins(x=0)
    panel.grid(alpha=0.25, linewidth=0.5)


def _below(figure: Figure, x: str, y: str) -> None:
    figure.supxlabel(x, fontsize=8)
    if y:
        figure.supylabel(y, fontsize=8)
