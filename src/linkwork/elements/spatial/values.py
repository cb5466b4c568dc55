"""Values between two bodies as data: what drivers drive and couplers join.

A joint says what it measures (`Element.measure`) in terms of a motion; asked with `ValueMotion` instead, the same
words give the values themselves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from linkwork.elements.spatial.ends import drawn_between, drawn_product
from linkwork.elements.spatial.program import ALONG, ANGLE, DIFFERENCE, LENGTH
from linkwork.mechanism.spatial import rotation

if TYPE_CHECKING:
    from linkwork.mechanism.spatial.rotation import Vec
    from linkwork.system.spatial.row import SpatialRow

_NONE: Vec = (0.0, 0.0, 0.0)
_WORLD: tuple[Vec, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class Value:
    """One number between two bodies; `value_kernel` says what its kind and its three vectors mean."""

    kind: int
    bodies: tuple[str, str]
    vectors: tuple[Vec, Vec, Vec]

    @property
    def numbers(self) -> tuple[Any, ...]:
        """Its nine numbers in the tables."""
        return tuple(number for vector in self.vectors for number in vector)

    def drawn(self, row: SpatialRow) -> Any:
        """The value as drawn; an angle between -pi and pi, real."""
        first, second = self.bodies
        one, two, three = self.vectors
        if self.kind == ANGLE:
            c, s = (drawn_product(row, (first, axis), (second, three)).real for axis in (one, two))
            return math.atan2(s, c)
        d = drawn_between(row, (first, one), (second, two))
        if self.kind == LENGTH:
            return rotation.length(d) if rotation.size(d) > 0.0 else 0.0
        axis = row.scope.into_world(first, *three, direction=True) if self.kind == ALONG else three
        return rotation.dot(axis, d)


class ValueMotion:
    """Answers the questions that elements ask a motion with values."""

    def angle_about(self, first: str, axes: tuple[Vec, Vec], second: str, x: Vec) -> Value:
        """Angle of x of the second body in the plane of two axes of the first."""
        return Value(ANGLE, (first, second), (*axes, x))

    def along(self, body: str, line: tuple[Vec, Vec], other: str, point: Vec) -> Value:
        """Place of a point of another body along a line of a body."""
        return Value(ALONG, (body, other), (line[0], point, line[1]))

    def distance(self, first: tuple[str, Vec], second: tuple[str, Vec]) -> Value:
        """Distance of two points."""
        return Value(LENGTH, (first[0], second[0]), (first[1], second[1], _NONE))

    def difference(self, first: tuple[str, Vec], second: tuple[str, Vec], axis: int) -> Value:
        """World coordinate of the second point less that of the first."""
        return Value(DIFFERENCE, (first[0], second[0]), (first[1], second[1], _WORLD[axis]))

    def owned(self, element: str, names: tuple[str, ...]) -> dict[str, Value]:
        """Curve parameters are not driven."""
        return {}


def joint_value(row: SpatialRow, joint: str, named: str | None, kinds: tuple[int, ...], what: str) -> Value:
    """The value of a joint by name, or the only one of these kinds that it has."""
    element = row.scope.joint(joint)
    measured: dict[str, Any] = element.measure(row, ValueMotion())
    found = {name: value for name, value in measured.items() if value.kind in kinds}
    if named is not None:
        if named not in found:
            has = f"it has: {', '.join(found)}" if found else "it has none"
            row.fail(f"joint '{joint}' has no {what} '{named}'; {has}")
        return cast(Value, found[named])
    if len(found) != 1:
        row.fail(
            f"joint '{joint}' has several ({', '.join(found)}); name one with 'freedom'"
            if found
            else f"joint '{joint}' has no {what}"
        )
    return cast(Value, next(iter(found.values())))
