"""Translational joint: a slide along a line of each body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from linkwork.elements.base import Element
from linkwork.elements.carrier import Primitive, slide
from linkwork.elements.planar.ends import LinePair

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class Translational(LinePair, Element):
    """A slide: the two lines stay on each other (2 equations)."""

    kernel = "translational"
    equations = {"offset": "length", "angle": "angle"}
    freedoms = ("position",)

    type: Literal["translational"] = "translational"

    def structure(self) -> tuple[str, ...]:
        return ("xya|xya", "--a|--a")

    def pack(self, row: Row) -> None:
        for line in self.lines():
            row.add(*row.line(line)[:4])

    def carry(self, row: Row, numbers: Any) -> tuple[Primitive, ...]:
        return (slide(numbers[0:4], numbers[4:8]),)

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        first, second = self.lines()
        return {"position": motion.along(first.body, row.line(first), second.body, row.line(second)[:2])}

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.slide(row, *self.lines())
