"""The two ends of an element: a point or a line on each of two bodies, or one place drawn in the world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from linkwork.expression.part import Part
from linkwork.places.places import Line, LinePlace, Point, PointPlace, Vector

if TYPE_CHECKING:
    from linkwork.places.row import Row


class PointPair(Part):
    """An element between a point of one body and a point of another."""

    between: tuple[PointPlace, PointPlace] = Field(description="a point on each of two bodies")
    at: Vector | None = Field(default=None, description="the place of both, as drawn in the world")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.between[0].body, self.between[1].body

    def reaction_point(self, row: Row) -> tuple[Any, Any]:
        return row.point(self.places()[1])

    def first_point(self, row: Row) -> tuple[Any, Any] | None:
        return row.point(self.places()[0])

    def places(self) -> tuple[Point, Point]:
        """The two points, with `at` put in where a side names only its body."""
        first, second = (drawn_point(place, self.at) for place in self.between)
        return first, second


class LinePair(Part):
    """An element between a line of one body and a line of another."""

    between: tuple[LinePlace, LinePlace] = Field(description="a line on each of two bodies")
    at: Vector | None = Field(default=None, description="a point of both lines, as drawn in the world")
    along: Vector | None = Field(default=None, description="direction of both lines, as drawn in the world")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.between[0].body, self.between[1].body

    def reaction_point(self, row: Row) -> tuple[Any, Any]:
        x, y, *_ = row.line(self.lines()[1])
        return x, y

    def joint_axis(self, row: Row) -> tuple[str, Any, Any]:
        line = self.lines()[0]
        return line.body, *row.line(line)[2:4]

    def lines(self) -> tuple[Line, Line]:
        """The two lines, with `at` and `along` put in where a side names only its body."""
        first, second = (drawn_line(line, self.at, self.along) for line in self.between)
        return first, second


def drawn_point(place: Point, at: Vector | None) -> Point:
    """The place itself, or `at` on its body when only the body is named."""
    if at is None or place.coordinates is not None or place.named is not None:
        return place
    return Point(body=place.body, coordinates=at, drawn=True)


def drawn_line(line: Line, at: Vector | None, along: Vector | None) -> Line:
    """The line itself, or the drawn one on its body when only the body is named."""
    if at is None or along is None or line.start is not None:
        return line
    end = (at[0] + along[0], at[1] + along[1])
    return Line(body=line.body, start=at, end=end, drawn=True)
