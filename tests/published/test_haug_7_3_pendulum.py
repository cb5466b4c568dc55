"""Haug Example 7.3.1: a bar that swings from 1 rad/s: states and period (elliptic integral)."""

from __future__ import annotations

from functools import cache
from math import asin, pi, sqrt

import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

G = 9.81
SOURCE = "Haug Example 7.3.1"
STATES = {
    0.1: (4.811168, 0.963467),
    0.25: (4.943718, 0.779764),
    0.5: (5.073783, 0.222444),
    1.0: (4.874853, -0.897903),
    10.0: (5.076662, -0.185596),
}
METHODS = ("dop853", "adams")


@cache
def run(method: str) -> Run:
    m = lw.Planar("pendulum")
    bar = m.body("bar", estimate=(0, -1, 1.5 * pi))
    m.mass(bar, mass=1, inertia=1 / 3)
    m.set_gravity(0, -G)
    m.revolute("O", m.ground.at(0, 0), bar.at(-1, 0))
    m.event("lowest", when="bar.angle - 3*pi/2", direction="rising")
    hold, speeds = {"bar.angle": "3*pi/2"}, {"bar.omega": 1}
    return m.simulate(10.0, 201, hold=hold, speeds=speeds, method=method, rtol=1e-9, progress=False)


def period() -> float:
    """4 K(k)/omega, k = sin(amplitude/2), by the arithmetic-geometric mean."""
    omega = sqrt(0.75 * G)
    a, b = 1.0, sqrt(1 - (0.5 / omega) ** 2)
    for _ in range(8):
        a, b = (a + b) / 2, sqrt(a * b)
    return 2 * pi / (omega * a)


def _period(method: str) -> float:
    times = [event.t for event in run(method).events if event.t > 0.1]
    return (times[-1] - times[0]) / (len(times) - 1)


def cases() -> list[Case]:
    found = []
    for method in METHODS:
        for t, row in STATES.items():
            for i, name in enumerate(("bar.angle", "bar.omega")):
                found.append(
                    Case(
                        SOURCE,
                        f"{name} at t = {t:g} s, {method}",
                        None,
                        lambda a=(method, name, t): float(run(a[0])[a[1]][round(20 * a[2])]),
                        0.0,
                        exact=row[i],
                        exact_tolerance=1e-6,
                    )
                )
        found.append(
            Case(
                SOURCE,
                f"period (s), {method}",
                None,
                lambda method=method: _period(method),
                0.0,
                exact=period(),
                exact_tolerance=1e-7,
            )
        )
        found.append(
            Case(
                SOURCE,
                f"amplitude (rad), {method}",
                None,
                lambda method=method: max(one.value for one in run(method).extremes("bar.angle")) - 1.5 * pi,
                0.0,
                exact=2 * asin(0.5 / sqrt(0.75 * G)),
                exact_tolerance=1e-5,
            )
        )
    return found


test_cases = checks_of(cases)


def test_the_quoted_period_is_the_elliptic_integral() -> None:
    assert abs(period() - 2.336469) < 5e-7
