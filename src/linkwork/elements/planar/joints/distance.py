"""Distances of two points: absolute, relative, the massless link, the strut that changes its length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.carrier import Primitive, turn
from linkwork.elements.planar.ends import PointPair
from linkwork.expression.number import Number
from linkwork.functions import TimeFunction
from linkwork.places.places import Point, PointPlace, Vector

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class _Distance(Element):
    kernel = "distance"
    equations = {"distance": "length"}
    freedoms = ("first_angle", "second_angle")

    def places(self) -> tuple[Point, Point]:
        raise TypeError("the subclass says between which points")

    def length(self) -> TimeFunction:
        raise TypeError("the subclass says how long")

    def ends(self, row: Row) -> tuple[str, str]:
        first, second = self.places()
        return first.body, second.body

    def pack(self, row: Row) -> None:
        for place in self.places():
            row.add(*row.point(place))
        row.add(_nominal(row, self.length()))
        row.function(self.length())

    def carry(self, row: Row, numbers: Any) -> tuple[Primitive, ...]:
        return turn(numbers[0:2], (0.0, 0.0)), turn((row.held_value(self.length()), 0.0), numbers[2:4])

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        first, second = self.places()
        return {"distance": motion.distance((first.body, row.point(first)), (second.body, row.point(second)))}

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.connect(row, *self.places(), kind="rod")


def _nominal(row: Row, length: TimeFunction) -> float:
    """A positive length near the function's, by which the equation is divided."""
    start = row.start_value(length)
    if start <= 0.0:
        row.fail(f"the distance must be greater than zero; at the start it is {start:g}")
    row.lengths.append(row.carried_start(length))
    return start


class AbsoluteDistance(_Distance):
    """The distance of a point of a body from a fixed point of the world (1 equation)."""

    type: Literal["absolute_distance"] = "absolute_distance"
    on: PointPlace = Field(description="the point of the body")
    center: Vector = Field(description="the fixed point [x, y]")
    value: TimeFunction = Field(description="the distance in m, a number or a function of t")

    def places(self) -> tuple[Point, Point]:
        return Point(body="ground", coordinates=self.center), self.on

    def length(self) -> TimeFunction:
        return self.value


class RelativeDistance(PointPair, _Distance):
    """The distance of a point of one body from a point of another (1 equation)."""

    type: Literal["relative_distance"] = "relative_distance"
    value: TimeFunction = Field(description="the distance in m, a number or a function of t")

    def length(self) -> TimeFunction:
        return self.value


class RevoluteRevolute(PointPair, _Distance):
    """A massless link with a pin at each end, in place of a body (1 equation; Haug 3.3.15)."""

    type: Literal["revolute_revolute"] = "revolute_revolute"
    link: Number = Field(description="length of the link in m", alias="length")

    def length(self) -> TimeFunction:
        from linkwork.functions.value import as_function

        return as_function(self.link)


class Strut(PointPair, _Distance):
    """A telescopic strut between two pins whose length is given (1 equation; Haug 3.5.8)."""

    type: Literal["strut"] = "strut"
    value: TimeFunction = Field(description="the length in m, a number or a function of t")

    def length(self) -> TimeFunction:
        return self.value

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.connect(row, *self.places(), kind="strut")
