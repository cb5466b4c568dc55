"""Hints: an explicit method that crawls on a stiff system says so, and modes without damping have the damping 0."""

from __future__ import annotations

import pytest

import linkwork as lw


def stiff() -> lw.Planar:
    """A slide on a spring with a damper that would stop it within a tenth of a millisecond, pushed to and fro."""
    m = lw.Planar("stiff")
    car = m.body("car", estimate=(0.1, 0, 0))
    m.mass(car, mass=1, inertia=1)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), car.line((0, 0), (1, 0)))
    m.joint_spring("spring", "guide", stiffness=1e4, damping=1e4)
    return m


@pytest.mark.parametrize("method", ["dop853", "adams"])
def test_an_explicit_method_that_crawls_names_the_one_to_use(method):
    run = stiff().simulate(1.0, 11, method=method, progress=False)
    (note,) = [note for note in run.notes if "crawled" in note]
    assert f"method '{method}' crawled: {run.statistics['steps']} steps" in note
    assert "dies out in 0.0001 s" in note
    assert "use method 'radau'" in note


def test_a_method_that_does_not_crawl_says_nothing():
    run = stiff().simulate(1.0, 11, method="radau", progress=False)
    assert run.statistics["steps"] < 500
    assert not any("crawled" in note for note in run.notes)


@pytest.mark.parametrize(("step", "shakes"), [(2e-3, True), (1e-4, False)])
def test_a_step_that_is_too_long_for_a_method_shakes_and_is_told(step: float, shakes: bool) -> None:
    """A clipped damper: with rk4 and steps of ten times its decay the force goes from one clip to the other."""
    m = lw.Planar("clipped")
    car = m.body("car", estimate=(0.1, 0, 0))
    m.mass(car, mass=1, inertia=1)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), car.line((0, 0), (1, 0)))
    m.actuator("damper", "guide", force="-max(-1, min(1, 5000*guide.speed))")
    run = m.simulate(2.0, 11, method="rk4", step=step, speeds={"guide.speed": 0.1}, progress=False)
    told = [note for note in run.notes if "changes of branches" in note]
    assert len(told) == int(shakes)
    assert not shakes or "a step that is too long for it; halve that" in told[0]


def test_a_mode_without_damping_has_the_damping_0():
    m = lw.Planar("chain")
    m.set_gravity(0, -9.81)
    before = m.ground.at(0, 0)
    for number in range(3):
        link = m.body(f"link{number}", estimate=(0, -number, "-90 deg"))
        m.mass(link, mass=1 + number, center=(0.5, 0), inertia=0.1)
        m.revolute(f"J{number}", before, link.at(0, 0))
        before = link.at(1, 0)
    model = m.linearise()
    assert [mode.damping for mode in model.modes] == [0.0, 0.0, 0.0]
    assert " -" not in model.text().split("damping ratio")[1].split("moves")[1]
