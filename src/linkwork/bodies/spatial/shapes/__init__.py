"""Shapes that a spatial body is made of; mass, mass centre and inertia follow from them, and a picture.

They are imported when one is first asked for: most bodies give their mass as numbers.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwork.bodies.spatial.shapes.kinds import (
        SHAPES,
        AnyShape,
        Box,
        Capsule,
        Cone,
        Cube,
        Cylinder,
        Disc,
        Ellipsoid,
        Form,
        HeavyShape,
        Hemisphere,
        HollowCylinder,
        HollowSphere,
        Mesh,
        Plate,
        PointMass,
        Rectangle,
        Rod,
        Shape,
        ShownShape,
        Solid,
        Sphere,
        Torus,
        Triangle,
    )

__all__ = [
    "SHAPES",
    "AnyShape",
    "Box",
    "Capsule",
    "Cone",
    "Cube",
    "Cylinder",
    "Disc",
    "Ellipsoid",
    "Form",
    "HeavyShape",
    "Hemisphere",
    "HollowCylinder",
    "HollowSphere",
    "Mesh",
    "Plate",
    "PointMass",
    "Rectangle",
    "Rod",
    "Shape",
    "ShownShape",
    "Solid",
    "Sphere",
    "Torus",
    "Triangle",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.kinds"), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
