"""Forces without one slope at a position of rest: a stiffness takes one for both sides, and may call it neutral."""

from __future__ import annotations

import numpy as np

from linkwork.analysis.equilibrium.balance import Balance, Rest
from linkwork.base.arrays import Array

_WAY, _PARTS = 1e-6, 8.0  # model lengths and radians; how many times shorter the second look is
_SHARE = 1e-4  # of its change along the way: a bend that is less is none
_BETWEEN = 0.5 * (1.0 / _PARTS + 1.0 / _PARTS**2)  # how a bend shrinks: kinks as 1/8, smooth laws as 1/64
_ROUNDING = 1e-12  # of a number, or of one: what is less is no change


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
    here, bends, changes = _wrenches(balance, rest.q), [], []
    for way in (_WAY, _WAY / _PARTS):
        behind, ahead = (
            _wrenches(balance, balance.dynamics.moved(rest.q, side * way * motion)) for side in (-1.0, 1.0)
        )
        bends.append(np.abs(ahead - 2.0 * here + behind))
        changes.append(np.abs(ahead - behind))
    least = np.maximum(_ROUNDING * np.maximum(np.abs(here), 1.0), _SHARE * changes[0])
    return np.asarray((bends[0] > least) & (bends[1] > _BETWEEN * bends[0]))


def _wrenches(balance: Balance, q: Array) -> Array:
    """The two wrenches of every force at a position, at rest."""
    balance.dynamics.place(q, balance.t)
    bodies = balance.dynamics.bodies
    results = np.real(bodies.force_results()).reshape(len(balance.mechanism.forces), -1)
    return np.asarray(results[:, : 2 * bodies.world.size])
