"""Steady circles, steps of the steering and turns of cars against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from linkwork.base.errors import MechanismError
from linkwork.vehicles import (
    Axle,
    Car,
    DoubleWishbone,
    LinearTyre,
    SemiTrailingArm,
    SingleTrack,
    TurnMeasures,
    handling,
    lateral_acceleration,
    ramp_steer,
    real_time_saloon,
    step_measures,
    turn_measures,
)

CORNERING = 5e4
RUBBER = {"model": "linear", "stiffness": 2e5, "damping": 500, "friction": 0.9, "slip_stiffness": 6e4}
RUBBER |= {"cornering_stiffness": CORNERING, "relaxation_along": 0.2, "relaxation_across": 0.3}
FRONT = DoubleWishbone(
    centre=(0.0, 0.75, 0.3),
    lower=((0.15, 0.35, 0.2), (-0.15, 0.35, 0.2), (0.0, 0.70, 0.2)),
    upper=((0.10, 0.35, 0.45), (-0.10, 0.35, 0.45), (0.0, 0.70, 0.45)),
    tie=((-0.12, 0.35, 0.3), (-0.12, 0.70, 0.3)),
)
REAR = SemiTrailingArm(centre=(-2.6, 0.75, 0.3), hinge=((-2.2, 0.15, 0.3), (-2.2, 0.65, 0.3)))


def test_a_circle_has_the_understeer_gradient_of_the_closed_form() -> None:
    """(F_front - F_rear) / (2 C a): with one stiffness for all tyres, by the shares of the mass on the axles."""
    car = Car(1200, (450, 1700, 1900), (-0.9, 0, 0.55), Axle(FRONT, RUBBER), Axle(REAR, RUBBER))
    circles = handling(car, 15.0, (0.4,))
    front, rear = 2 * car.loads[0] + 66 * 9.80665, 2 * car.loads[1] + 66 * 9.80665
    front += (3 + 16) * 9.80665  # rack and arms
    closed = (front - rear) / 9.80665 / (2 * CORNERING)
    assert circles.gradient == pytest.approx(closed, rel=0.02)
    assert circles.front_slip[0] - circles.rear_slip[0] == pytest.approx(circles.understeer[0], abs=1e-5)
    mass = 1200 + 3 + 16 + 4 * 33
    assert circles.front_force[0] + circles.rear_force[0] == pytest.approx(0.4 * mass, rel=5e-3)
    assert circles.characteristic_speed == pytest.approx(np.sqrt(2.6 / circles.gradient))
    with pytest.raises(MechanismError, match="above zero and rise"):
        handling(car, 15.0, (2.0, 1.0))


def test_the_answer_to_a_step_is_that_of_the_matrix_of_two_by_two() -> None:
    car = SingleTrack(1500, 2500, 1.2, 1.5, LinearTyre(9e4), LinearTyre(1.1e5))
    run = car.drive(6, 3001, speed=30, steer=ramp_steer(1e-3, begin=0.1, within=1e-4), progress=False, rtol=1e-9)
    told = step_measures(run.t, run["steer"], run["car.omega"])
    matrix, push = car.matrix(30), np.array([9e4 / 1500, 1.2 * 9e4 / 2500])
    times = np.linspace(0, 5.8, 29001)
    step, steady = expm(matrix * times[1]), -np.linalg.solve(matrix, push)
    state, answer = -steady, []
    for _ in times:
        answer.append(1 + state[1] / steady[1])
        state = step @ state
    assert told.gain == pytest.approx(steady[1], rel=1e-5)
    assert told.peak_time == pytest.approx(times[np.argmax(answer)], abs=1e-3)
    assert told.overshoot == pytest.approx(max(answer) - 1, rel=1e-3)
    assert told.response_time == pytest.approx(times[np.argmax(np.array(answer) > 0.9)], abs=1e-3)
    with pytest.raises(MechanismError, match="no step"):
        step_measures(run.t, 0 * run["steer"], run["car.omega"])


def test_an_answer_that_only_rises_has_no_overshoot() -> None:
    """A parabola through the rise and the plateau after it would have its top above both."""
    plateau = step_measures([0, 1, 2, 3], [0, 1, 1, 1], [0, 0.5, 1, 1])
    assert plateau.overshoot == 0.0 and plateau.peak_time == 1.5
    rounded = step_measures([0, 1, 2, 3], [0, 1, 1, 1], [0, 0.5, 1 + 1e-12, 1])
    assert rounded.overshoot == pytest.approx(1e-12, rel=1e-3)
    flat_top = step_measures([0, 1, 2, 3, 4], [0, 1, 1, 1, 1], [0, 1.25, 1.25, 1, 1])
    assert flat_top.overshoot == 0.25 and flat_top.peak_time == 0.5
    t = np.linspace(0, 3, 31)
    top = step_measures(t, np.where(t > 0, 1.0, 0.0), np.where(t < 2, 1.2 - 0.3 * (t - 1.02) ** 2, 1.0))
    assert top.overshoot == pytest.approx(0.2) and top.peak_time == pytest.approx(1.02 - 0.05)


@pytest.mark.parametrize(
    ("rows", "match"),
    [
        ((5, 1, 2), "one row of numbers"),
        (([[0, 1], [1, 2], [2, 3]],) * 3, "one row of numbers"),
        (([0, 1, 2], [0, 1, 1], [0, 1, float("nan")]), "answer: expected a number or a list of numbers"),
        (([3, 2, 1, 0], [0, 1, 1, 1], [0, 0.5, 1, 1]), "times rise"),
        (([0, 1, 1, 2], [0, 1, 1, 1], [0, 0.5, 1, 1]), "times rise"),
        (([0, 1, 2], [0, 1], [0, 1, 1]), "as many"),
    ],
)
def test_rows_that_are_no_step_are_named(rows: Any, match: str) -> None:
    with pytest.raises(MechanismError, match=match):
        step_measures(*rows)


def test_a_car_of_eighteen_freedoms_turns_in_a_circle() -> None:
    car = real_time_saloon()
    m = car.mechanism(15.0, rack=ramp_steer(0.03 * car.rack_lever, begin=0.2))
    assert m.check().mobility == 18 + 1  # beside the rack
    run = car.run(3.0, 61, speed=15.0, rack=ramp_steer(0.03 * car.rack_lever, begin=0.2), progress=False, rtol=1e-5)
    told = turn_measures(run)
    assert told.radius == pytest.approx(run["forward"][-1] / run["chassis.omega.z"][-1], rel=0.01)
    across = lateral_acceleration(run)
    assert across[-1] == pytest.approx(run["forward"][-1] * run["chassis.omega.z"][-1], rel=0.01)
    assert told.lateral == np.max(across) and told.yaw_rate == np.max(run["chassis.omega.z"])
    assert told.deviation(TurnMeasures(2 * told.radius, told.lateral, told.yaw_rate)).radius == pytest.approx(0.5)
    with pytest.raises(MechanismError, match="straight ahead"):
        turn_measures(car.run(0.2, 11, speed=15.0, progress=False))
    with pytest.raises(MechanismError, match="three points or more; the run has 2"):
        turn_measures(car.run(0.2, 2, speed=15.0, progress=False))
