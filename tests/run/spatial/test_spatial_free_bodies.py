"""Forces on bodies in space stand at their points, and every body cut free is in balance."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from linkwork.run.spatial.free_body import SpatialActing

HEAVY = {"mass": 2.0, "center": (0.05, -0.02, 0.03), "inertia": [0.1, 0.2, 0.25]}
Z = (0, 0, 1)


@functools.cache
def planetary() -> Run:
    """Sun and planet on an arm that turns about a leaning axis; both are driven."""
    m = lw.Spatial("planetary gear")
    m.set_gravity(0, -9.81, -3)
    arm, sun = (m.body(name, (0, 0, 0), mass=HEAVY) for name in ("arm", "sun"))
    planet = m.body("planet", (0.3, 0, 0), mass=HEAVY)
    m.revolute("O", m.ground, arm, at=(0, 0, 0), axis=Z)
    m.revolute("S", arm, sun, at=(0, 0, 0.1), axis=Z)
    m.revolute("P", arm, planet, at=(0.3, 0, 0.1), axis=Z)
    m.gear("mesh", "S", "P", radii=(0.2, 0.1))
    m.drive("motor", joint="O", angle="3*t + t^2")
    m.drive("turn", joint="S", angle="-2*t^2")
    return m.inverse_dynamics(1.0, 11, progress=False)


@functools.cache
def sprung() -> Run:
    """A driven arm with springs, a bushing and a torque on it, and a second arm that hangs on these."""
    m = lw.Spatial("sprung arms")
    m.set_gravity(0, 0, -9.81)
    arm = m.body("arm", (0, 0, 0), mass=HEAVY, points={"tip": (0.5, 0.1, 0)})
    hand = m.body("hand", (0.6, 0, 0), mass=HEAVY)
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis=(0, 1, 0.2))
    m.revolute("B", arm, hand, at=(0.5, 0, 0), axis=(1, 0, 2))
    m.spring("spring", m.ground.at(0.2, 0.3, 1), hand.at(0.1, 0, 0.05), stiffness=300, free_length=0.4, damping=2)
    m.spring("brace", arm.at(0.1, 0, 0.2), hand.at(0.1, 0, 0.2), stiffness=100, free_length=0.4)
    m.bushing("bush", m.ground, arm, at=(0.1, 0, 0.1), stiffness=(1e3, 2e3, 3e3, 10, 20, 30))
    m.torque("twist", arm.frame(axis=(1, 0, 2)), hand, torque="2*sin(3*t)")
    m.drive("motor", joint="A", angle="0.4*sin(3*t)")
    m.drive("wrist", joint="B", angle="0.5*t")
    return m.inverse_dynamics(1.0, 11, progress=False)


def named(run: Run, body: str, name: str) -> SpatialActing:
    return next(one for one in run.free_body(body).acting if one.name == name)


def balanced(run: Run, body: str) -> bool:
    free = run.free_body(body)
    return bool(np.max(np.abs(free.imbalance())) < 1e-10 * max(free.largest_force(), 1.0))


def test_every_body_of_a_planetary_gear_is_in_balance() -> None:
    run = planetary()
    assert all(balanced(run, body) for body in ("arm", "sun", "planet"))
    assert "mesh" in {one.name for one in run.free_body("arm").acting}


def test_the_forces_of_a_gear_on_its_wheels_cancel_and_leave_nothing_for_the_carrier() -> None:
    run = planetary()
    for channel in ("fx", "fy", "tz"):  # torques are about one point, the centre of the sun
        on = {body: run[f"on(mesh, {body}).{channel}"] for body in ("sun", "planet", "arm")}
        assert np.max(np.abs(on["sun"])) > 0.1
        assert np.allclose(on["sun"], -on["planet"], rtol=1e-10, atol=1e-12)
        assert np.max(np.abs(on["arm"])) < 1e-10
    assert np.allclose(named(run, "sun", "mesh").torque, 2 * named(run, "planet", "mesh").torque, rtol=1e-9, atol=1e-9)
    with pytest.raises(lw.AnalysisError, match="'mesh' joins planet, sun and arm"):
        run["on(mesh, ground).tz"]


def test_a_gear_acts_on_a_wheel_at_its_joint() -> None:
    assert np.allclose(named(planetary(), "planet", "mesh").point, (0, 0, 0.1))
    assert np.allclose(named(planetary(), "arm", "mesh").point, (0, 0, 0.1))


def test_springs_and_bushings_act_at_their_points() -> None:
    run = sprung()
    assert all(balanced(run, body) for body in ("arm", "hand"))
    assert np.allclose(named(run, "hand", "spring").point, (0.1, 0, 0.05))
    assert np.allclose(named(run, "hand", "spring").torque, 0.0, atol=1e-10)
    assert np.allclose(named(run, "arm", "brace").point, (0.1, 0, 0.2))
    assert np.allclose(named(run, "arm", "brace").torque, 0.0, atol=1e-10)
    assert np.allclose(named(run, "arm", "bush").point, (0.1, 0, 0.1))
    assert np.allclose(named(run, "arm", "twist").point, (0.5, 0, 0))
    assert np.allclose(named(run, "hand", "twist").point, (-0.1, 0, 0))


def test_arrows_of_springs_start_where_they_pull() -> None:
    from linkwork.view.spatial.force_arrows import forces_at

    run = sprung()
    found = {name: (at, torque) for name, at, _, torque in forces_at(run, 5)}
    place = run.motion.point("hand", (0.1, 0, 0.05))[0][5]
    assert np.allclose(found["spring"][0], place) and np.allclose(found["spring"][1], 0.0, atol=1e-10)


def test_a_tyre_acts_where_it_touches_the_road() -> None:
    m = lw.Spatial("wheel")
    m.set_gravity(0, 0, -9.81)
    wheel = m.body("wheel", (0, 0, 0.29), mass={"mass": 100, "inertia": [1, 2, 1]})
    tyre = {"radius": 0.3, "stiffness": 1e5, "friction": 0.8, "slip_stiffness": 1e4, "cornering_stiffness": 1e4}
    m.tyre("tyre", m.ground.frame(axis=Z), wheel.frame(axis=(0, 1, 0)), damping=2000, **tyre)
    run = m.simulate(0.5, 6, speeds={"wheel.vx": 3, "wheel.omega.y": 9}, progress=False)
    acting = named(run, "wheel", "tyre")
    place = run.motion.point("wheel", (0, 0, 0))[0] + run.motion.in_world("wheel", acting.point)
    assert np.allclose(place[:, 2], 0.0, atol=1e-12) and np.allclose(place[:, 0], run["wheel.x"])
    assert np.max(np.abs(acting.force[:, 2])) > 500 and np.allclose(acting.torque, 0.0, atol=1e-9)
    assert balanced(run, "wheel")
