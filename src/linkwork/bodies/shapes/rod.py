"""A thin straight rod."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from linkwork.bodies.shapes.base import Geometry, Shape, not_negative
from linkwork.expression.number import Number
from linkwork.functions.outlines.curve import Point
from linkwork.places.row import Row
from linkwork.places.scope import root


class Rod(Shape):
    """A thin rod between two points: J' = m l^2/12 (Haug, Table 6.1.1)."""

    type: Literal["rod"] = "rod"
    begin: Point = Field(alias="from")
    end: Point = Field(alias="to")
    line_density: Number | None = Field(default=None, description="In kg/m, instead of the mass.")

    @model_validator(mode="after")
    def _one_way_of_giving_mass(self) -> Rod:
        if (self.mass is None) == (self.line_density is None):
            raise ValueError("give either mass or line_density")
        return self

    def geometry(self, row: Row) -> Geometry:
        """Length, middle and radius of gyration."""
        (x, y), (ex, ey) = row.scope.vector(self.begin), row.scope.vector(self.end)
        square = (ex - x) * (ex - x) + (ey - y) * (ey - y)
        if square.real == 0.0:
            row.fail("'from' and 'to' are the same point; give two points, or use type: point_mass")
        return Geometry(root(square), (x + ex) / 2, (y + ey) / 2, square / 12)

    def weight(self, row: Row, geometry: Geometry) -> Any:
        """The mass in kg."""
        if self.mass is not None:
            return not_negative(row, self.mass, "mass")
        assert self.line_density is not None
        return not_negative(row, self.line_density, "line_density") * geometry.size
