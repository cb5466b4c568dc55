"""The flights of `bench/muscle_sweeps.py` as motions of skeletons: does a length go on from frame to frame.

A coordinate turns the block about its spin, three more move the hand along its velocity: paths are those of the
mechanisms. What is seen are jumps between ever nearer frames, and whether frames far from each other lead to the same
lengths as near ones do.
"""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from bench.muscle_sweeps import FINER, GOES_ON, NEAR, POINTS, UNTIL, Flight, Sweep, clearance
from linkwork.base.errors import AnalysisError
from linkwork.biomechanics import (
    Coordinate,
    Cylinder,
    Ellipsoid,
    Move,
    MusclePaths,
    PathMuscle,
    PathPoint,
    Segment,
    Skeleton,
    SkeletonJoint,
    Sphere,
    Torus,
    muscle_paths,
)

FARTHER = (4, 20)  # times as far: frames 4 and 20 ms apart
SAME = 1e-8  # m: lengths that are so near are the same
NAMES = ("spin", "x", "y", "z")


def surface_of(station: dict[str, Any]) -> Sphere | Cylinder | Ellipsoid | Torus:
    """A surface of a flight on the block of a skeleton."""
    frame, shape = station["round"]["block"], station.get("shape")
    at, axis = tuple(frame["at"]), tuple(frame["axis"])
    if shape == "sphere":
        return Sphere("block", at, station["radius"])
    if shape == "torus":
        return Torus("block", at, axis, station["radius"], station["tube"])
    if shape is None:
        return Cylinder("block", at, axis, station["radius"], 1 if station["side"] == "left" else -1)
    z, x = (np.array(one) / np.linalg.norm(one) for one in (frame["axis"], frame["x"]))
    turns = Rotation.from_matrix(np.column_stack([x, np.cross(z, x), z])).as_euler("XYZ")
    return Ellipsoid("block", at, tuple(station["radii"]), tuple(turns))


def skeleton_of(one: Flight) -> Skeleton:
    """A block that turns, a hand that moves, and a muscle between that and the ground."""
    spin = tuple(float(axis) for axis in one.spin / np.linalg.norm(one.spin))
    shifts = tuple(Move(tuple(axis), False, name) for axis, name in zip(np.eye(3).tolist(), NAMES[1:], strict=True))
    joints = (
        SkeletonJoint("turn", "ground", "block", (Move(spin, True, "spin"),)),
        SkeletonJoint("guide", "ground", "hand", shifts),
    )
    path = (PathPoint("ground", tuple(one.begin)), *map(surface_of, one.stations), PathPoint("hand", (0.0, 0.0, 0.0)))
    muscle = PathMuscle("band", path, 1.0, 1.0, 0.0)
    coordinates = tuple(Coordinate(name, name == "spin") for name in NAMES)
    return Skeleton("sweep", (Segment("block"), Segment("hand")), joints, coordinates, muscles=(muscle,))


def rates_of(one: Flight) -> Any:
    """Speeds of the coordinates."""
    return np.array([np.linalg.norm(one.spin), *one.velocity])


def traced(one: Flight, finer: float) -> tuple[Any, MusclePaths | None, str]:
    """Times of frames, paths up to where there is none, and why there is none then."""
    t, body, start = np.linspace(0.0, UNTIL, round(finer * (POINTS - 1)) + 1), skeleton_of(one), [0.0, *one.hand]
    motion = np.array(start) + t[:, None] * rates_of(one)
    try:
        return t, muscle_paths(body, motion), ""
    except AnalysisError as error:
        told = re.match(r"frame (\d+):", str(error))
        assert told is not None
        many = int(told.group(1)) - 1
        return t[: many + 1], muscle_paths(body, motion[:many]) if many else None, str(error)


def followed(one: Flight) -> Sweep:
    """What the path does."""
    jump, h, flips, touched = math.inf, UNTIL / (POINTS - 1), 0, False
    for finer in FINER:
        t, paths, why = traced(one, finer)
        if paths is None:
            return Sweep(one.shape, False, False, 0, 0.0, 0.0, h, inside(one, float(t[-1])), why)
        h, length, rate = UNTIL / (POINTS - 1) / finer, paths.lengths[:, 0], paths.rates(rates_of(one))[:, 0]
        told = paths.flips[1:, 0] > 0
        gap = np.abs(np.diff(length) - 0.5 * h * (rate[1:] + rate[:-1]))
        if finer == FINER[0]:
            flips, touched, first = int(told.sum()), bool(held(one, t, paths).any()), (t, paths)
        jump = min(jump, float(gap[~told].max(initial=0.0)))
        if jump < GOES_ON:
            break
    jump = max(jump, elsewhere(one, *first))
    return Sweep(one.shape, not why, touched, flips, jump, 0.0, h, inside(one, float(t[-1])) if why else math.inf, why)


def held(one: Flight, t: Any, paths: MusclePaths) -> Any:
    """In which frames the path goes round something."""
    straight = np.linalg.norm(one.hand + t[: len(paths.lengths), None] * one.velocity - one.begin, axis=1)
    return paths.lengths[:, 0] > straight + SAME


def elsewhere(one: Flight, t: Any, near: MusclePaths) -> float:
    """The largest difference of lengths from those of frames farther apart, m."""
    most = 0.0
    for farther in FARTHER:
        _, paths, _ = traced(one, 1 / farther)
        if paths is not None:
            own = near.lengths[::farther, 0]
            many = min(len(own), len(paths.lengths))
            off = np.abs(paths.lengths[:many, 0] - own[:many])
            most = max(most, float(off[off > SAME].max(initial=0.0)))
    return most


def inside(one: Flight, t: float) -> float:
    """How far ends and surfaces are from each other at a time; less within the frames beside it."""
    h, least = UNTIL / (POINTS - 1), math.inf
    for at in (t, max(0.0, t - h)):
        ends = Rotation.from_rotvec(-one.spin * at).apply([one.begin, one.hand + one.velocity * at])
        least = min(least, clearance(one.stations, ends))
    return least if least > NEAR else 0.0
