"""The planar library: every joint and driver, by the word that a model file uses for it."""

from __future__ import annotations

from typing import Annotated

from linkwork.elements.base import Element
from linkwork.elements.planar.cams.cams import CamFlat, CamFollower, PointFollower
from linkwork.elements.planar.forces.beam_element import BeamElement
from linkwork.elements.planar.forces.bushing import Bushing
from linkwork.elements.planar.forces.cable_element import CableElement
from linkwork.elements.planar.forces.forces import (
    Actuator,
    EndStop,
    JointSpring,
    Motor,
    PointForce,
    SlideSpring,
    Spring,
    TorsionSpring,
)
from linkwork.elements.planar.forces.isoparametric_element import IsoparametricElement
from linkwork.elements.planar.forces.muscle import Muscle
from linkwork.elements.planar.forces.plastic import Absorber, PlasticHinge
from linkwork.elements.planar.forces.solid_element import SolidElement
from linkwork.elements.planar.joints.angle import AbsoluteAngle, AngleDrive, DoubleTranslational, RelativeAngle
from linkwork.elements.planar.joints.beam_slide import BeamSlide
from linkwork.elements.planar.joints.belt import Belt, BeltDrive
from linkwork.elements.planar.joints.coordinate import AbsoluteX, AbsoluteY, RelativeX, RelativeY
from linkwork.elements.planar.joints.coupling import Coupling, CouplingSlide
from linkwork.elements.planar.joints.distance import AbsoluteDistance, RelativeDistance, RevoluteRevolute, Strut
from linkwork.elements.planar.joints.fixed import Fixed
from linkwork.elements.planar.joints.gear import Gear
from linkwork.elements.planar.joints.rack import RackPinion
from linkwork.elements.planar.joints.revolute import Revolute
from linkwork.elements.planar.joints.slide_drive import PositionDrive
from linkwork.elements.planar.joints.slot import PinInSlot, RevoluteTranslational
from linkwork.elements.planar.joints.translational import Translational
from linkwork.expression.by_type import BY_TYPE

Either = (
    AbsoluteX
    | AbsoluteY
    | AbsoluteAngle
    | AbsoluteDistance
    | RelativeX
    | RelativeY
    | RelativeAngle
    | RelativeDistance
    | Strut
)
OnlyJoint = (
    Revolute
    | Translational
    | RevoluteRevolute
    | RevoluteTranslational
    | PinInSlot
    | DoubleTranslational
    | Fixed
    | Gear
    | RackPinion
    | BeltDrive
    | CamFollower
    | CamFlat
    | PointFollower
    | Coupling
    | CouplingSlide
    | BeamSlide
)
OnlyDriver = AngleDrive | PositionDrive

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
    | Belt
    | Bushing
    | BeamElement
    | CableElement
    | SolidElement
    | IsoparametricElement
    | Muscle
)
AnyForce = Annotated[EveryForce, BY_TYPE]
AnyJoint = Annotated[OnlyJoint | Either, BY_TYPE]
AnyDriver = Annotated[OnlyDriver | Either, BY_TYPE]

ELEMENTS: tuple[type[Element], ...] = (*OnlyJoint.__args__, *Either.__args__, *OnlyDriver.__args__)
FORCES: tuple[type[Element], ...] = EveryForce.__args__
