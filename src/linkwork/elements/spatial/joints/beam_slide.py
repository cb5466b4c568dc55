"""A point of a body that slides along a beam in space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.beam_path import SlidesAlongBeam
from linkwork.elements.spatial.base import SpatialElement
from linkwork.elements.spatial.glyph import Glyph, point_glyph
from linkwork.expression.number import Number
from linkwork.places.spatial.places import PointPlace

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured
    from linkwork.places.spatial.row import SpatialRow


class SpatialBeamSlide(SlidesAlongBeam, SpatialElement):
    """A point of a body slides along a beam, however that bends, and the body turns freely (3 equations, 1 own).

    Two of them, a little apart on one body, are a sleeve that also takes the direction of the beam.
    """

    kernel = "beam_slide"
    equations = {"x": "length", "y": "length", "z": "length"}
    own = ("position",)
    channel_units = {"position": "m"}

    type: Literal["beam_slide"] = "beam_slide"
    beam: str = Field(description="the beam")
    point: PointPlace = Field(description="the point of the body that slides")
    position: Number | None = Field(
        default=None,
        description="estimate of how far it is from the root along the beam, m; where the point is drawn when left out",
    )

    def structure(self) -> tuple[str, ...]:
        return ("x--abc|x--abc|1", "-y-abc|-y-abc|1", "--zabc|--zabc|1")

    def first_point(self, row: SpatialRow) -> tuple[Any, ...] | None:
        return 0.0, 0.0, 0.0

    def glyph(self, row: SpatialRow) -> tuple[Glyph, ...]:
        return (point_glyph("curve", row, self.point, self.point),)

    def measure(self, row: SpatialRow, motion: Any) -> dict[str, Measured]:
        owned: dict[str, Measured] = motion.owned(row.name, self.own)
        return owned
