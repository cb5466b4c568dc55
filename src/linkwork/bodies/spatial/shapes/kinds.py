"""All kinds of shapes in space, by the word that a model file uses for them."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

from linkwork.bodies.spatial.shapes.base import Form as Form
from linkwork.bodies.spatial.shapes.base import Shape
from linkwork.bodies.spatial.shapes.base import Solid as Solid
from linkwork.bodies.spatial.shapes.block import Box, Cube
from linkwork.bodies.spatial.shapes.long import Capsule, Cone, Cylinder, HollowCylinder
from linkwork.bodies.spatial.shapes.mesh import Mesh
from linkwork.bodies.spatial.shapes.round import Ellipsoid, Hemisphere, HollowSphere, Sphere, Torus
from linkwork.bodies.spatial.shapes.thin import Disc, PointMass, Rectangle, Rod, Triangle
from linkwork.bodies.spatial.shapes.thin import Plate as Plate
from linkwork.expression.by_type import BY_TYPE

AnyShape = Annotated[
    PointMass
    | Rod
    | Rectangle
    | Triangle
    | Disc
    | Box
    | Cube
    | Sphere
    | HollowSphere
    | Hemisphere
    | Ellipsoid
    | Torus
    | Cylinder
    | HollowCylinder
    | Cone
    | Capsule
    | Mesh,
    BY_TYPE,
]
"""One of the shapes by its `type`."""


def _with_mass(shape: Shape) -> Shape:
    if not shape.heavy():
        raise ValueError(shape.ways)
    return shape


def _without_mass(shape: Shape) -> Shape:
    if shape.heavy() or shape.hole:
        raise ValueError("what is only shown has no mass, density or hole; what is heavy stands under mass: shapes")
    return shape


HeavyShape = Annotated[AnyShape, AfterValidator(_with_mass)]
"""A shape that says how heavy it is."""
ShownShape = Annotated[AnyShape, AfterValidator(_without_mass)]
"""A shape that is only shown."""

SHAPES: tuple[type[Shape], ...] = (
    PointMass,
    Rod,
    Rectangle,
    Triangle,
    Disc,
    Box,
    Cube,
    Sphere,
    HollowSphere,
    Hemisphere,
    Ellipsoid,
    Torus,
    Cylinder,
    HollowCylinder,
    Cone,
    Capsule,
    Mesh,
)
