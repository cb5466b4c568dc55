"""One element of a geometrically exact beam in the plane: elastic between two nodes, which are bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.forces_base import ZERO, Force
from linkwork.expression.number import Number
from linkwork.places.places import Point

if TYPE_CHECKING:
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class BeamElement(Force):
    """An elastic piece of a beam between the frames of two bodies whose x axes lie along it.

    `m.beam` makes these with their nodes. Its stiffnesses are those of the section; whatever rigid motion the two
    bodies make together stores nothing, however large.
    """

    kernel = "beam_element"

    type: Literal["beam_element"] = "beam_element"
    between: tuple[str, str] = Field(
        description="two bodies; the beam goes from the first one's origin to the second's"
    )
    length: Number = Field(description="of the element without load, m")
    bend: Number = Field(default=ZERO, description="angle by which it turns without load, rad; 0: straight")
    axial_stiffness: Number = Field(description="EA, N")
    shear_stiffness: Number | None = Field(default=None, description="k G A, N; rigid in shear when left out")
    bending_stiffness: Number = Field(description="EI, N m^2")
    damping: Number = Field(default=ZERO, description="s: forces of damping are so much times the rates of the elastic")

    def ends(self, row: Row) -> tuple[str, str]:
        return self.between

    def pack(self, row: Row) -> None:
        length = row.positive(self.length, "length")
        bend = row.number(self.bend)
        axial, bending = (stiff(row, value, what) for value, what in self._stiffnesses())
        softness = length * length / (12.0 * bending)
        if self.shear_stiffness is not None:
            softness = softness + 1.0 / stiff(row, self.shear_stiffness, "shear_stiffness")
        damping = row.not_negative(self.damping, "damping", "it would feed energy into the motion")
        row.add(length, bend, axial / length, 1.0 / (softness * length), bending / length, damping)

    def _stiffnesses(self) -> tuple[tuple[Any, str], ...]:
        return (self.axial_stiffness, "axial_stiffness"), (self.bending_stiffness, "bending_stiffness")

    def sketch(self, row: Row, pen: Pen) -> None:
        first, second = (Point(body=body, coordinates=(ZERO, ZERO)) for body in self.between)
        pen.connect(row, first, second, kind="beam")


def stiff(row: Any, value: Any, what: str) -> Any:
    """A stiffness, which must be above zero."""
    stiff = row.number(value)
    if not stiff.real > 0.0:
        row.fail(f"{what} must be greater than zero; it is {stiff.real:g}")
    return stiff
