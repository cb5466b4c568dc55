"""What all shapes of a body have in common: where their mass is, and how much of it."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from linkwork.base.late_dataclass import dataclass
from linkwork.expression.given import publicly_made
from linkwork.expression.number import Number
from linkwork.functions.base import Description
from linkwork.places.row import Row


@publicly_made
@dataclass(frozen=True)
class Geometry:
    """A shape without its mass: `size` (length or area), centroid x, y and square of the radius of gyration about it.

    The inertia about the centroid is mass times `gyration`.
    """

    size: Any
    x: Any
    y: Any
    gyration: Any


class Shape(Description):
    """A piece of a body with its mass spread evenly over it."""

    mass: Number | None = Field(default=None, description="In kg.")

    def geometry(self, row: Row) -> Geometry:
        """Size, centroid and radius of gyration."""
        raise TypeError(f"{type(self).__name__} does not say how large it is")

    def weight(self, row: Row, geometry: Geometry) -> Any:
        """The mass in kg; negative for a hole."""
        raise TypeError(f"{type(self).__name__} does not say how heavy it is")

    def check(self, row: Row) -> None:
        """Refuse numbers that make no sense, without compiled code."""
        self.weight(row, self.geometry(row))


class Plate(Shape):
    """A flat shape: its mass is given, or follows from density and thickness."""

    density: Number | None = Field(default=None, description="In kg/m^3, with `thickness`.")
    thickness: Number | None = Field(default=None, description="In m, with `density`.")
    area_density: Number | None = Field(default=None, description="In kg/m^2, instead of density and thickness.")
    hole: bool = Field(default=False, description="Whether the shape is taken away from the others.")

    @model_validator(mode="after")
    def _one_way_of_giving_mass(self) -> Plate:
        if (self.density is None) != (self.thickness is None):
            missing = "thickness" if self.thickness is None else "density"
            raise ValueError(f"density and thickness go together; '{missing}' is missing")
        given = sum(value is not None for value in (self.mass, self.density, self.area_density))
        if given != 1:
            raise ValueError("give one of: mass; density with thickness; area_density")
        return self

    def weight(self, row: Row, geometry: Geometry) -> Any:
        """The mass in kg; negative for a hole."""
        sign = -1.0 if self.hole else 1.0
        if self.mass is not None:
            return sign * not_negative(row, self.mass, "mass", "; what is to be taken away is written hole: true")
        if self.area_density is not None:
            return sign * not_negative(row, self.area_density, "area_density") * geometry.size
        assert self.density is not None and self.thickness is not None
        thickness = row.positive(self.thickness, "thickness")
        return sign * not_negative(row, self.density, "density") * thickness * geometry.size


def not_negative(row: Row, value: Number, what: str, cure: str = "") -> Any:
    """Value of a number that may be zero but not less."""
    result = row.number(value)
    if result.real < 0.0:
        row.fail(f"{what} must not be negative; it is {result.real:g}{cure}")
    return result
