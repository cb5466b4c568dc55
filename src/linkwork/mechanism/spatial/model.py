"""The model file of a spatial mechanism as data: what may stand in it, and nothing else."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from linkwork.bodies.spatial.bodies import SpatialBody
from linkwork.elements.spatial.catalogue import AnyDriver, AnyJoint
from linkwork.elements.spatial.contact.clearance import AnyClearance
from linkwork.elements.spatial.force_catalogue import AnyForce
from linkwork.mechanism.model import BEAMS, BODIES, CABLES, CLEARANCES, DRIVERS, FORCES, JOINTS, Model
from linkwork.mechanism.spatial.beams import SpatialBeam, SpatialCable
from linkwork.mechanism.spatial.include import Includes
from linkwork.places.spatial.orientation import Vector3


class SpatialModel(Model):
    """A mechanism in space."""

    world: Literal["space"] = Field(description="where it moves: in space")
    include: Includes = Field(default=(), description="robots (URDF) and other models in space that belong to it")
    bodies: dict[str, SpatialBody] = BODIES
    joints: dict[str, AnyJoint] = JOINTS
    drivers: dict[str, AnyDriver] = DRIVERS
    forces: dict[str, AnyForce] = FORCES
    beams: dict[str, SpatialBeam] = BEAMS
    cables: dict[str, SpatialCable] = CABLES
    clearances: dict[str, AnyClearance] = CLEARANCES
    gravity: Vector3 | None = Field(default=None, description="field of gravity [x, y, z] in m/s^2; none when left out")
