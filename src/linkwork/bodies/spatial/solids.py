"""Solids: what of a body can touch others in space. They carry no mass; shapes and geometry may be the same or not.

ball:  {solids: {skin: {type: sphere, radius: 0.1}}}
table: {solids: {top: {type: plane, at: [0, 0, 0.7], normal: [0, 0, 1]}}}
block: {solids: {body: {type: box, size: [0.2, 0.1, 0.1], at: [0, 0, 0.05]}}}
rod:   {solids: {body: {type: capsule, from: [0, 0, 0], to: [1, 0, 0], radius: 0.02}}}
die:   {solids: {body: {type: convex, file: die.stl, scale: 0.001}}}
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, Field, model_validator

from linkwork.base.errors import MechanismError, within
from linkwork.base.local_file import beside
from linkwork.bodies.spatial.hull import BOX_SIGNS, Hull, convex_hull
from linkwork.bodies.spatial.inertia import Matrix, Vector, frame_along, length_of, vector
from linkwork.bodies.spatial.mesh_file import read_mesh
from linkwork.bodies.spatial.shapes import (
    Box,
    Capsule,
    Cube,
    Cylinder,
    Mesh,
    PointMass,
    Rectangle,
    Rod,
    Shape,
    Sphere,
    Triangle,
)
from linkwork.bodies.spatial.shapes.base import numbers
from linkwork.bodies.spatial.shapes.mesh import Scale, one
from linkwork.expression.by_type import BY_TYPE
from linkwork.places.base_row import BaseRow
from linkwork.places.base_scope import BaseScope
from linkwork.places.spatial.orientation import Vector3


class HalfSpace(Shape):
    """All that lies behind a plane: a floor, a wall."""

    type: Literal["plane"] = "plane"
    normal: Vector3 = Field(description="Out of the material, in the body's frame; any length but zero.")

    @model_validator(mode="after")
    def _turned_by_its_normal(self) -> HalfSpace:
        if self.orientation is not None:
            raise ValueError("a plane has a normal; leave out orientation")
        return self

    def frame(self, row: BaseRow) -> tuple[Vector, Matrix]:
        """Its point, and axes with z along its normal."""
        normal = numbers(row, self.normal)
        if not length_of(normal).real > 0.0:
            row.fail("the normal of the plane is zero; give a direction such as [0, 0, 1]")
        return numbers(row, self.at), frame_along(normal)

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """None: it has no end."""
        return {}


class Convex(Shape):
    """The convex hull of points, of a mesh file, or of the shapes that give the body its mass."""

    type: Literal["convex"] = "convex"
    points: tuple[Vector3, ...] = Field(default=(), description="Corners in the shape's own frame, at least four.")
    file: str | None = Field(default=None, min_length=1, description="An STL or OBJ file, instead of points.")
    scale: Scale = Field(default_factory=one, description="Metres for one unit of the file; or three factors.")
    of: Literal["mass"] | None = Field(default=None, description="`mass`: the shapes that give the body its mass.")

    @model_validator(mode="after")
    def _one_way_of_giving_corners(self) -> Convex:
        if sum((bool(self.points), self.file is not None, self.of is not None)) != 1:
            raise ValueError("give its corners in one way: points (at least four), file (STL or OBJ), or `of: mass`")
        if self.file is None and self.scale != one():
            raise ValueError("scale belongs to a file")
        return self

    def hull(self, row: BaseRow) -> tuple[Any, Hull]:
        """Its corners in the body's frame (n by 3), and its faces."""
        at, axes = self.frame(row)
        points = at + self._own_points(row) @ axes.T
        try:
            hull = convex_hull(np.real(points))
        except MechanismError as error:
            row.fail(str(error))
        return points[hull.corners], hull

    def _own_points(self, row: BaseRow) -> Any:
        if self.file is not None:
            scale = vector(*(row.above_zero(factor, "scale") for factor in self.scale))
            try:
                mesh = read_mesh(beside(row.scope.mechanism, self.file))
            except MechanismError as error:
                row.fail(str(error))
            return mesh.vertices * scale
        if self.of is None:
            return np.array([numbers(row, point) for point in self.points])
        return shape_points(row)

    def sizes(self, row: BaseRow) -> dict[str, Any]:
        """Its corners in the shape's own frame."""
        return {"points": self._own_points(row)}


def shape_points(row: BaseRow) -> Any:
    """The corners of the shapes that give the body of this row its mass; round shapes have none and are refused."""
    mass = row.scope.body(row.name).mass
    shapes = [shape for shape in (mass.parts() if mass is not None else ()) if not shape.hole]
    if not shapes:
        row.fail("the body's mass has no shapes; give points or a file")
    shape_points = []
    for shape in shapes:
        at, axes = shape.frame(row)
        sizes = shape.sizes(row)
        if isinstance(shape, Box | Cube):
            own = np.array(BOX_SIGNS) * vector(*sizes.values())
        elif isinstance(shape, Mesh):
            own = read_mesh(shape.path(row)).vertices * shape.factors(row)
        elif isinstance(shape, Rod | Triangle):
            own = np.array([*sizes.values()])
        elif isinstance(shape, Rectangle):
            own = np.array(BOX_SIGNS)[::2] * vector(*sizes.values(), 0.0)
        elif isinstance(shape, PointMass):
            own = np.zeros((1, 3))
        else:
            row.fail(f"a {shape.type} among the body's shapes is round and has no corners; give it as a solid itself")
        shape_points.append(at + own @ axes.T)
    return np.vstack(shape_points)


def check_solids(solids: Mapping[str, Shape], scope: BaseScope, row: BaseRow) -> None:
    """Refuse solids whose numbers make no sense; mesh files are read by those who need them."""
    for name, solid in solids.items():
        place = BaseRow(scope, f"{row.where}: solid '{name}'", row.name)
        with within(place.where):
            solid.frame(place)
            if not isinstance(solid, Convex):
                solid.sizes(place)
            elif solid.file is None:
                solid.hull(place)
            elif not os.path.isfile(beside(scope.mechanism, solid.file)):
                place.fail(f"the mesh file '{solid.file}' is missing; check the name and the folder")


def _without_mass(solid: Shape) -> Shape:
    if solid.heavy() or solid.hole:
        raise ValueError("a solid has no mass, density or hole; what is heavy stands under mass: shapes")
    return solid


AnySolid = Annotated[
    Annotated[Sphere | HalfSpace | Box | Cube | Capsule | Cylinder | Convex, BY_TYPE],
    AfterValidator(_without_mass),
]
"""One of the solids by its `type`."""

SOLIDS: tuple[type[Shape], ...] = (HalfSpace, Convex)
"""Solids that are not shapes too."""
