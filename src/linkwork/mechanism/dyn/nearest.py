"""Where two outlines are nearest to each other: the curvilinear coordinates with which a contact starts."""

from __future__ import annotations

import math

from linkwork.mechanism.dyn.frames import Pose
from linkwork.mechanism.dyn.outline import Outline

_SAMPLES = 24
_HALVINGS = 50


def nearest(first: Outline, at: Pose, second: Outline, there: Pose) -> tuple[float, float, float]:
    """Coordinates on both outlines and the distance: the best of a grid, then smaller and smaller steps."""

    def apart(q: float, r: float) -> float:
        return math.dist(at.point(*first.at(q)[0]), there.point(*second.at(r)[0]))

    places = [(p, at.point(*first.at(p)[0])) for p in _grid(first)]
    others = [(p, there.point(*second.at(p)[0])) for p in _grid(second)]
    distance, q, r = min((math.dist(a, b), p, o) for p, a in places for o, b in others)
    step = 1.0 / _SAMPLES
    for _ in range(_HALVINGS):
        around = [(q + i * step, r + j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        better = min((apart(a, b), a, b) for a, b in around)
        if better[0] < distance:
            distance, q, r = better
        else:
            step /= 2.0
    return _inside(first, q), _inside(second, r), distance


def _grid(outline: Outline) -> list[float]:
    return [n / _SAMPLES for n in range(_SAMPLES * len(outline.pieces) + 1)]


def _inside(outline: Outline, coordinate: float) -> float:
    count = float(len(outline.pieces))
    return coordinate % count if outline.closed else min(max(coordinate, 0.0), count)
