"""Painleve's rod: its tip slides on a rough floor; above mu = 4/3 friction may leave no motion, or more than one.

With the rod at an angle a, W_NN = (1 + 3 cos^2 a) / m and W_NT = 3 sin a cos a / m: sliding into the floor presses the
tip down by more than it is held up where mu 3 sin a cos a > 1 + 3 cos^2 a.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

pytestmark = pytest.mark.both_coordinates

ANGLE, TIP = 1.1, 1e-9


def rod(mu: float, speed: float, omega: float = 0.0) -> Any:
    """A rod of 1 m and 1 kg whose tip touches the floor."""
    m = lw.Planar("rod")
    m.set_gravity(0, -9.81)
    x, y = 0.5 * math.cos(ANGLE), 0.5 * math.sin(ANGLE)
    body = m.body("rod", (x, y + TIP, ANGLE), mass=lw.Mass(mass=1, inertia=1 / 12))
    body.profile("tip", lw.circle(TIP, center=(-0.5, 0)))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "rod.tip", friction=mu)
    rates = {"rod.vx": speed - omega * y, "rod.vy": omega * x, "rod.omega": omega}
    return m.simulate(0.01, 3, speeds=rates, rtol=1e-10, atol=1e-11, progress=False)


def critical() -> float:
    return (1 + 3 * math.cos(ANGLE) ** 2) / (3 * math.sin(ANGLE) * math.cos(ANGLE))


@pytest.mark.parametrize("speed", [1.0, -1.0])
def test_below_the_critical_coefficient_the_rod_slides(speed: float) -> None:
    run = rod(0.9 * critical(), speed)
    assert run.completed
    assert run["C.mode"][0] == 1


def test_above_it_the_rod_jams_when_its_tip_goes_away_from_its_weight() -> None:
    with pytest.raises(AnalysisError, match=r"rod: at the start contact 'C' jams: .*Painleve's inconsistent case"):
        rod(1.1 * critical(), -1.0)


def test_above_it_the_rod_slides_on_when_its_tip_goes_under_its_weight() -> None:
    run = rod(1.1 * critical(), 1.0)
    assert run.completed


def test_above_it_the_rod_that_spins_may_slide_or_lift() -> None:
    with pytest.raises(
        AnalysisError, match=r"rod: at the start more than one motion obeys Coulomb's law .*contact 'C'"
    ):
        rod(1.1 * critical(), -1.0, 8.0)
