"""Times at which functions of time jump, and estimates that the program makes, carry exact derivatives."""

from __future__ import annotations

from math import asin, cos, pi, sin
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.assembly.estimates import guess
from linkwork.analysis.sensitivity.dynamic import simulate_tangents
from linkwork.elements.spatial import catalogue as library

STEP = 1e-30


def pushed(law: Any, **values: float) -> lw.Planar:
    m = lw.Planar("pushed block")
    m.parameters(**values)
    block = m.body("block", estimate=(0, 0, 0))
    m.mass(block, mass=2, inertia=1)
    m.translational("guide", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.force("push", block, x=law)
    return m


def slopes(m: lw.Planar, until: float) -> tuple[float, dict[str, float]]:
    run, tangents = simulate_tangents(m, list(m.parameters_by_name), until, 3, progress=False)
    index = list(run.system.coordinates).index("block.x")
    return float(run["block.x"][-1]), {one.parameter: float(one.q[-1, index]) for one in tangents}


def test_a_jump_whose_time_is_a_formula_of_a_parameter() -> None:
    x, found = slopes(pushed("if(t > b^2, F, 0)", b=0.5, F=3.0), 1.0)
    assert x == pytest.approx(3.0 / 4 * 0.75**2, rel=1e-12)
    assert found["b"] == pytest.approx(-3.0 / 2 * 0.75 * 2 * 0.5, rel=1e-12)
    assert found["F"] == pytest.approx(0.75**2 / 4, rel=1e-12)


def test_a_jump_where_a_sine_passes_a_level() -> None:
    """The force acts from asin(s)/w to (pi - asin(s))/w: between the two x'' = 3/2."""
    m = pushed("if(sin(w*t) > s, 3, 0)", w=4.0, s=0.5)
    _, found = slopes(m, 1.0)
    on, off = asin(0.5) / 4, (pi - asin(0.5)) / 4
    by_on, by_off = -3 / 2 * (1 - on), 3 / 2 * (1 - off)
    assert found["w"] == pytest.approx(-by_on * on / 4 - by_off * off / 4, rel=1e-11)
    slope = 1 / (4 * cos(asin(0.5)))
    assert found["s"] == pytest.approx(by_on * slope - by_off * slope, rel=1e-11)


def test_a_pulse_that_repeats_moves_with_its_period_and_its_width() -> None:
    law = {"type": "piecewise", "period": "T", "pieces": [{"until": "d", "function": "4"}, {"function": "0"}]}
    m = pushed(law, T=0.3, d=0.1)
    x, found = slopes(m, 1.0)
    begins, ends = [0.0, 0.3, 0.6, 0.9], [0.1, 0.4, 0.7, 1.0]
    assert x == pytest.approx(
        sum((1 - on) ** 2 - (1 - off) ** 2 for on, off in zip(begins, ends, strict=True)), rel=1e-9
    )
    assert found["d"] == pytest.approx(sum(2 * (1 - off) for off in ends), rel=1e-9)
    turns = [0, 1, 2, 3]
    exact = sum(n * 2 * (on - 1) + n * 2 * (1 - off) for n, on, off in zip(turns, begins, ends, strict=True))
    assert found["T"] == pytest.approx(exact, rel=1e-9)


def hung() -> lw.Planar:
    """A chain of bodies without estimates: one slides, one hangs on it, one is driven."""
    m = lw.Planar("hung")
    m.parameters(a=0.4, l=0.7, tilt=0.3)
    slide, rod, arm = m.body("slide"), m.body("rod"), m.body("arm")
    m.translational("guide", m.ground.line((0, "a"), ("cos(tilt)", "a + sin(tilt)")), slide.line((0, 0), ("l", 0.1)))
    m.revolute("A", slide.at("l", 0), rod.at("l/3", 0.1))
    m.revolute("B", rod.at("l", 0), arm.at(0, "a"))
    m.drive("turn", angle="tilt + 0.2", between=("rod", "arm"))
    return m


def hung_in_space() -> lw.Spatial:
    m = lw.Spatial("hung in space")
    m.parameters(a=0.4, l=0.7, tilt=0.3)
    m.body("slide")
    m.body("rod")
    axis = ["cos(tilt)", "sin(tilt)", 0.2]
    m.joint("guide", library.Translational, between=["ground", "slide"], at=[0, "a", 0.1], axis=axis)
    ends = [{"slide": {"at": ["l", 0, 0], "axis": [0, "a", 1]}}, {"rod": {"at": ["l/3", 0.1, 0], "axis": [1, 0, "l"]}}]
    m.joint("A", library.Revolute, between=ends)
    return m


@pytest.mark.parametrize("build", [hung, hung_in_space])
def test_estimates_of_the_program_carry_derivatives(build: Any) -> None:
    m, moved = build(), False
    values = {"a": 0.4, "l": 0.7, "tilt": 0.3}
    for name, value in values.items():
        found = guess(m.system(scalar="complex").with_parameters({name: complex(value, STEP)}), 0.0)
        moved = moved or bool(np.max(np.abs(found.imag)) > 0.1 * STEP)
        plain = m.system()
        h, shares = 2e-3, ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280))
        near = sum(
            weight * sign * guess(plain.with_parameters({name: value + sign * share * h}), 0.0)
            for share, weight in shares
            for sign in (1, -1)
        )
        np.testing.assert_allclose(found.real, guess(plain, 0.0), rtol=1e-14, atol=1e-14)
        np.testing.assert_allclose(found.imag / STEP, near / h, atol=1e-11)
    assert moved


def test_a_start_without_estimates_is_differentiated_exactly() -> None:
    """The bob hangs from a point at (0, a) and starts where the program puts it: at a fixed angle."""
    m = lw.Planar("unplaced")
    m.parameters(a=0.4, l=0.7)
    bob = m.body("bob")
    m.mass(bob, mass=1, inertia=0.1, center=("l", 0))
    m.revolute("O", m.ground.at(0, "a"), bob.at("l", 0))
    found = m.sensitivity(["initial(bob.x)", "initial(bob.y)"], analysis="simulate", until=0.1, points=3)
    angle = float(m.assemble().q[2])
    assert found["initial(bob.x)", "l"] == pytest.approx(-cos(angle), rel=1e-13)
    assert found["initial(bob.y)", "l"] == pytest.approx(-sin(angle), rel=1e-13)
    assert found["initial(bob.y)", "a"] == pytest.approx(1.0, rel=1e-13)


@pytest.mark.parametrize("damped", ["", " - block.vx"])  # a function of time, which breaks, and a law, which switches
def test_changes_on_one_moment_that_a_parameter_takes_apart_are_refused(damped: str) -> None:
    """Two pulses end at 0.1 s: together for any k, or only for k = 2, where the time of one end has the slope 0.05."""
    answers = {"analysis": "simulate", "until": 0.3, "points": 3, "method": "direct"}
    one = pushed(f"if(t < 0.05*k, 4, 0) + if(t < 0.1, 8, 0){damped}", k=2.0)
    with pytest.raises(lw.LinkworkError, match=r"two functions of time change at t = 0\.1 s"):
        one.sensitivity("final(block.vx)", "k", **answers)
    both = pushed(f"if(t < 0.05*k, 4, 0) + if(t < 0.05*k, 8, 0){damped}", k=2.0)
    slope = 0.05 * 12 / 2 if not damped else 0.05 * 12 / 2 * np.exp(-0.2 / 2)
    found = both.sensitivity("final(block.vx)", "k", rtol=1e-10, atol=1e-12, **answers)
    assert found["final(block.vx)", "k"] == pytest.approx(slope, rel=1e-8)


def test_changes_on_one_moment_in_the_adjoint() -> None:
    """Times that coincide are one in the run and two in tables that carry their derivatives: columns were mistaken."""
    answers = {"analysis": "simulate", "until": 0.3, "points": 3, "method": "adjoint"}
    asked = ["final(block.vx)", "final(block.x)"]
    one = pushed("if(t < 0.05*k, 4, 0) + if(t < 0.1, F, 0)", k=2.0, F=8.0)
    with pytest.raises(lw.LinkworkError, match=r"two functions of time change at t = 0\.1 s"):
        one.sensitivity(asked, ["k", "F"], **answers)
    found = one.sensitivity(asked, "F", **answers)
    assert found["final(block.vx)", "F"] == pytest.approx(0.1 / 2, rel=1e-9)
    both = pushed("if(t < 0.05*k, 4, 0) + if(t < 0.05*k, 8, 0)", k=2.0)
    found = both.sensitivity(asked, "k", **answers)
    assert found["final(block.vx)", "k"] == pytest.approx(0.05 * 12 / 2, rel=1e-9)
    assert found["final(block.x)", "k"] == pytest.approx(0.05 * 12 / 2 * 0.2, rel=1e-9)
