"""Vehicles: tyres, roads, suspensions, cars of different depth, a bicycle, what a driver does."""

from linkwork.analysis.steady.steady_motion import SteadyMotion, steady_motion
from linkwork.library.vehicles.bicycle import Bicycle, Rigid, Wheel
from linkwork.library.vehicles.car import Axle, Car, wheel_angle
from linkwork.library.vehicles.car_data import real_time_saloon, saloon
from linkwork.library.vehicles.compliance import ComplianceCurves, GivingWay, compliance_curves, compliance_rig
from linkwork.library.vehicles.compliant_arm import CompliantArm
from linkwork.library.vehicles.control import (
    BenchRun,
    BusStatus,
    ControlUnit,
    DatagramPart,
    DatagramUnit,
    Expectation,
    Failure,
    Fault,
    PlanReport,
    Scenario,
    Sensing,
    UnitPart,
    car_sensors,
    control_bench,
    play,
    read_plan,
    read_status,
    run_plan,
    served_unit,
    unit_fmu,
    unit_of,
)
from linkwork.library.vehicles.drive_train import Differential, DriveTrain
from linkwork.library.vehicles.electric_drive import ElectricDrive
from linkwork.library.vehicles.final_drive import Chain, Shaft
from linkwork.library.vehicles.from_above.extended_track import ExtendedSingleTrack
from linkwork.library.vehicles.from_above.single_track import SingleTrack
from linkwork.library.vehicles.from_above.tyres import Dugoff, LinearTyre, MagicFormula, TyreLaw
from linkwork.library.vehicles.handling import Handling, StepMeasures, handling, step_measures
from linkwork.library.vehicles.iso_lane_change import IsoLaneChange, steer_along
from linkwork.library.vehicles.laps import Lap, Limits, Track, lap
from linkwork.library.vehicles.likeness import TurnMeasures, lateral_acceleration, turn_measures
from linkwork.library.vehicles.linkages.monoshock import Monoshock
from linkwork.library.vehicles.linkages.telelever import Telelever
from linkwork.library.vehicles.manoeuvres import LaneChange, Route, follow, ramp_steer, sine_with_dwell
from linkwork.library.vehicles.measured.frequency import FrequencyResponse, frequency_response
from linkwork.library.vehicles.measured.tyre_fit import TyreFit, fit_tyre
from linkwork.library.vehicles.measured.tyre_map import TyreMap, tyre_map
from linkwork.library.vehicles.motorcycle import Motorcycle, balancing
from linkwork.library.vehicles.motorcycle_data import sharp_1994, sharp_limebeer_2001
from linkwork.library.vehicles.motorcycle_parts import Air, Compliance, Fork, Rider, RoadWheel, SwingArm
from linkwork.library.vehicles.motorcycle_variants import (
    driven_motorcycle,
    monoshock_motorcycle,
    telelever_motorcycle,
)
from linkwork.library.vehicles.multi_link import FourLink, TrapezoidalArm
from linkwork.library.vehicles.ports import CAR_INPUTS, CAR_OUTPUTS
from linkwork.library.vehicles.riding_modes import RidingModes, riding_modes
from linkwork.library.vehicles.roads import (
    comfort,
    density,
    random_heights,
    random_road,
    road_density,
    vertical_weighting,
)
from linkwork.library.vehicles.suspensions import (
    Bush,
    DoubleWishbone,
    FiveLink,
    McPherson,
    SemiTrailingArm,
    SolidAxle,
    Suspension,
)
from linkwork.library.vehicles.travel import TravelCurves, anti_dive, anti_lift, support, travel_curves, travel_rig
from linkwork.library.vehicles.truck import Trailer, Truck
from linkwork.library.vehicles.truck_axle import TruckAxle
from linkwork.library.vehicles.truck_data import tractor_and_trailer
from linkwork.library.vehicles.tyre_files import TyreFile, read_tir

__all__ = [
    "CAR_INPUTS",
    "CAR_OUTPUTS",
    "Air",
    "Axle",
    "BenchRun",
    "Bicycle",
    "BusStatus",
    "Bush",
    "Car",
    "Chain",
    "Compliance",
    "ComplianceCurves",
    "CompliantArm",
    "ControlUnit",
    "DatagramPart",
    "DatagramUnit",
    "Differential",
    "DoubleWishbone",
    "DriveTrain",
    "Dugoff",
    "ElectricDrive",
    "Expectation",
    "ExtendedSingleTrack",
    "Failure",
    "Fault",
    "FiveLink",
    "Fork",
    "FourLink",
    "FrequencyResponse",
    "GivingWay",
    "Handling",
    "IsoLaneChange",
    "LaneChange",
    "Lap",
    "Limits",
    "LinearTyre",
    "MagicFormula",
    "McPherson",
    "Monoshock",
    "Motorcycle",
    "PlanReport",
    "Rider",
    "RidingModes",
    "Rigid",
    "RoadWheel",
    "Route",
    "Scenario",
    "SemiTrailingArm",
    "Sensing",
    "Shaft",
    "SingleTrack",
    "SolidAxle",
    "SteadyMotion",
    "StepMeasures",
    "Suspension",
    "SwingArm",
    "Telelever",
    "Track",
    "Trailer",
    "TrapezoidalArm",
    "TravelCurves",
    "Truck",
    "TruckAxle",
    "TurnMeasures",
    "TyreFile",
    "TyreFit",
    "TyreLaw",
    "TyreMap",
    "UnitPart",
    "Wheel",
    "anti_dive",
    "anti_lift",
    "balancing",
    "car_sensors",
    "comfort",
    "compliance_curves",
    "compliance_rig",
    "control_bench",
    "density",
    "driven_motorcycle",
    "fit_tyre",
    "follow",
    "frequency_response",
    "handling",
    "lap",
    "lateral_acceleration",
    "monoshock_motorcycle",
    "play",
    "ramp_steer",
    "random_heights",
    "random_road",
    "read_plan",
    "read_status",
    "read_tir",
    "real_time_saloon",
    "riding_modes",
    "road_density",
    "run_plan",
    "saloon",
    "served_unit",
    "sharp_1994",
    "sharp_limebeer_2001",
    "sine_with_dwell",
    "steady_motion",
    "steer_along",
    "step_measures",
    "support",
    "telelever_motorcycle",
    "tractor_and_trailer",
    "travel_curves",
    "travel_rig",
    "turn_measures",
    "tyre_map",
    "unit_fmu",
    "unit_of",
    "vertical_weighting",
    "wheel_angle",
]
