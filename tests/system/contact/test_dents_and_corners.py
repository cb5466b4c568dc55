"""Outlines that are not convex: dents of curves, inward corners; and closed contacts in which nothing moves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.bodies.profiles import Profile

METHODS: list[dict[str, Any]] = [{}, {"method": "adams"}, {"method": "radau"}, {"method": "rk4", "step": 1e-3}]


def blob(waves: int, depth: float, size: float = 0.1) -> Profile:
    """A smooth outline with some bulges."""
    angles = np.arange(12) * math.pi / 6
    radii = size * (1 + depth * np.cos(waves * angles))
    points = [(float(r * math.cos(a)), float(r * math.sin(a))) for a, r in zip(angles, radii, strict=True)]
    return Profile.model_validate({"elements": [{"type": "spline", "points": points}], "closed": True})


def polygon(*corners: tuple[float, float]) -> Profile:
    return lw.polygon(list(corners))


def dropped(outline: Profile, floor: Profile, angle: float = 0.3, height: float = 0.15) -> lw.Planar:
    """A body above a floor."""
    m = lw.Planar("dropped")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", floor)
    m.body("b", estimate=(0, height, angle)).profile("skin", outline)
    m.mass("b", mass=1, inertia=0.004)
    m.contact("C", "ground.floor", "b.skin", friction=0.3)
    return m


@pytest.mark.parametrize("options", METHODS)
def test_a_peanut_comes_to_lie_on_its_two_bulges(options: dict[str, Any]) -> None:
    m = dropped(blob(2, 0.3), lw.wall((0, 0), (-1, 0)))
    run = m.simulate(1.5, 16, speeds={"b.omega": 0.5, "b.vx": 0, "b.vy": 0}, progress=False, **options)
    assert run.completed and run.audit.findings == []
    assert run["C[1].mode"][-1] > 0 and run["C[2].mode"][-1] > 0
    assert run["C[1].force"][-1] + run["C[2].force"][-1] == pytest.approx(9.81, rel=1e-9)
    assert abs(math.sin(run["b.angle"][-1])) < 1e-9


def test_a_round_curve_touches_in_one_point_a_dented_one_in_two_a_cornered_one_in_four() -> None:
    box = polygon((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1))
    ell = polygon((0, 0), (0.3, 0), (0.3, 0.1), (0.1, 0.1), (0.1, 0.3), (0, 0.3))
    wall = lw.wall((0, 0), (-1, 0))
    for outline, floor, points in (
        (blob(2, 0.05), wall, 1),
        (blob(3, 0.15), wall, 2),
        (box, wall, 2),
        (lw.circle(0.1), ell, 2),
        (box, box, 2),
        (box, ell, 4),
        (ell, wall, 2),
    ):
        run = dropped(outline, floor, height=0.9).simulate(0.01, 2, progress=False)
        assert len(run.system.contact_tables.points) == points


@pytest.mark.parametrize("options", METHODS)
def test_a_box_that_slides_into_a_corner_lies_against_both_faces(options: dict[str, Any]) -> None:
    corner = polygon((-0.5, -0.1), (0.6, -0.1), (0.6, 0.4), (0.5, 0.4), (0.5, 0), (-0.5, 0))
    m = dropped(polygon((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)), corner, 0.0, 0.1)
    m.force("push", "b", x=5)
    run = m.simulate(1, 11, speeds={"b.vx": 1, "b.vy": 0, "b.omega": 0}, progress=False, **options)
    assert run.completed and run.audit.findings == []
    assert run["b.x"][-1] == pytest.approx(0.4, abs=1e-9) and run["b.y"][-1] == pytest.approx(0.1, abs=1e-9)
    assert sum(run[f"C[{point}].mode"][-1] > 0 for point in (1, 2, 3, 4)) >= 3


@pytest.mark.parametrize("options", METHODS)
def test_a_contact_at_rest_opens_when_a_law_of_time_lifts_it_however_short(options: dict[str, Any]) -> None:
    m = dropped(polygon((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)), lw.wall((0, 0), (-1, 0)), 0.0, 0.1)
    m.force("lift", "b", y="20*sin(2*pi*t/10)^40")
    run = m.simulate(8, 9, speeds={"b.vx": 0, "b.vy": 0, "b.omega": 0}, progress=False, **options)
    t = np.linspace(0, 5, 500001)
    opens = t[np.argmax(20 * np.sin(0.2 * np.pi * t) ** 40 > 9.81)]
    first = next(event.t for event in run.events if "opens" in event.text)
    assert first == pytest.approx(opens, abs=2e-5)
