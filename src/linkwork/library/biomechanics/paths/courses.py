"""Where paths run through all frames of a motion, each by a number of points that stays: for pictures that move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.biomechanics.layout_kernel import (
    ALONG_AT,
    ARC,
    AXES_AT,
    CYLINDER,
    ELLIPSOID,
    POINT_KINDS,
    POINT_NUMBERS,
    RADII_AT,
    RADIUS,
    SPHERE,
    STATE,
    TANGENTS_AT,
    TWICE,
    WAY,
    WRAPPED,
)
from linkwork.library.biomechanics.parts import PathPoint
from linkwork.library.biomechanics.paths.lines import point_now
from linkwork.library.biomechanics.paths.muscle_paths import followed
from linkwork.library.biomechanics.skeleton import Skeleton

ROUND = 6
"""Points of the way on a surface."""


@dataclass(frozen=True)
class Course:
    """A path through all frames."""

    name: str
    places: Array
    """places[frame, point] in space."""
    held: tuple[tuple[str, tuple[float, float, float]] | None, ...]
    """Of every point the body and the place that it is fixed to; none where it moves."""


def path_courses(skeleton: Skeleton, values: Array) -> list[Course]:
    """The courses of all muscles and ligaments, each frame followed from the one before.

    A point that does not count, or a surface that is left, has its points on the straight way between its neighbours.
    """
    room, frames = skeleton.path_room(), len(values)
    counts = [[1 if isinstance(one, PathPoint) else ROUND for one in path.path] for path in skeleton.pulled]
    places = [np.full((frames, sum(own), 3), np.nan) for own in counts]
    for frame in range(frames):
        q = values[frame : frame + 1]
        followed(skeleton, q, room)
        bodies, row = skeleton.places(q) | {"ground": np.eye(4)}, 0
        for path, own, out in zip(skeleton.pulled, counts, places, strict=True):
            at = 0
            for station, count in zip(path.path, own, strict=True):
                points = (
                    point_now(skeleton, station, q[0])
                    if isinstance(station, PathPoint)
                    else _on_surface(skeleton, row, room[1][1][row])
                )
                if points is not None:
                    here = bodies[station.body]
                    out[frame, at : at + count] = points @ here[:3, :3].T + here[:3, 3]
                at, row = at + count, row + 1
            _bridge(out[frame])
    return [
        Course(path.name, out, tuple(_held(station, k) for station, k in _single(path.path, own)))
        for path, own, out in zip(skeleton.pulled, counts, places, strict=True)
    ]


def _single(path: tuple[object, ...], counts: list[int]) -> list[tuple[object, int]]:
    return [(station, count) for station, count in zip(path, counts, strict=True) for _ in range(count)]


def _held(station: object, count: int) -> tuple[str, tuple[float, float, float]] | None:
    if isinstance(station, PathPoint) and count == 1 and not station.curves and station.within is None:
        return station.body, station.location
    return None


def _bridge(line: Array) -> None:
    """Points that are nowhere go onto the straight way between those beside them."""
    known = ~np.isnan(line[:, 0])
    if not known.all():
        numbers = np.arange(len(line))
        for axis in range(3):
            line[~known, axis] = np.interp(numbers[~known], numbers[known], line[known, axis])


def _on_surface(skeleton: Skeleton, row: int, kept: Array) -> Array | None:
    """Points of the way on a surface, on its body; none where the path is free of it.

    Exact on spheres and cylinders; on ellipsoids and rings between the true points of touch near to the geodesic.
    """
    if kept[STATE] != WRAPPED:
        return None
    kind, number = skeleton.path_tables[POINT_KINDS][row, 1], skeleton.path_tables[POINT_NUMBERS][row]
    first, last = kept[TANGENTS_AT : TANGENTS_AT + 6].reshape(2, 3)
    share = np.linspace(0.0, 1.0, ROUND)
    if kind == SPHERE:
        points = _turned(first, kept[ALONG_AT : ALONG_AT + 3], share * kept[ARC] / number[RADIUS])
    elif kind == CYLINDER:
        turn = kept[WAY] * (np.arctan2(last[1], last[0]) - np.arctan2(first[1], first[0]))
        rise = last[2] - first[2]
        whole = np.sqrt(max(kept[ARC] ** 2 - rise**2, 0.0)) / number[RADIUS]
        turn += 2 * np.pi * np.round((whole - turn) / (2 * np.pi))
        points = _turned(first, np.array([0.0, 0.0, kept[WAY]]), share * turn)
        points[:, 2] = first[2] + share * rise
    elif kind == ELLIPSOID:
        radii = number[RADII_AT : RADII_AT + 3]
        chord = first / radii + share[:, None] * (last - first) / radii
        points = radii * chord / np.linalg.norm(chord, axis=1, keepdims=True)
    else:
        points = _on_ring(first, last, share, number[RADII_AT], number[RADII_AT + 1])
        if kept[TWICE + 7] > 0.0:
            points = _two_contacts(first, last, kept, number[RADII_AT], number[RADII_AT + 1])
    axes = number[AXES_AT : AXES_AT + 9].reshape(3, 3)
    return np.asarray(number[:3] + points @ axes.T)


def _turned(point: Array, axis: Array, angles: Array) -> Array:
    """A point turned about a unit axis through the origin by several angles (Rodrigues)."""
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]
    return np.asarray(c * point + s * np.cross(axis, point) + (1 - c) * (axis @ point) * axis)


def _two_contacts(first: Array, last: Array, kept: Array, ring: float, tube: float) -> Array:
    """The same on a ring that is touched at two places, half of them on each, with a straight way between."""
    begin, along, second, one = np.split(kept[TWICE : TWICE + 8], (3, 6, 7))
    end = begin - (kept[ARC] - second - one) * along
    share = np.linspace(0.0, 1.0, ROUND // 2)
    return np.vstack([_on_ring(first, end, share, ring, tube), _on_ring(begin, last, share, ring, tube)])


def _on_ring(first: Array, last: Array, share: Array, ring: float, tube: float) -> Array:
    """Points on a ring about z whose two angles go evenly, each the shorter way."""
    angles = np.array([[np.arctan2(p[1], p[0]), np.arctan2(p[2], np.hypot(p[0], p[1]) - ring)] for p in (first, last)])
    by = (angles[1] - angles[0] + np.pi) % (2 * np.pi) - np.pi
    around, tilt = (angles[0] + share[:, None] * by).T
    out = ring + tube * np.cos(tilt)
    return np.column_stack([out * np.cos(around), out * np.sin(around), tube * np.sin(tilt)])
