"""Solids of flat faces, of which everything in a spatial picture is made."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linkwork.view.glyphs.geometry import convex_hull

Array = NDArray[np.float64]
Face = tuple[int, ...]

SIDES = 16
SPLITS = 6
"""How often large faces are halved at most."""
_KEPT = 256
"""Cylinders and balls that are kept: symbols of joints look alike, and stay the same while a slider moves."""


@dataclass(frozen=True)
class Solid:
    """Corners (n by 3) and faces as the numbers of their corners, counter-clockwise seen from outside."""

    corners: Array
    faces: list[Face]
    closed: bool = True
    """Whether it has an inside; then faces that look away are not seen."""
    grain: float = math.inf
    """The longest edge with which faces that are painted one behind the other come out right."""

    def placed(self, at: ArrayLike, axes: ArrayLike) -> Solid:
        """The same with its own frame at this place, its axes along these columns."""
        return replace(self, corners=np.asarray(at, float) + self.corners @ np.asarray(axes, float).T)

    def scaled(self, factors: ArrayLike) -> Solid:
        """The same, stretched along its own axes."""
        return replace(self, corners=self.corners * np.asarray(factors, float))

    def grained(self, longest: float) -> Solid:
        """The same, to be painted in faces with edges not longer."""
        return replace(self, grain=longest)


def merged(solids: Iterable[Solid]) -> Solid:
    """Several solids as one."""
    corners: list[Array] = []
    faces: list[Face] = []
    count, closed, grain = 0, True, math.inf
    for solid in solids:
        corners.append(solid.corners)
        faces += [tuple(count + corner for corner in face) for face in solid.faces]
        count += len(solid.corners)
        closed, grain = closed and solid.closed, min(grain, solid.grain)
    return Solid(np.vstack(corners), faces, closed, grain)


def box(x: float, y: float, z: float) -> Solid:
    """A box about its middle."""
    signs = np.array([[i, j, k] for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (-0.5, 0.5)])
    faces: list[Face] = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return Solid(signs * np.array([x, y, z]), faces)


def prism(outline: ArrayLike, low: float, high: float) -> Solid:
    """A plane outline, counter-clockwise in x and y, drawn out from one height to another."""
    points = np.asarray(outline, float)
    n = len(points)
    corners = np.vstack([np.column_stack([points, np.full(n, z)]) for z in (low, high)])
    sides: list[Face] = [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    return Solid(corners, [tuple(range(n - 1, -1, -1)), tuple(range(n, 2 * n)), *sides])


def lathe(profile: Sequence[tuple[float, float]], sides: int = SIDES, ring: bool = False) -> Solid:
    """A profile of (radius, height), outside to the right of its way up, turned about z; a `ring` closes on itself."""
    angles = np.arange(sides) * (2 * np.pi / sides)
    round_about = np.column_stack([np.cos(angles), np.sin(angles), np.ones(sides)])
    circles = [round_about * (max(radius, 0.0), max(radius, 0.0), height) for radius, height in profile]
    tips = tuple(radius <= 0.0 for radius, _ in profile)
    corners = np.vstack([circle[:1] if tip else circle for circle, tip in zip(circles, tips, strict=True)])
    return Solid(corners, _turned_faces(tips, sides, ring))


@cache
def _turned_faces(tips: tuple[bool, ...], sides: int, ring: bool) -> list[Face]:
    """The faces between the circles of a profile, some of which are points."""
    loops: list[list[int]] = []
    count = 0
    for tip in tips:
        loops.append([count] * sides if tip else list(range(count, count + sides)))
        count += 1 if tip else sides
    faces: list[Face] = []
    for below, above in pairwise([*loops, loops[0]] if ring else loops):
        for i in range(sides):
            j = (i + 1) % sides
            face = tuple(dict.fromkeys((below[i], below[j], above[j], above[i])))
            if len(face) > 2:
                faces.append(face)
    if not ring:
        faces += [] if tips[0] else [tuple(reversed(loops[0]))]
        faces += [] if tips[-1] else [tuple(loops[-1])]
    return faces


@lru_cache(_KEPT)
def cylinder(radius: float, low: float, high: float, sides: int = SIDES, pieces: int = 1) -> Solid:
    """A cylinder about z, its side in several pieces so that it is painted rightly beside others."""
    return lathe([(radius, float(z)) for z in np.linspace(low, high, pieces + 1)], sides)


@lru_cache(_KEPT)
def sphere(radius: float, sides: int = 14, rings: int = 9) -> Solid:
    """A ball about the origin."""
    return lathe([(radius * s, -radius * c) for s, c in _arc(0.0, np.pi, rings)], sides)


def dome(radius: float, sides: int = SIDES) -> Solid:
    """Half a ball above its flat face."""
    return lathe([(radius * s, -radius * c) for s, c in _arc(np.pi / 2, np.pi, 5)], sides)


def capsule(radius: float, length: float, sides: int = SIDES) -> Solid:
    """A cylinder about z with half a ball on each end."""
    low = [(radius * s, -0.5 * length - radius * c) for s, c in _arc(0.0, np.pi / 2, 5)]
    return lathe([*low, *((r, -z) for r, z in reversed(low))], sides)


def pipe(inner: float, outer: float, low: float, high: float, sides: int = 24) -> Solid:
    """A hollow cylinder about z."""
    if inner <= 0.0:
        return cylinder(outer, low, high, sides)
    return lathe([(outer, low), (outer, high), (inner, high), (inner, low)], sides, ring=True)


def torus(radius: float, tube: float, sides: int = 24, rings: int = 10) -> Solid:
    """A ring of round section about z."""
    angles = np.arange(rings) * (2 * np.pi / rings)
    profile = [(radius + tube * float(np.cos(a)), tube * float(np.sin(a))) for a in angles]
    return lathe(profile, sides, ring=True)


def _arc(start: float, end: float, count: int) -> list[tuple[float, float]]:
    """Sine and cosine along an arc; a sine that is zero is exactly so."""
    return [
        (float(np.sin(a)) if abs(np.sin(a)) > 1e-12 else 0.0, float(np.cos(a))) for a in np.linspace(start, end, count)
    ]


def plate(points: ArrayLike, thickness: float) -> Solid:
    """A flat plate through points that lie in one plane."""
    at = np.asarray(points, float)
    middle = at.mean(axis=0)
    _, _, axes = np.linalg.svd(at - middle)
    x, y = axes[0], axes[1]
    hull = convex_hull(np.column_stack([(at - middle) @ x, (at - middle) @ y]))
    return prism(hull, -0.5 * thickness, 0.5 * thickness).placed(middle, np.column_stack([x, y, np.cross(x, y)]))


def along(direction: ArrayLike, x: ArrayLike | None = None) -> Array:
    """Axes (columns) whose z is along a direction, and whose x is as near as possible to a given one.

    Directions and given ones may be many, one a row; so are the axes then.
    """
    z = np.asarray(direction, float)
    if z.ndim == 1:
        return _one_along(z.tolist(), None if x is None else np.asarray(x, float).tolist())
    length = np.linalg.norm(z, axis=-1, keepdims=True)
    z = np.where(length > 0.0, z / np.where(length > 0.0, length, 1.0), [0.0, 0.0, 1.0])
    least = np.eye(3)[np.argmin(np.abs(z), axis=-1)]
    across = np.cross(z, least if x is None else np.asarray(x, float))
    weak = np.linalg.norm(across, axis=-1, keepdims=True) < 1e-9
    if weak.any():
        across = np.where(weak, np.cross(z, least), across)
    y = across / np.linalg.norm(across, axis=-1, keepdims=True)
    return np.stack([np.cross(y, z), y, z], axis=-1)


def _one_along(direction: list[float], x: list[float] | None) -> Array:
    """The same for one direction, in a tenth of the time."""
    z = _unit(direction)
    least = min(range(3), key=lambda k: abs(z[k]))
    other = [float(k == least) for k in range(3)]
    across = _cross(z, other if x is None else x)
    y = _unit(across if math.hypot(*across) >= 1e-9 else _cross(z, other))
    return np.array([_cross(y, z), y, z]).T


def _unit(v: list[float]) -> list[float]:
    length = math.hypot(*v) or 1.0
    return [value / length for value in v]


def _cross(a: list[float], b: list[float]) -> list[float]:
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def bar(start: ArrayLike, end: ArrayLike, radius: float, sides: int = 12) -> Solid:
    """A round bar between two points, painted in pieces some radii long."""
    begin, finish = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(finish - begin))
    made = cylinder(radius, 0.0, length, sides).placed(begin, along(finish - begin))
    return made.grained(max(6.0 * radius, length / 12))


def exit_of(solid: Solid, at: Array, axis: Array) -> float:
    """The greatest distance from a point at which a line through it, both ways, pierces the faces of a solid."""
    triangles = solid.corners[np.array([t for face in solid.faces for t in _fan(face)], int).reshape(-1, 3)]
    one, two = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    across = np.cross(axis, two)
    size = np.sum(one * across, axis=1)
    good = np.abs(size) > 1e-12 * max(float(np.ptp(solid.corners)), 1e-300) ** 2
    one, two, across, size = one[good], two[good], across[good], size[good]
    away = at - triangles[good, 0]
    u = np.sum(away * across, axis=1) / size
    beside = np.cross(away, one)
    v = beside @ axis / size
    far = np.abs(np.sum(two * beside, axis=1) / size)[(u >= -1e-6) & (v >= -1e-6) & (u + v <= 1.0 + 1e-6)]
    return float(far.max(initial=0.0))


def refined(solid: Solid) -> Solid:
    """The same with faces coarser than its grain cut into triangles, so that they are painted rightly."""
    corners, longest = solid.corners, solid.grain
    if longest == math.inf:
        return solid
    lengths = [_longest(corners, face) for face in solid.faces]
    if not lengths or max(lengths) <= longest:
        return solid
    whole = [face for face, length in zip(solid.faces, lengths, strict=True) if length <= longest]
    large = [face for face, length in zip(solid.faces, lengths, strict=True) if length > longest]
    if any(_shares(face, large) for face in whole):
        whole, large = [], solid.faces
    triangles = [t for face in large for t in _fan(face)]
    points = list(corners)
    for _ in range(SPLITS):
        middles: dict[tuple[int, int], int] = {}
        for triangle in triangles:
            for a, b in pairwise((*triangle, triangle[0])):
                key = (min(a, b), max(a, b))
                if key not in middles and np.linalg.norm(points[a] - points[b]) > longest:
                    middles[key] = len(points)
                    points.append(0.5 * (points[a] + points[b]))
        if not middles:
            break
        triangles = [piece for triangle in triangles for piece in _halved(triangle, middles)]
    return Solid(np.array(points), [*whole, *triangles], solid.closed)


def _longest(corners: Array, face: Face) -> float:
    points = corners[list(face)]
    return float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).max())


def _shares(face: Face, large: list[Face]) -> bool:
    edges = {frozenset(edge) for other in large for edge in pairwise((*other, other[0]))}
    return any(frozenset(edge) in edges for edge in pairwise((*face, face[0])))


def _fan(face: Face) -> list[Face]:
    return [(face[0], face[i], face[i + 1]) for i in range(1, len(face) - 1)]


def _halved(triangle: Face, middles: dict[tuple[int, int], int]) -> list[Face]:
    """A triangle cut where its edges have middles."""
    a, b, c = triangle
    ab, bc, ca = (middles.get((min(p, q), max(p, q))) for p, q in ((a, b), (b, c), (c, a)))
    if ab is not None and bc is not None and ca is not None:
        return [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    for (p, q, r), (pq, qr, rp) in (((a, b, c), (ab, bc, ca)), ((b, c, a), (bc, ca, ab)), ((c, a, b), (ca, ab, bc))):
        if pq is not None and qr is not None:
            return [(pq, q, qr), (p, pq, qr), (p, qr, r)]
        if pq is not None and qr is None and rp is None:
            return [(p, pq, r), (pq, q, r)]
    return [triangle]
