"""Places of a planar mechanism as places in space: in the frames of bodies, and of the ground in the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from linkwork.base.names import GROUND
from linkwork.expression import Expression
from linkwork.formats.embedding.plane import SpacePlane, flat
from linkwork.formats.embedding.terms import ONE, ORIGIN, ZERO, Pair, difference, total, turned
from linkwork.places.places import Line, Point
from linkwork.places.spatial.orientation import Vector3
from linkwork.places.spatial.places import Frame, Triad

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

X: Pair = (ONE, ZERO)
Y: Pair = (ZERO, ONE)


class LocalLine(NamedTuple):
    """A line in the frame of its body: where it begins, and its direction of any length."""

    body: str
    start: Pair
    along: Pair

    @property
    def left(self) -> Pair:
        """The direction to the left of the line."""
        return -self.along[1], self.along[0]


class Site:
    """Where an element stands: its plane. All that it says of the ground is meant in that plane."""

    def __init__(self, planar: Planar, plane: SpacePlane) -> None:
        self.planar = planar
        self.plane = plane

    # ------------------------------------------------------------------ in the frame of a body of the plane

    def local(self, place: Point) -> Pair:
        """Coordinates of a point in the frame of its body, in the plane."""
        if place.named is not None:
            return self.planar.bodies_by_name[place.body].points[place.named]
        if place.coordinates is None:
            return ZERO, ZERO
        return self.into_body(place.body, place.coordinates) if place.drawn else place.coordinates

    def line(self, place: Line) -> LocalLine:
        """A line in the frame of its body, in the plane."""
        assert place.start is not None and place.end is not None
        ends = (place.start, place.end)
        start, end = (self.into_body(place.body, at) for at in ends) if place.drawn else ends
        return LocalLine(place.body, start, (difference(end[0], start[0]), difference(end[1], start[1])))

    def drawn(self, body: str) -> tuple[Expression, Expression, Expression]:
        """Position and angle at which the drawing shows a body, in its plane."""
        return self.planar.bodies_by_name[body].estimate or (ZERO, ZERO, ZERO)

    def drawn_angle(self, bodies: tuple[str, str]) -> Expression:
        """Angle of the second body less that of the first, as drawn."""
        return difference(self.drawn(bodies[1])[2], self.drawn(bodies[0])[2])

    def into_plane(self, body: str, where: Pair) -> Pair:
        """Where the drawing shows a point of a body."""
        x, y, angle = self.drawn(body)
        dx, dy = turned(angle, *where)
        return total((1, x), (1, dx)), total((1, y), (1, dy))

    def into_body(self, body: str, at: Pair) -> Pair:
        """A point of the plane in the frame of a body, where the drawing shows that."""
        x, y, angle = self.drawn(body)
        return turned(-angle, difference(at[0], x), difference(at[1], y))

    # ------------------------------------------------------------------ in space

    def point(self, place: Point) -> Frame:
        """A point in space."""
        return self._frame(place.body, at=self.at(place.body, self.local(place)))

    def at(self, body: str, where: Pair) -> Vector3:
        """Local coordinates of a point of a body in space."""
        return self.plane.point(*where) if body == GROUND else flat(where)

    def way(self, body: str, direction: Pair) -> Vector3:
        """A direction in the plane, in a body's frame in space."""
        return self.plane.vector(*direction) if body == GROUND else flat(direction)

    def normal(self, body: str) -> Vector3:
        """The normal of the plane in a body's frame in space."""
        return self.plane.normal if body == GROUND else (ZERO, ZERO, ONE)

    def upright(self, body: str, where: Pair = (ZERO, ZERO), x: Pair = X) -> Frame:
        """A frame whose axis is the normal and whose x'' lies in the plane."""
        return self._frame(body, at=self.at(body, where), axis=self.normal(body), x=self.way(body, x))

    def hinge(self, place: Point, x: Pair = X) -> Frame:
        """The same at a point."""
        return self.upright(place.body, self.local(place), x)

    def slide(self, line: LocalLine) -> Frame:
        """A frame whose axis is a line in the plane and whose x'' is the normal."""
        body = line.body
        axis, normal = self.way(body, line.along), self.normal(body)
        return self._frame(body, at=self.at(body, line.start), axis=axis, x=normal)

    def axis(self, body: str, where: Pair, along: Pair) -> Frame:
        """A point with an axis in the plane."""
        return self._frame(body, at=self.at(body, where), axis=self.way(body, along), x=self.normal(body))

    @staticmethod
    def _frame(body: str, at: Vector3, axis: Vector3 | None = None, x: Vector3 | None = None) -> Frame:
        if axis is None and body != GROUND and at == ORIGIN:
            return Frame(body=body)
        return Frame(body=body, triad=Triad(at=at, axis=axis, x=x))
