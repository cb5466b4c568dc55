"""Rigid connection of two bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.carrier import HOLD, Primitive
from linkwork.elements.planar.ends import PointPair
from linkwork.elements.planar.joints.angle import relative_angle
from linkwork.expression.number import Number

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class Fixed(PointPair, Element):
    """Two bodies welded together at a point (3 equations)."""

    kernel = "fixed"
    equations = {"x": "length", "y": "length", "angle": "angle"}
    freedoms = ()

    type: Literal["fixed"] = "fixed"
    angle: Number | None = Field(default=None, description="relative angle in rad; as drawn when left out")

    def structure(self) -> tuple[str, ...]:
        return ("x-a|x-a", "-ya|-ya", "--a|--a")

    def pack(self, row: Row) -> None:
        for place in self.places():
            row.add(*row.point(place))
        row.add(relative_angle(row, self.ends(row), self.angle))

    def carry(self, row: Row, numbers: Any) -> tuple[Primitive, ...]:
        return (Primitive(HOLD, tuple(numbers[0:2]), tuple(numbers[2:4]), numbers[4]),)

    def sketch(self, row: Row, pen: Pen) -> None:
        for place in self.places():
            pen.attach(row, place)
