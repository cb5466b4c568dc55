"""Controllers by matrices, samples that come late, moves within limits: against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

EXACT: Any = {"rtol": 1e-10, "atol": 1e-12}


def test_a_state_space_answers_as_the_transfer_function_that_it_realises() -> None:
    """(2 + s)/(25 + 6 s + s^2), once as a filter, once by matrices; with two inputs they add."""
    m = lw.Planar("both")
    m.filter("f", "sin(3*t)", numerator=(2, 1), denominator=(25, 6, 1))
    m.state_space("y", ["sin(3*t)"], [[0, 1], [-25, -6]], [[0], [1]], [2, 1])
    m.state_space("two", ["sin(3*t)", "1"], [[0, 1], [-25, -6]], [[0, 0], [1, 0]], [2, 1], [0, 4])
    run = m.simulate(until=3.0, points=31, **EXACT)
    assert run["y"] == pytest.approx(run["f"], abs=1e-9)
    assert run["two"] == pytest.approx(run["f"] + 4, abs=1e-9)


def test_an_observer_comes_to_the_states_of_what_it_watches_as_its_poles_say() -> None:
    """A swing of 2 rad/s watched by its position; with L = (6, 5) the error has both poles at -3."""
    m = lw.Planar("watched")
    m.state("x", acceleration="-4*x", start=1)
    m.observer("seen", "x", [], [[0, 1], [-4, 0]], [], [1, 0], [6, 5])
    run = m.simulate(until=2.0, points=21, **EXACT)
    t, off, slope = run.t, run["x"] - run["seen.x1"], run["x.rate"] - run["seen.x2"]
    # the errors e1' = -6 e1 + e2, e2' = -9 e1 from e = (1, 0)
    assert off == pytest.approx((1 - 3 * t) * np.exp(-3 * t), abs=1e-9)
    assert slope == pytest.approx(-9 * t * np.exp(-3 * t), abs=1e-9)


def test_matrices_that_do_not_fit_are_refused_in_words() -> None:
    m = lw.Planar("wrong")
    m.state_space("y", ["1"], [[0, 1], [-25, -6]], [[0], [1]], [2])
    with pytest.raises(lw.LinkworkError, match=r"signal 'y': C has 1 entries; there are 2 states and 1 inputs"):
        m.simulate(until=1.0)


@pytest.mark.parametrize("delay", [0.03, 0.1, 0.25, 0.3, 0.6])  # 0.3/0.1 is a little below 3
def test_the_output_of_a_sampled_controller_comes_so_late_as_it_says(delay: float) -> None:
    m = lw.Planar("late")
    m.sampled("u", "t", period=0.1, delay=delay)
    run = m.simulate(until=1.0, points=1001)
    periods = (run.t - delay) / 0.1
    sure = np.abs(periods - np.round(periods)) > 1e-6  # at a sample itself either value is right
    expected = np.where(run.t >= delay, np.floor(periods) * 0.1, 0.0)
    assert run["u"][sure] == pytest.approx(expected[sure], abs=1e-9)


def test_a_loop_with_a_late_sampled_controller_is_the_recursion() -> None:
    """x' = u with u = -3 x(n T) that acts T/2 later, by hand."""
    m = lw.Planar("loop")
    m.state("x", rate="u", start=1)
    m.sampled("u", "-3*x", period=0.1, delay=0.05)
    run = m.simulate(until=1.0, points=11, **EXACT)
    x, before, found = 1.0, 0.0, [1.0]
    for _ in range(10):
        now = -3 * x
        x += 0.05 * before + 0.05 * now
        before = now
        found.append(x)
    assert run["x"] == pytest.approx(found, abs=1e-9)


def moved(**fields: Any) -> lw.Run:
    m = lw.Planar("move")
    m.signal("s", lw.Move(**fields))
    m.state("twice", rate="s")
    return m.simulate(until=4.0, points=4001)


def test_a_trapezoid_keeps_its_limits_and_arrives() -> None:
    """1 m at 0.5 m/s with 1 m/s^2: 0.5 s up, 1.5 s even, 0.5 s down; begun at 0.2 s."""
    run = moved(distance=1, speed=0.5, acceleration=1, begin=0.2, start=3)
    t, s = run.t, run["s"]
    assert s[t <= 0.2] == pytest.approx(3) and s[t >= 2.7] == pytest.approx(4)
    assert np.interp(1.45, t, s) == pytest.approx(3.5, abs=1e-12)
    rates = np.diff(s) / np.diff(t)
    assert rates.max() == pytest.approx(0.5, abs=1e-9) and np.abs(np.diff(rates) / 1e-3).max() < 1 + 1e-6


def test_a_move_that_begins_late_is_as_exact_as_one_that_begins_at_once() -> None:
    fields: dict[str, Any] = {"distance": 1, "speed": 0.5, "acceleration": 5, "jerk": 1000}
    m = lw.Planar("late")
    m.signal("s", lw.Move(**fields, begin=36000))
    late = m.simulate(start=36000, until=36003, points=301)["s"]
    at_once = moved(**fields)
    assert late == pytest.approx(at_once["s"][:3001:10], abs=1e-10)


@pytest.mark.parametrize(
    ("distance", "speed", "acceleration", "jerk", "lasts"),
    [
        (1.0, 0.5, 1.0, 4.0, 2.0 + 0.5 + 0.25),  # all seven stretches: d/v + v/a + a/j
        (-0.3, 0.5, 1.0, 4.0, 2 * (0.125 + (0.125**2 + 0.3) ** 0.5)),  # the speed is not reached
        (0.01, 0.5, 1.0, 4.0, 4 * (0.01 / 8) ** (1 / 3)),  # nor the acceleration
        (0.3, 0.1, 1.0, 4.0, 3.0 + 2 * (0.1 / 4) ** 0.5),  # the speed, not the acceleration
    ],
)
def test_an_s_curve_keeps_all_limits_and_arrives_in_the_time_of_the_book(
    distance: float, speed: float, acceleration: float, jerk: float, lasts: float
) -> None:
    run = moved(distance=distance, speed=speed, acceleration=acceleration, jerk=jerk)
    t, s = run.t, run["s"]
    assert s[-1] == pytest.approx(distance, abs=1e-12)
    assert np.abs(s[t >= lasts] - distance).max() < 1e-12 < np.abs(s[t < lasts - 0.02] - distance).min()
    rates, bends = np.diff(s) / 1e-3, np.diff(s, 2) / 1e-6
    assert np.abs(rates).max() <= speed * (1 + 1e-6)
    assert np.abs(bends).max() <= acceleration * (1 + 1e-6)
    assert np.abs(np.diff(bends) / 1e-3).max() <= jerk * (1 + 1e-4)


def test_a_move_without_an_acceleration_is_refused_in_words() -> None:
    with pytest.raises(lw.LinkworkError, match="move: acceleration must be greater than zero; it is 0"):
        moved(distance=1, speed=1, acceleration=0)


def test_an_unknown_that_goes_through_a_state_space_is_found_with_it() -> None:
    """z = 4 - y with y = x + z/2 and x' = -x from 1: z = (4 - x)/1.5."""
    m = lw.Planar("through")
    m.state_space("y", ["z"], [[-1]], [[0]], [1], [0.5], [1])
    m.algebraic("z", "z + y - 4")
    run = m.simulate(until=1.0, points=11, **EXACT)
    assert run["z"] == pytest.approx((4 - np.exp(-run.t)) / 1.5, abs=1e-9)


def held(friction: bool) -> lw.Run:
    """A carriage on a guide, driven to a place by samples of its error, and what it says a little later."""
    m = lw.Planar("carriage")
    m.body("carriage", mass={"mass": 1.0, "inertia": 1.0})
    m.translational("guide", "ground", "carriage", at=(0, 0), along=(1, 0))
    if friction:
        m.friction("rubs", "guide", 1e-12)
    m.sampled("u", "1 - carriage.x", period=0.05, proportional=4, integral=3, derivative=1.5)
    m.delay("late", "carriage.x", 0.2, pieces=8)
    m.force("push", "carriage", x="u - 0.5*late")
    return m.simulate(until=2.0, points=41, rtol=1e-9, atol=1e-11)


def test_a_sample_is_taken_once_however_often_forces_are_asked_for() -> None:
    """A joint that rubs by nothing has its forces solved once more at every sample."""
    plain, with_friction = held(False), held(True)
    for channel in ("carriage.x", "u", "late"):
        assert with_friction[channel] == pytest.approx(plain[channel], abs=1e-7)
    assert np.ptp(plain["u"]) > 1 and np.ptp(plain["late"]) > 0.3


def test_what_samples_cannot_carry_is_refused_or_told() -> None:
    m = lw.Planar("carriage")
    period = m.parameters(T=0.05)
    m.body("carriage", mass={"mass": 1.0, "inertia": 1.0})
    m.translational("guide", "ground", "carriage", at=(0, 0), along=(1, 0))
    m.sampled("u", "1 - carriage.x", period=period, proportional=4, derivative=1)
    m.force("push", "carriage", x="u + sin(2*pi*t) - carriage.vx")
    with pytest.raises(lw.LinkworkError, match="'u' is sampled, or a delay by its past"):
        m.periodic(period=1.0)
    with pytest.raises(lw.LinkworkError, match="time between samples carries no derivatives"):
        m.sensitivity(["carriage.x"], ["T"], analysis="simulate", until=0.5)
    assert any("hold the output they start with: u" in note for note in m.linearise(at=0.0).notes)
