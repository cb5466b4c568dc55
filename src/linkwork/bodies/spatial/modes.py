"""Elastic modes of a body in space, given as numbers; see `bodies/modes.py` for those of the plane."""

from __future__ import annotations

from pydantic import Field

from linkwork.bodies.modes import BaseModes, Blocks, Rows
from linkwork.expression import as_expression
from linkwork.expression.part import Part, Readable
from linkwork.places.spatial.orientation import Vector3

_ZERO = as_expression(0)


class SpatialInterface(Part, metaclass=Readable):
    """A frame on a body with modes in space, to which joints, forces and sensors are attached."""

    at: Vector3 = Field(default=(_ZERO, _ZERO, _ZERO), description="its place on the undeformed body")
    translation: Rows = Field(default=(), description="of every mode how far a unit of it moves the place, x, y, z")
    rotation: Rows = Field(default=(), description="of every mode the angles in rad by which it turns it about x, y, z")
    translation_curvature: Blocks = Field(
        default=(), description="of every pair of modes the second derivative of the place by them, B, x, y, z"
    )
    rotation_curvature: Blocks = Field(
        default=(), description="of every pair of modes the second derivative of the angles by them, about x, y, z"
    )


class SpatialModes(BaseModes):
    """Elastic modes of a body in space."""

    vector, turn, moments = 3, 3, 6

    angular_coupling: Rows = Field(
        default=(), description="of every mode the integral of x cross S over the mass, about the origin"
    )
    inertia_slope: Rows = Field(
        default=(),
        description="of every mode how the inertia about the origin changes with it: xx, yy, zz, xy, yz, zx",
    )
    inertia_curvature: Blocks = Field(
        default=(), description="of every pair of modes the quadratic part of that inertia: xx, yy, zz, xy, yz, zx"
    )
    gyroscopic_coupling: Blocks = Field(
        default=(), description="of every pair of modes the integral of S_k cross S_l over the mass; antisymmetric"
    )
    angular_curvature: Blocks = Field(
        default=(), description="of every pair of modes the integral of x cross B over the mass; symmetric"
    )
    interfaces: dict[str, SpatialInterface] = Field(
        default_factory=dict, description="frames to which elements are attached"
    )
