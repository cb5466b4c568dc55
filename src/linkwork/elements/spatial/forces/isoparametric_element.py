"""Hexahedra and cells of second order of hyperelastic solids in space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from linkwork.elements.planar.forces.isoparametric_element import IsoparametricCell, SolidSpoke
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.forces.solid_element import FRAME
from linkwork.elements.spatial.glyph import Glyph
from linkwork.places.spatial.orientation import Vector3

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow


class SpatialSolidSpoke(SolidSpoke, SpatialElement):
    """What a cell of a solid does between its first node and another one."""


class SpatialIsoparametricElement(IsoparametricCell, SpatialElement):
    """A hexahedron or a cell of second order of a hyperelastic solid; `m.hyperelastic` makes these with their nodes."""

    spoke_kind = SpatialSolidSpoke

    type: Literal["isoparametric_element"] = "isoparametric_element"
    nodes: tuple[str, ...] = Field(description="bodies: 8 of a hexahedron, 10 or 20 of cells of second order")
    places: tuple[Vector3, ...] = Field(description="of the nodes without load, m")

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        pairs = ((self.nodes[one], self.nodes[other]) for one, other in self.drawn_edges())
        return tuple(Glyph("beam", (first, FRAME), (second, FRAME)) for first, second in pairs)
