"""Bodies with mass that nothing holds: they fly by Newton's and Euler's laws; kinematics say what is missing."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError

pytestmark = pytest.mark.both_coordinates


def test_a_thrown_body_flies_on_a_parabola_and_spins_evenly_about_its_mass_centre() -> None:
    m = lw.Planar("thrown bar")
    bar = m.body("bar", estimate=(0, 0, 0.3), points={"centre": (0.4, 0.1)})
    m.mass(bar, mass=2, center=(0.4, 0.1), inertia=0.5)
    m.set_gravity(0, -9.81)
    start = {"bar.x": 0, "bar.y": 0, "bar.angle": 0.3}
    run = m.simulate(1.0, 21, hold=start, speeds={"bar.vx": 3, "bar.vy": 4, "bar.omega": 5}, progress=False)
    x, y, vx, vy = (run[f"bar.centre.{name}"][0] for name in ("x", "y", "vx", "vy"))
    assert np.allclose(run["bar.angle"], 0.3 + 5 * run.t, atol=1e-9)
    assert np.allclose(run["bar.centre.x"], x + vx * run.t, atol=1e-8)
    assert np.allclose(run["bar.centre.y"], y + vy * run.t - 0.5 * 9.81 * run.t**2, atol=1e-8)


def test_a_force_off_the_centre_turns_a_free_body() -> None:
    m = lw.Planar("pushed plate")
    plate = m.body("plate", estimate=(0, 0, 0))
    m.mass(plate, mass=4, inertia=2)
    m.force("push", plate.at(0, 0.5), x=8)
    run = m.simulate(0.1, 3, progress=False)
    assert np.allclose(run.a[0], [2.0, 0.0, -2.0], atol=1e-12)


def test_two_bodies_on_a_spring_swing_about_their_common_centre() -> None:
    m = lw.Planar("two masses")
    for name, mass, x in (("left", 1, 0.0), ("right", 3, 1.2)):
        m.body(name, estimate=(x, 0, 0))
        m.mass(name, mass=mass, inertia=0.1)
    m.spring("spring", "left", "right", stiffness=48, free_length=1)
    run = m.simulate(2.0, 41, rtol=1e-10, progress=False)
    stretch = 0.2 * np.cos(np.sqrt(48 / 0.75) * run.t)
    assert np.allclose(run["right.x"] - run["left.x"], 1 + stretch, atol=1e-7)
    assert np.allclose(run["left.x"] + 3 * run["right.x"], 3.6, atol=1e-9)


def test_kinematics_of_a_free_body_say_that_drivers_are_missing() -> None:
    m = lw.Planar("free")
    m.body("plate", estimate=(0, 0, 0))
    m.mass("plate", mass=1, inertia=1)
    with pytest.raises((AnalysisError, MechanismError), match=r"driver|freedom"):
        m.kinematics(1.0, 3, progress=False)
    assert m.check().mobility == 3


def test_a_body_without_mass_that_nothing_holds_is_refused() -> None:
    m = lw.Planar("forgotten")
    m.body("link", estimate=(0, 0, 0))
    m.body("loose", estimate=(1, 0, 0))
    m.mass("link", mass=1, inertia=1)
    m.revolute("O", m.ground.at(0, 0), "link")
    with pytest.raises(MechanismError, match="'loose' is connected to nothing"):
        m.simulate(1.0, 3, progress=False)
