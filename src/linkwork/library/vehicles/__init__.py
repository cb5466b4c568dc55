"""Vehicles: tyres, roads, suspensions, cars of different depth, a bicycle, what a driver does."""

from linkwork.library.vehicles.bicycle import Bicycle, Rigid, Wheel
from linkwork.library.vehicles.car import Axle, Car, wheel_angle
from linkwork.library.vehicles.manoeuvres import LaneChange, Route, follow, ramp_steer, sine_with_dwell
from linkwork.library.vehicles.roads import (
    comfort,
    density,
    random_heights,
    random_road,
    road_density,
    vertical_weighting,
)
from linkwork.library.vehicles.single_track import SingleTrack
from linkwork.library.vehicles.suspensions import (
    DoubleWishbone,
    FiveLink,
    McPherson,
    SemiTrailingArm,
    SolidAxle,
    Suspension,
)
from linkwork.library.vehicles.travel import TravelCurves, travel_curves, travel_rig
from linkwork.library.vehicles.tyre_files import TyreFile, read_tir
from linkwork.library.vehicles.tyres import Dugoff, LinearTyre, MagicFormula, TyreLaw

__all__ = [
    "Axle",
    "Bicycle",
    "Car",
    "DoubleWishbone",
    "Dugoff",
    "FiveLink",
    "LaneChange",
    "LinearTyre",
    "MagicFormula",
    "McPherson",
    "Rigid",
    "Route",
    "SemiTrailingArm",
    "SingleTrack",
    "SolidAxle",
    "Suspension",
    "TravelCurves",
    "TyreFile",
    "TyreLaw",
    "Wheel",
    "comfort",
    "density",
    "follow",
    "ramp_steer",
    "random_heights",
    "random_road",
    "read_tir",
    "road_density",
    "sine_with_dwell",
    "travel_curves",
    "travel_rig",
    "vertical_weighting",
    "wheel_angle",
]
