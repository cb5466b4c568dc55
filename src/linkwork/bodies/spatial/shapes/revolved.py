"""Shapes of revolution: their axis may be given as a direction, or by its two ends."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from linkwork.bodies.spatial.inertia import Matrix, Vector, frame_along, length_of
from linkwork.bodies.spatial.shapes.base import Shape, Vector3, numbers
from linkwork.expression.number import Number
from linkwork.places.base_row import BaseRow


class Revolved(Shape):
    """A shape that is round about its own z axis."""

    axis: Vector3 | None = Field(
        default=None, description="Direction of the shape's z axis on the body, instead of orientation."
    )

    @model_validator(mode="after")
    def _one_way_of_giving_the_axis(self) -> Revolved:
        if self.axis is not None and self.orientation is not None:
            raise ValueError("give axis or orientation, not both")
        return self

    def frame(self, row: BaseRow) -> tuple[Vector, Matrix]:
        """Origin and axes of the shape's own frame on the body."""
        if self.axis is None:
            return super().frame(row)
        direction = numbers(row, self.axis)
        if not length_of(direction).real > 0.0:
            row.fail("axis must not be zero; give a direction such as [0, 0, 1]")
        return numbers(row, self.at), frame_along(direction)


class Long(Revolved):
    """A shape along an axis: of a length, or from one point to another."""

    length: Number | None = Field(default=None, description="Along the axis, unless `from` and `to` are given.")
    begin: Vector3 | None = Field(default=None, alias="from", description="Where the axis begins, with `to`.")
    end: Vector3 | None = Field(default=None, alias="to", description="Where the axis ends, with `from`.")

    @model_validator(mode="after")
    def _one_way_of_giving_the_length(self) -> Long:
        if (self.begin is None) != (self.end is None):
            raise ValueError(f"from and to go together; '{'to' if self.end is None else 'from'}' is missing")
        if (self.begin is None) == (self.length is None):
            raise ValueError("give either length, or from and to")
        if self.begin is not None and (self.axis is not None or self.orientation is not None or self.is_placed()):
            raise ValueError("from and to say where the shape is; leave out at, axis and orientation")
        return self

    def is_placed(self) -> bool:
        """Whether `at` is given."""
        return any(value.constant != 0 for value in self.at)

    def reference(self, begin: Vector, end: Vector) -> Vector:
        """The origin of the shape's own frame when its axis runs between two points."""
        return (begin + end) / 2

    def span(self, row: BaseRow) -> Any:
        """The length along the axis."""
        if self.length is not None:
            return row.positive(self.length, "length")
        begin, end = self._ends(row)
        return length_of(end - begin).item()

    def frame(self, row: BaseRow) -> tuple[Vector, Matrix]:
        """Origin and axes of the shape's own frame on the body."""
        if self.begin is None:
            return super().frame(row)
        begin, end = self._ends(row)
        return self.reference(begin, end), frame_along(end - begin)

    def _ends(self, row: BaseRow) -> tuple[Vector, Vector]:
        assert self.begin is not None and self.end is not None
        begin, end = numbers(row, self.begin), numbers(row, self.end)
        if not length_of(end - begin).real > 0.0:
            row.fail("'from' and 'to' are the same point; give two points")
        return begin, end
