"""Solids along an axis: cylinder, hollow cylinder, cone, capsule."""

from __future__ import annotations

import math
from typing import Any, Literal

from pydantic import Field

from linkwork.bodies.spatial.inertia import Vector, diagonal, vector
from linkwork.bodies.spatial.shapes.base import Form, Solid
from linkwork.bodies.spatial.shapes.revolved import Long
from linkwork.bodies.spatial.shapes.round import radii
from linkwork.expression.number import Number
from linkwork.places.base_row import BaseRow

_CENTRE = vector(0.0, 0.0, 0.0)


class _Round(Long, Solid):
    """A long solid with one radius."""

    radius: Number

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """Radius and length."""
        return {"radius": row.positive(self.radius, "radius"), "length": self.span(row)}


class Cylinder(_Round):
    """A cylinder about its middle: Jzz = m R^2/2, across m (3 R^2 + h^2)/12 (Haug, Table 11.2.1)."""

    type: Literal["cylinder"] = "cylinder"

    def form(self, row: BaseRow) -> Form:
        """Volume, centre and inertia of one kilogram."""
        radius, length = self.sizes(row).values()
        across = (3 * radius**2 + length**2) / 12
        return Form(math.pi * radius**2 * length, _CENTRE, diagonal(across, across, radius**2 / 2))


class HollowCylinder(Long, Solid):
    """A pipe about its middle; inner = outer, with its mass, is a thin one.

    Across m (3 R1^2 + 3 R2^2 + h^2)/12: Haug, Table 11.2.1, prints 1/2 for 1/12, which is not the cylinder at R2 = 0.
    """

    type: Literal["hollow_cylinder"] = "hollow_cylinder"
    inner: Number = Field(description="Radius of the bore.")
    outer: Number = Field(description="Outer radius.")

    def form(self, row: BaseRow) -> Form:
        """Volume, centre and inertia of one kilogram."""
        inner, outer, length = self.sizes(row).values()
        along = (outer**2 + inner**2) / 2
        across = along / 2 + length**2 / 12
        return Form(math.pi * (outer - inner) * (outer + inner) * length, _CENTRE, diagonal(across, across, along))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """Radii and length."""
        outer, inner = radii(row, self.inner, self.outer, self.density is not None)
        return {"inner": inner, "outer": outer, "length": self.span(row)}


class Cone(_Round):
    """A cone: base about `at` (or `from`), tip along z (at `to`); Jzz = 3/10 m R^2, across 3/80 m (4 R^2 + h^2).

    Its centroid is a quarter of its length above the base (Haug, Table 11.2.1).
    """

    type: Literal["cone"] = "cone"

    def form(self, row: BaseRow) -> Form:
        """Volume, centroid and inertia of one kilogram."""
        radius, length = self.sizes(row).values()
        across = 3 / 80 * (4 * radius**2 + length**2)
        centre = vector(0.0, 0.0, length / 4)
        return Form(math.pi * radius**2 * length / 3, centre, diagonal(across, across, 3 / 10 * radius**2))

    def reference(self, begin: Vector, end: Vector) -> Vector:
        """The middle of the base."""
        return begin


class Capsule(_Round):
    """A cylinder with half a ball on each end; its length is that of the cylinder, from centre to centre of the balls.

    It is the body of Haug, Example 11.2.4.
    """

    type: Literal["capsule"] = "capsule"

    def form(self, row: BaseRow) -> Form:
        """Volume, centre and inertia of one kilogram."""
        radius, length = self.sizes(row).values()
        barrel, balls = math.pi * radius**2 * length, 4 / 3 * math.pi * radius**3
        volume = barrel + balls
        along = (barrel * radius**2 / 2 + balls * 2 / 5 * radius**2) / volume
        ball = 2 / 5 * radius**2 + length**2 / 4 + 3 / 8 * length * radius
        across = (barrel * (3 * radius**2 + length**2) / 12 + balls * ball) / volume
        return Form(volume, _CENTRE, diagonal(across, across, along))
