"""Solids round about a point: sphere, hollow sphere, hemisphere, ellipsoid, torus."""

from __future__ import annotations

import math
from typing import Any, Literal

from pydantic import Field

from linkwork.bodies.spatial.inertia import diagonal, vector
from linkwork.bodies.spatial.shapes.base import Form, Solid, Vector3, not_negative
from linkwork.bodies.spatial.shapes.revolved import Revolved
from linkwork.expression.number import Number
from linkwork.places.base_row import BaseRow

_CENTRE = vector(0.0, 0.0, 0.0)


class Sphere(Solid):
    """A ball about `at`: J = 2/5 m R^2 (Haug, Table 11.2.1)."""

    type: Literal["sphere"] = "sphere"
    radius: Number

    def form(self, row: BaseRow) -> Form:
        """Volume, centre and inertia of one kilogram."""
        radius = row.positive(self.radius, "radius")
        moment = 2 / 5 * radius**2
        return Form(4 / 3 * math.pi * radius**3, _CENTRE, diagonal(moment, moment, moment))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """The radius."""
        return {"radius": row.positive(self.radius, "radius")}


class HollowSphere(Solid):
    """A ball with a round hollow in its middle; inner = outer, with its mass, is a thin shell (Haug, Table 11.2.1)."""

    type: Literal["hollow_sphere"] = "hollow_sphere"
    inner: Number = Field(description="Radius of the hollow.")
    outer: Number = Field(description="Outer radius.")

    def form(self, row: BaseRow) -> Form:
        """Volume, centre and inertia of one kilogram: 2/5 (R1^5 - R2^5)/(R1^3 - R2^3)."""
        a, b = self._radii(row)
        # both differences divided by R1 - R2, so that a thin shell is no case of its own
        fifth = a**4 + a**3 * b + a**2 * b**2 + a * b**3 + b**4
        third = a**2 + a * b + b**2
        moment = 2 / 5 * fifth / third
        return Form(4 / 3 * math.pi * (a - b) * third, _CENTRE, diagonal(moment, moment, moment))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """Both radii."""
        outer, inner = self._radii(row)
        return {"inner": inner, "outer": outer}

    def _radii(self, row: BaseRow) -> tuple[Any, Any]:
        return radii(row, self.inner, self.outer, self.density is not None)


class Hemisphere(Revolved, Solid):
    """Half a ball: flat face about `at`, dome along its z axis, centroid 3R/8 above the face (Haug, Table 11.2.1)."""

    type: Literal["hemisphere"] = "hemisphere"
    radius: Number

    def form(self, row: BaseRow) -> Form:
        """Volume, centroid and inertia of one kilogram: 83/320 R^2 across, 2/5 R^2 about the axis."""
        radius = row.positive(self.radius, "radius")
        across, along = 83 / 320 * radius**2, 2 / 5 * radius**2
        centre = vector(0.0, 0.0, 3 / 8 * radius)
        return Form(2 / 3 * math.pi * radius**3, centre, diagonal(across, across, along))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """The radius."""
        return {"radius": row.positive(self.radius, "radius")}


class Ellipsoid(Solid):
    """An ellipsoid about `at`: Jxx = m (b^2 + c^2)/5 with the half axes a, b, c."""

    type: Literal["ellipsoid"] = "ellipsoid"
    radii: Vector3 = Field(description="Half axes along the shape's x, y, z.")

    def form(self, row: BaseRow) -> Form:
        """Volume, centre and inertia of one kilogram."""
        a, b, c = self._radii(row)
        moments = ((b * b + c * c) / 5, (c * c + a * a) / 5, (a * a + b * b) / 5)
        return Form(4 / 3 * math.pi * a * b * c, _CENTRE, diagonal(*moments))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """The half axes."""
        return dict(zip("xyz", self._radii(row), strict=True))

    def _radii(self, row: BaseRow) -> list[Any]:
        return [row.positive(radius, "each of the radii") for radius in self.radii]


class Torus(Revolved, Solid):
    """A ring of round section about the z axis: Jzz = m (R^2 + 3/4 r^2), across m (R^2/2 + 5/8 r^2)."""

    type: Literal["torus"] = "torus"
    radius: Number = Field(description="From the axis to the middle of the section.")
    tube: Number = Field(description="Radius of the section.")

    def form(self, row: BaseRow) -> Form:
        """Volume, centre and inertia of one kilogram."""
        radius, tube = self._radii(row)
        along = radius**2 + 3 / 4 * tube**2
        across = radius**2 / 2 + 5 / 8 * tube**2
        return Form(2 * math.pi**2 * radius * tube**2, _CENTRE, diagonal(across, across, along))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """Both radii."""
        radius, tube = self._radii(row)
        return {"radius": radius, "tube": tube}

    def _radii(self, row: BaseRow) -> tuple[Any, Any]:
        radius, tube = row.positive(self.radius, "radius"), row.positive(self.tube, "tube")
        if tube.real > radius.real:
            row.fail(f"the tube, {tube.real:g}, is thicker than the ring's radius {radius.real:g}; it meets itself")
        return radius, tube


def radii(row: BaseRow, inner: Number, outer: Number, needs_volume: bool) -> tuple[Any, Any]:
    """Outer and inner radius of something hollow."""
    a, b = row.positive(outer, "outer"), not_negative(row, inner, "inner")
    if b.real > a.real:
        row.fail(f"the inner radius {b.real:g} is greater than the outer radius {a.real:g}; exchange them")
    if b.real == a.real and needs_volume:
        row.fail("a thin shell, inner = outer, has no volume; give its mass")
    return a, b
