"""Revolute joint: a pin that makes one point of each body coincide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from linkwork.elements.base import Element
from linkwork.elements.carrier import Primitive, turn
from linkwork.elements.planar.ends import PointPair

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class Revolute(PointPair, Element):
    """A pin through two bodies (2 equations). `at` gives the pin once, as drawn in the world."""

    kernel = "revolute"
    equations = {"x": "length", "y": "length"}
    freedoms = ("angle",)

    type: Literal["revolute"] = "revolute"

    def structure(self) -> tuple[str, ...]:
        return ("x-a|x-a", "-ya|-ya")

    def pack(self, row: Row) -> None:
        for place in self.places():
            row.add(*row.point(place))

    def carry(self, row: Row, numbers: Any) -> tuple[Primitive, ...]:
        return (turn(numbers[0:2], numbers[2:4]),)

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return {"angle": motion.angle_between(*self.ends(row))}

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.pin(row, *self.places())
