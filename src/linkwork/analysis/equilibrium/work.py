"""Work of the forces on a mechanism between two positions."""

from __future__ import annotations

from functools import cache

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.dynamics.dynamics import Dynamics


@cache
def _gauss() -> tuple[Array, Array]:
    """Places between -1 and 1, and their weights."""
    nodes, weights = np.polynomial.legendre.leggauss(8)
    return nodes, weights


def work_between(dynamics: Dynamics, before: Array, after: Array, t: float) -> float:
    """Work of the forces on the straight way between two positions."""
    way, total = dynamics.apart(after, before), 0.0
    for node, weight in zip(*_gauss(), strict=True):
        dynamics.place(dynamics.moved(before, 0.5 * (1.0 + node) * way), t)
        total += 0.5 * weight * float(dynamics.forces() @ way)
    return total
