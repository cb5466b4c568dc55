"""The verbs of a mechanism that overlays, studies and optimisation repeat, and the names of their options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from linkwork.mechanism.mechanism import Mechanism

OVER_TIME = ("kinematics", "inverse_dynamics", "simulate")
AT_REST = ("equilibrium", "linearise")


def with_method(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options in which an analysis' own method is called solver, as the analysis takes them."""
    return {"method" if name == "solver" else name: value for name, value in options.items()}


def with_solver(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of an analysis as those take them who have a method of their own: its method is the solver."""
    return {"solver" if name == "method" else name: value for name, value in options.items()}


def options_of(analysis: str) -> set[str]:
    """Names of the options of an analysis; none of one that is not known."""
    if analysis in AT_REST:
        return set(signature(getattr(Mechanism, analysis)).parameters) - {"self"}
    functions = _over_time()
    if analysis not in functions:
        return set()
    parameters = signature(functions[analysis]).parameters.values()
    return {item.name for item in parameters if item.kind is item.KEYWORD_ONLY} - {"progress", "times"}


def _over_time() -> dict[str, Callable[..., Any]]:
    from linkwork.analysis.kinematics.inverse import inverse_dynamics
    from linkwork.analysis.kinematics.kinematics import kinematics
    from linkwork.analysis.simulation.simulate import simulate

    return {"kinematics": kinematics, "inverse_dynamics": inverse_dynamics, "simulate": simulate}
