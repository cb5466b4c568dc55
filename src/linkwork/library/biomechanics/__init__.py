"""The human body: skeletons, measured motion, what it needs, and how muscles share it."""

from linkwork.library.biomechanics.energy.heat import Bhargava, Umberger
from linkwork.library.biomechanics.energy.metabolic import MetabolicCost, metabolic_cost
from linkwork.library.biomechanics.fibres import RestingFibres, resting_fibres
from linkwork.library.biomechanics.files.c3d import Recording, read_c3d
from linkwork.library.biomechanics.files.mjcf import read_mjcf
from linkwork.library.biomechanics.files.mjcf_law import MujocoMuscle
from linkwork.library.biomechanics.files.osim_weights import read_weights
from linkwork.library.biomechanics.forward import ForwardRun, forward, play_back
from linkwork.library.biomechanics.frames import frame
from linkwork.library.biomechanics.inverse_dynamics import NetForces, inverse_dynamics
from linkwork.library.biomechanics.inverse_kinematics import MarkerFit, fit_markers
from linkwork.library.biomechanics.laws.rows import OwnLaw
from linkwork.library.biomechanics.millard import Millard
from linkwork.library.biomechanics.motion import Motion, motion_from
from linkwork.library.biomechanics.osim import read_osim
from linkwork.library.biomechanics.parts import (
    Coordinate,
    Ligament,
    MarkerPlace,
    Move,
    PathMuscle,
    PathPoint,
    Segment,
    SkeletonJoint,
)
from linkwork.library.biomechanics.passive.loads import PassiveForces, passive_forces
from linkwork.library.biomechanics.passive.parts import ContactSphere, JointLimit
from linkwork.library.biomechanics.paths.lines import path_lines
from linkwork.library.biomechanics.paths.muscle_paths import MusclePaths, muscle_paths
from linkwork.library.biomechanics.paths.surfaces import Cylinder, Ellipsoid, Sphere, Torus
from linkwork.library.biomechanics.plates import Plate, read_plates
from linkwork.library.biomechanics.reactions import JointReactions, joint_reactions
from linkwork.library.biomechanics.residuals.reduction import ReducedResiduals, reduce_residuals
from linkwork.library.biomechanics.sharing import Sharing, share_forces
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.biomechanics.subject.cameras import Camera, calibrated_camera, reconstructed
from linkwork.library.biomechanics.subject.counted_body import body_of_33_links
from linkwork.library.biomechanics.subject.induced import induced_accelerations
from linkwork.library.biomechanics.subject.lower_body import lower_body
from linkwork.library.biomechanics.subject.muscle_file import read_muscles, write_muscles
from linkwork.library.biomechanics.subject.picture import body_picture
from linkwork.library.biomechanics.subject.placing import PlacedMarkers, place_markers
from linkwork.library.biomechanics.subject.plates_of_feet import plates_of_feet
from linkwork.library.biomechanics.subject.proportions import BodySegment, body_segment
from linkwork.library.biomechanics.subject.scaling import marker_factors, scale
from linkwork.library.biomechanics.subject.strides import (
    GaitEvents,
    gait_events,
    group_forces,
    over_stride,
    per_body_mass,
)
from linkwork.library.biomechanics.subject.whole_body import whole_body
from linkwork.library.biomechanics.tables import Markers, Table, read_markers, read_table
from linkwork.library.biomechanics.tasks.excitations import BestExcitations, best_excitations

__all__ = [
    "BestExcitations",
    "Bhargava",
    "BodySegment",
    "Camera",
    "ContactSphere",
    "Coordinate",
    "Cylinder",
    "Ellipsoid",
    "ForwardRun",
    "GaitEvents",
    "JointLimit",
    "JointReactions",
    "Ligament",
    "MarkerFit",
    "MarkerPlace",
    "Markers",
    "MetabolicCost",
    "Millard",
    "Motion",
    "Move",
    "MujocoMuscle",
    "MusclePaths",
    "NetForces",
    "OwnLaw",
    "PassiveForces",
    "PathMuscle",
    "PathPoint",
    "PlacedMarkers",
    "Plate",
    "Recording",
    "ReducedResiduals",
    "RestingFibres",
    "Segment",
    "Sharing",
    "Skeleton",
    "SkeletonJoint",
    "Sphere",
    "Table",
    "Torus",
    "Umberger",
    "best_excitations",
    "body_of_33_links",
    "body_picture",
    "body_segment",
    "calibrated_camera",
    "fit_markers",
    "forward",
    "frame",
    "gait_events",
    "group_forces",
    "induced_accelerations",
    "inverse_dynamics",
    "joint_reactions",
    "lower_body",
    "marker_factors",
    "metabolic_cost",
    "motion_from",
    "muscle_paths",
    "over_stride",
    "passive_forces",
    "path_lines",
    "per_body_mass",
    "place_markers",
    "plates_of_feet",
    "play_back",
    "read_c3d",
    "read_markers",
    "read_mjcf",
    "read_muscles",
    "read_osim",
    "read_plates",
    "read_table",
    "read_weights",
    "reconstructed",
    "reduce_residuals",
    "resting_fibres",
    "scale",
    "share_forces",
    "whole_body",
    "write_muscles",
]
