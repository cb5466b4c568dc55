"""Plane outlines of which glyphs are made: circles, rounded hulls, ribbons, hatching."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]

ARC_STEP = np.pi / 12


def arc(at: ArrayLike, radius: float, start: float, end: float, step: float = ARC_STEP) -> Points:
    """Points of a circular arc from angle `start` to `end`, ends included, at most `step` apart."""
    count = max(2, int(np.ceil(abs(end - start) / step)) + 1)
    angle = np.linspace(start, end, count)
    return np.asarray(at, float) + radius * np.column_stack([np.cos(angle), np.sin(angle)])


def circle(at: ArrayLike, radius: float, count: int = 48) -> Points:
    """Closed outline of a circle (the first point is not repeated)."""
    return np.asarray(at, float) + radius * _unit_circle(count)


@cache
def _unit_circle(count: int) -> Points:
    angle = np.arange(count) * (2 * np.pi / count)
    return np.column_stack([np.cos(angle), np.sin(angle)])


def unit_vector(along: ArrayLike) -> Points:
    """Direction of length one; a zero vector gives the x axis."""
    vector = np.asarray(along, float)
    length = float(np.hypot(*vector))
    return vector / length if length > 0 else np.array([1.0, 0.0])


def normal(along: ArrayLike) -> Points:
    """Unit vector a quarter turn to the left of a direction."""
    x, y = unit_vector(along)
    return np.array([-y, x])


def convex_hull(points: ArrayLike) -> Points:
    """Corners of the convex hull, counter-clockwise (Andrew's monotone chain)."""
    given = np.asarray(points, float)
    unique = np.array(sorted(set(map(tuple, given.tolist())))) if len(given) < 3 else np.unique(given, axis=0)
    if len(unique) < 3:
        return unique
    lower, upper = _half_hull(unique), _half_hull(unique[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _half_hull(ordered: Points) -> list[Points]:
    size = float(np.ptp(ordered, axis=0).max())
    half: list[Points] = []
    for point in ordered:
        while len(half) > 1:
            a, b = half[-1] - half[-2], point - half[-2]
            if a[0] * b[1] - a[1] * b[0] > 1e-9 * size**2:
                break
            half.pop()
        half.append(point)
    return half


def rounded_hull(points: ArrayLike, radius: float) -> Points:
    """Outline at a distance `radius` around the points: a disc, a bar or a rounded plate."""
    hull = convex_hull(points)
    if len(hull) == 1:
        return circle(hull[0], radius)
    edges = np.roll(hull, -1, axis=0) - hull
    outward = np.arctan2(-edges[:, 0], edges[:, 1])
    corners = []
    for i, corner in enumerate(hull):
        turn = (outward[i] - outward[i - 1]) % (2 * np.pi)
        corners.append(arc(corner, radius, outward[i - 1], outward[i - 1] + turn))
    return np.vstack(corners)


def box(at: ArrayLike, along: ArrayLike, half_length: float, half_height: float, corner: float) -> Points:
    """Rounded rectangle about `at`, its long side along a direction."""
    x, y = unit_vector(along) * (half_length - corner), normal(along) * (half_height - corner)
    at = np.asarray(at, float)
    return rounded_hull([at - x - y, at + x - y, at + x + y, at - x + y], corner)


def is_closed(points: Points) -> bool:
    """Whether a chain of points ends where it begins."""
    size = float(np.ptp(points, axis=0).max())
    return len(points) > 3 and bool(np.hypot(*(points[0] - points[-1])) < 1e-6 * size)


def ribbon(points: ArrayLike, radius: float) -> list[Points]:
    """Outline of a band of half width `radius` along a curve; a closed curve gives two rings."""
    line = np.asarray(points, float)
    if is_closed(line):
        tangent = np.roll(line[:-1], -1, axis=0) - np.roll(line[:-1], 1, axis=0)
        side = _left_of(tangent) * radius
        return [line[:-1] + side, line[:-1] - side]
    tangent = np.gradient(line, axis=0) if len(line) > 1 else np.array([[1.0, 0.0]])
    side = _left_of(tangent) * radius
    first, last = (float(np.arctan2(tangent[i, 1], tangent[i, 0])) for i in (0, -1))
    end = arc(line[-1], radius, last - np.pi / 2, last + np.pi / 2)
    start = arc(line[0], radius, first + np.pi / 2, first + 1.5 * np.pi)
    return [np.vstack([line - side, end, (line + side)[::-1], start])]


def _left_of(tangents: Points) -> Points:
    length = np.maximum(np.hypot(tangents[:, 0], tangents[:, 1]), 1e-300)
    return np.column_stack([-tangents[:, 1], tangents[:, 0]]) / length[:, None]


def hatching(start: ArrayLike, end: ArrayLike, spacing: float, side: int = -1) -> list[Points]:
    """Short slanting strokes along a line, the drawing sign of what is fixed; `side` -1 is the right."""
    begin, finish = np.asarray(start, float), np.asarray(end, float)
    along, across = unit_vector(finish - begin), normal(finish - begin) * side
    length = float(np.hypot(*(finish - begin)))
    count = max(2, round(length / spacing))
    roots = (np.arange(count) + 0.75) * (length / count)
    stroke = (across - along * 0.75) * spacing * 0.9
    return [np.array([begin + along * root, begin + along * root + stroke]) for root in roots]


def hatched(chain: Points, spacing: float, side: int) -> list[Points]:
    """Short slanting strokes along a chain of points on one side: 1 is the left."""
    strokes, rest = [], 0.25 * spacing
    for begin, finish in pairwise(chain):
        length = float(np.hypot(*(finish - begin)))
        if length == 0.0:
            continue
        along = (finish - begin) / length
        stroke = (np.array([-along[1], along[0]]) * side - along * 0.75) * spacing * 0.9
        while rest <= length:
            strokes.append(np.array([begin + along * rest, begin + along * rest + stroke]))
            rest += spacing
        rest -= length
    return strokes


def bounds(chains: Sequence[Points]) -> tuple[Points, Points]:
    """Lower left and upper right corner around several chains of points."""
    full = [chain for chain in chains if len(chain)]
    return np.min([chain.min(axis=0) for chain in full], axis=0), np.max([chain.max(axis=0) for chain in full], axis=0)
