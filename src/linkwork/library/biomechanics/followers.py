"""Coordinates that are no freedoms: locked at a value, or a curve of another one. What they moved takes that in."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.library.biomechanics.curves import piece_from, polynomial
from linkwork.library.biomechanics.parts import Ligament, PathMuscle, PathPoint, SkeletonJoint, Station

Pulled = TypeVar("Pulled", PathMuscle, Ligament)


@dataclass(frozen=True)
class Follower:
    """A coordinate that is a curve of `leader`; without one it stays at a value."""

    name: str
    leader: str | None
    curve: Array

    def at(self) -> float:
        """The value of one that is locked."""
        return float(self.curve[0, 1])

    def instead(self, mover: str | None, curve: Array) -> tuple[str | None, Array]:
        """What moves by a curve of some coordinate, without this one."""
        return (self.leader, composed(curve, self.curve)) if mover == self.name else (mover, curve)


def composed(outer: Array, inner: Array) -> Array:
    """The curve outer(inner(x)), of which one is straight."""
    if _is_straight(inner):
        return _of_line(outer, *_line(inner))
    if not _is_straight(outer):
        raise AnalysisError("neither of two curves in a row is straight")
    at_zero, slope = _line(outer)
    curve = inner * np.array([1.0, slope, slope, slope, slope])
    curve[:, 1] += at_zero
    return curve


def _is_straight(curve: Array) -> bool:
    """Whether it is one straight line; a spline through points on a line is, but for rounding."""
    at_zero, slope = _line(curve)
    size = max(1.0, abs(slope))
    on_line = at_zero + slope * curve[:, 0]
    return bool(
        np.abs(curve[:, 1] - on_line).max() < 1e-12 * size
        and np.abs(curve[:, 2] - slope).max() < 1e-12 * size
        and np.abs(curve[:, 3:]).max() < 1e-12 * size
    )


def _line(curve: Array) -> tuple[float, float]:
    """Value at zero and slope of the first piece."""
    begin, value, slope = (float(one) for one in curve[0, :3])
    return value - slope * begin, slope


def _of_line(outer: Array, at_zero: float, slope: float) -> Array:
    """The curve outer(at_zero + slope x)."""
    from linkwork.library.biomechanics.skeleton_kernel import curve as read

    if slope == 0.0:
        return polynomial(float(read(outer, 0, len(outer), at_zero)[0]))
    power = slope ** np.arange(4.0)
    rows = outer if slope > 0 else _from_their_ends(outer)
    begins = (rows[:, 0] - at_zero) / slope
    return np.ascontiguousarray(np.column_stack([begins, rows[:, 1:] * power]))


def _from_their_ends(curve: Array) -> Array:
    """Pieces, the last one first, each with its coefficients where it ends: so they begin when walked backwards."""
    ends = np.append(curve[1:, 0], curve[-1, 0])
    return np.array([piece_from(piece, end) for piece, end in zip(curve, ends, strict=True)])[::-1]


def without(
    followers: Iterable[Follower],
    joints: Sequence[SkeletonJoint],
    muscles: Sequence[PathMuscle] = (),
    ligaments: Sequence[Ligament] = (),
) -> tuple[tuple[SkeletonJoint, ...], tuple[PathMuscle, ...], tuple[Ligament, ...]]:
    """Joints and paths in which none of these coordinates moves anything."""
    for one in followers:
        joints = [_joint_without(joint, one) for joint in joints]
        muscles = [_path_without(muscle, one) for muscle in muscles]
        ligaments = [_path_without(ligament, one) for ligament in ligaments]
    return tuple(joints), tuple(muscles), tuple(ligaments)


def _joint_without(joint: SkeletonJoint, follower: Follower) -> SkeletonJoint:
    if all(move.coordinate != follower.name for move in joint.moves):
        return joint
    moves = []
    for move in joint.moves:
        coordinate, curve = follower.instead(move.coordinate, move.curve)
        moves.append(dataclasses.replace(move, coordinate=coordinate, curve=curve))
    return dataclasses.replace(joint, moves=tuple(moves))


def _path_without(muscle: Pulled, follower: Follower) -> Pulled:
    try:
        new = [_station_without(station, follower) for station in muscle.path]
    except AnalysisError as error:
        raise AnalysisError(f"the path of '{muscle.name}' cannot follow '{follower.name}': {error}") from None
    if all(one is other for one, other in zip(new, muscle.path, strict=True)):
        return muscle
    return dataclasses.replace(muscle, path=tuple(one for one in new if one is not None))


def _station_without(station: Station, follower: Follower) -> Station | None:
    """A point of a path; none where it never counts."""
    if not isinstance(station, PathPoint):
        return station
    if station.within is not None and station.within[0] == follower.name:
        _, low, high = station.within
        if follower.leader is None:
            return dataclasses.replace(station, within=None) if low <= follower.at() <= high else None
        if not _is_straight(follower.curve) or _line(follower.curve)[1] == 0.0:
            raise AnalysisError(f"a point on '{station.body}' counts in a range of '{follower.name}'")
        at_zero, slope = _line(follower.curve)
        one, two = sorted(((low - at_zero) / slope, (high - at_zero) / slope))
        return dataclasses.replace(station, within=(follower.leader, one, two))
    if any(mover == follower.name for mover, _ in station.curves):
        return dataclasses.replace(
            station, curves=tuple(follower.instead(mover, curve) for mover, curve in station.curves)
        )
    return station
