"""The spatial library's forces and rolling joints, by the word that a model file uses for them."""

from __future__ import annotations

from typing import Annotated

from linkwork.elements.base import Element
from linkwork.elements.spatial.forces.beam_element import SpatialBeamElement, SpatialCableElement
from linkwork.elements.spatial.forces.bushing import Bushing
from linkwork.elements.spatial.forces.forces import (
    Actuator,
    EndStop,
    JointSpring,
    Motor,
    SlideSpring,
    Spring,
    Torque,
    TorsionSpring,
)
from linkwork.elements.spatial.forces.isoparametric_element import SpatialIsoparametricElement
from linkwork.elements.spatial.forces.muscle import SpatialMuscle
from linkwork.elements.spatial.forces.plastic import Absorber, PlasticHinge
from linkwork.elements.spatial.forces.point_force import PointForce
from linkwork.elements.spatial.forces.solid_element import SpatialSolidElement
from linkwork.elements.spatial.forces.tyre import Tyre
from linkwork.elements.spatial.joints.rolling import KnifeEdge, RollingDisc, RollingSphere, RollingWheel, Skate
from linkwork.expression.by_type import BY_TYPE

EveryForce = (
    Spring
    | TorsionSpring
    | SlideSpring
    | JointSpring
    | Actuator
    | Motor
    | EndStop
    | Absorber
    | PlasticHinge
    | PointForce
    | Torque
    | Bushing
    | Tyre
    | SpatialBeamElement
    | SpatialCableElement
    | SpatialSolidElement
    | SpatialIsoparametricElement
    | SpatialMuscle
)
EveryRolling = RollingDisc | RollingWheel | RollingSphere | KnifeEdge | Skate

AnyForce = Annotated[EveryForce, BY_TYPE]

FORCES: tuple[type[Element], ...] = EveryForce.__args__
ROLLING: tuple[type[Element], ...] = EveryRolling.__args__
"""Joints that roll; `EveryRolling` is their union for the catalogue of joints."""
