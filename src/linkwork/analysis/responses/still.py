"""Results at rest: an equilibrium as a run of one point, and the modes of a linear model."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.places import layout_kernel as layout
from linkwork.run.loads import arrays_of, empty_loads
from linkwork.run.run import Run
from linkwork.system.system import System


def still_run(result: Any) -> Any:
    """The run itself, or a run of one point for an equilibrium, an assembly or a linear model."""
    if np.ndim(getattr(result, "t", 0.0)) == 1:
        return result
    still = getattr(result, "still", None)
    if isinstance(still, Run):
        return still
    chart = getattr(result, "chart", None)
    if chart is not None:
        return at_rest(result.dynamics.whole, chart.t, result.dynamics.spread(chart.q0)[0])
    if not hasattr(result, "q") or not hasattr(result, "system"):
        raise AnalysisError(f"a response is asked of a run, an equilibrium or a linear model; found {shown(result)}")
    known = getattr(result, "multipliers", None), getattr(result, "own_states", None)
    return at_rest(result.system, result.t, result.q, *known)


def at_rest(system: System, t: float, q: Array, multipliers: Array | None = None, states: Array | None = None) -> Run:
    """A run of one point at rest, in real or complex numbers; with loads where the multipliers are known."""
    from linkwork.system.adjoint.tangent_kernel import loads_along

    times = np.array([t], float)
    still: Array = np.zeros((1, len(q)), system.dtype)
    run = Run(system, times, np.array(q[None, :], system.dtype), still, still, np.ones(1), np.zeros(0), "")
    if multipliers is None or states is None:
        return run
    own: Array = np.zeros((1, int(system.k[layout.STATES])), system.dtype)
    own[0, : len(states)] = states
    run.loads = empty_loads(system, 1)
    tables = (system.k, system.p, system.workspace())
    loads_along(*tables, times, run.q, run.v, np.array(multipliers[None, :]), own, arrays_of(run.loads))
    return run


def mode_number(result: Any, name: str, number: Any) -> Any:
    """A number of a mode of a linear model, counted from 1: frequency in rad/s, hertz, damping ratio."""
    modes = getattr(result, "modes", None)
    if modes is None:
        raise AnalysisError(f"{name}(1) is of a linear model; ask it of linearise")
    place = float(np.real(number))
    if place != round(place) or not 1 <= place <= len(modes):
        if not modes:
            raise AnalysisError(
                "this model has no modes: nothing in it swings as a body does; what its states do, those of circuits "
                "and controllers, is told by the eigenvalues of linearise()"
            )
        raise AnalysisError(f"there is no mode {place:g}; this model has modes 1 to {len(modes)}")
    return getattr(modes[round(place) - 1], name)
