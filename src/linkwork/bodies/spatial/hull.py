"""The convex hull of points in space: flat faces with their corners in order, and the edges between them.

Faces are found by adding the point that is farthest outside, one after the other (Barber, Dobkin and Huhdanpaa, The
quickhull algorithm, 1996); triangles in one plane are then one face. Points on a face or an edge are no corners.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError
from linkwork.base.late_dataclass import dataclass

Points = NDArray[np.float64]
Loop = tuple[int, ...]

FLAT = 1e-9
"""Of the size: points nearer to a plane than this lie in it."""
MOST_CORNERS = 1000
LEAST_CORNERS = 4


@dataclass(frozen=True)
class Hull:
    """Numbers of the points that are corners; faces by places in that list, counter-clockwise seen from outside."""

    corners: list[int]
    faces: list[Loop]

    def edges(self) -> list[tuple[int, int, int, int]]:
        """Two corners, and the faces to the left and right of the way from the one to the other."""
        sides = {(loop[n - 1], loop[n]): face for face, loop in enumerate(self.faces) for n in range(len(loop))}
        return [(a, b, left, sides[b, a]) for (a, b), left in sides.items() if a < b]


BOX_SIGNS = tuple((x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5))
BOX = Hull(list(range(8)), [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
"""The corners of a box by their signs, and its faces."""


def convex_hull(points: Any) -> Hull:
    """The hull of points (n by 3); points in one plane, on one line or in one place have none and are refused."""
    given = np.asarray(points, dtype=np.float64)
    if len(given) < LEAST_CORNERS:
        raise MechanismError(f"{len(given)} points have no inside; a convex solid has at least {LEAST_CORNERS} corners")
    if not np.isfinite(given).all():
        raise MechanismError("some of its points are not finite numbers")
    near = FLAT * float(np.abs(given - given.mean(axis=0)).max())
    loops = _merged(given, _triangles(given, near), near)
    corners = sorted({corner for loop in loops for corner in loop})
    place = {corner: n for n, corner in enumerate(corners)}
    return Hull(corners, [tuple(place[corner] for corner in loop) for loop in loops])


def _first(points: Points, near: float) -> Loop:
    """Four points with as much between them as is easily found, the last behind the first three."""
    a = int(np.argmin(points[:, 0]))
    away = points - points[a]
    b = int(np.argmax((away**2).sum(axis=1)))
    normals = np.cross(away[b], away)
    c = int(np.argmax((normals**2).sum(axis=1)))
    size = float(np.sqrt((normals[c] ** 2).sum()))
    if not size > near * float(np.abs(away[b]).max()):
        raise MechanismError("all its points lie on one line; a convex solid needs points that span a volume")
    heights = away @ (normals[c] / size)
    d = int(np.argmax(np.abs(heights)))
    if abs(heights[d]) <= near:
        raise MechanismError("all its points lie in one plane; a convex solid needs points that span a volume")
    return (a, b, c, d) if heights[d] < 0.0 else (a, c, b, d)


def _triangles(points: Points, near: float) -> list[Loop]:
    """The triangles of the hull."""
    a, b, c, d = _first(points, near)
    faces = {loop: _plane(points, loop) for loop in ((a, b, c), (a, d, b), (b, d, c), (c, d, a))}
    waiting = {loop: _outside(points, np.arange(len(points)), plane, near) for loop, plane in faces.items()}
    while True:
        loop = next((loop for loop, numbers in waiting.items() if len(numbers)), None)
        if loop is None:
            return list(faces)
        if len(faces) > 2 * MOST_CORNERS:
            raise MechanismError(f"its hull has more than {MOST_CORNERS} corners; give a simpler one")
        normal, offset = faces[loop]
        numbers = waiting[loop]
        apex = int(numbers[np.argmax(points[numbers] @ normal - offset)])
        seen = [other for other, (n, h) in faces.items() if points[apex] @ n - h > near or other == loop]
        ways = {(other[i - 1], other[i]) for other in seen for i in range(3)}
        left = np.unique(np.concatenate([waiting[other] for other in seen]))
        for other in seen:
            del faces[other], waiting[other]
        for one, two in ((one, two) for one, two in ways if (two, one) not in ways):
            new = (one, two, apex)
            faces[new] = _plane(points, new)
            waiting[new] = _outside(points, left, faces[new], near)
            left = np.setdiff1d(left, waiting[new], assume_unique=True)


def _plane(points: Points, loop: Loop) -> tuple[Any, float]:
    a, b, c = points[list(loop)]
    normal = np.cross(b - a, c - a)
    normal = normal / (float(np.sqrt((normal**2).sum())) or 1.0)
    return normal, float(normal @ a)


def _outside(points: Points, numbers: Any, plane: tuple[Any, float], near: float) -> Any:
    return numbers[points[numbers] @ plane[0] - plane[1] > near]


def _merged(points: Points, triangles: list[Loop], near: float) -> list[Loop]:
    """Triangles in one plane as one face, without corners in the middle of a straight edge."""
    planes: list[tuple[Any, float]] = []
    groups: list[set[int]] = []
    areas = {loop: float((np.cross(*(points[list(loop[1:])] - points[loop[0]])) ** 2).sum()) for loop in triangles}
    for loop in sorted(triangles, key=lambda loop: -areas[loop]):
        normal, offset = _plane(points, loop)
        at = points[list(loop)]
        for (other, height), group in zip(planes, groups, strict=True):
            if np.abs(at @ other - height).max() <= 10.0 * near and (normal @ other > 0.0 or areas[loop] <= near**4):
                group.update(loop)
                break
        else:
            planes.append((normal, offset))
            groups.append(set(loop))
    return [_around(points, sorted(group), normal) for group, (normal, _) in zip(groups, planes, strict=True)]


def _around(points: Points, group: list[int], normal: Any) -> Loop:
    """The corners of a face counter-clockwise about its normal; those on a straight edge are left out."""
    at = points[group]
    middle = at.mean(axis=0)
    x = at[int(np.argmax(((at - middle) ** 2).sum(axis=1)))] - middle
    y = np.cross(normal, x)
    order = np.argsort(np.arctan2((at - middle) @ y, (at - middle) @ x))
    loop = [group[n] for n in order]
    size = float(np.abs(at - middle).max())
    around = zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True)
    return tuple(here for before, here, after in around if _bends(points, before, here, after, normal, size))


def _bends(points: Points, before: int, here: int, after: int, normal: Any, size: float) -> bool:
    turn = np.cross(points[here] - points[before], points[after] - points[here]) @ normal
    return bool(turn > 100.0 * FLAT * size * size)
