"""The energy-decaying midpoint rule: elastic parts lose what is too fast to be followed by the step.

To every beam, cable and body with modes a damping of beta times its stiffness is added, beta = h/2 (1 - rho)/(1 + rho).
Over a step it takes h beta e'C e' >= 0 of energy out, with the rates e' of the strains, whatever the step; a mode
that is infinitely fast is left with the share rho of its amplitude, and rigid motions feel nothing. What slow motions
lose falls with h (Armero and Romero 2001 have the like for elements of their own).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.errors import AnalysisError
from linkwork.elements.forces_base import SOLID_KERNELS
from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.system.system import System

_BEAM = {2: 5, 3: 10}
"""Where beta of a beam's element stands among its numbers, in the plane and in space."""
_CABLE, _CABLE_STIFFNESS, _SOLID = 2, 1, 3


def with_decay(system: System, step: float, rho: float) -> tuple[System, str]:
    """The system with the damping of a step, and the note that says so."""
    beta = 0.5 * step * (1.0 - rho) / (1.0 + rho)
    p, affected = system.p.copy(), 0
    for number, name in enumerate(system.forces):
        at = int(system.k[int(system.k[layout.FORCE_AT]) + layout.RECORD * number + layout.FLOATS_AT])
        kernel = system.mechanism.forces[name].kernel
        if kernel == "beam_element":
            p[at + _BEAM[system.world.dimensions]] += beta
        elif kernel in SOLID_KERNELS:
            p[at + _SOLID] += beta
        elif kernel == "cable_element":
            p[at + _CABLE] += beta * p[at + _CABLE_STIFFNESS]
        else:
            continue
        affected += 1
    at = system.modal_at
    for body in system.modal:
        square = body.numbers.count**2
        p[at + 2 * square : at + 3 * square] += beta * p[at + square : at + 2 * square]
        at += len(body.numbers.numbers()) + sum(map(len, body.numbers.interfaces.values()))
        affected += 1
    if not affected:
        raise AnalysisError(
            f"{system.mechanism.name}: rho of method 'midpoint' damps beams, cables and flexible bodies, and there are "
            "none; leave it out"
        )
    note = (
        f"midpoint, rho {rho:g}: elastic parts are damped by {beta:.3g} s times their stiffness, so that energy decays"
    )
    return system.replaced(p=p), note
