"""The one force or torque of a driver, with its sign."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def test_a_motor_tells_its_torque_about_the_joints_axis():
    """It holds a bar against its weight: m g l cos(angle) about the hinge, which points to -y."""
    m = lw.Spatial("bar")
    bar = m.body("bar", (0, 0, 0))
    m.mass(bar, mass=2, center=(0.5, 0, 0), inertia=[0.01, 0.1, 0.1])
    m.set_gravity(0, 0, -9.81)
    m.revolute("O", m.ground, bar, at=(0, 0, 0), axis=(0, -1, 0))
    m.drive("motor", joint="O", angle="t")
    run = m.inverse_dynamics(1, 11, progress=False)
    assert run["motor.torque"] == pytest.approx(2 * 9.81 * 0.5 * np.cos(run.t), rel=1e-12)
    assert run["motor.ty"] == pytest.approx(-run["motor.torque"], rel=1e-12)
    assert run["motor.force"] == pytest.approx(0.0, abs=1e-12)


def test_a_linear_actuator_tells_the_force_that_pushes_it_out():
    m = lw.Spatial("lift")
    table = m.body("table", (0, 0, 0))
    m.mass(table, mass=3, inertia=[1, 1, 1])
    m.set_gravity(0, 0, -9.81)
    m.translational("guide", m.ground, table, at=(0, 0, 0), axis=(0, 0, 1))
    m.drive("jack", joint="guide", position="0.5*t^2")
    run = m.inverse_dynamics(1, 5, progress=False)
    assert run["jack.force"] == pytest.approx(3 * 10.81, rel=1e-12)
