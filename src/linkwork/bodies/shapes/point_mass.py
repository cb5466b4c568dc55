"""A mass in one point."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from linkwork.bodies.shapes.base import Geometry, Shape, not_negative
from linkwork.expression.number import Number
from linkwork.functions.outlines.curve import Point
from linkwork.places.row import Row


class PointMass(Shape):
    """A mass in one point: a small part, or the share of a coupler that is lumped to its end."""

    type: Literal["point_mass"] = "point_mass"
    at: Point
    mass: Number = Field(description="In kg.")

    def geometry(self, row: Row) -> Geometry:
        """The point."""
        return Geometry(0.0, *row.scope.vector(self.at), 0.0)

    def weight(self, row: Row, geometry: Geometry) -> Any:
        """The mass in kg."""
        return not_negative(row, self.mass, "mass")
