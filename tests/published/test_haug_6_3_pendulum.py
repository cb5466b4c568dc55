"""Haug Examples 6.3.1, 6.3.4, 6.3.6: accelerations, pivot force and initial conditions of a bar that swings."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

G = 9.81
STATES = {  # m, l, angle, speed
    "m = l = 1, 3 pi/2, 2 pi": (1.0, 1.0, 1.5 * pi, 2 * pi),
    "m = 2.5, l = 0.8, 0.4, -1.7": (2.5, 0.8, 0.4, -1.7),
    "m = 0.3, l = 2, 2.9, 5": (0.3, 2.0, 2.9, 5.0),
}


def pendulum(mass: float, length: float) -> lw.Planar:
    """A bar of length 2 l, its frame in the mass centre."""
    m = lw.Planar("pendulum")
    bar = m.body("bar", estimate=(0, -length, 1.5 * pi))
    m.mass(bar, mass=mass, inertia=mass * length**2 / 3)
    m.set_gravity(0, -G)
    m.revolute("O", m.ground.at(0, 0), bar.at(-length, 0))
    return m


@cache
def started(state: str) -> Run:
    mass, length, angle, speed = STATES[state]
    return pendulum(mass, length).simulate(
        0.01, 2, hold={"bar.angle": angle}, speeds={"bar.omega": speed}, progress=False
    )


def closed_form(state: str) -> dict[str, float]:
    m, r, phi, w = STATES[state]
    alpha = -0.75 * G / r * cos(phi)
    ax, ay = -r * (sin(phi) * alpha + cos(phi) * w * w), r * (cos(phi) * alpha - sin(phi) * w * w)
    start = {"bar.x": r * cos(phi), "bar.y": r * sin(phi), "bar.vx": -r * w * sin(phi), "bar.vy": r * w * cos(phi)}
    return start | {"bar.alpha": alpha, "bar.ax": ax, "bar.ay": ay, "O.fx": m * ax, "O.fy": m * (G + ay)}


def cases() -> list[Case]:
    return [
        Case(
            "Haug Examples 6.3.1, 6.3.4, 6.3.6",
            f"{name}, {state}",
            None,
            lambda a=(state, name): float(started(a[0])[a[1]][0]),
            0.0,
            exact=value,
            exact_tolerance=1e-10,
        )
        for state in STATES
        for name, value in closed_form(state).items()
    ]


test_cases = checks_of(cases)


def test_numbers_of_the_reading_report() -> None:
    run = started("m = l = 1, 3 pi/2, 2 pi")
    assert abs(run["bar.ay"][0] - 39.4784) < 5e-5 and abs(run["O.fy"][0] - 49.2884) < 5e-5


def test_with_this_speed_the_bar_goes_over_the_top() -> None:
    """2 pi^2 (4/3) is more than the 2 g of lifting the centre from bottom to top."""
    run = pendulum(1.0, 1.0).simulate(
        2.0, 201, hold={"bar.angle": 1.5 * pi}, speeds={"bar.omega": 2 * pi}, progress=False
    )
    assert run["bar.angle"][-1] > 3.5 * pi and np.min(run["bar.omega"]) > 0


def test_position_and_velocity_conditions_may_be_on_different_coordinates() -> None:
    """Hold x, give the rate of y: the other coordinates follow."""
    run = pendulum(1.0, 2.0).simulate(0.01, 2, hold={"bar.x": 1.2}, speeds={"bar.vy": 0.6}, progress=False)
    assert abs(run["bar.y"][0] + 1.6) < 1e-11
    assert abs(run["bar.omega"][0] - 0.5) < 1e-11 and abs(run["bar.vx"][0] - 0.8) < 1e-11


def test_problem_6_3_4_a_double_pendulum_that_starts_upright_turning_as_one() -> None:
    m, first, second = lw.Planar("double pendulum"), 0.7, 0.4
    upper, lower = m.body("upper", estimate=(0, -first, -1.5)), m.body("lower", estimate=(0, -2 * first - second, -1.6))
    m.mass(upper, mass=1, inertia=first**2 / 3)
    m.mass(lower, mass=1, inertia=second**2 / 3)
    m.set_gravity(0, -G)
    m.revolute("O", m.ground.at(0, 0), upper.at(-first, 0))
    m.revolute("A", upper.at(first, 0), lower.at(-second, 0))
    run = m.simulate(
        0.01,
        2,
        hold={"upper.angle": "-pi/2", "lower.angle": "-pi/2"},
        speeds={"upper.omega": 1, "lower.omega": 1},
        progress=False,
    )
    exact = {"upper.vx": first, "upper.vy": 0.0, "lower.vx": 2 * first + second, "lower.vy": 0.0, "lower.x": 0.0}
    for name, value in exact.items():
        assert abs(run[name][0] - value) < 1e-12
    assert abs(run["lower.y"][0] + 2 * first + second) < 1e-12
    pull = 2 * G + first + 2 * first + second
    assert abs(run["O.fy"][0] - pull) < 1e-10 and abs(run["upper.alpha"][0]) < 1e-12
