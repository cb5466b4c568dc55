"""Dry friction with more than one direction, closed forms: a shaft that turns and slides, a ball in its socket."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw

pytestmark = pytest.mark.both_coordinates

EXACT: dict[str, Any] = {"rtol": 1e-12, "atol": 1e-13, "progress": False}
MU, RADIUS, MASS, G = 0.2, 0.1, 2.0, 9.81
RATES = ("wx", "wy", "wz")


def shaft(inertia: float) -> lw.Spatial:
    m = lw.Spatial("shaft in a bore")
    m.body("shaft", estimate=(0, 0, 0))
    m.cylindrical("bore", "ground", "shaft", at=(0, 0, 0), axis=(1, 0, 0))
    m.mass("shaft", mass=MASS, inertia=(inertia, 0.3, 0.3))
    m.set_gravity(0, 0, -G)
    m.friction("rubs", "bore", MU, radius=RADIUS)
    return m


def test_a_shaft_that_turns_and_slides_shares_one_friction_force() -> None:
    """With J = m R^2 both slips shrink alike: they end together after |slip| / (mu g)."""
    run = shaft(MASS * RADIUS**2).simulate(2, 201, speeds={"shaft.vx": 0.6, "shaft.wx": 8.0}, **EXACT)
    (stop,) = [item for item in run.touches if item.t > 0]
    assert stop.kind == "sticks"
    assert stop.t == pytest.approx(1.0 / (MU * G), rel=1e-10)
    assert run["shaft.x"][-1] == pytest.approx(0.6 * 0.5 / (MU * G), rel=1e-9)
    sliding = run.t < stop.t
    assert run["rubs.friction"][sliding] == pytest.approx(MU * MASS * G, rel=1e-10)


def test_slips_of_a_heavy_shaft_keep_their_power_law() -> None:
    """m dv / v = (J / R^2) d(R w) / (R w): v^m goes with (R w)^(J / R^2)."""
    inertia = 0.05
    run = shaft(inertia).simulate(0.3, 31, speeds={"shaft.vx": 0.6, "shaft.wx": 8.0}, **EXACT)
    assert np.all(run["rubs.mode"] == 1)
    power = inertia / RADIUS**2 / MASS
    assert run["shaft.vx"] / 0.6 == pytest.approx((run["shaft.wx"] / 8.0) ** power, rel=1e-9)
    assert abs(run["energy.balance"]).max() <= 1e-9


def test_a_ball_in_its_socket_stops_along_its_own_direction() -> None:
    m = lw.Spatial("ball in a socket")
    m.body("ball", estimate=(0, 0, 0))
    m.spherical("socket", "ground", "ball", at=(0, 0, 0))
    m.mass("ball", mass=MASS, inertia=(0.1, 0.1, 0.1))
    m.set_gravity(0, 0, -G)
    m.friction("rubs", "socket", MU, radius=RADIUS)
    spin = (3.0, -4.0, 12.0)
    run = m.simulate(4, 401, speeds={f"ball.{name}": value for name, value in zip(RATES, spin, strict=True)}, **EXACT)
    (stop,) = [item for item in run.touches if item.t > 0]
    time = 13.0 * 0.1 / (MU * MASS * G * RADIUS)
    assert stop.kind == "sticks"
    assert stop.t == pytest.approx(time, rel=1e-10)
    share = 1 - run.t[run.t < time] / time
    for name, value in zip(RATES, spin, strict=True):
        assert run[f"ball.{name}"][: len(share)] == pytest.approx(value * share, abs=1e-8)
    assert math.hypot(*(run[f"ball.{name}"][-1] for name in RATES)) <= 1e-12


def test_a_slider_in_space_brakes_by_forces_moments_and_twist() -> None:
    """Weight, an overhang of 0.3 m over a guide of 0.2 m, and an eccentricity of 0.1 m over a radius of 0.05 m."""
    weight = MASS * G
    cases = [
        ({}, (0, 0, 0), weight),
        ({"length": 0.2}, (0.3, 0, 0), 3 * weight),
        ({"radius": 0.05}, (0, 0.1, 0), weight + weight * 0.1 / 0.05),
    ]
    for fields, centre, load in cases:
        m = lw.Spatial("slider")
        m.body("slider", estimate=(0, 0, 0))
        m.translational("guide", "ground", "slider", at=(0, 0, 0), axis=(1, 0, 0))
        m.mass("slider", mass=MASS, center=centre, inertia=(0.1, 0.1, 0.1))
        m.set_gravity(0, 0, -G)
        m.friction("rubs", "guide", 0.05, **fields)
        run = m.simulate(10, 3, speeds={"slider.vx": 1}, **EXACT)
        (stop,) = [item for item in run.touches if item.t > 0]
        assert stop.t == pytest.approx(MASS / (0.05 * load), rel=1e-10)
