"""Signals: sensors, filters, PID and sampled controllers, user states, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.oscillator import EXACT, cart, oscillator, wheel
from linkwork.base.errors import MechanismError

pytestmark = pytest.mark.both_coordinates


def test_a_filter_answers_a_step_as_its_transfer_function_says() -> None:
    """(2 + s) / (25 + 6 s + s^2) of a unit step: partial fractions."""
    m = wheel()
    m.filter("y", "1", numerator=(2, 1), denominator=(25, 6, 1))
    run = m.simulate(3.0, 61, **EXACT)
    t = run.t
    swing, impulse = np.cos(4 * t) + 3 / 4 * np.sin(4 * t), np.sin(4 * t) / 4
    assert np.allclose(run["y"], 2 / 25 * (1 - np.exp(-3 * t) * swing) + np.exp(-3 * t) * impulse, atol=1e-9)


def test_a_filter_with_equal_orders_passes_the_step_at_once() -> None:
    """(1 + 2 s) / (1 + s/2): jumps to 4, falls to 1."""
    m = wheel()
    m.filter("y", "1", numerator=(1, 2), denominator=(1, 0.5))
    run = m.simulate(2.0, 21, **EXACT)
    assert np.allclose(run["y"], 1 + 3 * np.exp(-2 * run.t), atol=1e-9)


def test_a_lag_follows_a_ramp_one_time_constant_late() -> None:
    m = wheel()
    m.filter("y", "3*t", time_constant=0.2)
    run = m.simulate(3.0, 31, **EXACT)
    assert np.allclose(run["y"], 3 * (run.t - 0.2 * (1 - np.exp(-run.t / 0.2))), atol=1e-9)


def test_a_state_solves_the_users_differential_equation() -> None:
    m = wheel()
    m.state("x", rate="-2*x + v", start=1)
    m.state("v", rate="-x", start=0)
    run = m.simulate(2.0, 21, **EXACT)
    assert np.allclose(run["x"], (1 - run.t) * np.exp(-run.t), atol=1e-9)


def test_a_pid_controller_moves_a_mass_as_its_characteristic_polynomial_says() -> None:
    """P and D only, filtered so quickly that the derivative is exact to the filter's time constant."""
    m = cart(mass=1.0)
    m.pid("push", "1 - cart.x", proportional=25, derivative=6, filter_time=1e-5)
    m.force("actuator", "cart", x="push")
    run = m.simulate(0.3, 31, **EXACT)
    # e = 1 - x, the filter starts at rest: its first impulse is that of a step of the error
    t = run.t
    assert np.allclose(run["push"][-1], 25 * (1 - run["cart.x"][-1]) - 6 * run["cart.vx"][-1], atol=2e-2)
    damped = np.exp(-3 * t) * (np.cos(4 * t) + (3 - 6) / 4 * np.sin(4 * t))
    assert np.max(np.abs(run["cart.x"] - (1 - damped))[3:]) < 2e-4


def test_the_integral_of_a_pid_is_the_integral_of_the_error() -> None:
    m = wheel()
    m.pid("u", "cos(3*t)", proportional=2, integral=5)
    run = m.simulate(2.0, 41, **EXACT)
    assert np.allclose(run["u"], 2 * np.cos(3 * run.t) + 5 * np.sin(3 * run.t) / 3, atol=1e-9)
    assert np.allclose(run["u.integral"], np.sin(3 * run.t) / 3, atol=1e-9)


def test_a_limited_pid_does_not_wind_up() -> None:
    """While the output is at its limit the integral stands still; when the error turns, it leaves the limit at once."""
    m = wheel()
    m.pid("u", "if(t < 1, 1, -1)", proportional=1, integral=2, limits=(-1.5, 1.5))
    run = m.simulate(2.0, 201, **EXACT)
    assert np.max(np.abs(run["u"])) <= 1.5
    assert abs(run["u.integral"][100] - 0.25) < 1e-6
    after = np.searchsorted(run.t, 1.1)
    assert run["u"][after] < 0.0


def test_a_sampled_controller_is_its_recursion() -> None:
    """P + I + D on samples of a known input: u_n = P e_n + I T sum + D (e_n - e_(n-1)) / T, held in between."""
    m = wheel()
    m.sampled("u", "sin(5*t)", period=0.1, proportional=2, integral=3, derivative=0.05)
    run = m.simulate(1.0, 401, **EXACT)
    samples = np.sin(5 * 0.1 * np.arange(11))
    before = np.concatenate([[0.0], samples[:-1]])
    held = 2 * samples + 3 * 0.1 * np.cumsum(samples) + 0.05 * (samples - before) / 0.1
    inside = np.abs(run.t / 0.1 - np.round(run.t / 0.1)) > 1e-6
    assert np.allclose(run["u"][inside], held[np.floor(run.t[inside] / 0.1).astype(int)], atol=1e-9)


def test_a_sampled_loop_is_its_discrete_recursion() -> None:
    """A mass under a sampled speed controller: v_(n+1) = v_n + T k (w - v_n), straight between the samples."""
    m = cart(mass=1.0)
    m.sampled("u", "2 - cart.vx", period=0.25, proportional=1.6)
    m.force("actuator", "cart", x="u")
    run = m.simulate(2.0, 9, **EXACT)
    expected = [0.0]
    for _ in range(8):
        expected.append(expected[-1] + 0.25 * 1.6 * (2 - expected[-1]))
    assert np.allclose(run["cart.vx"], expected, atol=1e-10)


def test_a_sensor_and_its_rate_read_any_distance() -> None:
    m = cart(x=1.0)
    m.sensor("gap", "distance(cart, ground)")
    m.signal("doubled", "2*gap + gap.rate")
    run = m.simulate(1.0, 11, speeds={"cart.vx": 0.5}, **EXACT)
    assert np.allclose(run["gap"], 1 + 0.5 * run.t, atol=1e-12)
    assert np.allclose(run["doubled"], 2.5 + run.t, atol=1e-12)


def test_laws_read_what_springs_and_joints_measure() -> None:
    m = oscillator(stiffness=4.0, x=1.0)
    m.signal("stretch", "spring.position + cart_rail.speed")
    run = m.simulate(1.0, 11, **EXACT)
    assert np.allclose(run["stretch"], np.cos(2 * run.t) - 2 * np.sin(2 * run.t), atol=1e-9)


def test_signals_that_depend_on_each_other_in_a_circle_are_refused() -> None:
    m = wheel()
    m.signal("a", "2*b")
    m.signal("b", "a + wheel.omega")
    with pytest.raises(MechanismError, match="depends on itself: a -> b -> a"):
        m.simulate(1.0, 3, progress=False)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("wheel.alpha", "accelerations follow from the forces; .* or measure it by a filter"),
        ("wheal.omega", "did you mean 'wheel.omega'"),
        ("drive.strength", "forces are evaluated after signals"),
    ],
)
def test_a_law_that_reads_what_it_cannot_is_told_so(name: str, message: str) -> None:
    m = wheel()
    m.force("drive", "wheel", torque=f"3 - {name}")
    with pytest.raises(MechanismError, match=message):
        m.simulate(1.0, 3, progress=False)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"denominator": (1,)}, "at least two coefficients"),
        ({"denominator": (1, 0)}, "must not be zero"),
        ({"numerator": (1, 2, 3), "denominator": (1, 2)}, "higher power of s"),
        ({"time_constant": 0}, "greater than zero"),
    ],
)
def test_filters_that_cannot_be_are_refused(fields: dict[str, object], message: str) -> None:
    m = wheel()
    m.filter("y", "t", **fields)
    with pytest.raises(MechanismError, match=message):
        m.simulate(1.0, 3, progress=False)


def test_the_first_sample_of_a_controller_has_no_derivative() -> None:
    m = wheel()
    m.sampled("u", "3 + 2*t", period=0.1, proportional=0, derivative=1)
    u = m.simulate(0.24, 5, progress=False)["u"]
    assert u == pytest.approx([0, 0, 2, 2, 2])
