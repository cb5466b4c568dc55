"""A drawing that is closed already is the position to start from: no search, and no tables of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.assembly.branch import branch_later
from linkwork.analysis.assembly.estimates import missing
from linkwork.analysis.assembly.position import CLOSED
from linkwork.system.constraints.equations import Equations

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

_OPEN = "open drawing"


def closed_drawing(mechanism: Mechanism, system: System, t: float) -> Assembly | None:
    """The estimates as an assembly on tables that have masses, where assembling from them would end there.

    None where something is to be moved or looked at: drivers, initial values, bodies without estimates or with elastic
    modes, rolling, axes in space that are drawn the other way round, joints that are open by more than rounding. Where
    the drawing was open with other values of the parameters it is taken to be so again: assembling says the same.
    """
    if system.replayed and system.structure.get(_OPEN):
        return None
    if mechanism.drivers or mechanism.initial or system.modal or system.rolling or missing(system):
        return None
    equations, q = Equations(system), np.array(system.start)
    equations.evaluate(q, t)
    residual = equations.residual()
    if np.abs(residual).max(initial=0.0) > CLOSED or not equations.is_closed(residual, 0.0):
        system.structure[_OPEN] = True
        return None
    if system.world.dimensions == 3:
        from linkwork.analysis.assembly.spatial.sides import flipped_joints, turned_slides

        if flipped_joints(system, q) or turned_slides(system, q):
            return None
    return Assembly(system, q, True, t, branch_later(system, q, t), undriven=q)
