"""Backward Euler: its closed form, its damping, and steps that are cut where Newton's iteration fails."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError

STIFFNESS, MASS, STEP = 400.0, 1.0, 0.01
W = (STIFFNESS / MASS) ** 0.5


def mass_on_a_spring(damping: float = 0.0) -> lw.Planar:
    m = lw.Planar("mass on a spring")
    body = m.body("b", estimate=(0.5, 0, 0), mass={"mass": MASS, "inertia": 0.1})
    m.translational("g", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
    m.force("k", body.at(0, 0), x=f"-{STIFFNESS}*b.x - {damping}*b.vx")
    return m


@pytest.mark.parametrize("damping", [0.0, 6.0])
def test_steps_are_those_of_the_rule(damping: float) -> None:
    """(x, v) after every step is (1 - h A)^-1 times that before."""
    run = mass_on_a_spring(damping).simulate(0.2, 21, method="backward-euler", step=STEP, rtol=1e-12, progress=False)
    matrix = np.linalg.inv(np.eye(2) - STEP * np.array([[0.0, 1.0], [-STIFFNESS / MASS, -damping / MASS]]))
    state = np.array([0.5, 0.0])
    for number in range(21):
        np.testing.assert_allclose([run["b.x"][number], run["b.vx"][number]], state, rtol=1e-9, atol=1e-11)
        state = matrix @ state


def test_own_states_go_by_the_same_rule() -> None:
    """A first-order lag of a step: 1 - (1 + h/T)^-n."""
    m = mass_on_a_spring()
    m.filter("late", "1", time_constant=0.05)
    run = m.simulate(0.1, 11, method="backward-euler", step=STEP, rtol=1e-12, progress=False)
    expected = 1.0 - (1.0 + STEP / 0.05) ** -np.arange(11.0)
    np.testing.assert_allclose(run["late"], expected, rtol=1e-9, atol=1e-11)


def test_what_is_far_too_fast_for_the_step_is_gone_at_once() -> None:
    """A stiff beam that is let go: its waves are gone, and it hangs where it hangs at rest."""
    m = lw.Planar("beam")
    m.set_gravity(0, -9.81)
    section = {"type": "rectangle", "width": 0.02, "height": 0.004}
    arm = m.beam("arm", (0, 0), (1, 0), section=section, E=2e11, rho=7850, elements=8)
    m.fixed("clamp", m.ground, arm.node("root"), at=(0, 0))
    run = m.simulate(20.0, 21, method="backward-euler", step=0.05, progress=False)
    rest = m.equilibrium()
    assert run.completed
    assert run["arm_tip.y"][-1] == pytest.approx(float(rest["arm_tip.y"]), rel=1e-4)
    assert abs(float(run["arm_tip.y"][-1])) > 0.01


def test_it_needs_a_step_and_takes_no_damping_of_its_own() -> None:
    m = mass_on_a_spring()
    with pytest.raises(AnalysisError, match="has a fixed step; give its length"):
        m.simulate(0.1, method="backward-euler", progress=False)
    with pytest.raises(AnalysisError, match="rho is the numerical damping of methods 'alpha' and 'midpoint'"):
        m.simulate(0.1, method="backward-euler", step=STEP, rho=0.5, progress=False)


@pytest.mark.parametrize(("method", "law"), [("alpha", "1e12*{}^4"), ("backward-euler", "1e30*{}^10")])
def test_a_step_in_which_newton_fails_is_cut_and_told(method: str, law: str) -> None:
    """A wall that is hit at 100 m/s, half a metre a step, and whose force grows with a high power of the depth."""
    m = lw.Planar("hit")
    body = m.body("b", estimate=(0.0, 0, 0), mass={"mass": MASS, "inertia": 0.1})
    m.translational("g", m.ground.line((0, 0), (1, 0)), body.line((0, 0), (1, 0)))
    m.force("wall", body.at(0, 0), x="-" + law.format("max(b.x - 1.2, 0)"))
    run = m.simulate(0.05, 11, method=method, step=5e-3, speeds={"b.vx": 100.0}, progress=False)
    assert run.completed, run.events[-1].text
    assert run.statistics["rejected steps"] > 0
    assert any("did not converge with the step that was given" in note for note in run.notes)
    assert 1.1 < float(np.max(run["b.x"])) < 1.35
    assert float(run["b.vx"][-1]) < 0.0
