"""Derivatives by parameters against formulas: slider-crank, four-bar, hanging mass, pendulum."""

from __future__ import annotations

from math import pi, sqrt
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from analysis.sensitivity.sensitive_models import hanging_mass, pendulum

EXAMPLES = Path(__file__).parents[3] / "examples"
R, ROD, W = 0.2, 0.5, 2 * pi


def slider_crank() -> lw.Planar:
    m = lw.load(EXAMPLES / "slider-crank.yaml")
    assert isinstance(m, lw.Planar)
    return m


def test_slider_crank_positions_and_rates_follow_the_formula() -> None:
    found = slider_crank().sensitivity(["slider.x", "slider.vx"], until=0.8, points=41)
    assert found.t is not None
    c, s = np.cos(W * found.t), np.sin(W * found.t)
    root = np.sqrt(ROD**2 - (R * s) ** 2)
    np.testing.assert_allclose(found["slider.x", "r"], c - R * s**2 / root, rtol=0, atol=3e-15)
    np.testing.assert_allclose(found["slider.x", "l"], ROD / root, rtol=0, atol=3e-15)
    np.testing.assert_allclose(found["slider.vx", "l"], ROD * R**2 * s * c * W / root**3, rtol=0, atol=3e-14)


def test_numbers_made_from_a_run_follow_the_formula() -> None:
    found = slider_crank().sensitivity(["range(slider.x)", "max(slider.x) - l", "final(slider.x) / l"], until=1.0)
    np.testing.assert_allclose(found["range(slider.x)", "r"], 2.0, rtol=1e-12)
    np.testing.assert_allclose(found["range(slider.x)", "l"], 0.0, atol=1e-12)
    np.testing.assert_allclose(found["max(slider.x) - l", "l"], 0.0, atol=1e-12)
    np.testing.assert_allclose(found["final(slider.x) / l", "l"], -R / ROD**2, rtol=1e-11)


def test_four_bar_follower_follows_freudenstein() -> None:
    m = lw.Planar("four-bar")
    a, b, c, d = m.parameters(a=1.0, b=2.7, c=2.2, d=3.0)
    crank = m.body("crank", estimate=(0, 0, 1.0))
    coupler = m.body("coupler", estimate=(0.5, 0.8, 0.4))
    follower = m.body("follower", estimate=(3, 0, 1.7))
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(a, 0), coupler.at(0, 0))
    m.revolute("C", coupler.at(b, 0), follower.at(c, 0))
    m.revolute("D", m.ground.at(d, 0), follower.at(0, 0))
    m.drive("motor", joint="A", angle="1 + t")
    found = m.sensitivity("follower.angle", until=1.0, points=11)
    run = found.run
    theta, psi = run["crank.angle"], run["follower.angle"]
    # F = d^2 + a^2 + c^2 - b^2 + 2 c (d cos psi - a cos(theta - psi)) - 2 a d cos theta = 0
    slope = 2 * 2.2 * (-3.0 * np.sin(psi) - 1.0 * np.sin(theta - psi))
    by = {
        "a": 2 * 1.0 - 2 * 2.2 * np.cos(theta - psi) - 2 * 3.0 * np.cos(theta),
        "b": -2 * 2.7 * np.ones_like(psi),
        "c": 2 * 2.2 + 2 * (3.0 * np.cos(psi) - np.cos(theta - psi)),
        "d": 2 * 3.0 + 2 * 2.2 * np.cos(psi) - 2 * np.cos(theta),
    }
    for name, part in by.items():
        np.testing.assert_allclose(found["follower.angle", name], -part / slope, rtol=0, atol=1e-13)


@pytest.mark.parametrize("formulation", ["cartesian", "joint"])
@pytest.mark.parametrize("method", ["direct", "complex"])
def test_a_hanging_mass_rests_where_its_spring_says(method: str, formulation: str) -> None:
    found = hanging_mass().sensitivity(
        ["block.y", "spring.strength", "energy.potential"],
        analysis="equilibrium",
        method=method,
        formulation=formulation,
    )
    weight = 2.0 * 9.81
    expected = {"k": weight / 100**2, "mass": -9.81 / 100, "free": -1.0, "c": 0.0}
    for name, value in expected.items():
        assert found["block.y", name] == pytest.approx(value, abs=1e-13)
    assert found["spring.strength", "mass"] == pytest.approx(9.81, rel=1e-12)
    assert found["spring.strength", "k"] == pytest.approx(0.0, abs=1e-13)
    assert found["energy.potential", "k"] == pytest.approx(0.5 * (weight / 100) ** 2, rel=1e-11)


def test_reactions_at_rest_are_differentiated_too() -> None:
    found = pendulum().sensitivity(["O.fy", "arm.angle"], analysis="equilibrium")
    assert found.values["O.fy"] == pytest.approx(1.3 * 9.81, rel=1e-12)
    assert found["O.fy", "mass"] == pytest.approx(9.81, rel=1e-12)
    assert found["arm.angle", "length"] == pytest.approx(0.0, abs=1e-12)


def test_the_frequency_of_a_pendulum_falls_with_its_length() -> None:
    found = pendulum().sensitivity(["frequency 1", "hertz(1)", "frequency(1)^2*length"], analysis="linearise")
    frequency = sqrt(9.81 / 0.7)
    assert found.values["frequency 1"] == pytest.approx(frequency, rel=1e-8)
    assert found["frequency 1", "length"] == pytest.approx(-0.5 * frequency / 0.7, rel=1e-8)
    assert found["hertz(1)", "mass"] == pytest.approx(0.0, abs=1e-8)
    assert found["frequency(1)^2*length", "length"] == pytest.approx(0.0, abs=1e-7)


def test_frequency_and_damping_of_a_damped_mass_follow_the_formula() -> None:
    found = hanging_mass().sensitivity(["frequency(1)", "damping(1)", "block.y"], analysis="linearise")
    frequency = sqrt(50.0)
    damping = 3 / (2 * sqrt(200.0))
    assert found["frequency(1)", "k"] == pytest.approx(0.5 * frequency / 100, rel=1e-9)
    assert found["frequency(1)", "mass"] == pytest.approx(-0.5 * frequency / 2, rel=1e-9)
    assert found["damping(1)", "c"] == pytest.approx(damping / 3, rel=1e-9)
    assert found["damping(1)", "k"] == pytest.approx(-0.5 * damping / 100, rel=1e-9)
    assert found["block.y", "free"] == pytest.approx(-1.0, rel=1e-12)


def test_repeated_roots_are_said_so() -> None:
    m = lw.Planar("two equal masses")
    m.parameters(k=50.0, other=50.0)
    for number, stiffness in enumerate(("k", "other")):
        block = m.body(f"block{number}", estimate=(1, number, 0))
        m.mass(f"block{number}", mass=2, inertia=1)
        m.translational(f"guide{number}", m.ground.line((0, number), (1, number)), block.line((0, 0), (1, 0)))
        m.spring(f"spring{number}", m.ground.at(0, number), block.at(0, 0), stiffness=stiffness, free_length=1)
    found = m.sensitivity(["frequency(1)", "frequency(2)"], to="k", analysis="linearise")
    assert any("modes 1, 2 have one root" in note for note in found.notes)
    slopes = sorted(found[name, "k"] for name in found.of)
    np.testing.assert_allclose(slopes, [0.0, 0.5 * 5 / 50], atol=1e-8)


def test_the_assembled_position_changes_with_lengths_as_the_motion_does() -> None:
    m = slider_crank()
    found = m.sensitivity(["slider.x", "rod.angle"], analysis="assembly", at=0.1)
    moved = m.sensitivity(["initial(slider.x)", "initial(rod.angle)"], until=0.2, points=3, start=0.1)
    for name in ("r", "l"):
        assert found["slider.x", name] == pytest.approx(moved["initial(slider.x)", name], rel=1e-12)
        assert found["rod.angle", name] == pytest.approx(moved["initial(rod.angle)", name], rel=1e-12)


def test_near_lock_up_derivatives_grow_and_that_is_said() -> None:
    m = slider_crank()
    m.set(l=0.2001)
    found = m.sensitivity("slider.x", to="l", analysis="assembly", at=0.25)
    root = sqrt(0.2001**2 - 0.2**2)
    assert found["slider.x", "l"] == pytest.approx(0.2001 / root, rel=1e-9)
    assert any("derivatives grow as its inverse" in note for note in found.notes)


def test_a_free_mass_falls_and_its_time_of_impact_follows_the_formula() -> None:
    m = lw.Planar("ball")
    m.parameters(h=1.0, g=10.0)
    m.set_gravity(0, "-g")
    m.body("ball", estimate=(0, "h", 0))
    m.mass("ball", mass=1, inertia=0.1)
    m.event("hit", "ball.y", "falling", jump={"ball.vy": -0.5})
    found = m.sensitivity(["time(hit)", "at_event(ball.vy, hit)"], analysis="simulate", until=0.7, points=71)
    falls = sqrt(0.2)
    assert found["time(hit)", "h"] == pytest.approx(0.5 * falls, rel=1e-8)
    assert found["time(hit)", "g"] == pytest.approx(-0.5 * falls / 10, rel=1e-8)
    assert found["at_event(ball.vy, hit)", "h"] == pytest.approx(-sqrt(2 * 10) / 2, rel=1e-6)
