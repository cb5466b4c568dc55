"""Whether what a model file asks to be done makes sense: the analysis and the output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.errors import MechanismError
from linkwork.mechanism.expression import resolve_parameters
from linkwork.system.scope import suggestion

if TYPE_CHECKING:
    from linkwork.mechanism.model import KinematicsRequest
    from linkwork.mechanism.planar import Planar


def asked(mechanism: Planar) -> tuple[str, KinematicsRequest] | None:
    """Name and data of the analysis over time that the mechanism asks for, if it does."""
    for name in ("kinematics", "inverse_dynamics", "simulate"):
        request = getattr(mechanism.analysis, name)
        if request is not None:
            return name, request
    return None


def time_grid(mechanism: Planar) -> tuple[float, float, int] | None:
    """Start, end and number of points of the analysis over time that the mechanism asks for, if it does."""
    found = asked(mechanism)
    if found is None:
        return None
    name, request = found
    env = resolve_parameters(mechanism.parameters_by_name)
    try:
        start = 0.0 if request.start is None else float(request.start.value(env))
        until = float(request.until.value(env))
    except MechanismError as error:
        raise MechanismError(f"analysis: {name}: {error}") from None
    if until <= start:
        raise MechanismError(f"analysis: {name}: 'until' ({until:g} s) must be later than the start ({start:g} s)")
    return start, until, request.points


def check_requests(mechanism: Planar) -> None:
    """Refuse an analysis or an output that cannot be made."""
    time_grid(mechanism)
    _check_simulation(mechanism)
    output = mechanism.output
    for channel in [name for group in (*output.plots, *output.cross_plots) for name in group]:
        _check_owner(mechanism, channel, "plots")
    for trace in output.traces:
        body, _, point = trace.partition(".")
        if body not in mechanism.bodies_by_name:
            bodies = suggestion(body, mechanism.bodies_by_name, "bodies")
            raise MechanismError(f"output: traces: '{trace}': there is no body '{body}'{bodies}")
        points = mechanism.bodies_by_name[body].points
        if point and point not in points:
            known = suggestion(point, points, f"points of '{body}'")
            raise MechanismError(f"output: traces: '{trace}': body '{body}' has no point '{point}'{known}")


def _check_simulation(mechanism: Planar) -> None:
    """Refuse rates at the start that name nothing."""
    from linkwork.analysis.hold import held_rates

    request = mechanism.analysis.simulate
    if request is not None:
        try:
            held_rates(mechanism, request.speeds)
        except MechanismError as error:
            raise MechanismError(f"analysis: simulate: speeds: {error}") from None


def _check_owner(mechanism: Planar, channel: str, what: str) -> None:
    """A channel begins with a body, a joint or a driver, or is measured: `distance(a, b)`."""
    owners: dict[str, Any] = {**mechanism.bodies_by_name, **mechanism.joints, **mechanism.drivers}
    owners |= mechanism.forces | mechanism.signals | {"energy": None, "violation": None}
    owner = channel.partition(".")[0]
    if channel != "t" and "(" not in channel and owner not in owners:
        raise MechanismError(
            f"output: {what}: channel '{channel}': nothing is named '{owner}'{suggestion(owner, owners, 'names')}"
        )
