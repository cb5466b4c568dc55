"""What all shapes of a spatial body have in common: where their mass is, how much of it, and how they are shown."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from pydantic import Field, field_validator, model_validator

from linkwork.base.errors import shown
from linkwork.base.late_dataclass import dataclass
from linkwork.bodies.spatial.inertia import Matrix, Vector, turned, vector
from linkwork.expression import as_expression
from linkwork.expression.given import publicly_made
from linkwork.expression.number import Number
from linkwork.functions.base import Description
from linkwork.places.base_row import BaseRow
from linkwork.places.spatial.orientation import Orientation, Vector3
from linkwork.places.spatial.rotation import matrix_of

_COLOUR = re.compile(r"[a-z]+|#[0-9a-f]{6}([0-9a-f]{2})?", re.IGNORECASE)


def origin() -> Vector3:
    """The origin of the body's frame."""
    return as_expression(0), as_expression(0), as_expression(0)


@publicly_made
@dataclass(frozen=True)
class Form:
    """A shape without its mass: size (length, area or volume), centroid, and inertia about it of one kilogram."""

    size: Any
    centre: Vector
    gyration: Matrix

    def placed(self, at: Vector, axes: Matrix) -> Form:
        """The same with its frame at this place and these axes (columns) of the body (Haug 11.2.7)."""
        return Form(self.size, at + axes @ self.centre, turned(self.gyration, axes))


class Shape(Description):
    """A piece of a body, with its mass spread evenly over it where it has one."""

    type: str
    at: Vector3 = Field(default_factory=origin, description="Where the shape's own frame sits on the body.")
    orientation: Orientation | None = Field(
        default=None, description="How the shape's own frame is turned against the body's."
    )
    mass: Number | None = Field(default=None, description="In kg.")
    hole: bool = Field(default=False, description="Whether the shape is taken away from the others.")
    colour: str | None = Field(default=None, description="Of the picture: a name, or #rrggbb, or #rrggbbaa.")

    @field_validator("colour")
    @classmethod
    def _a_colour(cls, colour: str | None) -> str | None:
        if colour is not None and not _COLOUR.fullmatch(colour):
            raise ValueError(f"a colour is a name such as red, or #rrggbb; found {shown(colour)}")
        return colour

    def heavy(self) -> bool:
        """Whether it is said how heavy the shape is."""
        return self.mass is not None

    def form(self, row: BaseRow) -> Form:
        """Size, centroid and inertia of one kilogram in the shape's own frame."""
        raise TypeError(f"{type(self).__name__} does not say how large it is")

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """The numbers that a picture needs, by name."""
        raise TypeError(f"{type(self).__name__} does not say how it is drawn")

    def frame(self, row: BaseRow) -> tuple[Vector, Matrix]:
        """Origin and axes (columns) of the shape's own frame on the body."""
        return numbers(row, self.at), axes_of(self.orientation, row)

    def placed(self, row: BaseRow) -> Form:
        """Size, centroid and inertia of one kilogram in the body's frame."""
        return self.form(row).placed(*self.frame(row))

    def weight(self, row: BaseRow, form: Form) -> Any:
        """The mass in kg; negative for a hole."""
        if self.mass is None:
            row.fail(f"how heavy it is, is missing; {self.ways}")
        return self.sign * not_negative(row, self.mass, "mass", "; what is to be taken away is written hole: true")

    @property
    def sign(self) -> float:
        """-1 for a hole."""
        return -1.0 if self.hole else 1.0

    @property
    def ways(self) -> str:
        """How the mass may be given."""
        return "give mass"


class Solid(Shape):
    """A shape with a volume: its mass is given, or follows from the density."""

    density: Number | None = Field(default=None, description="In kg/m^3, instead of the mass.")

    @model_validator(mode="after")
    def _one_way_of_giving_mass(self) -> Solid:
        if self.mass is not None and self.density is not None:
            raise ValueError("give mass or density, not both")
        return self

    def heavy(self) -> bool:
        """Whether it is said how heavy the shape is."""
        return self.mass is not None or self.density is not None

    def weight(self, row: BaseRow, form: Form) -> Any:
        """The mass in kg; negative for a hole."""
        if self.density is None:
            return super().weight(row, form)
        return self.sign * not_negative(row, self.density, "density") * form.size

    @property
    def ways(self) -> str:
        """How the mass may be given."""
        return "give mass or density"


def axes_of(orientation: Orientation | None, row: BaseRow) -> Matrix:
    """The axes of a frame on the body as columns; the body's own where no orientation is given."""
    return np.eye(3) if orientation is None else np.array(matrix_of(orientation.evaluate(row.scope)))


def numbers(row: BaseRow, values: Vector3) -> Vector:
    """The values of three numbers."""
    return vector(*(row.number(value) for value in values))


def not_negative(row: BaseRow, value: Number, what: str, cure: str = "") -> Any:
    """Value of a number that may be zero but not less."""
    result = row.number(value)
    if result.real < 0.0:
        row.fail(f"{what} must not be negative; it is {result.real:g}{cure}")
    return result
