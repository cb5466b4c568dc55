"""Area, centroid and inertia of what a closed path encloses, from integrals along the path.

For f(x, y) homogeneous of degree k, the integral of f over the area is that of f (x dy - y dx)/(k + 2) along its edge
(Green's theorem): f = 1, x, y, x^2 + y^2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from linkwork.bodies.shapes.base import Geometry
from linkwork.places.row import Row

_EMPTY = 1e-12
"""A path that encloses less than this times the square of its extent encloses nothing."""


class Moments(NamedTuple):
    """Integrals of 1, x, y and x^2 + y^2 over an area."""

    area: Any = 0.0
    x: Any = 0.0
    y: Any = 0.0
    second: Any = 0.0


def total(parts: Iterable[Moments]) -> Moments:
    """The sum of the shares of the pieces of a path."""
    return Moments(*(sum(column) for column in zip(*parts, strict=True)))


def straight(ax: Any, ay: Any, bx: Any, by: Any) -> Moments:
    """The share of a straight piece from a to b."""
    cross = ax * by - bx * ay
    squares = ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by
    return Moments(cross / 2, cross * (ax + bx) / 6, cross * (ay + by) / 6, cross * squares / 12)


def enclosed(row: Row, moments: Moments, base: tuple[Any, Any], extent: float) -> Geometry:
    """The geometry of an area by its moments about the point `base`; either sense of the path will do."""
    area, sx, sy, second = moments
    if not (area.real > _EMPTY * extent * extent or -area.real > _EMPTY * extent * extent):
        row.fail("it encloses no area; give points around a plate with some width, in order")
    x, y = sx / area, sy / area
    size = -area if area.real < 0 else area
    return Geometry(size, base[0] + x, base[1] + y, second / area - x * x - y * y)
