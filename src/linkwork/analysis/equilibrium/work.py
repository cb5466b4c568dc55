"""Work of the forces on a mechanism between two positions."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.dynamics.dynamics import Dynamics

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)


def work_between(dynamics: Dynamics, before: Array, after: Array, t: float) -> float:
    """Work of the forces on the straight way between two positions."""
    way, total = dynamics.apart(after, before), 0.0
    for node, weight in zip(_NODES, _WEIGHTS, strict=True):
        dynamics.place(dynamics.moved(before, 0.5 * (1.0 + node) * way), t)
        total += 0.5 * weight * float(dynamics.forces() @ way)
    return total
