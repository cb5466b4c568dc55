"""A point of a body that slides along a beam."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.elements.base import Element
from linkwork.elements.beam_path import SlidesAlongBeam
from linkwork.expression.number import Number
from linkwork.places.places import PointPlace

if TYPE_CHECKING:
    from linkwork.elements.motion import Measured, Motion
    from linkwork.elements.sketch import Pen
    from linkwork.places.row import Row


class BeamSlide(SlidesAlongBeam, Element):
    """A point of a body slides along a beam, however that bends, and the body turns freely (2 equations, 1 own).

    Two of them, a little apart on one body, are a sleeve that also takes the direction of the beam.
    """

    kernel = "beam_slide"
    equations = {"x": "length", "y": "length"}
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
        return ("x-a|x-a|1", "-ya|-ya|1")

    def first_point(self, row: Row) -> tuple[Any, ...] | None:
        return 0.0, 0.0

    def measure(self, row: Row, motion: Motion) -> dict[str, Measured]:
        return motion.owned(row.name, self.own)

    def sketch(self, row: Row, pen: Pen) -> None:
        pen.attach(row, self.point, pin=True)
