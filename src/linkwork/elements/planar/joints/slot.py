"""A point of one body on a straight line of another: revolute-translational joint, pin in slot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.carrier import Primitive, slide, turn
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.places.places import LinePlace, PointPlace

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class _PointOnLine(Element):
    kernel = "revolute_translational"
    equations = {"offset": "length"}
    freedoms = ("position", "angle")

    line: LinePlace = Field(description="the line on the first body")
    pin: PointPlace = Field(description="the point of the second body")
    offset: Number = Field(
        default=as_expression(0), description="distance of the pin from the line, positive on its left"
    )

    def ends(self, row: Row) -> tuple[str, str]:
        return self.line.body, self.pin.body

    def pack(self, row: Row) -> None:
        row.add(*row.line(self.line)[:4], *row.point(self.pin), row.number(self.offset))

    def carry(self, row: Row, numbers: Any) -> tuple[Primitive, ...]:
        x, y, ux, uy, *pin = numbers[0:6]
        offset = numbers[6]
        return slide((x, y, ux, uy), (0.0, 0.0, ux, uy)), turn((-uy * offset, ux * offset), tuple(pin))

    def reaction_point(self, row: Row) -> tuple[Any, Any]:
        return row.point(self.pin)

    def joint_axis(self, row: Row) -> tuple[str, Any, Any]:
        return self.line.body, *row.line(self.line)[2:4]

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return {"position": motion.along(self.line.body, row.line(self.line), self.pin.body, row.point(self.pin))}

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.slot(row, self.line, self.pin)


class RevoluteTranslational(_PointOnLine):
    """A massless slider pinned to one body and sliding on another (1 equation; Haug 3.3.16)."""

    type: Literal["revolute_translational"] = "revolute_translational"


class PinInSlot(_PointOnLine):
    """A pin of one body in a straight slot of another (1 equation; Marquis-Favre and others 2006 Eqs. 23 to 27)."""

    type: Literal["pin_in_slot"] = "pin_in_slot"
