"""A rectangular plate."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.functions.curve import Point, origin
from linkwork.mechanism.expression import as_expression
from linkwork.mechanism.number import Number
from linkwork.mechanism.shapes.base import Geometry, Plate
from linkwork.system.row import Row


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
