"""EXU-1: a four-bar of two point masses on massless rods, two seconds (public test model; own converged value).

The model's own start velocities, 4 and 10 m/s at the two ends of the coupler, violate it; weighted by the masses their
projection is 7 m/s for both.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

SOURCE = "EXU-1 four-bar of point masses"


def four_bar() -> lw.Planar:
    m = lw.Planar("four-bar of point masses")
    first, second = m.body("first", estimate=(0, 2, 0)), m.body("second", estimate=(4, 5, 0))
    for body in (first, second):
        m.mass(body, mass=3)
        m.absolute_angle(f"{body.name} does not turn", body, 0)
    m.absolute_distance("left rod", first.at(0, 0), (0, 0), 2)
    m.relative_distance("coupler", first.at(0, 0), second.at(0, 0), 5)
    m.absolute_distance("right rod", second.at(0, 0), (4, 0), 5)
    m.set_gravity(0, -9.81)
    return m


@cache
def run() -> Run:
    return four_bar().simulate(
        2.0, 201, hold={"first.x": 0}, speeds={"first.vx": 7}, rtol=1e-11, atol=1e-12, progress=False
    )


def cases() -> list[Case]:
    return [
        Case(
            SOURCE,
            "way of the first mass along y after 2 s (m)",
            -2.376335780518213,
            lambda: float(run()["first.y"][-1] - 2.0),
            2e-4,
            exact=-2.376452867,
            exact_tolerance=2e-9,
        )
    ]


test_cases = checks_of(cases)


def test_both_masses_start_with_seven_metres_a_second() -> None:
    start = {name: float(run()[name][0]) for name in ("first.vx", "first.vy", "second.vx", "second.vy")}
    assert np.allclose(list(start.values()), [7, 0, 7, 0], atol=1e-12)


def test_projecting_the_models_own_velocities_gives_seven() -> None:
    """With equal masses the nearest velocities to 4 and 10 that keep the coupler are their mean."""
    rows = np.array([[0, 1, 0, 0], [4, 3, -4, -3], [0, 0, 0, 1]])
    wanted = np.array([4.0, 0, 10, 0])
    assert np.allclose(wanted - np.linalg.pinv(rows) @ rows @ wanted, [7, 0, 7, 0])


def test_energy_and_lengths_are_kept() -> None:
    assert np.ptp(run()["energy.total"]) < 1e-8
    assert np.max(run().violation()) < 1e-12
