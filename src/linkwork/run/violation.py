"""Constraint errors as channels of every run: `violation.position` and `violation.velocity`.

Each is the largest scaled error of all equations: lengths in the model's length, angles in rad, rates per second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.system.system import System

_UNITS = {"violation.position": "1", "violation.velocity": "1/s"}


def violation_names(system: System) -> tuple[str, ...]:
    """The channels there are; along a trace, whose speed is not a velocity, only the position's."""
    return tuple(_UNITS)[: 1 if system.time_free else 2]


def violation_channel(run: Run, name: str) -> tuple[Array, str] | None:
    """A channel of the violation with its unit, or nothing when the name is not one of them."""
    if name not in violation_names(run.system):
        return None
    from linkwork.system.constraints.violation_kernel import violations

    system, violation_channel = run.system, np.zeros((len(run.t), 2))
    motion = np.ascontiguousarray(run.q), np.ascontiguousarray(run.v)  # else it is compiled once more
    violations(system.k, system.p, system.workspace(), run.t, *motion, violation_channel)
    return violation_channel[:, list(_UNITS).index(name)], _UNITS[name]
