"""Tetrahedra of hyperelastic solids in space."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from linkwork.elements.planar.forces.solid_element import SolidCell, SolidEdge
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.glyph import Glyph
from linkwork.places.spatial.orientation import Vector3

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow

FRAME = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


class SpatialSolidEdge(SolidEdge, SpatialElement):
    """What a tetrahedron does along one of its edges."""


class SpatialSolidElement(SolidCell, SpatialElement):
    """A tetrahedron of a hyperelastic solid; `m.hyperelastic` makes these with their nodes."""

    edge_kind = SpatialSolidEdge

    type: Literal["solid_element"] = "solid_element"
    nodes: tuple[str, str, str, str] = Field(description="four bodies; their origins are the corners")
    places: tuple[Vector3, Vector3, Vector3, Vector3] = Field(description="of the corners without load, m")

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        pairs = combinations(self.nodes, 2)
        return tuple(Glyph("beam", (first, FRAME), (second, FRAME)) for first, second in pairs)
