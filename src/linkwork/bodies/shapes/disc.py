"""A circular plate."""

from __future__ import annotations

import math
from typing import Literal

from pydantic import Field

from linkwork.bodies.shapes.base import Geometry, Plate
from linkwork.expression.number import Number
from linkwork.functions.outlines.curve import Point, origin
from linkwork.places.row import Row


class Disc(Plate):
    """A disc: J' = m r^2/2 (Haug, Table 6.1.1)."""

    type: Literal["disc"] = "disc"
    radius: Number
    center: Point = Field(default_factory=origin)

    def geometry(self, row: Row) -> Geometry:
        """Area, centre and radius of gyration."""
        square = row.positive(self.radius, "radius") ** 2
        return Geometry(math.pi * square, *row.scope.vector(self.center), square / 2)
