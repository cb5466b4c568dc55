"""Whether a motion passes a singular position, from which more than one motion goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import rank_of

if TYPE_CHECKING:
    from linkwork.run.run import Run

_SINGULAR = 1e-3  # smallest singular value there, of the one that is usual in the run
_BEFORE = 3  # frames before the one at which two motions are seen to part
_LARGEST = 400  # equations for which this is looked for


def singular_crossing(run: Run, frame: int) -> float | None:
    """The time of a singular position shortly before a frame, or nothing."""
    from scipy.interpolate import CubicHermiteSpline
    from scipy.optimize import minimize_scalar

    system = run.system
    if max(len(system.equations), len(system.coordinates)) > _LARGEST or not system.equations:
        return None
    equations = Equations(system)

    def smallest(q: Array, t: float) -> float:
        equations.evaluate(np.asarray(q), t)
        values = np.linalg.svd(equations.jacobian(), compute_uv=False)
        return float(values[rank - 1] / values[0])

    equations.evaluate(run.q[0], float(run.t[0]))
    rank = rank_of(equations.jacobian())
    usual = float(np.median([smallest(q, float(t)) for q, t in zip(run.q[::5], run.t[::5], strict=True)]))
    first, last = max(frame - _BEFORE, 0), min(frame + 1, len(run.t) - 1)
    if last <= first:
        return None
    part = slice(first, last + 1)
    world, count, base = system.world, len(system.bodies), np.real(run.q[first])
    chart = world.into_chart(count, base, *(np.real(values[part]) for values in (run.q, run.v, run.a)))
    charts = CubicHermiteSpline(run.t[part], chart[0], chart[1])
    still = np.zeros_like(base)

    def path(t: float) -> Array:
        return world.out_of_chart(count, base, charts(t), still, still)[0]

    times = np.linspace(run.t[first], run.t[last], 25 * (last - first))
    at = int(np.argmin([smallest(path(t), float(t)) for t in times]))
    around = float(times[max(at - 1, 0)]), float(times[min(at + 1, len(times) - 1)])
    minimum = minimize_scalar(lambda t: smallest(path(t), float(t)), bounds=around, method="bounded")
    return float(minimum.x) if float(minimum.fun) < _SINGULAR * usual else None
