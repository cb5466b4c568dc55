"""Answers over the frequency and slopes over the lateral acceleration against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from linkwork.base.errors import MechanismError
from linkwork.vehicles import Handling, LinearTyre, SingleTrack, frequency_response

CAR = SingleTrack(1500, 2500, 1.2, 1.5, LinearTyre(9e4), LinearTyre(1.1e5))
SPEED, SPACING = 30.0, 0.01
MATRIX, PUSH = CAR.matrix(SPEED), np.array([9e4 / 1500, 1.2 * 9e4 / 2500])


def closed(frequency: Any) -> Any:
    """Of the yaw rate by points of the angle of the wheels, straight lines between (hence the square of sinc)."""
    rows = [np.linalg.solve(2j * np.pi * f * np.eye(2) - MATRIX, PUSH)[1] for f in frequency]
    return np.array(rows) * np.sinc(SPACING * np.asarray(frequency)) ** 2


def answered(steer: Any) -> Any:
    """The yaw rate to a steering that is straight between its points: exact, step by step."""
    big = np.zeros((4, 4))
    big[:2, :2], big[:2, 2], big[2, 3] = MATRIX, PUSH, 1.0
    step, state, rates = expm(big * SPACING), np.zeros(2), []
    for now, then in zip(steer, [*steer[1:], steer[-1]], strict=True):
        rates.append(state[1])
        state = (step @ [*state, now, (then - now) / SPACING])[:2]
    return np.array(rates)


def test_a_pulse_tells_gain_phase_peak_and_equivalent_time_of_the_matrix() -> None:
    t = np.arange(0, 20, SPACING)
    steer = np.where(t < 0.4, 0.02 * np.sin(np.pi * t / 0.4) ** 2, 0.0)
    told = frequency_response(t, steer, answered(steer))
    exact = closed(told.frequency)
    assert told.gain == pytest.approx(np.abs(exact), rel=2e-3)
    assert told.phase == pytest.approx(np.unwrap(np.angle(exact)), abs=2e-3)
    assert told.coherence == pytest.approx(1.0)
    fine = np.linspace(0, 4, 4001)
    gains, phases = np.abs(closed(fine)), np.unwrap(np.angle(closed(fine)))
    assert told.steady_gain == pytest.approx(CAR.yaw_rate(SPEED, 1.0), rel=1e-3)
    assert told.peak[0] == pytest.approx(fine[np.argmax(gains)], abs=0.03)
    assert told.peak[1] == pytest.approx(gains.max() / gains[0], rel=2e-3)
    late = fine[np.argmax(phases < -np.pi / 4)]
    assert told.equivalent_time == pytest.approx(1 / (2 * np.pi * late), rel=2e-3)
    opposite = frequency_response(t, -steer, answered(steer))  # where one of the two counts to the other side
    assert abs(opposite.phase[0]) == pytest.approx(np.pi, abs=1e-6)
    assert opposite.equivalent_time == pytest.approx(told.equivalent_time, rel=1e-9)


def test_random_steering_with_noise_tells_the_same_and_how_sure_it_is() -> None:
    random = np.random.default_rng(1)
    t = np.arange(0, 300, SPACING)
    kernel = np.hanning(25)
    steer = 0.01 * np.convolve(random.normal(size=len(t)), kernel / kernel.sum(), "same")
    quiet = answered(steer)
    noisy = quiet + random.normal(0.0, 0.3 * np.std(quiet), len(t))
    for answer, bound in ((quiet, 0.02), (noisy, 0.1)):
        told = frequency_response(t, steer, answer, stretches=40)
        band = (told.frequency > 0.3) & (told.frequency < 2.0)
        exact = np.abs(closed(told.frequency[band]))
        assert np.max(np.abs(told.gain[band] / exact - 1)) < bound
        assert (np.min(told.coherence[band]) > 0.99) == (answer is quiet)


def test_slopes_over_the_lateral_acceleration_are_those_of_known_curves() -> None:
    a = np.array([1.0, 2.0, 3.0, 4.0])
    zeros = np.zeros(4)
    wheel = 2.6 * a / 400 + 0.002 * a + 1e-4 * a**2
    circles = Handling(20.0, 2.6, a, wheel, 0.01 * a, 0.03 * a - 1e-3 * a**2, zeros, zeros, zeros, zeros, 0.002)
    assert circles.understeer_gradient == pytest.approx(0.002 + 2e-4 * a)
    assert circles.steering_gradient == pytest.approx(2.6 / 400 + 0.002 + 2e-4 * a)
    assert circles.side_slip_gradient == pytest.approx(0.01)
    assert circles.roll_gradient == pytest.approx(0.03 - 2e-3 * a)
    assert circles.yaw_gain == pytest.approx(a / 20 / wheel) and circles.lateral_gain == pytest.approx(a / wheel)


def test_rows_that_tell_nothing_are_refused() -> None:
    t = np.arange(0, 1, SPACING)
    with pytest.raises(MechanismError, match="evenly spaced"):
        frequency_response(t**2, t, t)
    with pytest.raises(MechanismError, match="as many"):
        frequency_response(t, t[:-1], t)
    with pytest.raises(MechanismError, match="at least eight points"):
        frequency_response(t, t, t, stretches=90)
