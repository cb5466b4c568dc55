"""One element of a cable in the plane: elastic between two nodes, without bending."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.forces_base import ZERO, Force
from linkwork.elements.planar.forces.beam_element import stiff
from linkwork.expression.number import Number
from linkwork.places.places import Point

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row

HOLDING = 1e-4
"""Of EA times the length: the torsion spring that keeps nodes where nothing turns them."""


class CableElement(Force):
    """An elastic piece of a cable between the origins of two bodies; `m.cable` makes these with their nodes."""

    kernel = "cable_element"

    type: Literal["cable_element"] = "cable_element"
    between: tuple[str, str] = Field(
        description="two bodies; the cable goes from the first one's origin to the second's"
    )
    length: Number = Field(description="of the element without load, m")
    axial_stiffness: Number = Field(description="EA, N")
    damping: Number = Field(default=ZERO, description="s: forces of damping are so much times the rates of the elastic")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.between

    def pack(self, row: Row) -> None:
        row.add(*cable_numbers(self, row))

    def sketch(self, row: Row, pen: Pen) -> None:
        first, second = (Point(body=body, coordinates=(ZERO, ZERO)) for body in self.between)
        pen.connect(row, first, second, kind="beam")


def cable_numbers(element: Any, row: Any) -> tuple[Any, Any, Any, Any]:
    """L, EA/L, beta EA/L and the torsion spring of the nodes."""
    length = row.positive(element.length, "length")
    axial = stiff(row, element.axial_stiffness, "axial_stiffness")
    damping = row.not_negative(element.damping, "damping", "it would feed energy into the motion")
    return length, axial / length, damping * axial / length, HOLDING * axial * length
