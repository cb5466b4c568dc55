"""A trunk on two legs with 92 muscles: a model of our own to try things on, from one table."""

from __future__ import annotations

import dataclasses
from functools import cache
from importlib.resources import files

from linkwork.expression.given import public
from linkwork.library.biomechanics.frames import frame
from linkwork.library.biomechanics.parts import Coordinate, Move, PathMuscle, PathPoint, Segment, SkeletonJoint, Station
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.biomechanics.subject.moved import coordinates_of
from linkwork.library.biomechanics.subject.muscle_file import read_muscles
from linkwork.library.biomechanics.subject.proportions import BodySegment, body_segment

STATURE, MASS = 1.75, 75.0
HIP, LUMBAR = (0.0, 0.0, 0.085), (-0.03, 0.14, 0.0)
"""On the pelvis, whose origin lies between the hips; x forwards, y up, z to the right."""
THIGH, SHANK = 0.41, 0.43
PELVIS_SHARE = 0.142
"""Of body mass; of the trunk's 0.497, as Winter prints it."""
FORWARDS, UP, ASIDE = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


@public
def lower_body() -> Skeleton:
    """A grown man's trunk on two legs with 92 muscles and 19 freedoms, of 1.75 m and 75 kg.

    Strengths, fibres and attachments stand in `lower_body.csv`, which says where they come from; the left side is the
    mirror image of the right one. Arms and head belong to the trunk.
    """
    bodies, joints, coordinates = _frame()
    return Skeleton("lower body", bodies, joints, coordinates, (), _muscles())


@cache
def _muscles() -> tuple[PathMuscle, ...]:
    right = read_muscles(str(files(__package__) / "lower_body.csv"))
    return (*right, *(_mirrored(muscle) for muscle in right))


def _mirrored(muscle: PathMuscle) -> PathMuscle:
    return dataclasses.replace(muscle, name=_left(muscle.name), path=tuple(map(_mirrored_station, muscle.path)))


def _left(name: str) -> str:
    return f"{name.removesuffix('_r')}_l" if name.endswith("_r") else name


def _mirrored_station(station: Station) -> Station:
    body = _left(station.body)
    if isinstance(station, PathPoint):
        x, y, z = station.location
        return dataclasses.replace(station, body=body, location=(x, y, -z))
    x, y, z = station.center
    return dataclasses.replace(station, body=body, center=(x, y, -z))


def _frame() -> tuple[tuple[Segment, ...], tuple[SkeletonJoint, ...], tuple[Coordinate, ...]]:
    """Bodies by Winter's table, joints and their coordinates."""
    part = {name: body_segment(name, STATURE, MASS) for name in ("trunk", "thigh", "shank", "foot")}
    carried = [body_segment(name, STATURE, MASS) for name in ("head and neck", "upper arm", "forearm", "hand")]
    upper = part["trunk"].mass - PELVIS_SHARE * MASS + sum(one.many * one.mass for one in carried)
    bodies = [
        Segment("pelvis", PELVIS_SHARE * MASS, (-0.03, 0.06, 0.0), (0.09, 0.08, 0.06, 0, 0, 0)),
        Segment("torso", upper, (0.0, 0.28, 0.0), (1.9, 0.6, 1.8, 0, 0, 0)),
    ]
    joints = [
        SkeletonJoint("base", "ground", "pelvis", (
            *(Move(axis, False, f"pelvis_{name}") for axis, name in ((FORWARDS, "x"), (UP, "y"), (ASIDE, "z"))),
            *_turns("pelvis", ("tilt", "list", "rotation")),
        )),
        SkeletonJoint("back", "pelvis", "torso", _turns("lumbar", ("extension", "bending", "rotation")), frame(LUMBAR)),
    ]  # fmt: skip
    for side, sign in (("r", 1.0), ("l", -1.0)):
        hip = _turns("hip", (f"flexion_{side}", f"adduction_{side}", f"rotation_{side}"), sign)
        knee = (Move((0, 0, -1.0), True, f"knee_flexion_{side}"),)
        ankle = (Move(ASIDE, True, f"ankle_flexion_{side}"),)
        bodies += [
            _segment(f"thigh_{side}", part["thigh"], THIGH),
            _segment(f"shank_{side}", part["shank"], SHANK),
            Segment(f"foot_{side}", part["foot"].mass, (0.055, -0.04, 0.0), (0.001, 0.004, 0.004, 0, 0, 0)),
        ]
        joints += [
            SkeletonJoint(f"hip_{side}", "pelvis", f"thigh_{side}", hip, frame((0, 0, sign * HIP[2]))),
            SkeletonJoint(f"knee_{side}", f"thigh_{side}", f"shank_{side}", knee, frame((0, -THIGH, 0))),
            SkeletonJoint(f"ankle_{side}", f"shank_{side}", f"foot_{side}", ankle, frame((0, -SHANK, 0))),
        ]
    return tuple(bodies), tuple(joints), coordinates_of(joints, {"pelvis_y": 0.93})


def _turns(what: str, names: tuple[str, str, str], sign: float = 1.0) -> tuple[Move, ...]:
    """Turns about the axes aside, forwards and up; on the left the last two are mirrored."""
    axes = (ASIDE, (sign, 0.0, 0.0), (0.0, sign, 0.0))
    return tuple(Move(axis, True, f"{what}_{name}") for axis, name in zip(axes, names, strict=True))


def _segment(name: str, part: BodySegment, length: float) -> Segment:
    """A segment that hangs down; the moment about its own axis is that of a rod a seventh as thick as long."""
    share = part.center / part.length
    across = part.inertia * (length / part.length) ** 2
    about = 0.5 * part.mass * (length / 14) ** 2
    return Segment(name, part.mass, (0.0, -share * length, 0.0), (across, about, across, 0, 0, 0))
