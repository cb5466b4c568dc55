"""Limbs: what holds a body's joints together in a drawing: a bar, a plate, or nothing where shapes say enough."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

Place = tuple[float, float]
Shape = dict[str, Any]

_SOLID = {"gear", "rack", "outline", "block", "rail", "slot", "flat"}
_LINES = {"rail", "rack"}


def limbs(shapes: Sequence[Shape], attached: Iterable[Place], size: float) -> list[Shape]:
    """The bar or plate through a moving body's attachments, as a list of no or one shape."""
    places = distinct(attached, size)
    places = distinct([*places, *_loose_ends(shapes, places, size)], size)
    solid = any(shape["kind"] in _SOLID for shape in shapes)
    if len(places) == 1 and not solid:
        places = distinct([*places, (0.0, 0.0)], size)
    if not places and not solid:
        return [{"kind": "point", "at": [0.0, 0.0], "name": ""}]
    return [{"kind": "link", "points": [list(place) for place in places]}] if len(places) > 1 else []


def distinct(places: Iterable[Place], size: float) -> list[Place]:
    """The places without those that coincide with an earlier one."""
    kept: list[Place] = []
    for place in places:
        if not any(close(place, other, size) for other in kept):
            kept.append(place)
    return kept


def close(one: Sequence[float], other: Sequence[float], size: float) -> bool:
    """Whether two places are the same in a mechanism of this size."""
    return math.hypot(one[0] - other[0], one[1] - other[1]) <= 1e-6 * size


def _loose_ends(shapes: Sequence[Shape], places: list[Place], size: float) -> list[Place]:
    """Places of shapes that no attachment lies on, so that they would hang in the air."""
    ends = []
    for shape in shapes:
        if shape["kind"] in _LINES and not any(_on_line(place, shape, size) for place in places):
            ends.append((shape["at"][0], shape["at"][1]))
        if shape["kind"] == "outline" and not any(inside(place, shape["points"]) for place in places):
            ends.append(_middle(shape["points"]))
    return ends


def _on_line(place: Place, shape: Shape, size: float) -> bool:
    (x, y), (dx, dy) = shape["at"], shape["along"]
    return abs(dx * (place[1] - y) - dy * (place[0] - x)) <= 1e-6 * size


def _middle(points: Sequence[Sequence[float]]) -> Place:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def inside(place: Place, polygon: Sequence[Sequence[float]]) -> bool:
    """Whether a place lies inside a closed polygon (crossings of a ray to the right)."""
    x, y = place
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd
