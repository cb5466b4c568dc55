"""Results at rest: an equilibrium as a run of one point, and the modes of a linear model."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.errors import AnalysisError


def still_run(result: Any) -> Any:
    """The run itself, or a run of one point for an equilibrium, an assembly or a linear model."""
    from linkwork.run.loads import Loads
    from linkwork.run.run import Run

    if isinstance(result, Run):
        return result
    chart = getattr(result, "chart", None)
    if chart is not None:
        return _one_point(result.dynamics.system, chart.q0, chart.t)
    if not hasattr(result, "q"):
        raise AnalysisError(f"a response is asked of a run, an equilibrium or a linear model; found {result!r}")
    run = _one_point(result.system, result.q, result.t)
    if hasattr(result, "wrenches"):
        from linkwork.run.loads import loads_of

        run.loads = loads_of(result.system, run.t, run.q, run.v)
        assert isinstance(run.loads, Loads)
    return run


def _one_point(system: Any, q: Any, t: float) -> Any:
    from linkwork.run.run import Run

    still = np.zeros((1, len(system.coordinates)), np.result_type(q))
    return Run(system, np.array([t], float), q[None, :], still, still, np.ones(1), np.zeros(0), "")


def mode_number(result: Any, name: str, number: Any) -> Any:
    """A number of a mode of a linear model, counted from 1: frequency in rad/s, hertz, damping ratio."""
    modes = getattr(result, "modes", None)
    if modes is None:
        raise AnalysisError(f"{name}(1) is of a linear model; ask it of linearise")
    place = float(np.real(number))
    if place != round(place) or not 1 <= place <= len(modes):
        raise AnalysisError(f"there is no mode {place:g}; this model has modes 1 to {len(modes)}")
    return getattr(modes[round(place) - 1], name)
