"""Garcia de Jalon and Bayo, Example 10.2: a slider with a double pendulum, dry friction in all three joints.

The book leaves out the slider's mass and the radii of the pins, and its figure is lost. Chosen here: 1 kg, and 0.1 m
for both pins; links of 1 m without mass, point masses of 10 kg at their far ends, mu = 0.25, 0.14, 0.11, released at
rest from the horizontal.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run

pytestmark = pytest.mark.both_coordinates

COEFFICIENTS = {"guide": 0.25, "upper": 0.14 / math.sqrt(1 + 0.14**2), "lower": 0.11 / math.sqrt(1 + 0.11**2)}
CHANNELS = ("slider.x", "first.angle", "second.angle")


def pendulum() -> lw.Planar:
    m = lw.Planar("slider with a double pendulum")
    m.set_gravity(0, -9.81)
    m.carriage("slider", at=(0, 0), along=(1, 0), mass=1)
    m.body("first", estimate=(0, 0, 0))
    m.body("second", estimate=(1, 0, 0))
    m.revolute("P1", "slider", "first", at=(0, 0))
    m.revolute("P2", "first", "second", at=(1, 0))
    m.mass("first", mass=10, center=(1, 0), inertia=0)
    m.mass("second", mass=10, center=(1, 0), inertia=0)
    m.friction("guide", "slider_rail", 0.25)
    m.friction("upper", "P1", 0.14, radius=0.1)
    m.friction("lower", "P2", 0.11, radius=0.1)
    return m


@cache
def run(tolerance: float = 1e-10) -> Run:
    return pendulum().simulate(10, 2001, rtol=tolerance, atol=0.1 * tolerance, progress=False)


def test_every_joint_of_example_10_2_sticks_for_a_while() -> None:
    stuck = {item.name for item in run().touches if item.kind == "sticks"}
    assert stuck == set(COEFFICIENTS)
    flat = {"guide": "slider.vx", "upper": "P1.angle_rate", "lower": "P2.angle_rate"}
    sticks = run()["guide.mode"] == 2
    assert np.count_nonzero(sticks) > 100
    assert np.max(np.abs(run()[flat["guide"]][sticks])) <= 1e-13


def test_friction_of_example_10_2_obeys_coulomb() -> None:
    for name, mu in COEFFICIENTS.items():
        force, bound = np.abs(run()[f"{name}.friction"]), mu * run()[f"{name}.normal"]
        slides = run()[f"{name}.mode"] == 1
        assert force[slides] == pytest.approx(bound[slides], rel=1e-9, abs=1e-9)
        assert np.all(force[~slides] <= bound[~slides] * (1 + 1e-9))
        assert np.all((run()[f"{name}.friction"] * run()[f"{name}.slip"])[slides] <= 1e-12)


def test_energy_of_example_10_2_never_rises() -> None:
    assert np.max(np.diff(run()["energy.total"])) <= 1e-12
    assert np.max(np.abs(run()["energy.balance"])) <= 1e-7


def test_example_10_2_does_not_depend_on_the_tolerance() -> None:
    fine, finest = run(), run(1e-12)
    for channel in CHANNELS:
        assert fine[channel] == pytest.approx(finest[channel], abs=1e-6)
    assert [item.kind for item in fine.touches] == [item.kind for item in finest.touches]
    assert [item.t for item in fine.touches] == pytest.approx([item.t for item in finest.touches], abs=1e-6)
