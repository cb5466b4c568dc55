"""Where two outlines are nearest to each other, and how far apart they are along their common normal."""

from __future__ import annotations

import math

from linkwork.formats.dyn.frames import Pose
from linkwork.formats.dyn.outline import Outline, wrapped

_SAMPLES = 24
_MOST_SAMPLES = 1500
_HALVINGS = 50
_NEWTON = 30
_SOLVED = 1e-9
_SMALL = 1e-6
_LONGEST = 0.1


def nearest(first: Outline, at: Pose, second: Outline, there: Pose) -> tuple[float, float, float]:
    """Coordinates on both outlines and the distance: the best of a grid, then smaller and smaller steps."""

    def apart(q: float, r: float) -> float:
        """The distance of two points of the outlines."""
        return math.dist(at.point(*first.at(q)[0]), there.point(*second.at(r)[0]))

    places = [(p, at.point(*first.at(p)[0])) for p in _grid(first)]
    others = [(p, there.point(*second.at(p)[0])) for p in _grid(second)]
    distance, q, r = min((math.dist(a, b), p, o) for p, a in places for o, b in others)
    step = 1.0 / _samples(first)
    for _ in range(_HALVINGS):
        around = [(q + i * step, r + j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        better = min((apart(a, b), a, b) for a, b in around)
        if better[0] < distance:
            distance, q, r = better
        else:
            step /= 2.0
    return _inside(first, q), _inside(second, r), distance


def gap_near(first: Outline, at: Pose, second: Outline, there: Pose, q: float, r: float) -> float | None:
    """The distance along the common normal near two coordinates, negative when the bodies overlap.

    Newton's method for opposed directions and a line between the points that is square to both; nothing where it fails.
    """

    def state(a: float, b: float) -> tuple[float, float, float]:
        """How far the directions are from opposed, the distance along the first direction, and across it."""
        (p, d), (o, e) = first.at(a), second.at(b)
        (x, y), (u, v) = at.point(*p), there.point(*o)
        angle = d + at.angle
        c, s = math.cos(angle), math.sin(angle)
        dx, dy = u - x, v - y
        return wrapped(angle - e - there.angle - math.pi), dx * c + dy * s, dx * s - dy * c

    size = max(first.size(), second.size())
    for _ in range(_NEWTON):
        turn, along, across = state(q, r)
        if abs(turn) < _SOLVED and abs(along) < _SOLVED * size:
            return across
        turn_q, along_q, _ = state(q + _SMALL, r)
        turn_r, along_r, _ = state(q, r + _SMALL)
        a, b, c, d = turn_q - turn, turn_r - turn, along_q - along, along_r - along
        determinant = a * d - b * c
        if determinant == 0.0:
            return None
        step_q = _SMALL * (b * along - d * turn) / determinant
        step_r = _SMALL * (c * turn - a * along) / determinant
        shorter = min(1.0, _LONGEST / max(abs(step_q), abs(step_r), _LONGEST))
        q, r = q + shorter * step_q, r + shorter * step_r
    return None


def _grid(outline: Outline) -> list[float]:
    """Coordinates all along an outline."""
    samples = _samples(outline)
    return [n / samples for n in range(samples * len(outline.pieces) + 1)]


def _samples(outline: Outline) -> int:
    """Samples of a piece: fewer where there are many pieces."""
    return max(1, min(_SAMPLES, _MOST_SAMPLES // len(outline.pieces)))


def _inside(outline: Outline, coordinate: float) -> float:
    """A coordinate within its outline."""
    count = float(len(outline.pieces))
    return coordinate % count if outline.closed else min(max(coordinate, 0.0), count)
