"""Limbs: what holds a body's joints together in a drawing: a bar, a plate, or nothing where shapes say enough."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

Place = tuple[float, float]
Shape = dict[str, Any]

_SOLID = {"gear", "pulley", "rack", "outline", "profile", "block", "rail", "slot", "flat"}
_LINES = {"rail", "rack"}
_SHORT = 0.08  # of the mechanism's length: a bar shorter than that is left out beside a slot


def limbs(shapes: Sequence[Shape], attached: Iterable[Place], size: float) -> list[Shape]:
    """The bars or the plate through a moving body's attachments."""
    places = distinct(attached, size)
    places = distinct([*places, *_loose_ends(shapes, places, size)], size)
    slots = [_ends(shape) for shape in shapes if shape["kind"] == "slot" and len(shape["points"]) == 2]
    if slots:
        return _beside_slots(places, slots, size)
    solid = any(shape["kind"] in _SOLID for shape in shapes)
    if len(places) == 1 and not solid:
        places = distinct([*places, (0.0, 0.0)], size)
    if not places and not solid:
        return [{"kind": "point", "at": [0.0, 0.0], "name": ""}]
    return [_link(*places)] if len(places) > 1 else []


def distinct(places: Iterable[Place], size: float) -> list[Place]:
    """The places without those that coincide with an earlier one."""
    kept: list[Place] = []
    for place in places:
        if not any(close(place, other, size) for other in kept):
            kept.append(place)
    return kept


def close(one: Sequence[float], other: Sequence[float], size: float) -> bool:
    """Whether two places are the same in a mechanism of this size."""
    return math.dist(one, other) <= 1e-6 * size


def inside(place: Place, polygon: Sequence[Sequence[float]]) -> bool:
    """Whether a place lies inside a closed polygon (crossings of a ray to the right)."""
    x, y = place
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def _link(*places: Place) -> Shape:
    return {"kind": "link", "points": [list(place) for place in places]}


def _loose_ends(shapes: Sequence[Shape], places: list[Place], size: float) -> list[Place]:
    """Places of shapes that no attachment lies on, so that they would hang in the air."""
    ends = []
    for shape in shapes:
        if shape["kind"] in _LINES and not any(_on_line(place, shape, size) for place in places):
            ends.append((shape["at"][0], shape["at"][1]))
        solid = shape["kind"] == "outline" or shape.get("filled", False)
        if solid and not any(inside(place, shape["points"]) for place in places):
            ends.append(_middle(shape["points"]))
    return ends


def _on_line(place: Place, shape: Shape, size: float) -> bool:
    (x, y), (dx, dy) = shape["at"], shape["along"]
    return abs(dx * (place[1] - y) - dy * (place[0] - x)) <= 1e-6 * size


def _middle(points: Sequence[Sequence[float]]) -> Place:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _ends(slot: Shape) -> tuple[Place, Place]:
    (ax, ay), (bx, by) = slot["points"]
    return (ax, ay), (bx, by)


def _beside_slots(places: list[Place], slots: list[tuple[Place, Place]], size: float) -> list[Shape]:
    """Bars from each attachment to the ends of its nearest slot and between slots, so that no groove is covered."""
    bars = []
    for place in places:
        slot = min(slots, key=lambda ends: min(math.dist(place, end) for end in ends))
        bars += [_link(place, end) for end in _reached(place, slot, size)]
    if not places:
        for one, other in pairwise(slots):
            pairs = [(a, b) for a in one for b in other]
            bars.append(_link(*min(pairs, key=lambda pair: math.dist(*pair))))
    for slot in slots:
        if places and not any(list(end) in bar["points"] for bar in bars for end in slot):
            nearest = min(places, key=lambda place: min(math.dist(place, end) for end in slot))
            bars += [_link(nearest, end) for end in _reached(nearest, slot, size)]
    return bars


def _reached(place: Place, slot: tuple[Place, Place], size: float) -> list[Place]:
    """The ends of a slot that a bar from a place goes to: both when it stands beside, none when it is on it."""
    (ax, ay), (bx, by) = slot
    length = math.dist(*slot)
    along = ((place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)) / length
    across = ((bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax)) / length
    if 0.0 < along < length:
        return [] if abs(across) <= 1e-6 * size else list(slot)
    end = slot[0] if along <= 0.0 else slot[1]
    return [end] if math.dist(place, end) > _SHORT * size else []
