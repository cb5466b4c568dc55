"""Generalised-alpha keeps its tolerance in states of elements and signals, also beside bodies that hardly move."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def _filtered(rtol: float) -> tuple[float, int]:
    """The largest error of T x' = cos(w t) - x beside a wheel that turns freely, and the steps that it took."""
    m = lw.Planar("wheel and filter")
    wheel = m.body("wheel", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), wheel.at(0, 0))
    m.mass("wheel", inertia=1)
    m.state("x", rate="(cos(3*t) - x)/0.2", start=0)
    run = m.simulate(4, 81, method="alpha", rtol=rtol, speeds={"wheel.omega": 1}, progress=False)
    time, rate, size = run.t, 3 * 0.2, 1 + (3 * 0.2) ** 2
    exact = (np.cos(3 * time) + rate * np.sin(3 * time) - np.exp(-time / 0.2)) / size
    return float(np.abs(run["x"] - exact).max()), int(run.statistics["steps"])


def test_a_filter_beside_a_free_wheel_follows_the_tolerance() -> None:
    """A method of second order with an error that is held step by step: the whole goes with the power 2/3."""
    errors, steps = zip(*(_filtered(rtol) for rtol in (1e-4, 1e-6)), strict=True)
    assert errors[0] < 5e-4
    assert 10 < errors[0] / errors[1] < 40  # 100^(2/3) is 21.5
    assert 2.5 < steps[1] / steps[0] < 8  # 100^(1/3) is 4.6


def test_a_stiff_state_does_not_shorten_the_steps_once_it_has_settled() -> None:
    m = lw.Planar("wheel and fast filter")
    wheel = m.body("wheel", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), wheel.at(0, 0))
    m.mass("wheel", inertia=1)
    m.state("x", rate="(cos(3*t) - x)/1e-5", start=1)
    run = m.simulate(4, 81, method="alpha", rtol=1e-5, speeds={"wheel.omega": 1}, progress=False)
    np.testing.assert_allclose(run["x"], np.cos(3 * run.t), atol=2e-3)
    assert run.statistics["steps"] < 400  # 400,000 of its own time constants have gone by


@pytest.mark.parametrize("rtol", [1e-5])
def test_a_circuit_without_bodies_goes_by_alpha(rtol: float) -> None:
    m = lw.Planar("circuit")
    c = m.circuit("c")
    c.voltage_source("E", "a", "ground", "sin(10*t)")
    c.resistor("R", "a", "b", 1000)
    c.capacitor("C", "b", "ground", 1e-4)
    run = m.simulate(1, 101, method="alpha", rtol=rtol, progress=False)
    exact = (np.sin(10 * run.t) - np.cos(10 * run.t) + np.exp(-10 * run.t)) / 2
    np.testing.assert_allclose(run["c.b.voltage"], exact, atol=2e-3)


def _struck(method: str, **options: float) -> lw.Run:
    """A ball meets the end of a rod whose one mode is damped."""
    frequency, shape, mass = 16_000.0, 1.53, 0.85
    m = lw.Planar("ball and rod")
    modes = {
        "mass": [1.0],
        "stiffness": [frequency**2],
        "damping": [3.7e-6 * frequency**2],
        "interfaces": {"end": {"at": [0, 0], "translation": [[shape, 0]]}},
    }
    rod = m.modal("rod", mass={"mass": mass, "center": (0.5, 0), "inertia": mass / 3}, modes=modes, estimate=(0, 0, 0))
    ball = m.body("ball", estimate=(-0.015, 0, 0), mass={"mass": 0.11, "inertia": 1e-5})
    ball.profile("rim", lw.circle(0.015))
    end = rod.interface("end").profile("face", lw.wall((0, 0), (0, -1)))
    m.contact("C", end, "ball.rim", force={"type": "hertz", "stiffness": 9.7e9})
    return m.simulate(0.002, 21, method=method, speeds={"ball.vx": 0.28}, progress=False, **options)


@pytest.mark.parametrize("rtol", [1e-6, 1e-8])
def test_energy_that_is_lost_is_that_of_the_steps_and_not_of_states_moved_for_a_difference(rtol: float) -> None:
    """Where a new matrix was made in the last round of a step, powers were those of a moved state."""
    expected = _struck("dop853", rtol=1e-10)["energy.lost"]
    run = _struck("alpha", rtol=rtol)
    np.testing.assert_allclose(run["energy.lost"], expected, atol=2e-3 * expected[-1])
    assert np.max(np.abs(run["energy.balance"])) < 2e-3 * run["energy.kinetic"][0]
