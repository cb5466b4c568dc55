"""Held values: `slider.x`, `rod.tip.y`, `crank.angle`, `O.angle` or `guide.position` as elements of the assembly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from linkwork.elements.base import Element
from linkwork.elements.freedoms import freedoms_of
from linkwork.elements.planar import catalogue as library
from linkwork.errors import MechanismError, within
from linkwork.mechanism.explain import explain
from linkwork.mechanism.expression import as_expression, resolve_parameters, symbol
from linkwork.mechanism.places import read_point
from linkwork.system.row import Row
from linkwork.system.scope import GROUND, Scope, suggestion

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

_HELD = {"x": library.AbsoluteX, "y": library.AbsoluteY}
_IN_JOINT = {"angle": library.AngleDrive, "position": library.PositionDrive}


def held_elements(mechanism: Planar, values: Mapping[str, Any]) -> dict[str, Element]:
    """One element for every held value, named after it."""
    return {name: _element(mechanism, name, value) for name, value in values.items()}


_RATES = {"vx": "x", "vy": "y", "omega": "angle", "speed": "position"}


def held_rates(mechanism: Planar, rates: Mapping[str, Any], what: str = "initial rate") -> dict[str, Element]:
    """One element for every rate given, such as `crank.omega` or `guide.speed`: its value moves at that rate.

    `what` begins every error, with the name of the rate.
    """
    found = {}
    for name, rate in rates.items():
        with within(f"{what} '{name}'"):
            head, quantity = _rate_of(mechanism, name)
            value = as_expression(rate)
            value.value(resolve_parameters(mechanism.parameters_by_name))
            found[name] = _element(mechanism, f"{head}.{_RATES[quantity]}", value * symbol("t"))
    return found


def _rate_of(mechanism: Planar, name: str) -> tuple[str, str]:
    """The body, point or joint whose rate has this name, and the rate."""
    head, _, quantity = str(name).rpartition(".")
    if quantity not in _RATES or not head:
        raise MechanismError("this is not a rate; name one as in crank.omega, slider.vx, guide.speed")
    owner, _, point = head.partition(".")
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


def _element(mechanism: Planar, name: str, value: Any) -> Element:
    try:
        return _made(mechanism, name, value)
    except ValidationError as error:
        raise MechanismError(f"held value '{name}': {explain(error)}") from None


def _made(mechanism: Planar, name: str, value: Any) -> Element:
    head, _, quantity = name.rpartition(".")
    owner = head.partition(".")[0]
    if owner in mechanism.bodies_by_name and owner != "ground":
        if quantity == "angle" and owner == head:
            return library.AbsoluteAngle(on=owner, value=value)
        if quantity in _HELD:
            return _HELD[quantity](on=read_point(head), value=value)
    if head in mechanism.joints and quantity in _IN_JOINT:
        return _IN_JOINT[quantity](joint=head, value=value)
    raise MechanismError(
        f"'{name}' cannot be held; name a body's x, y or angle (slider.x, rod.tip.y, crank.angle), "
        "or a joint's angle or position (O.angle, guide.position)"
    )
