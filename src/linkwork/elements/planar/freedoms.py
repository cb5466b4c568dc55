"""Freedoms in the plane, as data, and the channels of a body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from linkwork.base.names import GROUND
from linkwork.elements.freedoms import ALONG, ANGLE, DIFFERENCE, DISTANCE, Freedom

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.elements.motion import Measured, Motion
    from linkwork.places.row import Row

Local = tuple[Any, Any]

MEASURE, SCRATCH = "measure", 0
"""The kernel of a sensor, and the numbers it needs beside its results."""
_POINT = {"x": (0, 0), "y": (1, 0), "vx": (0, 1), "vy": (1, 1)}
_ANGLE = {"angle": 0, "omega": 1}
BODY_CHANNELS = (*_POINT, *_ANGLE)
"""What a law may read of a body."""


class FreedomMotion:
    """Answers the questions that elements ask a Motion with freedoms."""

    def angle_between(self, first: str, second: str, more: Any = 0.0) -> Freedom:
        """Angle of the second body less that of the first, and so much more."""
        return Freedom(ANGLE, (first, second), (more, 0.0, 0.0, 0.0, 0.0, 0.0))

    def distance(self, first: tuple[str, Local], second: tuple[str, Local]) -> Freedom:
        """Distance of two points."""
        return Freedom(DISTANCE, (first[0], second[0]), (*first[1], *second[1], 0.0, 0.0))

    def along(self, body: str, line: tuple[Any, ...], other: str, local: Local) -> Freedom:
        """Position of a point of another body along a line of a body."""
        return Freedom(ALONG, (body, other), (line[0], line[1], *local, line[2], line[3]))

    def difference(self, first: tuple[str, Local], second: tuple[str, Local], axis: int) -> Freedom:
        """World coordinate (0 x, 1 y) of the second point less that of the first."""
        return Freedom(DIFFERENCE, (first[0], second[0]), (*first[1], *second[1], 1.0 - axis, float(axis)))

    def owned(self, element: str, names: tuple[str, ...]) -> dict[str, Freedom]:
        """Contact parameters are no freedoms that a force acts on."""
        return {}


def freedoms_of(row: Row, element: Element) -> dict[str, Freedom]:
    """The freedoms of a joint by name: angle, position, distance, x, y."""
    motion = FreedomMotion()
    freedoms = cast(dict[str, Freedom], joint_values(row, element, cast(Any, motion)))
    if set(element.equations) == {"angle"}:
        first, second = element.ends(row)
        freedoms["x"] = motion.along(first, (0.0, 0.0, 1.0, 0.0), second, (0.0, 0.0))
        freedoms["y"] = motion.along(first, (0.0, 0.0, 0.0, 1.0), second, (0.0, 0.0))
        freedoms.pop("angle", None)
    return freedoms


def joint_values(row: Row, element: Element, motion: Motion) -> dict[str, Measured]:
    """What a joint measures, and the angle between its bodies where it leaves that free."""
    joint_values = element.measure(row, motion)
    if "angle" not in element.equations and "angle" not in joint_values:
        joint_values["angle"] = motion.angle_between(*element.ends(row))
    return joint_values


def of_body(row: Row, body: str, quantity: str) -> tuple[Freedom, int] | None:
    """The freedom behind `x`, `vy`, `angle`, `tip.x` of a body, and 1 where its rate is meant."""
    motion = FreedomMotion()
    if quantity in _ANGLE:
        return motion.angle_between(GROUND, body), _ANGLE[quantity]
    point, dot, last = quantity.rpartition(".")
    local: Local = (0.0, 0.0)
    if dot:
        points = row.scope.body(body).points
        if point not in points:
            return None
        local = row.scope.vector(points[point])
    if last not in _POINT:
        return None
    axis, order = _POINT[last]
    return motion.difference((GROUND, (0.0, 0.0)), (body, local), axis), order


def call(row: Row, kind: str, names: list[str]) -> Freedom | None:
    """The freedom behind `distance(crank.tip, rod)` and `angle(crank, rod)`."""
    from linkwork.places.places import read_point

    if len(names) != 2 or kind not in ("distance", "angle"):
        return None
    if kind == "angle":
        for body in names:
            row.scope.body(body)
        return FreedomMotion().angle_between(names[0], names[1])
    one, other = ((place.body, row.scope.point(place)) for place in map(read_point, names))
    return FreedomMotion().distance(one, other)
