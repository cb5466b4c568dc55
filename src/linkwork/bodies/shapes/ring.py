"""A circular ring."""

from __future__ import annotations

import math
from typing import Any, Literal

from pydantic import Field

from linkwork.bodies.shapes.base import Geometry, Plate, not_negative
from linkwork.expression.number import Number
from linkwork.functions.outlines.curve import Point, origin
from linkwork.places.row import Row


class Ring(Plate):
    """A ring: J' = m (inner^2 + outer^2)/2; a thin one (inner = outer, with its mass) has m r^2 (Haug, Table 6.1.1)."""

    type: Literal["ring"] = "ring"
    inner: Number = Field(description="Radius of the opening.")
    outer: Number = Field(description="Outer radius.")
    center: Point = Field(default_factory=origin)

    def geometry(self, row: Row) -> Geometry:
        """Area, centre and radius of gyration."""
        inner, outer = not_negative(row, self.inner, "inner"), row.positive(self.outer, "outer")
        self._check_radii(row, inner, outer)
        area = math.pi * (outer - inner) * (outer + inner)
        return Geometry(area, *row.scope.vector(self.center), (inner * inner + outer * outer) / 2)

    def _check_radii(self, row: Row, inner: Any, outer: Any) -> None:
        if inner.real > outer.real:
            row.fail(f"the inner radius {inner.real:g} is greater than the outer radius {outer.real:g}; exchange them")
        if inner.real == outer.real and self.mass is None:
            row.fail("a thin ring, inner = outer, has no area; give its mass")
