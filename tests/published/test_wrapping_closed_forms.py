"""Ways of a muscle round a ball and a cylinder of radius 1, from 2 off their middle: tangents, arc and pitch."""

from __future__ import annotations

import math

from linkwork.biomechanics import (
    Coordinate,
    Cylinder,
    Move,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    Sphere,
    muscle_paths,
)
from published.case import Case
from published.case import tests_of as checks_of

Point = tuple[float, float, float]
START: Point = (2.0, 0.0, 0.0)
BALL, ROLL, BACK = (
    Sphere("block", (0, 0, 0), 1.0),
    Cylinder("block", (0, 0, 0), (0, 0, 1), 1.0),
    Cylinder("block", (0, 0, 0), (0, 0, 1), 1.0, -1),
)
STRAIGHT = 2 * math.sqrt(3.0)  # both tangents
TOUCH = 2 * math.pi / 3  # of the angle between both ends, along the tangents


def length(surface: Sphere | Cylinder, end: Point) -> float:
    muscle = PathMuscle("m", (PathPoint("ground", START), surface, PathPoint("ground", end)), 1, 1, 1)
    joint = SkeletonJoint("j", "ground", "block", (Move((0, 0, 1), True, "turn"),))
    strand = Skeleton("strand", (Segment("block"),), (joint,), (Coordinate("turn"),), muscles=(muscle,))
    return float(muscle_paths(strand, [0.3]).lengths[0, 0])


def cases() -> list[Case]:
    listed: list[tuple[str, Sphere | Cylinder, Point, float]] = []
    for degrees in (125, 150, 170):
        angle = math.radians(degrees)
        x, y = 2 * math.cos(angle), 2 * math.sin(angle)
        near, far = STRAIGHT + angle - TOUCH, STRAIGHT + 2 * math.pi - angle - TOUCH
        listed += [
            (f"ball, ends {degrees} deg apart", BALL, (x, 0.0, y), near),
            (f"cylinder, ends {degrees} deg and 0.7 along it apart", ROLL, (x, y, 0.7), math.hypot(near, 0.7)),
            ("cylinder, the same on the other side", BACK, (x, y, 0.7), math.hypot(far, 0.7)),
        ]
    listed.append(("cylinder, passed by", ROLL, (2.0, 1.0, 0.0), 1.0))
    return [
        Case("closed form", what, None, lambda s=surface, e=end: length(s, e), 0.0, exact=exact, exact_tolerance=1e-10)
        for what, surface, end, exact in listed
    ]


test_cases = checks_of(cases)
