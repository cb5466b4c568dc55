"""The analysis over time that a model asks for, with the options it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import AnalysisError
from linkwork.expression import resolve_parameters
from linkwork.mechanism.requests import asked, time_grid

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run


def requested(
    mechanism: Mechanism, until: float | None = None, points: int | None = None, progress: bool = True
) -> Run:
    """Run what the model asks for; the kinematics when only an end is given."""
    grid = time_grid(mechanism)
    if grid is None and until is None:
        raise AnalysisError(f"{mechanism.name} asks for no analysis over time; give the end, as in run(until=1)")
    start, end, count = grid or (0.0, 1.0, 201)
    name, request = asked(mechanism) or ("kinematics", None)
    options: dict[str, Any] = {"start": start, "progress": progress}
    if request is not None:
        options |= request_options(mechanism, name, request)
    requested: Run = getattr(mechanism, name)(
        end if until is None else until, count if points is None else points, **options
    )
    return requested


def request_options(mechanism: Mechanism, name: str, request: Any) -> dict[str, Any]:
    """The options of an analysis over time as the model gives them, without its start and end."""
    return simulate_options(mechanism, request) if name == "simulate" else {"formulation": request.formulation}


def simulate_options(mechanism: Mechanism, request: Any) -> dict[str, Any]:
    """The options of a simulation as the model gives them."""
    env = resolve_parameters(mechanism.parameters_by_name)
    names = ("method", "formulation", "rtol", "atol", "check_energy", "estimate_error")
    options = {name: getattr(request, name) for name in names}
    options |= {"speeds": request.speeds, "hold": request.hold or None, "settings": request.settings}
    options |= {name: getattr(request, name) for name in ("rho", "branch") if getattr(request, name) is not None}
    if request.compiled != "auto":
        options["compiled"] = request.compiled
    return options | ({"step": float(request.step.value(env))} if request.step is not None else {})
