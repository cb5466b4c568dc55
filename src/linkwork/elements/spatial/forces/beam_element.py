"""Elements of beams and cables in space: elastic between two nodes, which are bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from linkwork.elements.forces_base import ZERO, Force
from linkwork.elements.planar.forces.beam_element import stiff
from linkwork.elements.planar.forces.cable_element import cable_numbers
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.glyph import Glyph
from linkwork.expression.number import Number
from linkwork.places.spatial.orientation import Vector3

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow

Two = tuple[Number, Number]
_FRAME = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_STRAIGHT: Vector3 = (ZERO, ZERO, ZERO)


class _Piece(Force, SpatialElement):
    """A straight or bent piece between the origins of two bodies."""

    between: tuple[str, str] = Field(description="two bodies; it goes from the first one's origin to the second's")
    length: Number = Field(description="of the element without load, m")
    axial_stiffness: Number = Field(description="EA, N")
    damping: Number = Field(default=ZERO, description="s: forces of damping are so much times the rates of the elastic")

    def ends(self, row: SpatialRow) -> tuple[str, str]:
        return self.between

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        first, second = ((body, _FRAME) for body in self.between)
        return (Glyph("beam", first, second),)


class SpatialBeamElement(_Piece):
    """An elastic piece of a beam between the frames of two bodies whose x axes lie along it.

    y and z of the frames are the principal axes of the section. `m.beam` makes these with their nodes.
    """

    kernel = "beam_element"

    type: Literal["beam_element"] = "beam_element"
    bend: Vector3 = Field(
        default=_STRAIGHT, description="rotation vector from the first frame to the second without load; 0: straight"
    )
    shear_stiffness: Two | None = Field(
        default=None, description="k G A along y and z, N; rigid in shear when left out"
    )
    torsional_stiffness: Number = Field(description="G J, N m^2")
    bending_stiffness: Two = Field(description="E I about y and z, N m^2")

    def pack(self, row: SpatialRow) -> None:
        length = row.positive(self.length, "length")
        axial = stiff(row, self.axial_stiffness, "axial_stiffness")
        torsion = stiff(row, self.torsional_stiffness, "torsional_stiffness")
        about_y, about_z = (stiff(row, value, "bending_stiffness") for value in self.bending_stiffness)
        # shear along y goes with bending about z
        softness = [length * length / (12.0 * bending) for bending in (about_z, about_y)]
        if self.shear_stiffness is not None:
            given = (stiff(row, value, "shear_stiffness") for value in self.shear_stiffness)
            softness = [soft + 1.0 / shear for soft, shear in zip(softness, given, strict=True)]
        damping = row.not_negative(self.damping, "damping", "it would feed energy into the motion")
        row.add(length, *(row.number(value) for value in self.bend), axial / length)
        row.add(*(1.0 / (soft * length) for soft in softness), torsion / length, about_y / length, about_z / length)
        row.add(damping)


class SpatialCableElement(_Piece):
    """An elastic piece of a cable between the origins of two bodies; `m.cable` makes these with their nodes."""

    kernel = "cable_element"

    type: Literal["cable_element"] = "cable_element"

    def pack(self, row: SpatialRow) -> None:
        row.add(*cable_numbers(self, row))
