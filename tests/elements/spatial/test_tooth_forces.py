"""The teeth of two gears push each other on the pitch line, and the bearings of the wheels feel it."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw

WHEEL = {"mass": 2, "inertia": [0.1, 0.2, 0.25]}
Z = (0, 0, 1)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(("radii", "internal"), [((0.3, 0.7), False), ((1.4, 0.4), True), ((0.4, 1.4), True)])
def test_the_bearings_of_two_gears_hold_the_force_on_the_pitch_line(
    radii: tuple[float, float], internal: bool, swapped: bool
) -> None:
    m = lw.Spatial("pair")
    one, two = m.body("one", (0, 0, 0), mass=WHEEL), m.body("two", (1, 0, 0), mass=WHEEL)
    m.revolute("A", m.ground, one, at=(0, 0, 0), axis=Z)
    m.revolute("B", *((two, m.ground) if swapped else (m.ground, two)), at=(1, 0, 0), axis=(0, 0, -1))
    m.gear("G", "A", "B", radii=radii, internal=internal)
    m.drive("motor", joint="A", angle="t^2")
    run = m.inverse_dynamics(1.0, 5, progress=False)
    turn = 2.0 * radii[0] / radii[1] * (1 if internal else -1)  # angular acceleration of the second wheel about z
    assert np.allclose(run["two.wz"], turn * run.t, atol=1e-9)
    away = -1 if internal and radii[0] < radii[1] else 1  # on which side of the first wheel they touch
    force = 0.25 * turn / (away * (1 if internal else -1) * radii[1])  # along y, on the second wheel
    sign = -1 if swapped else 1  # reactions are those on the second-named body
    assert np.allclose(run["B.fy"] * sign, -force, atol=1e-8)
    assert np.allclose(run["A.fy"], force, atol=1e-8)
    assert np.allclose(run["A.fx"], 0, atol=1e-8)


def test_an_arm_feels_its_bearings_but_nothing_of_the_gear_itself() -> None:
    m = lw.Spatial("planetary gear")
    arm, sun = m.body("arm", (0, 0, 0), mass=WHEEL), m.body("sun", (0, 0, 0), mass=WHEEL)
    planet = m.body("planet", (0.3, 0, 0.1), mass=WHEEL)
    m.revolute("O", m.ground, arm, at=(0, 0, 0), axis=Z)
    m.revolute("S", arm, sun, at=(0, 0, 0), axis=Z)
    m.revolute("P", planet, arm, at=(0.3, 0, 0.1), axis=Z)
    m.gear("G", "S", "P", teeth=(20, 10))
    m.drive("motor", joint="O", angle="0*t")
    m.drive("turn", joint="S", angle="t^2")
    run = m.inverse_dynamics(1.0, 5, progress=False)
    force = 0.25 * 4.0 / 0.1  # the teeth push the planet along y, which turns it by -4 rad/s2
    assert np.allclose(run["P.fy"], force, atol=1e-8)
    assert np.allclose(run["S.fy"], force, atol=1e-8)
    spun = 0.25 * 2.0 - 0.25 * 4.0  # what the wheels take together, the planet against the sun
    assert np.allclose(run["motor.torque"], spun, atol=1e-8)
