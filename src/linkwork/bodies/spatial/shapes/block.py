"""Box and cube."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from linkwork.bodies.spatial.inertia import diagonal, vector
from linkwork.bodies.spatial.shapes.base import Form, Solid, Vector3
from linkwork.expression.number import Number
from linkwork.places.base_row import BaseRow


class Box(Solid):
    """A rectangular prism about its middle: Jxx = m (b^2 + c^2)/12 (Haug, Table 11.2.1)."""

    type: Literal["box"] = "box"
    size: Vector3 = Field(description="Edges along the shape's x, y, z.")

    def form(self, row: BaseRow) -> Form:
        """Volume, centre and inertia of one kilogram."""
        a, b, c = self.edges(row)
        moments = ((b * b + c * c) / 12, (c * c + a * a) / 12, (a * a + b * b) / 12)
        return Form(a * b * c, vector(0.0, 0.0, 0.0), diagonal(*moments))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """The edges."""
        return dict(zip("xyz", self.edges(row), strict=True))

    def edges(self, row: BaseRow) -> list[Any]:
        """The three edges."""
        return [row.positive(edge, "each edge of size") for edge in self.size]


class Cube(Solid):
    """A cube about its middle: J = m a^2/6 (Haug, Table 11.2.1)."""

    type: Literal["cube"] = "cube"
    edge: Number

    def form(self, row: BaseRow) -> Form:
        """Volume, centre and inertia of one kilogram."""
        edge = row.positive(self.edge, "edge")
        return Form(edge**3, vector(0.0, 0.0, 0.0), diagonal(*(edge**2 / 6,) * 3))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """The edge, three times."""
        return dict.fromkeys("xyz", row.positive(self.edge, "edge"))
