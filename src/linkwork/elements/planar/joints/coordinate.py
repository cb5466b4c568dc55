"""Absolute and relative x and y: constraints when the value is constant, drivers when it is a function of time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.carrier import Primitive, slide, turn
from linkwork.elements.planar.ends import PointPair
from linkwork.functions import TimeFunction
from linkwork.places.places import Point, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row
    from linkwork.places.scope import Scalar

_ORIGIN = Point(body="ground")


class _Along(Element):
    kernel = "axis"
    equations = {"position": "length"}
    direction: ClassVar[tuple[float, float]]

    value: TimeFunction = Field(description="the difference in m, a number or a function of t")

    def places(self) -> tuple[Point, Point]:
        raise TypeError("the subclass says between which points")

    def ends(self, row: Row) -> tuple[str, str]:
        first, second = self.places()
        return first.body, second.body

    def structure(self) -> tuple[str, ...]:
        return ("x-a|x-a",) if self.direction[0] else ("-ya|-ya",)

    def pack(self, row: Row) -> None:
        for place in self.places():
            row.add(*row.point(place))
        row.add(*self.direction)
        row.function(self.value)

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        (first, second) = self.places()
        points: list[tuple[str, tuple[Scalar, Scalar]]] = [(place.body, row.point(place)) for place in (first, second)]
        return {"position": motion.difference(points[0], points[1], 0 if self.direction[0] else 1)}

    def sketch(self, row: Row, pen: Pen) -> None:
        for place in self.places():
            pen.attach(row, place)


class _Absolute(_Along):
    on: PointPlace = Field(description="the point that is held or driven")

    freedoms = ("position", "angle")

    def places(self) -> tuple[Point, Point]:
        return _ORIGIN, self.on

    def carry(self, row: Row, numbers: Any) -> tuple[Primitive, ...]:
        value, (along, across) = row.held_value(self.value), self.direction
        line = (value * along, value * across, -across, along)
        return slide(line, (0.0, 0.0, -across, along)), turn((0.0, 0.0), numbers[2:4])


class _Relative(PointPair, _Along):
    pass


class AbsoluteX(_Absolute):
    """The world x of a point (1 equation)."""

    direction = (1.0, 0.0)
    type: Literal["absolute_x"] = "absolute_x"


class AbsoluteY(_Absolute):
    """The world y of a point (1 equation)."""

    direction = (0.0, 1.0)
    type: Literal["absolute_y"] = "absolute_y"


class RelativeX(_Relative):
    """The world x of the second point less that of the first (1 equation)."""

    direction = (1.0, 0.0)
    type: Literal["relative_x"] = "relative_x"


class RelativeY(_Relative):
    """The world y of the second point less that of the first (1 equation)."""

    direction = (0.0, 1.0)
    type: Literal["relative_y"] = "relative_y"
