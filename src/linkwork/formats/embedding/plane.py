"""A plane in space: where its origin is and how its axes point, as expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.bodies.bodies import Plane, plane_frame
from linkwork.expression import Expression, as_expression, sqrt
from linkwork.formats.embedding.terms import ONE, ORIGIN, Pair, combined, cosine_sine, cross, dot, number
from linkwork.places.spatial.orientation import Orientation, Vector3

if TYPE_CHECKING:
    from linkwork.places.row import Row

_ALONG = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0)}


class SpacePlane:
    """A plane: its origin, its unit axes x and y, and its normal."""

    def __init__(self, origin: Vector3, x: Vector3, y: Vector3) -> None:
        self.origin, self.x, self.y = origin, x, y
        self.normal = cross(x, y)

    @classmethod
    def given(cls, row: Row, plane: Plane) -> SpacePlane:
        """The plane that a user describes; its axes are checked, and made unit and square where they are numbers."""
        _, x, y = plane_frame(row, plane)
        origin = _numbers(plane.origin)
        if all(value.constant is not None for value in (*plane.x, *plane.y)):
            return cls(origin, _numbers(x), _numbers(y))
        along = _unit(plane.x)
        normal = _unit(cross(along, plane.y))
        return cls(origin, along, cross(normal, along))

    def within(self, outer: SpacePlane) -> SpacePlane:
        """The plane, given in the axes of another plane and its normal, in space."""
        return SpacePlane(outer._place(self.origin), outer._way(self.x), outer._way(self.y))

    @property
    def is_xy(self) -> bool:
        """Whether coordinates in the plane are those of the world."""
        given = [[value.constant for value in vector] for vector in (self.origin, self.x, self.y)]
        return given == [[0.0, 0.0, 0.0], [*_ALONG["x"]], [*_ALONG["y"]]]

    def point(self, x: Expression, y: Expression) -> Vector3:
        """A point of the plane in space."""
        return combined((ONE, self.origin), (x, self.x), (y, self.y))

    def vector(self, x: Expression, y: Expression) -> Vector3:
        """A direction in the plane, in space."""
        return combined((x, self.x), (y, self.y))

    def orientation(self, angle: Expression) -> Orientation:
        """How a body stands whose z axis is the normal and that is turned by an angle in the plane."""
        if self.is_xy:
            return Orientation(axis=_numbers((0, 0, 1)), angle=angle)
        c, s = cosine_sine(angle)
        columns = self.vector(c, s), self.vector(-s, c), self.normal
        rows: Any = tuple(tuple(column[n] for column in columns) for n in range(3))
        return Orientation(matrix=rows)

    def _place(self, local: Vector3) -> Vector3:
        return combined((ONE, self.origin), (ONE, self._way(local)))

    def _way(self, local: Vector3) -> Vector3:
        return combined((local[0], self.x), (local[1], self.y), (local[2], self.normal))


def _numbers(values: Any) -> Vector3:
    x, y, z = (number(value) for value in values)
    return x, y, z


def _unit(vector: Vector3) -> Vector3:
    factor = number(1 / sqrt(as_expression(dot(vector, vector))))
    return combined((factor, vector))


def flat(pair: Pair) -> Vector3:
    """Coordinates in the frame of a body that moves in the plane."""
    return pair[0], pair[1], ORIGIN[2]
