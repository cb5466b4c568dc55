"""A plate cut along an outline of the body."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.bodies.shapes.base import Geometry, Plate
from linkwork.functions import Outline, Points, Straight
from linkwork.places.row import Row


class Outlined(Plate):
    """The plate inside a closed outline that the body names, such as a cam."""

    type: Literal["outline"] = "outline"
    outline: str = Field(description="Name of an outline of the same body.")

    def geometry(self, row: Row) -> Geometry:
        """Area, centroid and radius of gyration."""
        from linkwork.bodies.shapes.area_integrals import inside

        return inside(row, self.outline, self._curve(row))

    def check(self, row: Row) -> None:
        """Refuse an outline that does not close and numbers that make no sense."""
        self._curve(row)
        self.weight(row, Geometry(1.0, 0.0, 0.0, 1.0))

    def _curve(self, row: Row) -> Outline:
        _, outline = row.scope.outline(f"{row.name}.{self.outline}")
        if outline.period(row.scope.env) is None:
            what = "is a straight line" if isinstance(outline, Straight) else "is open"
            cure = "leave out closed: false" if isinstance(outline, Points) else "say closed: true where its ends meet"
            cure = "choose a closed one" if isinstance(outline, Straight) else cure
            row.fail(f"outline '{self.outline}' {what} and encloses nothing; {cure}")
        return outline
