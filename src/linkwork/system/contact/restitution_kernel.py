"""Impacts by the law that the mechanism asks for."""

from __future__ import annotations

from linkwork.numerics.cones.cone_layout_kernel import CONES, CONTACT, KIND, SOLVED, TANGENTIAL, cone_at, number
from linkwork.numerics.cones.impact_kernel import RAISED, energy_lost, impact_newton, impact_poisson
from linkwork.numerics.cones.impact_sequence_kernel import impact_sequence
from linkwork.numerics.jit import njit

NEWTON, POISSON, STRONGE = range(3)


@njit
def solve_impact(w, at, law, in_turn):
    """The impulses of an impact: status, energy lost, and whether it has risen instead.

    Stronge's law is one of single contacts: several are passed on in turn. A contact that collides alone is followed
    over its impulse, through the end of slip and slip the other way; one that bites needs Newton's law as it stands.
    """
    contacts, bites = 0, False
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        contacts += 1 if w[cone + KIND].real == CONTACT else 0
        bites = bites or w[cone + TANGENTIAL].real > 0.0
    if in_turn > 0 or law == STRONGE or (contacts == 1 and not bites):
        status = impact_sequence(w, at, law)
    else:
        status = impact_newton(w, at) if law == NEWTON else impact_poisson(w, at)
    raised = status == RAISED
    return SOLVED if raised else status, energy_lost(w, at), raised
