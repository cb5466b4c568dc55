"""Whether a motion passes a singular position, from which more than one motion goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

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
    at, value = _least(smallest, run, first, last, 25 * (last - first))
    return at if value < _SINGULAR * usual else None


def _least(value: Callable[[Array, float], float], run: Run, first: int, last: int, count: int) -> tuple[float, float]:
    """When a value is least between two frames, on the way that positions and velocities tell, and how small it is."""
    from scipy.optimize import minimize_scalar

    path = _path(run, first, last)
    times: NDArray[np.float64] = np.linspace(run.t[first], run.t[last], count)
    at = int(np.argmin([value(path(t), float(t)) for t in times]))
    around = float(times[max(at - 1, 0)]), float(times[min(at + 1, len(times) - 1)])
    fine = {"xatol": min(1e-5, 1e-6 * (around[1] - around[0]))}
    minimum = minimize_scalar(lambda t: value(path(t), float(t)), bounds=around, method="bounded", options=fine)
    return float(minimum.x), float(minimum.fun)


def _path(run: Run, first: int, last: int) -> Callable[[float], Array]:
    """Positions between two frames."""
    from scipy.interpolate import CubicHermiteSpline

    part = slice(first, last + 1)
    world, count, base = run.system.world, len(run.system.bodies), np.real(run.q[first])
    chart = world.into_chart(count, base, *(np.real(values[part]) for values in (run.q, run.v, run.a)))
    charts = CubicHermiteSpline(run.t[part], chart[0], chart[1])
    still = np.zeros_like(base)

    def path(t: float) -> Array:
        return world.out_of_chart(count, base, charts(t), still, still)[0]

    return path
