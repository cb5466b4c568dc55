"""A7.3 of Ambrosio and Silva, chapter 7: drivers on a chain have the moments of Newton and Euler, redundant or not.

A hinge that stands twice adds equations that say nothing new: the moment of the driver stays, and the multipliers of
the two hinges have the least norm, so that each bears half.
"""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

MASS, ARM, HEIGHT, INERTIA, G = 2.0, 0.3, 0.1, 0.05, 9.81


def _arm(hinges: int) -> lw.Run:
    m = lw.Planar("arm")
    mass = {"mass": MASS, "center": (ARM, HEIGHT), "inertia": INERTIA}
    b = m.body("b", (0, 0, 0), mass=mass)
    m.set_gravity(0, -G)
    for number in range(hinges):
        m.revolute(f"O{number}", m.ground.at(0, 0), b.at(0, 0))
    m.drive("motor", joint="O0", angle="0.3*t^2 + 0.2*t")
    return m.inverse_dynamics(until=1.0, points=11, progress=False)


def test_a_redundant_hinge_leaves_the_drivers_moment_and_shares_its_force_by_the_least_norm() -> None:
    one, two = _arm(1), _arm(2)
    angle, alpha = 0.3 * one.t**2 + 0.2 * one.t, 0.6
    x, about = ARM * np.cos(angle) - HEIGHT * np.sin(angle), INERTIA + MASS * (ARM**2 + HEIGHT**2)
    assert np.abs(one["motor.torque"]) == pytest.approx(np.abs(about * alpha + MASS * G * x), rel=1e-10)
    assert two["motor.torque"] == pytest.approx(one["motor.torque"], rel=1e-10)
    for axis in ("fx", "fy"):
        alone = one[f"O0.{axis}"]
        assert two[f"O0.{axis}"] == pytest.approx(0.5 * alone, rel=1e-9, abs=1e-9)
        assert two[f"O1.{axis}"] == pytest.approx(0.5 * alone, rel=1e-9, abs=1e-9)
