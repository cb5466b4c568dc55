"""Impacts by the law that the mechanism asks for."""

from __future__ import annotations

from linkwork.numerics.cone_layout_kernel import SOLVED
from linkwork.numerics.impact_kernel import RAISED, energy_lost, impact_newton, impact_poisson
from linkwork.numerics.impact_sequence_kernel import impact_sequence
from linkwork.numerics.jit import njit

NEWTON, POISSON, STRONGE = range(3)


@njit
def solve_impact(w, at, law, in_turn):
    """The impulses of an impact: status, energy lost, and whether it has risen instead.

    Stronge's law is one of single contacts: several are passed on in turn.
    """
    if in_turn > 0 or law == STRONGE:
        status = impact_sequence(w, at, law)
    else:
        status = impact_newton(w, at) if law == NEWTON else impact_poisson(w, at)
    raised = status == RAISED
    return SOLVED if raised else status, energy_lost(w, at), raised
