"""Shapes without thickness: point mass, thin rod, and thin plates (rectangle, triangle, disc)."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np
from pydantic import Field, model_validator

from linkwork.bodies.spatial.inertia import Matrix, Vector, diagonal, length_of, of_second_moments, vector
from linkwork.bodies.spatial.shapes.base import Form, Shape, Vector3, not_negative, numbers
from linkwork.bodies.spatial.shapes.revolved import Revolved
from linkwork.expression.number import Number
from linkwork.places.base_row import BaseRow

_CENTRE = vector(0.0, 0.0, 0.0)
_FLAT = 1e-12
"""A triangle of less area than this times the sum of its sides squared is none."""


class PointMass(Shape):
    """A mass in one point."""

    type: Literal["point_mass"] = "point_mass"

    def form(self, row: BaseRow) -> Form:
        """The point."""
        return Form(0.0, _CENTRE, np.zeros((3, 3)))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """None."""
        return {}


class Rod(Shape):
    """A thin rod between two points: J = m l^2/12 across, 0 along (Haug, Table 11.2.1)."""

    type: Literal["rod"] = "rod"
    begin: Vector3 = Field(alias="from")
    end: Vector3 = Field(alias="to")
    line_density: Number | None = Field(default=None, description="In kg/m, instead of the mass.")

    @model_validator(mode="after")
    def _one_way_of_giving_mass(self) -> Rod:
        if self.mass is not None and self.line_density is not None:
            raise ValueError("give mass or line_density, not both")
        return self

    def heavy(self) -> bool:
        """Whether it is said how heavy the rod is."""
        return self.mass is not None or self.line_density is not None

    def form(self, row: BaseRow) -> Form:
        """Length, middle and inertia of one kilogram."""
        begin, end = numbers(row, self.begin), numbers(row, self.end)
        along = end - begin
        length = length_of(along).item()
        if length.real == 0.0:
            row.fail("'from' and 'to' are the same point; give two points, or use type: point_mass")
        return Form(length, (begin + end) / 2, of_second_moments(np.outer(along, along) / 12))

    def weight(self, row: BaseRow, form: Form) -> Any:
        """The mass in kg."""
        if self.line_density is None:
            return super().weight(row, form)
        return self.sign * not_negative(row, self.line_density, "line_density") * form.size

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """Its two ends."""
        return {"from": numbers(row, self.begin), "to": numbers(row, self.end)}

    @property
    def ways(self) -> str:
        """How the mass may be given."""
        return "give mass or line_density"


class Plate(Shape):
    """A thin plate: its mass is given, or follows from density and thickness. The thickness has no other effect."""

    density: Number | None = Field(default=None, description="In kg/m^3, with `thickness`.")
    thickness: Number | None = Field(default=None, description="In m, with `density`.")
    area_density: Number | None = Field(default=None, description="In kg/m^2, instead of density and thickness.")

    @model_validator(mode="after")
    def _one_way_of_giving_mass(self) -> Plate:
        if (self.density is None) != (self.thickness is None):
            missing = "thickness" if self.thickness is None else "density"
            raise ValueError(f"density and thickness go together; '{missing}' is missing")
        if sum(value is not None for value in (self.mass, self.density, self.area_density)) > 1:
            raise ValueError("give one of: mass; density with thickness; area_density")
        return self

    def heavy(self) -> bool:
        """Whether it is said how heavy the plate is."""
        return self.mass is not None or self.density is not None or self.area_density is not None

    def weight(self, row: BaseRow, form: Form) -> Any:
        """The mass in kg; negative for a hole."""
        if self.area_density is not None:
            return self.sign * not_negative(row, self.area_density, "area_density") * form.size
        if self.density is None or self.thickness is None:
            return super().weight(row, form)
        thickness = row.positive(self.thickness, "thickness")
        return self.sign * not_negative(row, self.density, "density") * thickness * form.size

    @property
    def ways(self) -> str:
        """How the mass may be given."""
        return "give one of: mass; density with thickness; area_density"


class Rectangle(Plate):
    """A thin rectangle in the shape's x-y plane, about its middle."""

    type: Literal["rectangle"] = "rectangle"
    width: Number = Field(description="Along the shape's x.")
    height: Number = Field(description="Along the shape's y.")

    def form(self, row: BaseRow) -> Form:
        """Area, centre and inertia of one kilogram."""
        width, height = self.sizes(row).values()
        a, b = width**2 / 12, height**2 / 12
        return Form(width * height, _CENTRE, diagonal(b, a, a + b))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """Width and height."""
        return {"width": row.positive(self.width, "width"), "height": row.positive(self.height, "height")}


class Disc(Revolved, Plate):
    """A thin disc in the shape's x-y plane, about its middle: m R^2/2 about the axis, half of it across."""

    type: Literal["disc"] = "disc"
    radius: Number

    def form(self, row: BaseRow) -> Form:
        """Area, centre and inertia of one kilogram."""
        square = row.positive(self.radius, "radius") ** 2
        return Form(math.pi * square, _CENTRE, diagonal(square / 4, square / 4, square / 2))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """The radius."""
        return {"radius": row.positive(self.radius, "radius")}


class Triangle(Plate):
    """A thin triangle by its corners (Haug, Example 11.2.3): its second moments are 1/12 of those of three corners."""

    type: Literal["triangle"] = "triangle"
    points: tuple[Vector3, Vector3, Vector3]

    def form(self, row: BaseRow) -> Form:
        """Area, centroid and inertia of one kilogram."""
        corners = self._corners(row)
        centre = corners.sum(axis=0) / 3
        away = corners - centre
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        area = length_of(normal).item() / 2 if normal.real.any() else 0.0
        if area.real <= _FLAT * np.sum(away.real**2):
            row.fail("its three points lie on one line; give the corners of a triangle")
        return Form(area, centre, of_second_moments(away.T @ away / 12))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """The corners."""
        return dict(zip(("a", "b", "c"), self._corners(row), strict=True))

    def _corners(self, row: BaseRow) -> Matrix:
        corners: list[Vector] = [numbers(row, point) for point in self.points]
        return np.array(corners)
