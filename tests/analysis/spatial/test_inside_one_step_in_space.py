"""Events and pulses that begin and end inside one step are seen in space as in the plane."""

from __future__ import annotations

from math import floor, pi, sqrt

import pytest

import linkwork as lw

FAR, SIDE, SPEED = 500.0, 0.2, 100.0
RING = "1 - sqrt(ball.x**2 + ball.y**2 + ball.z**2)"


def ball(x: float = 0.0) -> lw.Spatial:
    m = lw.Spatial("ball")
    m.body("ball", (x, SIDE, 0), mass={"mass": 1, "inertia": [0.1, 0.1, 0.1]})
    return m


@pytest.mark.parametrize("method", ["dop853", "adams", "radau"])
@pytest.mark.parametrize("stop", [False, True])
def test_a_ball_that_flies_through_a_ring_meets_it_on_both_sides(method: str, stop: bool) -> None:
    m = ball(-FAR)
    m.event("ring", RING, stop=stop)
    run = m.simulate(10, 3, method=method, speeds={"ball.vx": SPEED}, progress=False)
    half = sqrt(1.0 - SIDE * SIDE) / SPEED
    times = [event.t for event in run.events if event.kind == "event"]
    expected = [FAR / SPEED - half] if stop else [FAR / SPEED - half, FAR / SPEED + half]
    assert times == pytest.approx(expected, abs=1e-9)
    assert run.t[-1] == pytest.approx(expected[0] if stop else 10.0, abs=1e-9)


def test_every_rise_of_what_turns_fast_is_found() -> None:
    m = ball()
    m.event("time", "sin(50*t)", direction="rising")
    m.event("turn", "sin(10*ball.rz)", direction="rising")
    run = m.simulate(2, 3, speeds={"ball.vx": 1, "ball.wz": 1.5}, progress=False)
    names = [event.name for event in run.events]
    assert names.count("time") == floor(50 * 2 / (2 * pi))
    assert names.count("turn") == floor(10 * 3 / (2 * pi))


@pytest.mark.parametrize("method", ["dop853", "adams", "radau", "rk4", "alpha"])
def test_a_pulse_of_two_milliseconds_gives_its_impulse(method: str) -> None:
    m = ball()
    m.force("pulse", "ball", x="if(abs(t - 5.003) < 0.001, 1000, 0)")
    m.force("twist", "ball", torque=(0, 0, "if(abs(t - 7.003) < 0.001, 10, 0)"))
    steps = {"step": 0.05} if method == "rk4" else {}
    run = m.simulate(10, 3, method=method, progress=False, **steps)
    allowed = 1e-6 if method == "alpha" else 1e-9  # alpha is of order 2, and its turns follow its tolerance
    assert run["ball.vx"][-1] == pytest.approx(2.0, abs=allowed)
    assert run["ball.wz"][-1] == pytest.approx(0.2, abs=allowed)
