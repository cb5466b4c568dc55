"""Absorbers and plastic hinges of space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from linkwork.elements import plastic as shared
from linkwork.elements.spatial import acting
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.glyph import Glyph, point_glyph
from linkwork.places.spatial.places import PointPlace

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow


class Absorber(shared.DistanceAbsorber, SpatialElement):
    """An absorber between two points: stepped elasto-plastic, with a memory."""

    between: tuple[PointPlace, PointPlace] = Field(description="a point on each of two bodies")

    def places(self) -> tuple[Any, Any]:
        return self.between

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        return row.point(self.between[0]), row.point(self.between[1])

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (point_glyph("absorber", row, *self.between),)


class PlasticHinge(shared.PlasticHinge, SpatialElement):
    """A moment in a joint that yields: steps for a growing angle, one level the other way."""

    def acting_points(self, row: SpatialRow, motion: Any) -> tuple[Any, ...]:
        return acting.of_freedom(row, self.freedom(row), self.joint)
