"""Limits: where on a curve of positions the freed driver's value turns back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.analysis.trace.arc import Continuation
from linkwork.analysis.trace.freed_driver import Freed
from linkwork.base.arrays import Array
from linkwork.run.run import Run


@dataclass
class Limit:
    """A position at which the freed driver's value turns back."""

    value: float
    q: Array
    arc: float
    kind: str


def find_limits(driver: str, continuation: Continuation, run: Run) -> list[Limit]:
    """Where the driver's value turns back, refined on the curve."""
    if not driver:
        return []
    freed = Freed(run.system, driver)
    scale = run.system.column_scale
    rates = freed.rates(run.q, run.v)
    rising = rates >= 0.0
    limits = []
    for index in np.flatnonzero(rising[1:] != rising[:-1]):
        q = _turning_point(freed, continuation, run.q[index : index + 2], rates[index : index + 2])
        if q is not None:
            way = float(np.linalg.norm(run.system.difference(q, run.q[index]) / scale))
            arc = min(float(run.t[index]) + way, float(run.t[index + 1]))
            limits.append(Limit(float(freed.values(q[None])[0]), q, arc, "largest" if rising[index] else "smallest"))
    return limits


def _turning_point(freed: Freed, continuation: Continuation, ends: Array, rates: Array) -> Array | None:
    """The point of the curve between two of its points at which the rate is zero.

    The search goes along the chord, so that it begins and ends at the two points and the signs there are known.
    """
    scale = continuation.system.column_scale
    chord = continuation.equations.apart(ends[1], ends[0])
    reach = float(np.linalg.norm(chord))

    def rate(q: Array, tangent: Array) -> float:
        return float(freed.rates(q[None], (tangent * scale)[None])[0])

    try:
        return continuation.zero(ends[0], chord / reach, reach, rate)
    except ValueError:  # an end is so near that round-off decides the sign of its rate
        nearer: Array = ends[int(np.argmin(np.abs(rates)))]
        return nearer
    except ArithmeticError:
        return None
