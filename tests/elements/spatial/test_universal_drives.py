"""Both angles of a universal joint are driven on its second body, in the way in which they grow."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

HEAVY = {"mass": 2, "inertia": [0.1, 0.2, 0.25]}
FREEDOMS = ("first_angle", "second_angle")


def cross() -> lw.Spatial:
    m = lw.Spatial("cross")
    body = m.body("a", (0, 0, 0), mass=HEAVY)
    m.universal("U", m.ground, body, at=(0, 0, 0), axis=(0, 0, 1), x=(1, 0, 0))
    return m


def test_the_torques_of_the_drivers_give_the_power_that_the_body_takes() -> None:
    m = cross()
    m.drive("first", joint="U", angle="0.3*t^2", freedom="first_angle")
    m.drive("second", joint="U", angle="pi/2 + 0.5*t^2", freedom="second_angle")
    run = m.inverse_dynamics(1.0, 401, progress=False)
    torque = np.stack([run[f"first.t{axis}"] + run[f"second.t{axis}"] for axis in "xyz"], axis=1)
    speed = np.stack([run[f"a.w{axis}"] for axis in "xyz"], axis=1)
    power = np.sum(torque * speed, axis=1)
    assert np.allclose(power[1:-1], np.gradient(run["energy.total"], run.t)[1:-1], rtol=0, atol=1e-4)
    rates = np.stack([0.6 * run.t, run.t], axis=1)
    driven = np.stack([run["first.torque"], run["second.torque"]], axis=1)
    assert np.allclose(np.sum(driven * rates, axis=1), power, rtol=0, atol=1e-10)


@pytest.mark.parametrize("freedom", FREEDOMS)
def test_a_motor_pushes_the_angle_up(freedom: str) -> None:
    m = cross()
    m.actuator("motor", "U", 0.5, freedom=freedom)
    run = m.simulate(0.2, 5, progress=False)
    assert np.all(np.diff(run[f"U.{freedom}"]) > 0)
