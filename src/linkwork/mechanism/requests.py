"""Whether what a model file asks to be done makes sense: the analysis and the output."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, within
from linkwork.base.local_file import beside
from linkwork.base.names import suggestion, unquoted
from linkwork.expression import resolve_parameters
from linkwork.mechanism.model_requests import FIXED_STEP
from linkwork.places.interfaces import is_interface, owner_of

if TYPE_CHECKING:
    from linkwork.expression import Expression
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.mechanism.model_requests import GridRequest


def asked(mechanism: Mechanism) -> tuple[str, GridRequest] | None:
    """Name and data of the analysis over time that the mechanism asks for, if it does."""
    for name in ("kinematics", "inverse_dynamics", "simulate"):
        request = getattr(mechanism.analysis, name)
        if request is not None:
            return name, request
    return None


def time_grid(mechanism: Mechanism) -> tuple[float, float, int] | None:
    """Start, end and number of points of the analysis over time that the mechanism asks for, if it does."""
    requested = asked(mechanism)
    if requested is None:
        return None
    name, request = requested
    env = resolve_parameters(mechanism.parameters_by_name)
    try:
        start = 0.0 if request.start is None else float(request.start.value(env))
        until = float(request.until.value(env))
    except MechanismError as error:
        raise MechanismError(f"analysis: {name}: {error}") from None
    if until <= start:
        raise MechanismError(f"analysis: {name}: 'until' ({until:g} s) must be later than the start ({start:g} s)")
    return start, until, request.points


def check_requests(mechanism: Mechanism) -> None:
    """Refuse an analysis or an output that cannot be made."""
    time_grid(mechanism)
    _check_simulation(mechanism)
    _check_equilibrium(mechanism)
    output = mechanism.output
    for channel in [name for group in (*output.plots, *output.cross_plots) for name in group]:
        _check_owner(mechanism, channel, "plots")
    for channel in output.controls:
        _check_owner(mechanism, channel, "controls")
    if output.chase is not None and output.chase not in mechanism.bodies_by_name:
        bodies = suggestion(output.chase, mechanism.bodies_by_name, "bodies")
        raise MechanismError(f"output: chase: there is no body '{output.chase}'{bodies}")
    _check_ends(mechanism)
    _check_files(mechanism)
    for trace in output.traces:
        body, _, point = trace.partition(".")
        if body not in mechanism.bodies_by_name:
            bodies = suggestion(body, mechanism.bodies_by_name, "bodies")
            raise MechanismError(f"output: traces: '{trace}': there is no body '{body}'{bodies}")
        points = mechanism.bodies_by_name[body].points
        if point and point not in points:
            known = suggestion(point, points, f"points of '{body}'")
            raise MechanismError(f"output: traces: '{trace}': body '{body}' has no point '{point}'{known}")


def _check_ends(mechanism: Mechanism) -> None:
    """Refuse fixed axes and ranges of sliders that name nothing or are no ranges."""
    output, env = mechanism.output, resolve_parameters(mechanism.parameters_by_name)
    for name in output.axes:
        _check_owner(mechanism, name, "axes")
    for name in output.sliders:
        if name not in mechanism.parameters_by_name:
            known = suggestion(name, mechanism.parameters_by_name, "parameters")
            raise MechanismError(f"output: sliders: '{name}': there is no parameter '{name}'{known}")
    for what, ranges in (("axes", output.axes), ("sliders", output.sliders)):
        for name, (low, high) in ranges.items():
            with within(f"output: {what}: '{name}'"):
                if not low.value(env).real < high.value(env).real:
                    raise MechanismError(f"expected two ends, the lower one first; found [{low}, {high}]")


def _check_files(mechanism: Mechanism) -> None:
    """Refuse files to compare with, and a logo, that are not there."""
    output = mechanism.output
    if mechanism.folder is None:  # read from a text: nobody knows where they lie
        return
    named = [(f"beside: '{label}'", file) for label, file in output.beside.items()]
    named += [("report: logo", output.report.logo)] if output.report.logo else []
    for where, file in named:
        with within(f"output: {where}"):
            if not os.path.isfile(beside(mechanism, file)):
                raise MechanismError(f"there is no file '{file}' beside the model")


def _check_simulation(mechanism: Mechanism) -> None:
    """Refuse rates and held values that name nothing, and a method without the step that it needs."""
    from linkwork.mechanism.hold import held_rates

    request = mechanism.analysis.simulate
    if request is None:
        return
    with within("analysis: simulate"):
        held_rates(mechanism, request.speeds)
        _check_held(mechanism, request.hold)
        if request.method in FIXED_STEP and request.step is None:
            raise MechanismError(f"method '{request.method}' has a fixed step; give its length, as in step: 0.001")
        step = request.step.value(resolve_parameters(mechanism.parameters_by_name)) if request.step is not None else 1.0
        if step.real <= 0.0:
            raise MechanismError(f"step '{request.step}' must be greater than zero; leave it out for the method's own")


def _check_equilibrium(mechanism: Mechanism) -> None:
    """Refuse values near which nothing can be looked for."""
    request = mechanism.analysis.equilibrium
    if request is None:
        return
    with within("analysis: equilibrium"):
        _check_held(mechanism, request.near)
        if request.near and request.all:
            raise MechanismError("'near' is for one position of rest and 'all' for every one; leave out one of them")


def _check_held(mechanism: Mechanism, values: Mapping[str, Expression]) -> None:
    """Refuse held values that name nothing or have no value."""
    from linkwork.mechanism.hold import held_elements

    env = resolve_parameters(mechanism.parameters_by_name)
    held_elements(mechanism, values)
    for name, value in values.items():
        with within(f"'{name}'"):
            value.value(env)


def _check_owner(mechanism: Mechanism, channel: str, what: str) -> None:
    """A channel begins with a body, a joint, a driver, a contact ..., or is measured: `distance(a, b)`."""
    owners: dict[str, Any] = {**mechanism.bodies_by_name, **mechanism.joints, **mechanism.drivers}
    owners |= mechanism.forces | mechanism.signals | mechanism.circuits
    owners |= {"energy": None, "violation": None, **mechanism.computed}
    owners |= mechanism.touching_parts | mechanism.contact_groups | mechanism.frictions
    owner = unquoted(channel).partition(".")[0].partition("[")[0]
    if is_interface(owner) and owner_of(owner) in mechanism.bodies_by_name:
        with within(f"output: {what}: channel '{channel}'"):
            mechanism.scope().interface(owner)
        return
    if channel != "t" and "(" not in channel and owner not in owners:
        raise MechanismError(
            f"output: {what}: channel '{channel}': nothing is named '{owner}'{suggestion(owner, owners, 'names')}"
        )
