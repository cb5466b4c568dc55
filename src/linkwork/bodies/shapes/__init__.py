"""Shapes that a body is made of; mass, mass centre and inertia follow from them."""

from __future__ import annotations

from typing import Annotated

from linkwork.bodies.shapes.base import Geometry, Plate, Shape
from linkwork.bodies.shapes.disc import Disc
from linkwork.bodies.shapes.outlined import Outlined
from linkwork.bodies.shapes.point_mass import PointMass
from linkwork.bodies.shapes.polygon import Polygon
from linkwork.bodies.shapes.rectangle import Rectangle
from linkwork.bodies.shapes.ring import Ring
from linkwork.bodies.shapes.rod import Rod
from linkwork.bodies.shapes.sector import Sector
from linkwork.bodies.shapes.triangle import Triangle
from linkwork.expression.by_type import BY_TYPE

AnyShape = Annotated[PointMass | Rod | Rectangle | Triangle | Disc | Sector | Ring | Polygon | Outlined, BY_TYPE]
"""One of the shapes by its `type`."""

SHAPES: tuple[type[Shape], ...] = (PointMass, Rod, Rectangle, Triangle, Disc, Sector, Ring, Polygon, Outlined)

__all__ = [
    "SHAPES",
    "AnyShape",
    "Disc",
    "Geometry",
    "Outlined",
    "Plate",
    "PointMass",
    "Polygon",
    "Rectangle",
    "Ring",
    "Rod",
    "Sector",
    "Shape",
    "Triangle",
]
