"""The spatial library: every joint, driver and force, by the word that a model file uses for it."""

from __future__ import annotations

from typing import Annotated

from linkwork.elements.base import Element
from linkwork.elements.spatial.force_catalogue import EveryRolling
from linkwork.elements.spatial.joints.beam_slide import SpatialBeamSlide
from linkwork.elements.spatial.joints.composites import (
    RevoluteCylindrical,
    RevoluteRevolute,
    RevoluteRevoluteOrthogonal,
    RevoluteSpherical,
    RevoluteTranslational,
    SphericalSpherical,
    Strut,
    TranslationalRevolute,
)
from linkwork.elements.spatial.joints.coupler import Coupler
from linkwork.elements.spatial.joints.curve import PointOnCurve
from linkwork.elements.spatial.joints.drivers import (
    AbsoluteAngle,
    AbsoluteX,
    AbsoluteY,
    AbsoluteZ,
    Along,
    AngleDrive,
    Distance,
    PositionDrive,
)
from linkwork.elements.spatial.joints.gears import Belt, BevelGear, Gear, Rack, Worm
from linkwork.elements.spatial.joints.held import AbsoluteOrientation, Ground
from linkwork.elements.spatial.joints.joints import (
    ConstantVelocity,
    Cylindrical,
    Fixed,
    PlanarJoint,
    PointOnLine,
    PointOnPlane,
    Revolute,
    Spherical,
    Translational,
)
from linkwork.elements.spatial.joints.primitives import CoincidentPoints, Dot1, Dot2, Parallel1, Parallel2
from linkwork.elements.spatial.joints.screw import Screw
from linkwork.elements.spatial.joints.universal import Universal
from linkwork.expression.by_type import BY_TYPE

Either = AbsoluteX | AbsoluteY | AbsoluteZ | AbsoluteAngle | Distance | Along | Coupler
OnlyJoint = (
    Spherical
    | Universal
    | Revolute
    | Cylindrical
    | Translational
    | Screw
    | PlanarJoint
    | PointOnLine
    | PointOnPlane
    | PointOnCurve
    | SpatialBeamSlide
    | Fixed
    | ConstantVelocity
    | AbsoluteOrientation
    | Ground
    | SphericalSpherical
    | RevoluteSpherical
    | RevoluteRevolute
    | RevoluteRevoluteOrthogonal
    | RevoluteCylindrical
    | RevoluteTranslational
    | TranslationalRevolute
    | Strut
    | Gear
    | BevelGear
    | Worm
    | Rack
    | Belt
    | Dot1
    | Dot2
    | Parallel1
    | Parallel2
    | CoincidentPoints
)
OnlyDriver = AngleDrive | PositionDrive

AnyJoint = Annotated[OnlyJoint | EveryRolling | Either, BY_TYPE]
AnyDriver = Annotated[OnlyDriver | Either, BY_TYPE]

ELEMENTS: tuple[type[Element], ...] = (
    *OnlyJoint.__args__,
    *EveryRolling.__args__,
    *Either.__args__,
    *OnlyDriver.__args__,
)
