"""A block on a moving belt, held by a spring: stick and slip with a period in closed form.

With the amplitude D = (mu_s - mu_k) N / k about the force of sliding, omega^2 = k / m and the belt's speed v, slipping
lasts (2 pi - 2 phi) / omega with tan(phi) = D omega / v, and sticking 2 D / v.
"""

from __future__ import annotations

import math
from functools import cache

import pytest

import linkwork as lw
from linkwork.run.run import Run

pytestmark = pytest.mark.both_coordinates

MASS, STIFFNESS, SPEED, KINETIC, STATIC, G = 1.0, 100.0, 0.5, 0.3, 0.45, 9.81


@cache
def run() -> Run:
    m = lw.Planar("block on a belt")
    m.set_gravity(0, -G)
    m.body("belt")
    m.translational("rail", "ground", "belt", at=(0, 0), along=(1, 0))
    m.mass("belt", mass=1, inertia=1)
    m.drive("motor", joint="rail", position=f"{SPEED}*t")
    m.body("block")
    m.translational("seat", "belt", "block", at=(0, 0), along=(1, 0))
    m.mass("block", mass=MASS, inertia=1)
    m.slide_spring("spring", m.ground.line((0, 0), (1, 0)), "block", stiffness=STIFFNESS)
    m.friction("rubs", "seat", KINETIC, static_friction=STATIC)
    options = {"rtol": 1e-11, "atol": 1e-12, "progress": False}
    return m.simulate(5, 501, speeds={"block.vx": SPEED}, **options)


def test_a_block_on_a_belt_sticks_and_slips_with_its_period() -> None:
    omega, size = math.sqrt(STIFFNESS / MASS), (STATIC - KINETIC) * MASS * G / STIFFNESS
    slipping = 2 * (math.pi - math.atan(size * omega / SPEED)) / omega
    sticking = 2 * size / SPEED
    slips = [item.t for item in run().touches if item.kind == "slips"]
    sticks = [item.t for item in run().touches if item.kind == "sticks" and item.t > slips[0]]
    assert slips[0] == pytest.approx(STATIC * MASS * G / STIFFNESS / SPEED, abs=1e-9)
    assert len(slips) >= 6
    for first, stop, second in zip(slips, sticks, slips[1:], strict=False):
        assert stop - first == pytest.approx(slipping, abs=1e-8)
        assert second - stop == pytest.approx(sticking, abs=1e-8)


def test_the_belt_gives_the_energy_that_friction_takes() -> None:
    assert abs(run()["energy.balance"]).max() <= 1e-8
