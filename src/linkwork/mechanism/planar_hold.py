"""Held values and rates in the plane: `slider.x`, `rod.tip.y`, `crank.angle`, `O.angle`, `guide.position`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.errors import MechanismError
from linkwork.base.names import GROUND, suggestion
from linkwork.elements.base import Element
from linkwork.elements.freedoms import freedoms_of
from linkwork.elements.planar import catalogue as library
from linkwork.expression import resolve_parameters
from linkwork.places.interfaces import owner_of
from linkwork.places.places import read_point
from linkwork.places.row import Row
from linkwork.places.scope import Scope

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_HELD = {"x": library.AbsoluteX, "y": library.AbsoluteY}
_IN_JOINT = {"angle": library.AngleDrive, "position": library.PositionDrive}
_RATES = {"vx": "x", "vy": "y", "omega": "angle", "speed": "position"}


def rate_element(mechanism: Mechanism, name: str, course: Any) -> Element:
    """The element whose value moves at the rate of this name; `course` is the integral of the rate."""
    head, quantity = _rate_of(mechanism, name)
    return held_element(mechanism, f"{head}.{_RATES[quantity]}", course)


def _rate_of(mechanism: Mechanism, name: str) -> tuple[str, str]:
    """The body, point or joint whose rate has this name, and the rate."""
    head, _, quantity = str(name).rpartition(".")
    if quantity not in _RATES or not head:
        raise MechanismError("this is not a rate; name one as in crank.omega, slider.vx, guide.speed")
    owner, _, point = head.partition(".")
    owner = owner_of(owner)
    bodies, joints = mechanism.bodies_by_name, mechanism.joints
    if head in joints:
        freedom = _RATES[quantity]
        scope = Scope(mechanism, resolve_parameters(mechanism.parameters_by_name))
        there = [
            label for label in freedoms_of(Row(scope, f"joint '{head}'", head), joints[head]) if label in _IN_JOINT
        ]
        if freedom not in there:
            names = " and ".join(rate for rate, label in _RATES.items() if label in there)
            instead = f"it has {names}" if names else "name a rate of a body, such as crank.omega"
            raise MechanismError(f"joint '{head}' has no {quantity}; {instead}")
    elif owner == GROUND:
        raise MechanismError("the ground does not move; name another body")
    elif owner not in bodies:
        moving = [body for body in bodies if body != GROUND]
        known = suggestion(owner, [*moving, *joints], "bodies and joints")
        raise MechanismError(f"there is no body or joint '{owner}'{known}")
    elif point and point not in bodies[owner].points:
        known = suggestion(point, bodies[owner].points, f"points of '{owner}'")
        raise MechanismError(f"body '{owner}' has no point '{point}'{known}")
    elif quantity == "speed" or (point and quantity == "omega"):
        raise MechanismError(f"'{head}' has no {quantity}; a body has vx, vy and omega, a point vx and vy")
    return head, quantity


def held_element(mechanism: Mechanism, name: str, value: Any) -> Element:
    """The element that holds a value of this name."""
    head, _, quantity = name.rpartition(".")
    place = head.partition(".")[0]
    owner = owner_of(place)
    if owner in mechanism.bodies_by_name and owner != "ground":
        if quantity == "angle" and place == head:
            return library.AbsoluteAngle(on=place, value=value)
        if quantity in _HELD:
            return _HELD[quantity](on=read_point(head), value=value)
    if head in mechanism.joints and quantity in _IN_JOINT:
        return _IN_JOINT[quantity](joint=head, value=value)
    raise MechanismError(
        f"'{name}' cannot be held; name a body's x, y or angle (slider.x, rod.tip.y, crank.angle), "
        "or a joint's angle or position (O.angle, guide.position)"
    )


def joint_drives(mechanism: Mechanism, name: str, value: Any) -> dict[str, Element]:
    """A driver for the value of a joint, by the name of the value."""
    joint = mechanism.joints[name]
    if isinstance(joint, library.Revolute):
        return {"angle": library.AngleDrive(joint=name, value=value)}
    if isinstance(joint, library.Translational | library.RevoluteTranslational):
        return {"position": library.PositionDrive(joint=name, value=value)}
    return {}
