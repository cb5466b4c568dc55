"""Validate: whether the words of a mechanism fit together, found without compiled code.

Every error begins with the part it speaks of (`joint 'A': ...`), so that a model file can say on which line it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError, within
from linkwork.elements.base import Element
from linkwork.elements.worlds import friction_of
from linkwork.mechanism.beams.pressed_faces import check_pressed_faces
from linkwork.mechanism.check_function import depends_on_time
from linkwork.mechanism.check_numbers import refuse_time, refuse_unusual
from linkwork.mechanism.dry_row import dry
from linkwork.places.interfaces import AT, is_interface, owner_of
from linkwork.signals.records import Signals
from linkwork.topology.free_flight import negligible_shares, require_free_flight

if TYPE_CHECKING:
    from linkwork.elements.contacts import ContactPart
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.places.base_row import BaseRow
    from linkwork.places.base_scope import BaseScope


def validate(mechanism: Mechanism) -> None:
    """Refuse a mechanism in which names, places, numbers or connections do not make sense."""
    scope = _scope(mechanism)
    if len(mechanism.bodies_by_name) == 1 and not mechanism.signals:
        raise MechanismError("the mechanism has no bodies; add at least one")
    held = mechanism.joints or mechanism.drivers or mechanism.contacts or len(mechanism.bodies_by_name) == 1
    if not held and not _has_mass(mechanism, mechanism.bodies_by_name):
        raise MechanismError("the mechanism has no joints; add one, for example a revolute joint to the ground")
    _check_parts(scope)
    mechanism.rules.check_whole(scope)
    _check_connections(mechanism)
    require_free_flight(scope)
    _check_initial(scope)
    _check_tree(mechanism)


def validate_values(mechanism: Mechanism, env: dict[str, Any]) -> None:
    """Refuse values of the parameters, and numbers that follow from them, that do not make sense."""
    scope: BaseScope = mechanism.scope(env)
    refuse_unusual(mechanism, env)
    _check_parts(scope)
    mechanism.rules.check_whole(scope)
    _check_initial(scope)


def validate_parts(mechanism: Mechanism) -> None:
    """Refuse numbers, names and places that do not make sense, in a mechanism that may still be unfinished."""
    _check_parts(_scope(mechanism))


def _scope(mechanism: Mechanism) -> BaseScope:
    """The meaning of the words for the mechanism's own parameters."""
    scope: BaseScope = mechanism.scope()
    _check_variables(mechanism)
    refuse_unusual(mechanism, scope.env)
    return scope


def _check_parts(scope: BaseScope) -> None:
    mechanism = scope.mechanism
    mechanism.rules.check_parts(scope)
    negligible_shares(scope)
    for name, joint in mechanism.joints.items():
        _check_joint(scope, name, joint)
    for name, driver in mechanism.drivers.items():
        check_element(_row(scope, f"driver '{name}'", name), driver)
    _check_forces(scope)
    _check_contacts(scope)
    _check_frictions(scope)


def _check_forces(scope: BaseScope) -> None:
    """Forces, signals and events: names, places and laws."""
    from linkwork.mechanism.check_impulse import check_impulse
    from linkwork.mechanism.hold import held_rates

    mechanism = scope.mechanism
    mechanism.solve_circuits(scope)
    signals = Signals(scope, row=dry(mechanism.row_class))
    for name in mechanism.signals:
        signals.channel(name)
    for name, force in mechanism.forces.items():
        check_element(_row(scope, f"force '{name}'", name, signals), force)
    check_pressed_faces(scope)
    for name, event in mechanism.events.items():
        signals.event(name, event)
        with within(f"event '{name}'"):
            held_rates(mechanism, event.jump, "jump of")
        check_impulse(_row(scope, f"event '{name}'", name, signals), event.impulse)


def _check_contacts(scope: BaseScope) -> None:
    """Contacts and joints with clearance: what touches, and their numbers."""
    mechanism = scope.mechanism
    signals = Signals(scope, row=dry(mechanism.row_class))
    for name, contact in mechanism.touching_parts.items():
        outlines = name in mechanism.contacts
        row = _row(scope, f"{'contact' if outlines else 'clearance'} '{name}'", name, signals)
        with within(row.where):
            check_contact(row, contact, outlines)


def check_contact(row: BaseRow, contact: ContactPart, outlines: bool) -> None:
    """Refuse a contact of outlines, or a joint with clearance, whose bodies or numbers do not make sense."""
    rules = row.scope.mechanism.rules
    ends = tuple(rules.contact_body(row, one) for one in contact.between) if outlines else contact.bodies()
    for body in ends:
        row.scope.body(body)
    if ends[0] == ends[1]:
        row.fail(f"both sides are on body '{ends[0]}'; name two different bodies")
    rules.check_ends(row, contact, ends)
    if outlines:
        rules.check_pair(row, contact.between)
    contact.numbers(row)
    if contact.capture is not None:
        row.above_zero(contact.capture, "capture")
    if contact.force is not None:
        contact.force.pack(row)
    from linkwork.elements.clearance_base import Clearance
    from linkwork.elements.contacts import restitution_law

    restitution_law(contact, row)
    if isinstance(contact, Clearance):
        contact.pack(row)


def _check_frictions(scope: BaseScope) -> None:
    """Dry friction: its joint, its numbers and what that joint needs."""
    for name, friction in scope.mechanism.frictions.items():
        row = _row(scope, f"friction '{name}'", name)
        with within(row.where):
            joint = friction.friction_joint(row)
            friction.numbers(row)
            friction_of(scope.mechanism.world).pack_friction(row, friction, joint)


def _check_connections(mechanism: Mechanism) -> None:
    """Refuse bodies that nothing holds to the ground, unless they have mass and may fly freely."""
    from linkwork.topology.graph import islands

    for group in islands(mechanism):
        if _has_mass(mechanism, group):
            continue
        held = [name for name, contact in mechanism.contacts.items() if set(contact.bodies()) & set(group)]
        if held:
            raise MechanismError(
                f"body '{group[0]}' is held by contact '{held[0]}' alone and must have a mass; give it one, or a joint"
            )
        if len(group) == 1:
            raise MechanismError(f"body '{group[0]}' is connected to nothing; give it a joint or remove it")
        names = ", ".join(f"'{name}'" for name in group)
        raise MechanismError(
            f"bodies {names} have no connection to the ground; join one of them to the ground or to a body that is"
        )


def _check_tree(mechanism: Mechanism) -> None:
    """Refuse a tree that cannot be made."""
    from linkwork.mechanism.model_requests import TreeRequest
    from linkwork.topology.network import network_of
    from linkwork.topology.requests import checked, refuse_cuts

    if mechanism.tree_request != TreeRequest.model_construct():
        with within("tree"):
            whole = network_of(mechanism)
            refuse_cuts(mechanism, whole, mechanism.tree_request, checked(mechanism, whole, mechanism.tree_request)[1])


def _has_mass(mechanism: Mechanism, bodies: Iterable[str]) -> bool:
    """Whether one of these bodies is given a mass."""
    return any(mechanism.bodies_by_name[name].mass is not None for name in bodies)


def _row(scope: BaseScope, where: str, name: str, signals: Signals | None = None) -> BaseRow:
    row: BaseRow = dry(scope.mechanism.row_class)(scope, where, name, signals)
    return row


def check_element(row: BaseRow, element: Element) -> tuple[str, str]:
    """Refuse an element whose bodies, places or numbers do not make sense; its two bodies."""
    with within(row.where):
        ends = element.ends(row)
        row.scope.mechanism.rules.check_ends(row, element, ends)
        if owner_of(ends[0]) == owner_of(ends[1]):
            row.fail(f"it joins body '{owner_of(ends[0])}' to itself; name two different bodies")
        for end in ends:
            if is_interface(end) and not getattr(element, "follows", False):
                _refuse_face(row, end)
        if element.own:
            _check_own(row, element)
        else:
            element.pack(row)
    return ends


def _refuse_face(row: BaseRow, interface: str) -> None:
    """Refuse all but forces that go with the body where a face is tied by its normals, which is no frame."""
    described, label = row.scope.body(owner_of(interface)).flexible, interface.partition(AT)[2]
    if described is None:
        return
    if label not in described.interfaces or described.interfaces[label].tie == "normal":
        row.fail(
            f"interface '{label}' is a face tied by its normals, which is no frame: nothing acts there but pressure "
            "(m.pressure); attach to one that is tied rigidly or by the mean"
        )


def _check_own(row: BaseRow, element: Element) -> None:
    """The places and estimates of an element whose numbers need compiled code (cams, curved slots)."""
    for name in type(element).model_fields:
        row.scope.mechanism.rules.check_place(row, getattr(element, name))
    element.start(row)


def _check_joint(scope: BaseScope, name: str, joint: Element) -> tuple[str, str]:
    row = _row(scope, f"joint '{name}'", name)
    value: Any = getattr(joint, "value", None)
    if value is not None and depends_on_time(value):
        row.fail("its value depends on t; put it under drivers")
    refuse_time(row.where, joint)
    return check_element(row, joint)


def _check_variables(mechanism: Mechanism) -> None:
    """`t` and, beside outlines, `alpha` are variables and cannot be parameters too."""
    for name, meaning in mechanism.rules.variables(mechanism.bodies_by_name).items():
        if name in mechanism.parameters_by_name:
            raise MechanismError(f"parameter '{name}': this name means {meaning}; choose another")


def _check_initial(scope: BaseScope) -> None:
    from linkwork.mechanism.hold import held_elements

    for name, value in scope.mechanism.initial.items():
        where = f"initial value '{name}'"
        try:
            (element,) = held_elements(scope.mechanism, {name: value}).values()
        except MechanismError as error:
            raise MechanismError(f"initial value {error}") from None
        check_element(_row(scope, where, name), element)
