"""Held values and rates in space: `arm.x`, `rod.tip.z`, `arm.rx`, `A.angle`; `arm.vz`, `arm.wx`, `A.omega`.

Angular velocities `wx`, `wy`, `wz` are along the axes of the world, `omega.x` ... along those of the body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from linkwork.base.errors import MechanismError
from linkwork.base.names import GROUND, suggestion
from linkwork.elements.base import Element
from linkwork.elements.freedoms import freedoms_of, rate_names
from linkwork.elements.spatial import catalogue as library
from linkwork.elements.spatial.joints.start_rates import RotationComponent, SpinRate
from linkwork.places.interfaces import owner_of
from linkwork.places.spatial.places import read_point

if TYPE_CHECKING:
    from linkwork.mechanism.spatial.spatial import Spatial

_PLACES: dict[str, Any] = {"x": library.AbsoluteX, "y": library.AbsoluteY, "z": library.AbsoluteZ}
_Axis = Literal["x", "y", "z"]
_AXES: tuple[_Axis, ...] = ("x", "y", "z")
_SPEEDS = {f"v{axis}": axis for axis in _PLACES}
_TURNS: dict[str, _Axis] = {f"r{axis}": axis for axis in _AXES}
_SPINS: dict[str, _Axis] = {f"w{axis}": axis for axis in _AXES}
_OWN_SPINS: dict[str, _Axis] = {f"omega.{axis}": axis for axis in _AXES}
VALUES = "a body's x, y, z, rx, ry or rz (arm.x, rod.tip.z), or a value of a joint (A.angle, guide.position)"
RATES = "arm.vx, rod.tip.vz, arm.wx (axes of the world), arm.omega.x (axes of the body), A.omega, guide.speed"


def held_element(mechanism: Spatial, name: str, value: Any) -> Element:
    """The element that holds a value of this name."""
    head, _, quantity = name.rpartition(".")
    place = head.partition(".")[0]
    owner = owner_of(place)
    if owner in mechanism.bodies_by_name and owner != GROUND:
        if quantity in _PLACES:
            held: Element = _PLACES[quantity](on=read_point(head), value=value)
            return held
        if quantity in _TURNS and head == place:
            return RotationComponent(on=place, axis=_TURNS[quantity], value=value)
    if head in mechanism.joints:
        elements = _in_joint(mechanism, head, value)
        if quantity in elements:
            return elements[quantity][0]
    raise MechanismError(f"'{name}' cannot be held; name {VALUES}")


def rate_element(mechanism: Spatial, name: str, course: Any) -> Element:
    """The element whose value moves at the rate of this name; `course` is the integral of the rate."""
    head, _, quantity = str(name).rpartition(".")
    joints, bodies = mechanism.joints, mechanism.bodies_by_name
    if head in joints:
        rate_element = {rate: element for element, rate in _in_joint(mechanism, head, course).values()}
        if quantity not in rate_element:
            instead = f"it has {', '.join(rate_element)}" if rate_element else "name a rate of a body, such as arm.wx"
            raise MechanismError(f"joint '{head}' has no {quantity}; {instead}")
        return rate_element[quantity]
    place, _, rest = str(name).partition(".")
    owner = owner_of(place)
    if owner == GROUND:
        raise MechanismError("the ground does not move; name another body")
    if owner not in bodies:
        moving = [body for body in bodies if body != GROUND]
        raise MechanismError(
            f"there is no body or joint '{owner}'{suggestion(owner, [*moving, *joints], 'bodies and joints')}"
        )
    if rest in _SPINS:
        return SpinRate(on=place, axis=_SPINS[rest], value=course)
    if rest in _OWN_SPINS:
        return SpinRate(on=place, axis=_OWN_SPINS[rest], own_axis=True, value=course)
    if quantity in _SPEEDS:
        _require_place(mechanism, owner, head)
        moved: Element = _PLACES[_SPEEDS[quantity]](on=read_point(head), value=course)
        return moved
    raise MechanismError(f"this is not a rate; name one as in {RATES}")


def joint_drives(mechanism: Spatial, name: str, value: Any) -> dict[str, Element]:
    """A driver for every value of a joint, by the name of the value."""
    return {freedom: element for freedom, (element, _) in _in_joint(mechanism, name, value).items()}


def _in_joint(mechanism: Spatial, name: str, value: Any) -> dict[str, tuple[Element, str]]:
    """For every value of a joint the driver that holds it, and the name of its rate."""
    scope = mechanism.scope()
    row = mechanism.row_class(scope, f"joint '{name}'", name)
    elements: dict[str, tuple[Element, str]] = {}
    for label, freedom in freedoms_of(row, mechanism.joints[name]).items():
        kind: Any = library.AngleDrive if freedom.is_angle else library.PositionDrive
        elements[label] = kind(joint=name, freedom=label, value=value), rate_names(label)[1]
    return elements


def _require_place(mechanism: Spatial, owner: str, head: str) -> None:
    place = head.partition(".")[2]
    body = mechanism.bodies_by_name[owner]
    if place and place not in body.points and place not in body.frames:
        known = suggestion(place, [*body.points, *body.frames], f"points and frames of '{owner}'")
        raise MechanismError(f"body '{owner}' has no point or frame '{place}'{known}")
