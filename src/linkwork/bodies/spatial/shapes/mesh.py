"""The inside of a closed triangle mesh that a file gives."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field, PlainSerializer

from linkwork.base.errors import MechanismError
from linkwork.base.local_file import beside
from linkwork.bodies.spatial.inertia import Vector, of_second_moments, vector
from linkwork.bodies.spatial.shapes.base import Form, Solid
from linkwork.expression import as_expression
from linkwork.expression.number import Number, written
from linkwork.places.base_row import BaseRow
from linkwork.places.spatial.orientation import Vector3


def _thrice(value: Any) -> Any:
    """One factor for all axes, three times."""
    return value if isinstance(value, list | tuple) else (value, value, value)


def _factors(scale: Vector3) -> Any:
    """One number where all three are equal."""
    return written(scale[0]) if scale[0] == scale[1] == scale[2] else [written(factor) for factor in scale]


Scale = Annotated[Vector3, BeforeValidator(_thrice, json_schema_input_type=Number | Vector3), PlainSerializer(_factors)]


def one() -> Vector3:
    """The factors that leave a mesh as it is."""
    return as_expression(1), as_expression(1), as_expression(1)


class Mesh(Solid):
    """What a closed triangle mesh encloses: an STL or OBJ file, its numbers times `scale` in m."""

    type: Literal["mesh"] = "mesh"
    file: str = Field(min_length=1, description="Name of the file; its folder counts from that of the model file.")
    scale: Scale = Field(
        default_factory=one, description="Metres for one unit of the file, such as 0.001 for mm; or three factors."
    )

    def form(self, row: BaseRow) -> Form:
        """Volume, centroid and inertia of one kilogram, by tetrahedra."""
        from linkwork.bodies.spatial.mesh_moments import solid_moments

        scale = self.factors(row)
        try:
            moments = solid_moments(self.path(row))
        except MechanismError as error:
            row.fail(str(error))
        second = moments.second * np.outer(scale, scale)
        return Form(moments.volume * np.prod(scale).item(), moments.centre * scale, of_second_moments(second))

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """The scale."""
        return dict(zip("xyz", self.factors(row).tolist(), strict=True))

    def factors(self, row: BaseRow) -> Vector:
        """Metres for one unit of the file, along each axis."""
        return vector(*(row.above_zero(factor, "scale") for factor in self.scale))

    def path(self, row: BaseRow) -> str:
        """Where the file lies."""
        return beside(row.scope.mechanism, self.file)
