"""A rectangular plate."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.bodies.shapes.base import Geometry, Plate
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions.outlines.curve import Point, origin
from linkwork.places.row import Row


class Rectangle(Plate):
    """A rectangle about its centre: J' = m (width^2 + height^2)/12 (Haug, Table 6.1.1)."""

    type: Literal["rectangle"] = "rectangle"
    width: Number
    height: Number
    center: Point = Field(default_factory=origin)
    angle: Number = Field(
        default=as_expression(0),
        description="Of the width from the body's x axis; mass, centre and inertia in the plane do not depend on it.",
    )

    def geometry(self, row: Row) -> Geometry:
        """Area, centre and radius of gyration."""
        width, height = row.positive(self.width, "width"), row.positive(self.height, "height")
        row.number(self.angle)
        return Geometry(width * height, *row.scope.vector(self.center), (width * width + height * height) / 12)
