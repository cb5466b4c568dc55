"""True distances of solids against closed forms and separating axes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.audit.solid_shapes import Solids

Array = np.ndarray[Any, Any]


def distance(first: dict[str, Any], second: dict[str, Any], *pose: float) -> float:
    """Of two solids, the second on a body at x, y, z with a rotation vector."""
    m = lw.Spatial("two solids")
    m.add_solid("ground", "one", first)
    m.body("b")
    m.add_solid("b", "two", second)
    shapes = Solids(m.scope(), m)
    pair = [shapes.add(name)[0] for name in ("ground.one", "b.two")]
    q, out = np.array([[*pose, 0.0, 0.0, 0.0][:6]]), np.zeros((1, 1))
    shapes.done().distances(q, np.array([[*pair, 0, 1]]), np.array([math.inf]), np.array([1e-7]), out)
    return float(out[0, 0])


def turned(vector: Array) -> Array:
    """The rotation matrix of a rotation vector."""
    angle = float(np.linalg.norm(vector))
    x, y, z = vector / angle
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def separated(one: Array, axes: Array, two: Array, others: Array, way: Array) -> float:
    """Fifteen axes of two boxes by their half edges and axes."""
    best = -math.inf
    crossed = [np.cross(a, b) for a in axes.T for b in others.T]
    for axis in [*axes.T, *others.T, *crossed]:
        length = np.linalg.norm(axis)
        if length > 1e-9:
            n = axis / length
            best = max(best, float(abs(n @ way) - np.abs(axes.T @ n) @ one - np.abs(others.T @ n) @ two))
    return best


def test_boxes_overlap_by_what_fifteen_axes_say() -> None:
    rng, deep = np.random.default_rng(3), 0
    for _ in range(60):
        one, two, turn = rng.uniform(0.1, 1, 3), rng.uniform(0.1, 1, 3), rng.normal(size=3)
        way, other = rng.normal(size=3), turned(turn)
        low, high = 0.0, 5.0
        for _ in range(50):  # so far along the way that they overlap by 1e-5
            middle = 0.5 * (low + high)
            deeper = separated(one, np.eye(3), two, other, middle * way) < -1e-5
            low, high = (middle, high) if deeper else (low, middle)
        for far in (high * way, 0.9 * high * way, 1.1 * high * way):
            first, second = ({"type": "box", "size": tuple(2 * size)} for size in (one, two))
            found, axes = distance(first, second, *far, *turn), separated(one, np.eye(3), two, other, far)
            assert (found > 0) == (axes > 0)
            if axes > -2e-5:
                assert found >= axes - 1e-9 and (axes > 0 or found == pytest.approx(axes, abs=1e-9))
                deep += axes < 0
    assert deep > 50


BALL, ROD = {"type": "sphere", "radius": 0.5}, {"type": "capsule", "from": (-1, 0, 0), "to": (1, 0, 0), "radius": 0.1}
CUBE, DRUM = (
    {"type": "box", "size": (2, 2, 2)},
    {"type": "cylinder", "from": (0, 0, -1), "to": (0, 0, 1), "radius": 0.5},
)
FLOOR = {"type": "plane", "normal": (0, 0, 1)}
CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], tuple[float, ...], float]] = {
    "balls apart": (BALL, BALL, (1, 1, 0), math.sqrt(2) - 1),
    "balls overlap": (BALL, BALL, (0.9, 0, 0), -0.1),
    "crossed rods": (ROD, ROD, (0.2, 0.1, 0.15, 0, 0, math.pi / 2), -0.05),
    "ball in a floor": (FLOOR, BALL, (3, 4, 0.4999), -1e-4),
    "corner over a floor": (FLOOR, CUBE, (0, 0, 2, math.pi / 4, 0, 0), 2 - math.sqrt(2)),
    "drum in a floor": (FLOOR, DRUM, (0, 0, 0.499, math.pi / 2, 0, 0), -1e-3),
    "drum on a box": (CUBE, DRUM, (0.3, 0.2, 1.999), -1e-3),
    "drum beside a box": (CUBE, DRUM, (1.51, 0.2, 0), 0.01),
    "parallel drums": (DRUM, DRUM, (0.999, 0, 0), -1e-3),
    "crossed drums": (DRUM, DRUM, (0.999, 0, 0, math.pi / 2, 0, 0), -1e-3),
    "ball in the corner of a box": (CUBE, BALL, (1.2, 1.2, 1.2), math.sqrt(0.12) - 0.5),
    "mesh on a box": (CUBE, {"type": "convex", "points": CORNERS}, (0.5, 0.3, 1.9999), -1e-4),
}


def test_a_drum_on_a_bar_is_as_far_as_brute_force_says() -> None:
    rng, bar = np.random.default_rng(8), {"type": "capsule", "from": (0, -2, 0), "to": (0, 2, 0), "radius": 0.1}
    for _ in range(20):
        turn, place = rng.normal(size=3), rng.uniform(-0.3, 0.3, 3)
        axes, line = turned(turn), np.linspace(-2, 2, 20001)
        for height in (1.4, 1.6):
            place[2] = height
            own = (np.column_stack([0 * line, line, 0 * line]) - place) @ axes
            out = np.hypot(np.hypot(own[:, 0], own[:, 1]).clip(0.5) - 0.5, np.abs(own[:, 2]).clip(1.0) - 1.0)
            expected = float(np.min(out)) - 0.1
            if expected > -0.1 + 1e-6:
                assert distance(bar, DRUM, *place, *turn) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("case", CASES)
def test_distance_has_its_closed_form(case: str) -> None:
    first, second, pose, expected = CASES[case]
    assert distance(first, second, *pose) == pytest.approx(expected, abs=1e-8)
