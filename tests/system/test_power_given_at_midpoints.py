"""What an actuator gives to two bodies that turn together is counted where its force was taken, in long steps too."""

from __future__ import annotations

import numpy as np

import linkwork as lw


def test_the_balance_of_energy_has_the_power_of_actuators_between_turning_bodies() -> None:
    """Steps of 0.12 rad; the integral of the power at the mean places alone was off by 5e-4 J."""
    m = lw.Planar("two bodies")
    first, second = (m.body(name, estimate=(x, 0, 0)) for name, x in (("first", 0), ("second", 1)))
    m.mass(first, mass=1, inertia=0.1)
    m.mass(second, mass=2, inertia=0.1)
    ends = first.at(0, 0.1), second.at(0, -0.1)
    m.spring("actuator", *ends, stiffness=100, free_length=1, damping=0.5, force="5")
    speeds = {"first.vx": 0, "first.vy": -6, "second.vx": 0, "second.vy": 3, "first.omega": 6, "second.omega": 6}
    run = m.simulate(until=2, points=101, method="midpoint", step=0.02, progress=False, speeds=speeds)
    assert abs(run["energy.given"][-1]) > 1.0
    assert np.max(np.abs(run["energy.balance"])) < 1e-11 * run["energy.kinetic"][0]
