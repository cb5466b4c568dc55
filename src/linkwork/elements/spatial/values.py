"""Values of joints that drivers drive and couplers join: which one is meant, and what it is as drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from linkwork.elements.freedoms import ALONG, ANGLE, DIFFERENCE, DISTANCE
from linkwork.elements.spatial.ends import drawn_between, drawn_product
from linkwork.elements.spatial.freedoms import COUNTER, SpatialFreedom, freedoms_of
from linkwork.places.spatial import rotation

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow

LENGTHS = (DISTANCE, ALONG, DIFFERENCE)
"""The kinds that are lengths."""
ANGLES = (ANGLE, COUNTER)
"""The kinds that are angles with counted turns."""


def drawn_value(row: SpatialRow, value: SpatialFreedom) -> Any:
    """The value as drawn; an angle between -pi and pi, real."""
    first, second = value.bodies
    a, b, c, d, e, f, g, h, i = value.numbers
    one, two, three = (a, b, c), (d, e, f), (g, h, i)
    if value.kind in ANGLES:
        if value.kind == COUNTER:
            first, second = second, first
        cosine, sine = (drawn_product(row, (first, axis), (second, three)).real for axis in (one, two))
        return math.atan2(sine, cosine)
    between = drawn_between(row, (first, one), (second, two))
    if value.kind == DISTANCE:
        return rotation.length(between) if rotation.size(between) > 0.0 else 0.0
    return rotation.dot(row.scope.into_world(first, *three, direction=True) if value.kind == ALONG else three, between)


def joint_value(row: SpatialRow, joint: str, named: str | None, kinds: tuple[int, ...], what: str) -> SpatialFreedom:
    """The value of a joint by name, or the only one of these kinds that it has."""
    measured = freedoms_of(row, row.scope.joint(joint))
    joint_value = {name: value for name, value in measured.items() if value.kind in kinds}
    if named is not None:
        if named not in joint_value:
            row.fail(f"joint '{joint}' has no {what} '{named}'; {_instead(joint_value, measured)}")
        return joint_value[named]
    if len(joint_value) != 1:
        row.fail(
            f"joint '{joint}' has several ({', '.join(joint_value)}); name one with 'freedom'"
            if joint_value
            else f"joint '{joint}' has no {what}; {_instead(joint_value, measured)}"
        )
    return next(iter(joint_value.values()))


def _instead(instead: dict[str, SpatialFreedom], measured: dict[str, SpatialFreedom]) -> str:
    """What a joint has in place of the value that was asked for."""
    if instead or measured:
        return f"it has: {', '.join(instead or measured)}"
    return "its motion has no single value; drive a point or an angle of a body instead (on=, absolute_angle)"
