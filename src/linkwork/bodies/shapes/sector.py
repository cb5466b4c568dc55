"""A sector of a disc."""

from __future__ import annotations

import math
from typing import Literal

from pydantic import Field

from linkwork.bodies.shapes.base import Geometry, Plate
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions.outlines.curve import TURN, Point, origin
from linkwork.places.row import Row
from linkwork.places.scope import cosine_sine


class Sector(Plate):
    """A sector of opening angle a: its centroid is at d = 4 r sin(a/2)/(3 a) from the apex, J' = m (r^2/2 - d^2).

    The semicircle, a = pi, has m r^2 (1/2 - 16/(9 pi^2)) (Haug, Table 6.1.1).
    """

    type: Literal["sector"] = "sector"
    radius: Number
    angle: Number = Field(description="Between the two straight edges, at most one turn.")
    direction: Number = Field(
        default=as_expression(0), description="Angle of the axis of symmetry from the body's x axis."
    )
    center: Point = Field(default_factory=origin, description="Where the straight edges meet.")

    def geometry(self, row: Row) -> Geometry:
        """Area, centroid and radius of gyration."""
        radius, angle = row.positive(self.radius, "radius"), row.positive(self.angle, "angle")
        if angle.real > TURN * (1 + 1e-12):
            row.fail(f"angle must be at most one turn, 360 deg; it is {math.degrees(angle.real):g} deg")
        x, y = row.scope.vector(self.center)
        c, s = cosine_sine(row.number(self.direction))
        distance = 4 * radius * cosine_sine(angle / 2)[1] / (3 * angle)
        gyration = radius * radius / 2 - distance * distance
        return Geometry(radius * radius * angle / 2, x + distance * c, y + distance * s, gyration)
