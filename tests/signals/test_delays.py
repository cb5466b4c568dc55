"""Delays in time: closed forms of the method of steps, feedback of the past, rational delays, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.formats.model_file import loads


def swing(pieces: int) -> float:
    """How far the delayed swing is from the swing a delay ago, at most."""
    m = lw.Planar("swing")
    m.state("x", acceleration="-25*x", start=1)
    m.delay("y", "x", 0.3, pieces=pieces)
    run = m.simulate(until=2.0, points=402, rtol=1e-12, atol=1e-13)
    assert np.all(run["y"][run.t < 0.3] == 0)
    late = run.t > 0.3
    return float(np.abs(run["y"][late] - np.cos(5 * (run.t[late] - 0.3))).max())


def test_the_output_is_the_input_a_delay_ago_and_more_samples_make_it_exact() -> None:
    coarse, fine = swing(8), swing(16)
    assert fine < 2e-6 and swing(64) < 2e-10
    assert 5 < np.log2(coarse / fine) < 7


def test_a_delay_differential_equation_follows_the_method_of_steps() -> None:
    """x' = -x(t - 1), x = 1 before: 1 - t, then a parabola, then a cubic, each joined to the one before."""
    m = lw.Planar("steps")
    m.state("x", rate="-y", start=1)
    m.delay("y", "x", 1, start=1, pieces=64)
    run = m.simulate(until=3.0, points=301, rtol=1e-10, atol=1e-12)
    t = run.t
    exact = 1 - t + np.where(t > 1, (t - 1) ** 2 / 2, 0) - np.where(t > 2, (t - 2) ** 3 / 6, 0)
    assert run["x"] == pytest.approx(exact, abs=2e-7)


@pytest.mark.parametrize("method", ["dop853", "adams", "radau", "rk4"])
def test_a_step_comes_out_as_a_step_in_every_method(method: str) -> None:
    m = lw.Planar("step")
    m.state("x", rate="y")
    m.delay("y", "1 + 0*x", 0.25)
    options: dict[str, Any] = {"step": 0.01} if method == "rk4" else {}
    run = m.simulate(until=1.0, points=41, method=method, **options)
    assert run["x"] == pytest.approx(np.maximum(run.t - 0.25, 0), abs=1e-9)


def test_what_is_fed_back_reads_the_past() -> None:
    m = lw.Planar("feedback")
    m.signal("u", "1 - 0.5*y")
    m.delay("y", "u", 0.1)
    run = m.simulate(until=0.55, points=12)
    assert run["y"][1::2] == pytest.approx([0, 1, 0.5, 0.75, 0.625, 0.6875])


def test_a_rational_delay_has_the_phase_of_a_delay_and_no_other_size() -> None:
    m = lw.Planar("rational")
    m.input_signal("r")
    m.delay("y", "r", 0.2, pade=4)
    linear = m.linearise(inputs=["r"], outputs=["y"])
    a, b, c, d = (np.array(one) for one in (linear.A, linear.B, linear.C, linear.D))
    for omega in (1.0, 5.0, 10.0):
        value = (c @ np.linalg.solve(1j * omega * np.eye(len(a)) - a, b) + d).item()
        first = (0.2 * omega) ** 9 * math.factorial(4) ** 2 / (math.factorial(8) * math.factorial(9))
        assert abs(value) == pytest.approx(1, abs=1e-12)
        assert 0.5 * first < abs(value - np.exp(-0.2j * omega)) + 1e-14 < 1.1 * first + 2e-14


def test_a_file_and_python_say_the_same_and_what_cannot_be_is_refused_by_name() -> None:
    text = """
linkwork: 1
name: a delay
signals:
  x: {type: state, acceleration: -25*x, start: 1}
  y: {type: delay, input: x, time: 300 ms}
"""
    run = loads(text).simulate(until=1.0, points=11)
    assert run["y"][-1] == pytest.approx(np.cos(3.5), abs=1e-8)
    m = lw.Planar("bad")
    m.state("x", rate="-y", start=1)
    m.delay("y", "x", 0)
    with pytest.raises(lw.LinkworkError, match="signal 'y': time must be greater than zero"):
        m.simulate(until=1.0)
    m = lw.Planar("bad")
    m.state("x", rate="-y", start=1)
    m.delay("y", "x", 0.1, 1, pade=2)
    with pytest.raises(lw.LinkworkError, match="a rational delay begins at rest"):
        m.simulate(until=1.0)
