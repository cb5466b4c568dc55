"""Haug Eq. 3.4.6: an internal gear pair of radii 2 and 0.8, where the misprint of Eq. 3.4.7 shows."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.closed_form import Jet, cos, sin, time, worst
from published.mechanisms import planet_in_ring

pytestmark = pytest.mark.both_coordinates

RING, PLANET, ARM = 2.0, 0.8, 1.2
MOTIONS = {"ring fixed": (0.0, 2 * np.pi), "arm fixed": (2 * np.pi, 0.0), "both turn": (-1.5, 2.0)}


@cache
def moved(motion: str) -> Run:
    ring, arm = MOTIONS[motion]
    m = planet_in_ring(ring=f"{ring}*t", arm=f"{arm}*t")
    return m.kinematics(until=2.0, points=801, progress=False)


def exact(t: object, motion: str) -> dict[str, Jet]:
    """Rolling as seen from the arm: 0.8 (phi_p - phi_a) = 2 (phi_r - phi_a); a point of the rim draws a hypocycloid."""
    ring, arm = (speed * time(t) for speed in MOTIONS[motion])
    planet = arm + RING / PLANET * (ring - arm)
    return {
        "planet.angle": planet,
        "planet.rim.x": ARM * cos(arm) + PLANET * cos(planet),
        "planet.rim.y": ARM * sin(arm) + PLANET * sin(planet),
    }


def constant_of_3_4_7() -> float:
    """What must be added to the planet's reference angle so that the external formula (3.4.2) with R_i = -2 holds.

    Taken from our assembled mesh: theta (R_i + R_j) = R_i phi_i + R_j (phi_j + c) - R_j pi, theta the arm's angle.
    """
    m = planet_in_ring(ring="0.3", arm="0.7", reference=(0.7 - 0.3, 0.7 - 1.1))
    m.estimate("planet", ARM * np.cos(0.7), ARM * np.sin(0.7), 1.1)
    m.estimate("arm", 0, 0, 0.7)
    m.estimate("ring", 0, 0, 0.3)
    pose = m.assemble()
    marks = -RING * (pose["ring.angle"] + 0.4) + PLANET * (pose["planet.angle"] - 0.4)
    return ((PLANET - RING) * pose["arm.angle"] - marks) / PLANET + np.pi


def cases() -> list[Case]:
    """The planet's turning, and the misprinted sign."""
    return [
        Case(
            "Haug 3.4.6",
            "speed of a planet 0.8 in a fixed ring 2, arm at 2 pi (rad/s)",
            None,
            lambda: float(moved("ring fixed")["planet.omega"][-1]),
            0,
            relative=True,
            exact=2 * np.pi * (1 - RING / PLANET),
        ),
        Case(
            "Haug 3.4.7",
            "constant that makes (3.4.2) the internal gear (3.4.6) (rad)",
            -np.pi,
            constant_of_3_4_7,
            1e-9,
            exact=np.pi,
            erratum="Printed -pi; only theta_j = thetabar_j + pi turns (3.4.2) into (3.4.6). With -pi the contact "
            "angle is off by 2 pi R_j/(R_i - R_j): a whole turn at radii 2 to 1, but 240 degrees at 2 to 0.8.",
        ),
    ]


test_case = checks_of(cases)


@pytest.mark.parametrize("motion", MOTIONS)
def test_planet_rolls_in_its_ring_and_its_rim_draws_a_hypocycloid(motion: str) -> None:
    run = moved(motion)
    assert run.completed and not run.events
    for channel, curve in exact(run.t, motion).items():
        assert worst(run, channel, curve) < 1e-9, channel


def test_hypocycloid_of_radii_two_and_four_fifths_closes_after_two_turns_with_five_cusps() -> None:
    run = moved("ring fixed")
    x, y = run["planet.rim.x"], run["planet.rim.y"]
    assert np.hypot(x[-1] - x[0], y[-1] - y[0]) < 1e-9
    assert np.hypot(x[400] - x[0], y[400] - y[0]) > 0.1, "one turn is not enough"
    speed = np.hypot(run["planet.rim.vx"], run["planet.rim.vy"])
    assert np.count_nonzero(speed < 1e-9) == 6, "five cusps, the first one twice"
