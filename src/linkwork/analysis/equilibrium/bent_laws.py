"""Forces without one slope at a position of rest: a stiffness takes one for both sides, and may call it neutral."""

from __future__ import annotations

import numpy as np

from linkwork.analysis.both_sides import BothSides
from linkwork.analysis.equilibrium.balance import Balance, Rest
from linkwork.base.arrays import Array


def bent_notes(balance: Balance, rest: Rest) -> list[str]:
    """What has to be said where forces bend with the way itself, as `abs` and roots of squares do."""
    names = list(balance.mechanism.forces)
    bent = np.zeros(len(names), bool)
    for motion in rest.motions.T if names else ():
        bent |= _bent_along(balance, rest, motion).reshape(len(names), -1).any(axis=1)
    balance.dynamics.place(rest.q, balance.t)
    laws = [name for name, is_bent in zip(names, bent, strict=True) if is_bent]
    if not laws:
        return []
    return [
        f"force {', '.join(map(repr, laws))} has a kink here: the stiffness takes one slope for both sides, so that "
        "it does not tell whether this rest is stable; simulate a small push to either side"
    ]


def _bent_along(balance: Balance, rest: Rest, motion: Array) -> Array:
    """Which numbers of the forces have a kink along a motion."""
    sides = BothSides(lambda way: _wrenches(balance, balance.dynamics.moved(rest.q, way * motion)))
    return sides.kinked(sides.rounding())


def _wrenches(balance: Balance, q: Array) -> Array:
    """The two wrenches of every force at a position, at rest."""
    balance.dynamics.place(q, balance.t)
    bodies = balance.dynamics.bodies
    results = np.real(bodies.force_results()).reshape(len(balance.mechanism.forces), -1)
    return np.asarray(results[:, : 2 * bodies.world.size])
