"""Kinks: springs of zero length at rest. Such a spring has no direction, and its push or pull does not show."""

from __future__ import annotations

import numpy as np

from linkwork.analysis.equilibrium.balance import Balance, Rest
from linkwork.base.arrays import Array
from linkwork.elements.forces_base import DistanceSpring
from linkwork.run.channels import channels_of

_SHORT = 1e-8  # of the size of the mechanism
_SMALL = 1e-3  # a small motion, in model lengths and radians


def kinks(balance: Balance, rest: Rest) -> tuple[dict[str, float], Array | None]:
    """Springs of zero length that pull (or, below zero, push) in N, and a closed position a little way off them."""
    mechanism, dynamics = balance.mechanism, balance.dynamics
    springs = [name for name, force in mechanism.forces.items() if isinstance(force, DistanceSpring)]
    short = [name for name in springs if _length(balance, rest.q, name) < _SHORT * dynamics.whole.length]
    dynamics.place(rest.q, balance.t)
    pulls = dynamics.force_results().reshape(len(mechanism.forces), -1)[:, -1] if short else ()
    pulls_of = {name: float(pulls[list(mechanism.forces).index(name)]) for name in short}
    pulls_of = {name: pull for name, pull in pulls_of.items() if pull != 0.0}
    for motion in rest.motions.T if pulls_of else ():
        away = balance.close(balance.dynamics.moved(rest.q, _SMALL * motion))
        if away is not None:
            longer = {name: pull for name, pull in pulls_of.items() if _moved(balance, away, name)}
            if longer:
                return longer, away
    return {}, None


def _moved(balance: Balance, q: Array, name: str) -> bool:
    return _length(balance, q, name) > 1e-3 * _SMALL * balance.dynamics.whole.length


def _length(balance: Balance, q: Array, name: str) -> float:
    system, place = balance.dynamics.whole, balance.dynamics.spread(q)[0][None]
    still = np.zeros_like(place)
    channels = channels_of(system, place, still, still)
    return float(channels.value(f"{name}.length")[0])
