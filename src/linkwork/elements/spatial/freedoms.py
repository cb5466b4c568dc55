"""Freedoms in space, as data, and the channels of a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from linkwork.base.names import GROUND
from linkwork.elements.freedoms import ALONG, ANGLE, DIFFERENCE, DISTANCE, Freedom

if TYPE_CHECKING:
    from linkwork.elements.base import Element
    from linkwork.signals.records import Signals

TURNED, SPIN, COUNTER = 4, 5, 6
"""Kinds of space alone: a component of the rotation vector, an angular velocity, an angle about the second's axis."""

Vec = tuple[Any, Any, Any]
Parameters = tuple[Any, Any, Any, Any]
ORIGIN: Vec = (0.0, 0.0, 0.0)
SAME: Parameters = (1.0, 0.0, 0.0, 0.0)
_AXES = ("x", "y", "z")
_UNITS: tuple[Vec, Vec, Vec] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

MEASURE, SCRATCH = "measure_space", 12
"""The kernel of a sensor, and the numbers it needs beside its results: a gradient."""
_POINT = {"x": (0, 0), "y": (1, 0), "z": (2, 0), "vx": (0, 1), "vy": (1, 1), "vz": (2, 1)}
_TURNED = {"rx": 0, "ry": 1, "rz": 2}
_SPIN = {"wx": 0, "wy": 1, "wz": 2}
_OWN_SPIN = {"omega.x": 0, "omega.y": 1, "omega.z": 2}
BODY_CHANNELS = (*_POINT, *_TURNED, *_SPIN, *_OWN_SPIN)
"""What a law may read of a body."""


@dataclass(frozen=True)
class SpatialFreedom(Freedom):
    """One number between two bodies in space."""

    @property
    def is_angle(self) -> bool:
        return self.kind in (ANGLE, TURNED, SPIN, COUNTER)

    @property
    def counts(self) -> bool:
        return self.kind in (ANGLE, COUNTER)

    def places(self, signals: Signals) -> list[int]:
        """Its kind, and where the sensor of an angle keeps the last accepted value, from which turns are counted."""
        return [self.kind, signals.measure(self) + 2 if self.counts else 0]


class SpatialFreedomMotion:
    """Answers the questions that spatial elements ask a motion with freedoms."""

    def angle_about(self, first: str, axes: tuple[Vec, Vec], second: str, other: Vec) -> SpatialFreedom:
        """Angle about f x g from f of the first body to a direction of the second, with counted turns."""
        return SpatialFreedom(ANGLE, (first, second), (*axes[0], *axes[1], *other))

    def angle_about_second(self, first: str, other: Vec, second: str, axes: tuple[Vec, Vec]) -> SpatialFreedom:
        """Angle about f x g of the second body, from f of it to a direction of the first, with counted turns."""
        return SpatialFreedom(COUNTER, (first, second), (*axes[0], *axes[1], *other))

    def distance(self, first: tuple[str, Vec], second: tuple[str, Vec]) -> SpatialFreedom:
        """Distance of two points."""
        return SpatialFreedom(DISTANCE, (first[0], second[0]), (*first[1], *second[1], *ORIGIN))

    def along(self, body: str, line: tuple[Vec, Vec], other: str, local: Vec) -> SpatialFreedom:
        """Position of a point of another body along a line (point, direction) of a body."""
        return SpatialFreedom(ALONG, (body, other), (*line[0], *local, *line[1]))

    def difference(self, first: tuple[str, Vec], second: tuple[str, Vec], axis: int) -> SpatialFreedom:
        """World coordinate (0 x, 1 y, 2 z) of the second point less that of the first."""
        return SpatialFreedom(DIFFERENCE, (first[0], second[0]), (*first[1], *second[1], *_UNITS[axis]))

    def rotation(self, first: str, axis: Vec, second: str, between: Parameters = SAME) -> SpatialFreedom:
        """Component along an axis of the first body of the rotation vector of the second one against it.

        `between` is the quaternion of a frame of the second body that counts as not turned when it has the axes of the
        first body.
        """
        return SpatialFreedom(TURNED, (first, second), (*axis, *between, 0.0, 0.0))

    def spin(self, first: str, axis: Vec, second: str) -> SpatialFreedom:
        """Angular velocity of the second body against the first about an axis of the first: a rate without value."""
        return SpatialFreedom(SPIN, (first, second), (*axis, 1.0, *ORIGIN, 0.0, 0.0))

    def own_spin(self, body: str, axis: Vec) -> SpatialFreedom:
        """Component of a body's angular velocity along an axis of its own."""
        return SpatialFreedom(SPIN, (body, GROUND), (*axis, -1.0, *ORIGIN, 0.0, 0.0))

    def owned(self, element: str, names: tuple[str, ...]) -> dict[str, SpatialFreedom]:
        """Contact parameters are no freedoms that a force acts on."""
        return {}


FreedomMotion = SpatialFreedomMotion


def freedoms_of(row: Any, element: Element) -> dict[str, SpatialFreedom]:
    """The freedoms of a joint by name: angle, position, distance ..."""
    return cast(dict[str, SpatialFreedom], joint_values(row, element, SpatialFreedomMotion()))


def joint_values(row: Any, element: Element, motion: Any) -> dict[str, Any]:
    """What a joint measures."""
    return dict(element.measure(row, motion))


def of_body(row: Any, body: str, quantity: str) -> tuple[SpatialFreedom, int] | None:
    """The freedom behind `x`, `vz`, `rx`, `wy`, `omega.y`, `tip.x` of a body, and 1 where its rate is meant.

    Angular velocities `wx` ... are along the axes of the world, `omega.x` ... along those of the body.
    """
    motion = SpatialFreedomMotion()
    if quantity in _TURNED:
        return motion.rotation(GROUND, _UNITS[_TURNED[quantity]], body), 0
    if quantity in _SPIN:
        return motion.spin(GROUND, _UNITS[_SPIN[quantity]], body), 1
    if quantity in _OWN_SPIN:
        return motion.own_spin(body, _UNITS[_OWN_SPIN[quantity]]), 1
    point, dot, last = quantity.rpartition(".")
    if last not in _POINT:
        return None
    local: Vec = ORIGIN
    if dot:
        from linkwork.places.spatial.places import Frame

        given = row.scope.body(body)
        if point not in given.points and point not in given.frames:
            return None
        local = row.point(Frame(body=body, named=point))
    axis, order = _POINT[last]
    return motion.difference((GROUND, ORIGIN), (body, local), axis), order


def call(row: Any, kind: str, names: list[str]) -> SpatialFreedom | None:
    """The freedom behind `distance(crank.tip, rod)`, or `turn(crank, rod, z)`."""
    from linkwork.places.spatial.places import read_point

    if kind == "turn" and len(names) == 3 and names[2] in _AXES:
        for body in names[:2]:
            row.scope.body(body)
        return SpatialFreedomMotion().rotation(names[0], _UNITS[_AXES.index(names[2])], names[1])
    if len(names) != 2 or kind != "distance":
        return None
    one, other = ((place.body, row.point(place)) for place in map(read_point, names))
    return SpatialFreedomMotion().distance(one, other)
