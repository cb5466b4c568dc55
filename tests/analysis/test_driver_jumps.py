"""A driver whose speed jumps: an event, and an impulse with its work."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

ANALYSES = ["kinematics", "inverse_dynamics", "simulate"]
# the angle of a driver, its speed before and after 0.5 s
COURSES = [
    ("abs(t - 0.5)", -1.0, 1.0),
    ("if(t < 0.5, 0, t - 0.5)", 0.0, 1.0),
    ("max(0, 2*t - 1)", 0.0, 2.0),
    ("3*min(t, 0.5)", 3.0, 0.0),
]


def arm(course: Any) -> lw.Planar:
    m = lw.Planar("arm")
    b = m.body("arm", (0, 0, 0))
    m.mass(b, mass=1, center=(0.5, 0), inertia=0.75)  # 1 kg m^2 about the hinge
    m.revolute("O", m.ground.at(0, 0), b.at(0, 0))
    m.drive("motor", joint="O", angle=course)
    return m


@pytest.mark.parametrize("analysis", ANALYSES)
@pytest.mark.parametrize(("course", "before", "after"), COURSES, ids=[case[0] for case in COURSES])
def test_a_jump_of_the_speed_is_an_event(analysis: str, course: str, before: float, after: float) -> None:
    run = getattr(arm(course), analysis)(until=1.0, points=12, progress=False)
    (event,) = run.events
    assert (event.kind, event.name) == ("speed jump", "motor") and event.t == pytest.approx(0.5, abs=1e-15)
    assert f"from {before:g} to {after:g} rad/s" in event.text
    np.testing.assert_allclose(run["arm.omega"], np.where(run.t < 0.5, before, after), atol=1e-9)


@pytest.mark.parametrize("analysis", ANALYSES[1:])
@pytest.mark.parametrize(("course", "before", "after"), COURSES, ids=[case[0] for case in COURSES])
def test_its_impulse_and_work_are_given(analysis: str, course: str, before: float, after: float) -> None:
    run = getattr(arm(course), analysis)(until=1.0, points=12, progress=False)
    (impulse,) = run.impulses
    work = 0.5 * (after**2 - before**2)
    assert impulse.name == "motor" and impulse.work == pytest.approx(work, abs=1e-9)
    assert impulse.reaction("motor")["torque"] == pytest.approx(after - before, rel=1e-9)
    # the mass centre, 0.5 m out, is at the angle 0 or 1.5 rad
    angle = 1.5 if course.startswith("3") else 0.0
    push = 0.5 * (after - before) * np.array([-np.sin(angle), np.cos(angle)])
    assert [impulse.reaction("O")[part] for part in ("fx", "fy")] == pytest.approx(push, abs=1e-9)
    np.testing.assert_allclose(run["energy.driven"], np.where(run.t < 0.5, 0.0, work), atol=1e-9)
    assert not any("does NOT add up" in note for note in run.notes)


@pytest.mark.parametrize("formulation", ["joint", "projection", "baumgarte", "null-space", "augmented", "direct"])
def test_in_every_formulation_a_free_pendulum_is_struck_by_its_driven_carriage(formulation: str) -> None:
    """M (v+ - v) = 0 along the free turn: w+ - w = -c u / (c^2 + k^2), where the carriage jumps by u."""
    m = lw.Planar("pendulum on a carriage")
    cart, bob = m.body("cart", (0, 0, 0)), m.body("bob", (0, 0, -np.pi / 2))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), cart.line((0, 0), (1, 0)))
    m.revolute("A", cart.at(0, 0), bob.at(0, 0))
    m.mass(cart, mass=2, inertia=1)
    m.mass(bob, mass=1, center=(1, 0), inertia=0.5)
    m.drive("push", joint="guide", position="max(0, 2*(t - 0.25))")
    run = m.simulate(1.0, 21, formulation=formulation, progress=False)
    turn = 2.0 / 1.5
    np.testing.assert_allclose(np.abs(run["bob.omega"][run.t > 0.26]), turn, rtol=1e-6)
    (impulse,) = run.impulses
    assert impulse.reaction("push")["fx"] == pytest.approx(2 * 2 + 1 * (2 - turn), rel=1e-7)
    assert impulse.work == pytest.approx(0.5 * (2 * 4 + (2 - turn) ** 2 + 0.5 * turn**2), rel=1e-7)
    assert np.max(np.abs(run["energy.balance"])) < 1e-6


@pytest.mark.parametrize("rho", [1.0, 0.8, 0.0])
@pytest.mark.parametrize(("course", "before", "after"), COURSES, ids=[case[0] for case in COURSES])
def test_alpha_starts_anew_at_the_jump(course: str, before: float, after: float, rho: float) -> None:
    """Accelerations of a step across the kink would ring on: there are none, neither before nor after."""
    run = arm(course).simulate(until=1.0, points=12, method="alpha", step=0.013, rho=rho, progress=False)
    np.testing.assert_allclose(run["arm.omega"], np.where(run.t < 0.5, before, after), atol=1e-9)
    assert np.max(np.abs(run["arm.alpha"])) < 1e-9
    assert run.impulses[0].reaction("motor")["torque"] == pytest.approx(after - before, rel=1e-9)


def test_in_space_too() -> None:
    m = lw.Spatial("arm")
    b = m.body("arm", mass={"mass": 2, "inertia": [0.1, 0.2, 0.3]})
    m.revolute("O", m.ground, b, at=(0, 0, 0), axis=(0, 0, 1))
    m.drive("motor", joint="O", angle="4*abs(t - 0.5)")
    for analysis in ANALYSES[1:]:
        run = getattr(m, analysis)(until=1.0, points=12, progress=False)
        assert run.impulses[0].reaction("motor")["tz"] == pytest.approx(8 * 0.3, rel=1e-9)


def test_the_motion_after_it_has_derivatives() -> None:
    """The angle at 1 s of a disc on a driven axle by the time of the jump: the speed after it is 2 rad/s."""
    m = arm("2*max(0, t - when)")
    m.parameters(when=0.4)
    options = {"analysis": "simulate", "until": 1.0, "points": 11, "method": "direct"}
    found = m.sensitivity(["final(arm.angle)", "final(energy.driven)"], ["when"], **options)
    assert found["final(arm.angle)", "when"] == pytest.approx(-2.0, rel=1e-8)
    assert found["final(energy.driven)", "when"] == pytest.approx(0.0, abs=1e-8)


def test_a_value_that_jumps_ends_a_simulation_by_name() -> None:
    run = arm("if(t < 0.5, 0, 0.1)").simulate(1.0, 11, progress=False)
    assert not run.completed and 0.4 <= run.t[-1] <= 0.5
    assert "value of driver 'motor' jumps from 0 to 0.1 rad at t = 0.5 s" in run.events[-1].text
