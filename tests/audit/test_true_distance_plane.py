"""True distances of outlines against closed forms and separating axes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.audit.outlines import Outlines
from linkwork.bodies.profiles import Profile


def distance(first: Profile, second: Profile, *pose: float) -> float:
    """Of two profiles, the second on a body at x, y and an angle."""
    m = lw.Planar("two outlines")
    m.ground.profile("one", first)
    m.body("b").profile("two", second)
    shapes = Outlines(m.scope(), m)
    pair = [shapes.add(name)[0] for name in ("ground.one", "b.two")]
    out, far, told = np.zeros((1, 1)), np.array([math.inf]), np.array([1e-9])
    shapes.done().distances(np.array([pose]), np.array([[*pair, 0, 1]]), far, told, out)
    return float(out[0, 0])


def convex(rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """Corners of a convex polygon, counter-clockwise."""
    count = int(rng.integers(3, 8))
    angles = np.sort((np.arange(count) + rng.uniform(-0.3, 0.3, count)) * 2 * math.pi / count)
    return np.column_stack([np.cos(angles), rng.uniform(0.4, 1) * np.sin(angles)])


def separated(one: np.ndarray[Any, Any], two: np.ndarray[Any, Any]) -> float:
    """The greatest separation along the normals of the sides: positive apart, else less the depth of the overlap."""
    best = -math.inf
    for corners, others in ((one, two), (two, one)):
        sides = np.roll(corners, -1, axis=0) - corners
        for x, y in sides / np.linalg.norm(sides, axis=1)[:, None]:
            normal = np.array([y, -x])
            best = max(best, float(np.min(others @ normal) - np.max(corners @ normal)))
    return best


def test_overlaps_of_convex_polygons_are_as_deep_as_separating_axes_say() -> None:
    rng, compared = np.random.default_rng(5), 0
    for _ in range(200):
        one, two, angle = convex(rng), convex(rng), float(rng.uniform(-3, 3))
        x, y = (float(value) for value in rng.uniform(-1.5, 1.5, 2))
        c, s = math.cos(angle), math.sin(angle)
        placed = two @ np.array([[c, s], [-s, c]]) + (x, y)
        found = distance(lw.polygon(one.tolist()), lw.polygon(two.tolist()), x, y, angle)
        axes = separated(one, placed)
        assert (found > 0) == (axes > 0)
        if axes > 0:
            assert found >= axes - 1e-12
        elif axes > -0.02:
            assert found == pytest.approx(axes, rel=0.2)  # shallow ones: the deepest point, not the shortest way out
            compared += 1
    assert compared >= 2


SQUARE = lw.polygon([(-1, -1), (1, -1), (1, 1), (-1, 1)])
CASES = {
    "apart": (SQUARE, SQUARE, (2.5, 0.3, 0), 0.5),
    "sides overlap": (SQUARE, SQUARE, (1.9, 0.3, 0), -0.1),
    "corner in a side": (SQUARE, SQUARE, (2.4, 0.1, math.pi / 4), 2.4 - 1 - math.sqrt(2)),
    "disc beside a corner": (SQUARE, lw.circle(0.5), (1.4, 1.4, 0), math.hypot(0.4, 0.4) - 0.5),
    "disc in a side": (SQUARE, lw.circle(0.5), (1.499, 0.2, 1), -1e-3),
    "discs": (lw.circle(0.5), lw.circle(0.7), (1.1, 0.5, 0), math.hypot(1.1, 0.5) - 1.2),
    "disc in a hole": (lw.circle(2, hole=True), lw.circle(0.5), (1.2, 0.3, 0), 1.5 - math.hypot(1.2, 0.3)),
    "disc in the wall of a hole": (lw.circle(2, hole=True), lw.circle(0.5), (1.6, 0, 0), -0.1),
    "disc under a floor": (lw.wall((0, 0), (-1, 0)), lw.circle(0.5), (7.0, 0.4999, 2), -1e-4),
    "corner over a floor": (lw.wall((0, 0), (-1, 0)), SQUARE, (0, 1.5, math.pi / 4), 1.5 - math.sqrt(2)),
    "one inside the other": (SQUARE, lw.circle(0.1), (0.5, 0, 0), -0.6),
}


@pytest.mark.parametrize("case", CASES)
def test_distance_has_its_closed_form(case: str) -> None:
    first, second, pose, expected = CASES[case]
    assert distance(first, second, *pose) == pytest.approx(expected, abs=1e-9)


def test_a_spline_is_as_far_as_the_circle_it_goes_round() -> None:
    angles = np.arange(64) * math.pi / 32
    points = [(float(np.cos(a)), float(np.sin(a))) for a in angles]
    spline = Profile.model_validate({"elements": [{"type": "spline", "points": points}], "closed": True})
    assert distance(spline, lw.circle(0.5), 1.501, 0.1, 0) == pytest.approx(math.hypot(1.501, 0.1) - 1.5, abs=1e-6)
    assert distance(spline, lw.circle(0.5), 1.49, 0, 0) == pytest.approx(-0.01, abs=1e-6)


def test_a_disc_fits_into_the_corner_of_an_angle() -> None:
    corners = [(-1, -1), (1, -1), (1, -0.5), (-0.5, -0.5), (-0.5, 1), (-1, 1)]
    angle = lw.polygon(corners)
    assert distance(angle, lw.circle(0.2), -0.29, -0.29, 0) == pytest.approx(0.01, abs=1e-12)
    assert distance(angle, lw.circle(0.2), -0.301, -0.2, 0) == pytest.approx(-1e-3, abs=1e-9)


def test_a_box_that_sinks_through_an_open_segment_is_seen() -> None:
    table = Profile.model_validate({"elements": [{"type": "segment", "start": (1, 0), "end": (-1, 0)}]})
    box = lw.polygon([(-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)])
    assert distance(table, box, 0, 0.11, 0) == pytest.approx(0.01, abs=1e-12)
    assert distance(table, box, 0, 0.09, 0) == pytest.approx(-0.01, abs=1e-12)


def test_no_point_of_a_ring_is_half_inside() -> None:
    for n in range(40):
        x = 0.05 * n
        assert distance(lw.circle(2.3, hole=True), lw.circle(0.1), x, 2.0 - x, 0.7) > 0
        assert distance(lw.circle(2.3), lw.circle(0.1), x, 2.0 - x, 0.7) < 0


def over_rows(first: Profile, second: Profile, q: np.ndarray[Any, Any], told: float) -> np.ndarray[Any, Any]:
    """Distances over rows, the second on a body; overlaps less deep than `told` do not matter."""
    m = lw.Planar("two outlines")
    m.ground.profile("one", first)
    m.body("b").profile("two", second)
    shapes = Outlines(m.scope(), m)
    pair = [shapes.add(name)[0] for name in ("ground.one", "b.two")]
    out, far = np.zeros((len(q), 1)), np.array([10 * told])
    shapes.done().distances(q, np.array([[*pair, 0, 1]]), far, np.array([told]), out)
    return out[:, 0]


def test_an_overlap_that_is_called_thin_is_never_deeper_than_what_is_told() -> None:
    """A short look takes thin overlaps for granted: the long one, for a thousandth of what is told, says the same."""
    rng, thin, deep, told = np.random.default_rng(7), 0, 0, 1e-3
    tips = [(1.0 - 0.5 * (n % 2), 0.25 * math.pi * n) for n in range(8)]
    star = [(r * math.cos(a), r * math.sin(a)) for r, a in tips]
    for number in range(40):
        one = lw.polygon(convex(rng).tolist() if number % 3 else star)
        two = lw.polygon(convex(rng).tolist()) if number % 2 else lw.circle(0.7)
        angle, turn = (float(value) for value in rng.uniform(-3, 3, 2))
        away = np.linspace(3.0, 0.0, 3001)
        q = np.column_stack([away * math.cos(angle), away * math.sin(angle), np.full(len(away), turn)])
        touch = int(np.argmax(over_rows(one, two, q, 1e-6) < 0.0))
        q = q[touch] + np.outer(np.linspace(-0.002, 0.004, 60), [-math.cos(angle), -math.sin(angle), 0.0])
        found, exact = over_rows(one, two, q, told), over_rows(one, two, q, 1e-6)
        assert np.array_equal(found < -told, exact < -told)
        thin, deep = thin + np.sum(exact >= -told), deep + np.sum(exact < -told)
    assert thin > 500 and deep > 500


def test_a_pair_that_creeps_is_looked_at_again_before_it_matters() -> None:
    """Steps far below what is told add up."""
    bar, box = (lw.polygon([(-a, -0.5), (a, -0.5), (a, 0.5), (-a, 0.5)]) for a in (1.0, 0.5))
    told, count = 1e-6, 4001
    q = np.zeros((count, 3))
    q[:, 1] = 1.0 - np.linspace(0.0, 4e-6, count)
    bad = np.flatnonzero(over_rows(bar, box, q, told) < -told)
    assert bad[0] == pytest.approx(1000, abs=3) and len(bad) == count - bad[0]
