"""Shapes that a body is made of; mass, mass centre and inertia follow from them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from linkwork.mechanism.shapes.base import Geometry, Plate, Shape
from linkwork.mechanism.shapes.disc import Disc
from linkwork.mechanism.shapes.outlined import Outlined
from linkwork.mechanism.shapes.point_mass import PointMass
from linkwork.mechanism.shapes.polygon import Polygon
from linkwork.mechanism.shapes.rectangle import Rectangle
from linkwork.mechanism.shapes.ring import Ring
from linkwork.mechanism.shapes.rod import Rod
from linkwork.mechanism.shapes.sector import Sector
from linkwork.mechanism.shapes.triangle import Triangle

AnyShape = Annotated[
    PointMass | Rod | Rectangle | Triangle | Disc | Sector | Ring | Polygon | Outlined, Field(discriminator="type")
]
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
