"""Impacts in long steps: bodies in free flight that meet and would part again within one step, against closed forms."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw

RADIUS = 0.1
MEET = ((0.15869283072955942, 0.8334088837872724), (-0.6435826057708125, 0.22333480707142606))
SPEEDS = ((-1.362250710788367, -0.8430433843238515), (0.9922874966954196, 1.0323681505315077))


def meeting(places: Any, speeds: Any) -> float:
    """When two discs or balls in free flight touch; infinite where their discriminant says that they never do."""
    apart, closing = np.subtract(places[1], places[0]), np.subtract(speeds[1], speeds[0])
    a, b, c = closing @ closing, apart @ closing, apart @ apart - 4 * RADIUS**2
    return float((-b - math.sqrt(b * b - a * c)) / a) if b < 0 and b * b > a * c else math.inf


def discs(places: Any, wall: bool = False, gravity: float = 0.0, group: bool = False, force: Any = None) -> lw.Planar:
    """Two discs, with a wall far below, in a group, or with a force law."""
    m = lw.Planar("discs")
    m.set_gravity(0, -gravity)
    for name, place in zip("ab", places, strict=True):
        body = m.body(name, estimate=(*place, 0))
        m.mass(name, mass=1, inertia=0.01)
        body.profile("rim", lw.circle(RADIUS))
    if wall:
        m.ground.profile("floor", lw.wall((0, -30), (-1, 0)))
    law = {"force": force} if force else {"restitution": 1}
    if group:
        m.contacts_among("all", **law)
    else:
        m.contact("C", "a.rim", "b.rim", **law)
        for name in "ab" if wall else "":
            m.contact(f"W{name}", "ground.floor", f"{name}.rim", restitution=1)
    return m


def spheres(places: Any) -> lw.Spatial:
    """Two balls in space."""
    m = lw.Spatial("spheres")
    for name, place in zip("ab", places, strict=True):
        m.body(name, estimate=tuple(place))
        m.mass(name, mass=1, inertia=(0.01, 0.01, 0.01))
        m.add_solid(name, "skin", {"type": "sphere", "radius": RADIUS})
    m.contact("C", "a.skin", "b.skin", restitution=1)
    return m


def first_impact(m: Any, speeds: Any, until: float) -> float:
    """Time of the first impact of a run; infinite where there is none."""
    given = {
        f"{name}.v{axis}": v
        for name, row in zip("ab", speeds, strict=True)
        for axis, v in zip("xyz", row, strict=False)
    }
    run = m.simulate(until, 3, speeds=given, progress=False)
    return min((impact.t for impact in run.impacts), default=math.inf)


@pytest.mark.parametrize("until", [0.4, 1.3, 1.6, 3.0, 10.0])
def test_discs_that_meet_nearly_centrally_meet_however_long_the_run(until: float) -> None:
    assert first_impact(discs(MEET), SPEEDS, until) == pytest.approx(meeting(MEET, SPEEDS), abs=1e-9)


@pytest.mark.parametrize("how", [{"wall": True}, {"gravity": 9.81}, {"group": True}])
def test_a_far_wall_gravity_and_groups_change_nothing(how: dict[str, Any]) -> None:
    assert first_impact(discs(MEET, **how), SPEEDS, 1.6) == pytest.approx(meeting(MEET, SPEEDS), abs=1e-9)


def test_a_force_law_begins_to_press_when_the_discs_meet() -> None:
    speeds = {f"{n}.v{c}": v for n, row in zip("ab", SPEEDS, strict=True) for c, v in zip("xy", row, strict=True)}
    run = discs(MEET, force={"type": "hertz", "stiffness": 1e5}).simulate(1.6, 3, speeds=speeds, progress=False)
    assert run.events[0].t == pytest.approx(meeting(MEET, SPEEDS), abs=1e-9)


@pytest.mark.parametrize(("make", "axes", "count"), [(discs, 2, 60), (spheres, 3, 30)])
def test_random_flights_meet_when_the_closed_form_says_so(make: Any, axes: int, count: int) -> None:
    rng, met = np.random.default_rng(3), 0
    while met < count:
        places, aim = rng.uniform(-1, 1, (2, axes)), rng.uniform(-0.15, 0.15, axes)
        speeds = np.zeros((2, axes))
        if np.linalg.norm(places[1] - places[0]) < 3 * RADIUS:
            continue
        speeds[0] = rng.uniform(-1, 1, axes)
        speeds[1] = speeds[0] + (places[0] - places[1] + aim) / rng.uniform(0.2, 1.2)
        met += 1
        assert first_impact(make(places), speeds.tolist(), 1.6) == pytest.approx(meeting(places, speeds), abs=1e-9)


@pytest.mark.parametrize("gravity", [0.0, 9.81])
@pytest.mark.parametrize("share", [0.99, 0.999, 1 - 1e-6, 1 + 1e-6, 1.001])
def test_glancing_discs_meet_exactly_where_their_discriminant_is_positive(share: float, gravity: float) -> None:
    places, speeds = ((0.0, 0.0), (-1.0, 2 * RADIUS * share)), ((0.0, 0.0), (1.0, 0.0))
    assert first_impact(discs(places, gravity=gravity), speeds, 2.0) == pytest.approx(meeting(places, speeds), abs=1e-9)
