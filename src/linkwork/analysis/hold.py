"""Held values: `slider.x`, `rod.tip.y`, `crank.angle`, `O.angle` or `guide.position` as elements of the assembly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwork.elements.base import Element
from linkwork.elements.planar import catalogue as library
from linkwork.errors import MechanismError
from linkwork.mechanism.expression import as_expression, symbol
from linkwork.mechanism.places import read_point

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

_HELD = {"x": library.AbsoluteX, "y": library.AbsoluteY}
_IN_JOINT = {"angle": library.AngleDrive, "position": library.PositionDrive}


def held_elements(mechanism: Planar, values: Mapping[str, Any]) -> dict[str, Element]:
    """One element for every held value, named after it."""
    return {name: _element(mechanism, name, value) for name, value in values.items()}


_RATES = {"vx": "x", "vy": "y", "omega": "angle", "speed": "position"}


def held_rates(mechanism: Planar, rates: Mapping[str, Any]) -> dict[str, Element]:
    """One element for every rate given, such as `crank.omega` or `guide.speed`: its value moves at that rate."""
    found = {}
    for name, rate in rates.items():
        head, _, quantity = name.rpartition(".")
        if quantity not in _RATES:
            raise MechanismError(f"'{name}' is not a rate; name one as in crank.omega, slider.vx, guide.speed")
        found[name] = _element(mechanism, f"{head}.{_RATES[quantity]}", as_expression(rate) * symbol("t"))
    return found


def _element(mechanism: Planar, name: str, value: Any) -> Element:
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
