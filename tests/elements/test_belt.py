"""Belts and chains between pulleys: closed forms of tension, ratio, oscillation and slack."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError

pytestmark = pytest.mark.both_coordinates

R1, R2, J1, J2, K, T0 = 0.1, 0.2, 0.2, 0.5, 1000.0, 50.0
EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "progress": False}


def drive(**belt: Any) -> lw.Planar:
    """Two pulleys with inertia on fixed centres, one metre apart."""
    m = lw.Planar("belt drive")
    for name, x, inertia in (("a", 0, J1), ("b", 1, J2)):
        wheel = m.body(name, estimate=(x, 0, 0))
        m.revolute(name.upper(), m.ground.at(x, 0), wheel.at(0, 0))
        m.mass(name, mass=1, inertia=inertia)
    m.belt("belt", "a", "b", (R1, R2), **belt)
    return m


def elastic(**more: Any) -> lw.Planar:
    return drive(stiffness=K, preload=T0, **more)


@pytest.mark.parametrize(("crossed", "sign"), [(False, 1), (True, -1)])
def test_the_tensions_of_a_held_belt_split_about_the_preload(crossed: bool, sign: int) -> None:
    m = elastic(crossed=crossed)
    m.drive("turn a", joint="A", angle=0.11)
    m.drive("turn b", joint="B", angle=0.02)
    run = m.inverse_dynamics(1.0, 2, progress=False)
    change = K * (R1 * 0.11 - sign * R2 * 0.02)
    left, right = run["belt.left"][0], run["belt.right"][0]
    assert abs(left - (T0 + change)) < 1e-9 and abs(right - (T0 - change)) < 1e-9
    assert abs(run["turn a.torque"][0] - R1 * (left - right)) < 1e-9
    assert abs(run["turn b.torque"][0] + sign * R2 * (left - right)) < 1e-9
    rho = R1 - sign * R2
    assert abs(run["A.fx"][0] + (left + right) * math.sqrt(1 - rho**2)) < 1e-9
    assert abs(run["A.fy"][0] - (left - right) * rho) < 1e-9


@pytest.mark.parametrize(("crossed", "sign"), [(False, 1), (True, -1)])
def test_two_pulleys_swing_against_each_other_with_the_frequency_of_two_strands(crossed: bool, sign: int) -> None:
    run = elastic(crossed=crossed).simulate(2.0, 101, speeds={"a.omega": 1.0, "b.omega": 0.0}, **EXACT)
    frequency = math.sqrt(2 * K * (R1**2 / J1 + R2**2 / J2))
    slip = R1 * run["a.angle"] - sign * R2 * run["b.angle"]
    assert np.max(np.abs(slip - R1 / frequency * np.sin(frequency * run.t))) < 1e-10
    assert np.ptp(run["energy.total"]) < 1e-10 and not run.events
    assert np.allclose(run["belt.left"] + run["belt.right"], 2 * T0, atol=1e-9)
    assert np.allclose(run["belt.strength"], run["belt.left"] - run["belt.right"], atol=1e-12)


def test_a_strand_that_goes_slack_pulls_no_more_from_that_moment_on() -> None:
    speed = 10.0
    run = elastic().simulate(0.25, 101, speeds={"a.omega": speed, "b.omega": 0.0}, **EXACT)
    frequency = math.sqrt(2 * K * (R1**2 / J1 + R2**2 / J2))
    slack = math.asin(T0 / K / (R1 * speed / frequency)) / frequency
    first, *_ = [event for event in run.events if "right strand tight ends" in event.text]
    assert abs(first.t - slack) < 1e-11
    after = run["belt.right"][(run.t > slack) & (run.t < slack + 0.05)]
    assert len(after) and np.all(after == 0.0) and np.min(run["belt.right"]) == 0.0
    assert np.ptp(run["energy.total"]) < 1e-9


def test_after_one_strand_is_slack_the_other_swings_alone() -> None:
    run = elastic().simulate(0.25, 501, speeds={"a.omega": 10.0, "b.omega": 0.0}, **EXACT)
    alone = run["belt.right"] == 0.0
    slip, inertia = R1 * run["a.angle"] - R2 * run["b.angle"], R1**2 / J1 + R2**2 / J2
    acceleration = R1 * run["a.alpha"] - R2 * run["b.alpha"]
    assert np.count_nonzero(alone) > 20
    assert np.allclose(acceleration[alone], -(T0 + K * slip[alone]) * inertia, atol=1e-9)


def test_damping_never_makes_a_strand_push() -> None:
    run = elastic(damping=40.0).simulate(1.0, 501, speeds={"a.omega": 30.0, "b.omega": 0.0}, **EXACT)
    assert np.min(run["belt.left"]) >= 0.0 and np.min(run["belt.right"]) >= 0.0
    assert np.min(run["belt.right"]) == 0.0 and np.all(np.diff(run["energy.lost"]) >= -1e-12)
    assert np.max(np.abs(run["energy.balance"])) < 1e-7


def test_a_moving_centre_keeps_the_energy() -> None:
    m = lw.Planar("tensioner")
    a, b = m.body("a", estimate=(0, 0, 0)), m.body("b", estimate=(0.8, 0.3, 0))
    arm = m.body("arm", estimate=(0.8, -0.2, "90 deg"))
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("O", m.ground.at(0.8, -0.2), arm.at(0, 0))
    m.revolute("B", arm.at(0.5, 0), b.at(0, 0))
    for name, mass, inertia in (("a", 1, 0.01), ("b", 0.6, 0.02), ("arm", 0.4, 0.03)):
        m.mass(name, mass=mass, inertia=inertia)
    m.spring("tension", m.ground.at(1.5, 0.3), arm.at(0.5, 0), stiffness=400, free_length=0.4)
    m.belt("belt", a, b, (0.12, 0.05), stiffness=2e4, preload=60)
    m.set_gravity(0, -9.81)
    run = m.simulate(1.0, 101, speeds={"a.omega": 3.0, "b.omega": 0.0, "arm.omega": 0.2}, **EXACT)
    assert np.ptp(run["belt.centre_distance"]) > 1e-3
    assert np.ptp(run["energy.total"]) < 1e-8 * np.max(run["energy.kinetic"])


@pytest.mark.parametrize(("crossed", "sign"), [(False, 1), (True, -1)])
def test_a_rigid_belt_turns_its_pulleys_in_the_ratio_of_their_radii(crossed: bool, sign: int) -> None:
    m = drive(crossed=crossed, rigid=True)
    m.drive("motor", joint="A", angle="20*t")
    run = m.kinematics(until=2.0, points=81, progress=False)
    assert np.allclose(run["b.angle"], sign * R1 / R2 * run["a.angle"], atol=1e-10)


def orbit(**belt: Any) -> lw.Planar:
    """A planet pulley on an arm that turns round a pulley fixed to the ground."""
    m = lw.Planar("orbit")
    arm, planet = m.body("arm", estimate=(0, 0, 0)), m.body("planet", estimate=(0.5, 0, 0))
    m.revolute("O", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute("P", arm.at(0.5, 0), planet.at(0, 0))
    m.mass("planet", mass=1, inertia=0.01)
    m.belt("belt", m.ground.at(0, 0), planet.at(0, 0), (0.15, 0.05), **belt)
    return m


def test_the_line_of_centres_may_turn_many_times() -> None:
    """Seen from the arm: phi - psi = -(R1/R2) psi."""
    rigid = orbit(rigid=True)
    rigid.drive("motor", joint="O", angle="10*t")
    run = rigid.kinematics(until=3.0, points=61, progress=False)
    assert np.allclose(run["planet.angle"], (1 - 3) * run["arm.angle"], atol=1e-9)
    stretching = orbit(stiffness=1e4, preload=20)
    stretching.drive("motor", joint="O", angle="10*t")
    run = stretching.simulate(3.0, 61, speeds={"planet.omega": -20.0}, **EXACT)
    assert run.completed and np.allclose(run["planet.angle"], (1 - 3) * run["arm.angle"], atol=1e-8)
    assert np.allclose(run["belt.left"], 20, atol=1e-5)


def test_a_rigid_belt_is_the_limit_of_a_stiff_one() -> None:
    start: dict[str, Any] = {"speeds": {"a.omega": 2.0}}
    loads = []
    for belt in ({"rigid": True}, {"stiffness": 1e9, "preload": 1e4}):
        m = drive(**belt)
        m.force("load", "b", torque=3.0)
        speeds = start if "rigid" in belt else {"speeds": {"a.omega": 2.0, "b.omega": 1.0}}
        loads.append(m.simulate(0.2, 3, **speeds, **EXACT))
    assert np.allclose(loads[0]["a.angle"], loads[1]["a.angle"], atol=1e-6)
    assert np.allclose(loads[0]["a.alpha"], 3.0 * R1 / R2 / (J1 + J2 * (R1 / R2) ** 2), atol=1e-9)


def test_belts_that_make_no_sense_are_refused() -> None:
    with pytest.raises(MechanismError, match="stiffness must be greater than zero"):
        drive(preload=3).simulate(0.1, 2, progress=False)
    with pytest.raises(MechanismError, match="belt 'belt': a rigid belt takes no stiffness"):
        drive(rigid=True, stiffness=5)
    with pytest.raises(MechanismError, match=r"a crossed belt around these radii needs more than 0\.3 m"):
        drive(stiffness=5, crossed=True, centre_distance=0.25).simulate(0.1, 2, progress=False)
    m = lw.Planar("one place")
    a, b = m.bodies("a", "b")
    m.revolute("A", m.ground.at(0, 0), a.at(0, 0))
    m.revolute("B", m.ground.at(1, 0), b.at(0, 0))
    m.belt("belt", a, b, (0.1, 0.2), stiffness=5)
    with pytest.raises(MechanismError, match=r"force 'belt': .* give body 'a' an estimate"):
        m.check()
    m.estimate(a, 0, 0, 0)
    m.estimate(b, 0, 0, 0)
    with pytest.raises(MechanismError, match="drawn with one centre"):
        m.check()


@pytest.mark.parametrize("crossed", [False, True])
def test_the_belt_is_drawn_along_the_common_tangents_and_round_the_pulleys(crossed: bool) -> None:
    from linkwork.view.display import arrange
    from linkwork.view.frame import placed_marks
    from linkwork.view.scene import build_scene

    scene = build_scene(elastic(crossed=crossed).simulate(0.1, 2, progress=False))
    assert [connector["kind"] for connector in scene["connectors"]] == ["belt"]
    assert [s["kind"] for body in scene["bodies"] for s in body["shapes"]].count("pulley") == 2
    belt = [(m.anchor, p[0]) for _, m, p, _ in placed_marks(arrange(scene), scene["poses"][-1]) if m.kind == "belt"]
    ends = {"from": (np.array(scene["poses"][-1][1][:2]), R1), "to": (np.array(scene["poses"][-1][2][:2]), R2)}
    for anchor, path in belt:
        for (centre, radius), point in zip(ends.values(), path, strict=False):
            if anchor == "stretch":
                assert abs(np.linalg.norm(point - centre) - radius) < 1e-12
                assert abs((point - centre) @ (path[1] - path[0])) < 1e-12
        if anchor != "stretch":
            centre, radius = ends[anchor]
            assert np.linalg.norm(path - centre, axis=1) == pytest.approx(radius, abs=1e-12)
    assert sorted(anchor for anchor, _ in belt) == ["from", "from", "stretch", "stretch", "to", "to"]


def test_a_body_in_a_belt_is_in_balance_with_all_that_acts_on_it() -> None:
    m = elastic()
    m.set_gravity(0, -9.81)
    run = m.simulate(0.2, 5, speeds={"a.omega": 10.0, "b.omega": 0.0}, progress=False)
    for body in ("a", "b"):
        assert np.max(np.abs(run.free_body(body).imbalance())) < 1e-9 * run.free_body(body).largest_force()
