"""Validate: whether the words of a mechanism fit together, found without compiled code.

Every error begins with the part it speaks of (`joint 'A': ...`), so that a model file can say on which line it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from linkwork.elements.base import Element
from linkwork.elements.planar.catalogue import Coupling, CouplingSlide
from linkwork.errors import MechanismError, within
from linkwork.functions.packed import Packed
from linkwork.mechanism.bodies import plane_frame
from linkwork.mechanism.check_drawing import check_drawing
from linkwork.mechanism.check_function import check_function, check_outline, depends_on_time, no_kernel
from linkwork.mechanism.check_gears import check_gears
from linkwork.mechanism.check_numbers import refuse_large, refuse_time
from linkwork.mechanism.expression import resolve_parameters
from linkwork.mechanism.mass import check as check_mass
from linkwork.mechanism.places import Line, Point
from linkwork.system.row import Row
from linkwork.system.scope import GROUND, Scope
from linkwork.system.signals import Signals

if TYPE_CHECKING:
    from linkwork.functions import Outline, TimeFunction
    from linkwork.functions.base import Function
    from linkwork.mechanism.mechanism import Mechanism

_COUPLINGS = (Coupling, CouplingSlide)


def validate(mechanism: Mechanism) -> None:
    """Refuse a mechanism in which names, places, numbers or connections do not make sense."""
    scope = _scope(mechanism)
    if len(mechanism.bodies_by_name) == 1:
        raise MechanismError("the mechanism has no bodies; add at least one")
    if not mechanism.joints and not mechanism.drivers and not _has_mass(mechanism, mechanism.bodies_by_name):
        raise MechanismError("the mechanism has no joints; add one, for example a revolute joint to the ground")
    _check_parts(scope)
    check_drawing(mechanism)
    _check_connections(mechanism)
    check_gears(scope)
    _check_initial(scope)
    _check_tree(mechanism)


def validate_parts(mechanism: Mechanism) -> None:
    """Refuse numbers, names and places that do not make sense, in a mechanism that may still be unfinished."""
    _check_parts(_scope(mechanism))


def _scope(mechanism: Mechanism) -> Scope:
    """The meaning of the words for the mechanism's own parameters."""
    scope = Scope(mechanism, resolve_parameters(mechanism.parameters_by_name))
    _check_variables(mechanism)
    refuse_large(mechanism, scope.env)
    return scope


def _check_parts(scope: Scope) -> None:
    mechanism = scope.mechanism
    for name, plane in mechanism.planes.items():
        with within(f"plane '{name}'"):
            plane_frame(Row(scope, f"plane '{name}'"), plane)
    for name in mechanism.bodies_by_name:
        _check_body(scope, name)
    for name, joint in mechanism.joints.items():
        _check_joint(scope, name, joint)
    for name, driver in mechanism.drivers.items():
        check_element(DryRow(scope, f"driver '{name}'", name), driver)
    _check_forces(scope)


def _check_forces(scope: Scope) -> None:
    """Forces, signals and events: names, places and laws."""
    from linkwork.analysis.hold import held_rates

    mechanism = scope.mechanism
    signals = Signals(scope, row=DryRow)
    for name in mechanism.signals:
        signals.channel(name)
    for name, force in mechanism.forces.items():
        check_element(DryRow(scope, f"force '{name}'", name, signals), force)
    for name, event in mechanism.events.items():
        signals.event(name, event)
        with within(f"event '{name}'"):
            held_rates(mechanism, event.jump, "jump of")


def _check_connections(mechanism: Mechanism) -> None:
    """Refuse bodies that nothing holds to the ground, unless they have mass and may fly freely."""
    from linkwork.topology.graph import islands

    for group in islands(mechanism):
        if _has_mass(mechanism, group):
            continue
        if len(group) == 1:
            raise MechanismError(f"body '{group[0]}' is connected to nothing; give it a joint or remove it")
        names = ", ".join(f"'{name}'" for name in group)
        raise MechanismError(
            f"bodies {names} have no connection to the ground; join one of them to the ground or to a body that is"
        )


def _check_tree(mechanism: Mechanism) -> None:
    """Refuse a tree that cannot be made."""
    from linkwork.mechanism.model import TreeRequest
    from linkwork.topology.network import network_of
    from linkwork.topology.requests import checked

    if mechanism.tree_request != TreeRequest():
        with within("tree"):
            checked(mechanism, network_of(mechanism), mechanism.tree_request)


def _has_mass(mechanism: Mechanism, bodies: Iterable[str]) -> bool:
    """Whether one of these bodies is given a mass."""
    return any(mechanism.bodies_by_name[name].mass is not None for name in bodies)


class DryRow(Row):
    """A row that checks what it is given and packs nothing."""

    def packed(self, function: Function, variable: str) -> Packed:
        check_function(function, self.scope.env, variable)
        return Packed(no_kernel)

    def curve(self, outline: Outline) -> Packed:
        check_outline(outline, self.scope.env)
        return Packed(no_kernel)

    def start_value(self, function: TimeFunction) -> float:
        """The value at t = 0 where a formula gives it; 1 where only compiled code can tell."""
        check_function(function, self.scope.env)
        formula = getattr(function, "value", None)
        if formula is None:
            return 1.0
        at_zero = {**self.scope.env, "t": 0.0} if depends_on_time(function) else self.scope.env
        return float(formula.value(at_zero).real)


def check_element(row: Row, element: Element) -> tuple[str, str]:
    """Refuse an element whose bodies, places or numbers do not make sense; its two bodies."""
    with within(row.where):
        ends = element.ends(row)
        planes = [(body, row.scope.plane(body)[0]) for body in ends]
        if ends[0] == ends[1]:
            row.fail(f"it joins body '{ends[0]}' to itself; name two different bodies")
        moving = {plane for body, plane in planes if body != GROUND}
        if len(moving) > 1 and not isinstance(element, _COUPLINGS):
            (first, plane), (second, other) = planes
            row.fail(
                f"bodies '{first}' and '{second}' lie in different planes, '{plane}' and '{other}'; "
                "only a coupling or coupling_slide joins them"
            )
        if element.own:
            _check_own(row, element)
        else:
            element.pack(row)
    return ends


def _check_own(row: Row, element: Element) -> None:
    """The places and estimates of an element whose numbers need compiled code (cams, curved slots)."""
    for name in type(element).model_fields:
        value = getattr(element, name)
        if isinstance(value, Point):
            row.point(value)
        elif isinstance(value, Line):
            row.line(value)
    element.start(row)


def _check_joint(scope: Scope, name: str, joint: Element) -> tuple[str, str]:
    row = DryRow(scope, f"joint '{name}'", name)
    value: Any = getattr(joint, "value", None)
    if value is not None and depends_on_time(value):
        row.fail("its value depends on t; put it under drivers")
    refuse_time(row.where, joint)
    return check_element(row, joint)


def _check_variables(mechanism: Mechanism) -> None:
    """`t` and, beside outlines, `alpha` are variables and cannot be parameters too."""
    outlines = any(body.outlines for body in mechanism.bodies_by_name.values())
    for name, meaning in (("t", "the time"), ("alpha", "the parameter of outlines")):
        if name in mechanism.parameters_by_name and (name == "t" or outlines):
            raise MechanismError(f"parameter '{name}': this name means {meaning}; choose another")


def _check_body(scope: Scope, name: str) -> None:
    body = scope.body(name)
    with within(f"body '{name}'"):
        scope.plane(name)
        scope.drawn_pose(name)
        for kind, names in (("point", body.points), ("outline", body.outlines)):
            for item in names:
                if not item or "." in item:
                    raise MechanismError(f"{kind} of '{name}' '{item}': a name must not be empty or hold a '.'")
        for vector in body.points.values():
            scope.vector(vector)
    for item, outline in body.outlines.items():
        with within(f"outline of '{name}' '{item}'"):
            check_outline(outline, scope.env)
    check_mass(body.mass, scope, Row(scope, f"body '{name}'", name))


def _check_initial(scope: Scope) -> None:
    from linkwork.analysis.hold import held_elements

    for name, value in scope.mechanism.initial.items():
        where = f"initial value '{name}'"
        try:
            (element,) = held_elements(scope.mechanism, {name: value}).values()
        except MechanismError as error:
            raise MechanismError(f"initial value {error}") from None
        check_element(DryRow(scope, where, name), element)
