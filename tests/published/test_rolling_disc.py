"""A thin disc that rolls on a plane without slipping, against quadrature (Appell, Korteweg, Routh).

With th the angle of its axis to the vertical, p the spin along the steepest line of its plane and r the one about its
axis, A and C its moments, m and R mass and radius, rolling leaves two linear equations in th and the energy:

    p' = C r / A - p cot th,   r' = m R^2 p / (C + m R^2)
    ((A + m R^2) (dth/dt)^2 + A p^2 + (C + m R^2) r^2) / 2 + m g R sin th = E
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from scipy.optimize import brentq

import linkwork as lw
from linkwork.places.spatial.rotations import matrix
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

M, R, G = 1.7, 0.25, 9.81
A, C = M * R * R / 4, M * R * R / 2
TILT, P, SPIN = 1.25, 0.9, -6.0  # rad, rad/s, rad/s at the start; the tilt stands still there
SOURCE = "Rolling disc, quadrature"


def disc() -> lw.Spatial:
    """Its axis is z of the body; x of the body is level at the start."""
    m = lw.Spatial("rolling disc")
    body = m.body("disc", (0, 0, R * sin(TILT)), orientation={"axis": [1, 0, 0], "angle": TILT})
    m.mass(body, mass=M, inertia=[A, A, C])
    m.set_gravity(0, 0, -G)
    m.rolling_disc(
        "floor", m.ground.frame(at=(0, 0, 0), axis=(0, 0, 1)), body.frame(at=(0, 0, 0), axis=(0, 0, 1)), radius=R
    )
    return m


@cache
def spins_over_tilt():
    """p and r as functions of the tilt, on both sides of the start."""

    def slopes(th, y):
        return [C / A * y[1] - y[0] / np.tan(th), M * R * R * y[0] / (C + M * R * R)]

    options = {"rtol": 1e-13, "atol": 1e-14, "method": "DOP853", "dense_output": True}
    down, up = (solve_ivp(slopes, (TILT, end), [P, SPIN], **options).sol for end in (0.05, pi - 0.05))
    return lambda th: down(th) if th < TILT else up(th)


def square(th: float) -> float:
    """(dth/dt)^2 at a tilt."""
    p, r = spins_over_tilt()(th)
    start = A * P**2 + (C + M * R**2) * SPIN**2 + 2.0 * M * G * R * sin(TILT)
    return float(start - A * p**2 - (C + M * R**2) * r**2 - 2.0 * M * G * R * sin(th)) / (A + M * R**2)


@cache
def motion() -> tuple[float, float, float]:
    """The other end of the tilt, the time to it, the turn of the level line about the vertical meanwhile."""
    step = 0.01 if square(TILT + 0.01) > 0.0 else -0.01
    th = TILT + step
    while square(th + step) > 0.0:
        th += step
    end = brentq(square, th, th + step, xtol=1e-15)
    middle, half = 0.5 * (TILT + end), 0.5 * (end - TILT)

    def weight(s: float) -> float:  # th = middle - half cos s takes the roots out of the integrand
        th = middle - half * cos(s)
        return abs(half) * sin(s) / np.sqrt(square(th))

    def turning(s: float) -> float:
        th = middle - half * cos(s)
        return float(spins_over_tilt()(th)[0]) / sin(th) * weight(s)

    ends = (1e-7, pi - 1e-7)  # beyond them the integrand is constant to rounding
    time, turn = (quad(f, *ends, epsabs=1e-12, epsrel=1e-12, limit=200)[0] for f in (weight, turning))
    return end, time + 1e-7 * (weight(1e-3) + weight(pi - 1e-3)), turn + 1e-7 * (turning(1e-3) + turning(pi - 1e-3))


@cache
def run_to(halves: int, formulation: str) -> Run:
    options = {"formulation": formulation, "rtol": 1e-11, "atol": 1e-13, "progress": False}
    speeds = {"disc.omega.x": 0.0, "disc.omega.y": P, "disc.omega.z": SPIN}
    return disc().simulate(halves * motion()[1], 101, speeds=speeds, **options)


def tilt(run: Run) -> float:
    return float(np.arccos(matrix(run.q[-1, 3:6])[2, 2]))


def heading(run: Run) -> float:
    """Direction of the level line of the disc's plane."""
    axis = matrix(run.q[-1, 3:6])[:, 2]
    return float(np.arctan2(axis[0], -axis[1]))


def cases() -> list[Case]:
    end, _, turn = motion()
    expected = float(np.angle(np.exp(1j * turn)))
    return [
        Case(
            SOURCE,
            "tilt at its other end (rad)",
            None,
            lambda: tilt(run_to(1, "projection")),
            0.0,
            exact=end,
            exact_tolerance=1e-7,
        ),
        Case(
            SOURCE,
            "tilt after a period (rad)",
            None,
            lambda: tilt(run_to(2, "projection")),
            0.0,
            exact=TILT,
            exact_tolerance=1e-7,
        ),
        Case(
            SOURCE,
            "turn of the level line (rad)",
            None,
            lambda: heading(run_to(1, "projection")),
            0.0,
            exact=expected,
            exact_tolerance=1e-7,
        ),
    ]


test_cases = checks_of(cases)


def test_the_contact_point_never_slips_and_energy_stays():
    run = run_to(2, "projection")
    assert run["violation.velocity"] == pytest.approx(0.0, abs=1e-11)
    assert run["violation.position"] == pytest.approx(0.0, abs=1e-11)
    assert np.ptp(run["energy.kinetic"] + run["energy.potential"]) < 1e-9
