"""The car on a single track against its closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.vehicles import (
    Dugoff,
    LaneChange,
    LinearTyre,
    MagicFormula,
    SingleTrack,
    follow,
    lateral_acceleration,
    ramp_steer,
    sine_with_dwell,
    turn_measures,
)

CAR = SingleTrack(mass=1500, inertia=2500, front=1.2, rear=1.5, front_tyre=LinearTyre(9e4), rear_tyre=LinearTyre(1.1e5))
OVERSTEERING = SingleTrack(1500, 2500, 1.4, 1.3, LinearTyre(1.2e5), LinearTyre(9e4))


def _yaw_modes(car: SingleTrack, speed: float) -> np.ndarray:
    """The two eigenvalues of side slip and yaw in the small motions about driving straight ahead."""
    run = car.drive(0.1, 2, speed=speed, progress=False)
    values = np.linalg.eigvals(car.mechanism(speed).linearise((run, 0.05)).A)
    held = values[np.argsort(np.abs(values))]  # three zeros (place and heading), the held speed at -1/s
    rest = [value for value in held[3:] if abs(value + 1) > 1e-9]
    assert len(rest) == 2
    return np.sort_complex(np.array(rest))


@pytest.mark.parametrize("speed", [8.0, 25.0, 60.0])
def test_small_motions_are_those_of_the_closed_form(speed: float) -> None:
    closed = np.sort_complex(np.linalg.eigvals(CAR.matrix(speed)).astype(complex))
    np.testing.assert_allclose(_yaw_modes(CAR, speed), closed, rtol=1e-9)


def test_the_yaw_rate_of_small_steering_is_the_closed_one_but_for_the_square_of_the_angle() -> None:
    errors = []
    for steer in (0.02, 0.01):
        run = CAR.drive(8, 2, speed=25, steer=ramp_steer(steer), progress=False, rtol=1e-11)
        errors.append(run["car.omega"][-1] / CAR.yaw_rate(25, steer) - 1)
        assert run["forward"][-1] == pytest.approx(25, rel=1e-9)
    assert abs(errors[0]) < 1e-3
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.02)


def test_a_car_that_oversteers_is_unstable_from_its_critical_speed_on() -> None:
    critical = OVERSTEERING.critical_speed
    assert critical is not None
    assert OVERSTEERING.characteristic_speed is None
    assert _yaw_modes(OVERSTEERING, 0.999 * critical).real.max() < 0
    assert _yaw_modes(OVERSTEERING, 1.001 * critical).real.max() > 0
    assert CAR.critical_speed is None


def test_at_the_characteristic_speed_twice_the_steering_is_needed() -> None:
    speed = CAR.characteristic_speed
    assert speed is not None
    assert CAR.yaw_rate(speed, 0.01) == pytest.approx(speed * 0.01 / CAR.wheelbase / 2, rel=1e-12)


def _dugoff(slip: float, load: float, stiffness: float, friction: float) -> float:
    """As printed by Dugoff, Fancher and Segel for a wheel that rolls freely."""
    share = friction * load / (2 * abs(stiffness * math.tan(slip)))
    return stiffness * math.tan(slip) * (share * (2 - share) if share < 1 else 1)


def _magic(slip: float, load: float) -> float:
    b, c, e = 10.0, 1.6, 0.3
    return 0.95 * load * math.sin(c * math.atan(b * slip - e * (b * slip - math.atan(b * slip))))


def test_side_forces_are_those_of_the_printed_formulas() -> None:
    laws = {
        Dugoff(9e4, 0.9): lambda a, z: _dugoff(a, z, 9e4, 0.9),
        MagicFormula(10, 1.6, 0.95, 0.3): _magic,
        LinearTyre(9e4, 0.8): lambda a, z: max(-0.8 * z, min(0.8 * z, 9e4 * a)),
    }
    for law, printed in laws.items():
        car = SingleTrack(1500, 2500, 1.2, 1.5, law, law)
        run = car.drive(4, 81, speed=20, steer=sine_with_dwell(0.2), progress=False)
        slips = run["slip_front"][1:]
        assert np.abs(slips).max() > 0.1
        expected = [printed(slip, car.loads[0]) if slip else 0.0 for slip in slips]
        np.testing.assert_allclose(run["side_front"][1:], expected, rtol=1e-9, atol=1e-6)


def test_the_slope_at_no_slip_is_the_cornering_stiffness() -> None:
    load, small = 7000.0, 1e-6
    assert _magic(small, load) / small == pytest.approx(
        MagicFormula(10, 1.6, 0.95, 0.3).cornering_stiffness(load), rel=1e-9
    )
    assert _dugoff(small, load, 9e4, 0.9) / small == pytest.approx(Dugoff(9e4, 0.9).cornering_stiffness(load), rel=1e-9)


def test_the_side_force_follows_the_slip_over_the_relaxation_length() -> None:
    """Driven straight with wheels that are turned at once: the force has 1 - 1/e of its end after that way."""
    car = SingleTrack(1e9, 1e9, 1.2, 1.5, LinearTyre(9e4), LinearTyre(9e4), relaxation=0.5)
    run = car.drive(0.2, 401, speed=10, steer="0.01", progress=False, rtol=1e-10)
    expected = 9e4 * 0.01 * (1 - np.exp(-run.t * 10 / 0.5))
    np.testing.assert_allclose(run["side_front"], expected, rtol=1e-4, atol=1e-6)


def test_a_driver_changes_lanes_and_stays_there() -> None:
    path = LaneChange(offset=3.5, begin=30, length=50)
    run = CAR.drive(10, 201, speed=20, steer=follow(path), progress=False)
    assert run["car.y"][-1] == pytest.approx(3.5, abs=0.01)
    assert np.abs(run["car.angle"][-1]) < 1e-3
    back = CAR.drive(16, 321, speed=20, steer=follow(LaneChange(3.5, 30, 50, stay=30)), progress=False)
    assert back["car.y"].max() == pytest.approx(3.5, abs=0.3)
    assert abs(back["car.y"][-1]) < 0.01


def test_sine_with_dwell_is_a_sine_that_waits_at_its_least() -> None:
    run = CAR.drive(4, 401, speed=20, steer=sine_with_dwell(0.01, 0.5, begin=0.5, dwell=1.0), progress=False)
    steer, time = run["steer"], run.t
    np.testing.assert_allclose(steer[(time > 2.0) & (time < 3.0)], -0.01, rtol=1e-12)
    early = (time > 0.5) & (time < 2.0)
    np.testing.assert_allclose(steer[early], 0.01 * np.sin(math.pi * (time[early] - 0.5)), atol=1e-14)
    late = (time > 3.0) & (time < 3.5)
    np.testing.assert_allclose(steer[late], 0.01 * np.sin(math.pi * (time[late] - 1.5)), atol=1e-14)
    np.testing.assert_allclose(steer[(time < 0.5) | (time > 3.5)], 0.0, atol=0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: SingleTrack(-1, 1, 1, 1, LinearTyre(1), LinearTyre(1)), "mass must be positive"),
        (lambda: LinearTyre(0), "stiffness must be positive"),
        (lambda: MagicFormula(10, 1.6, 0.9, 1.2), "curvature is at most 1"),
        (lambda: CAR.mechanism(0), "the speed must be positive"),
        (lambda: LaneChange(3, 0, 0), "length must be positive"),
        (lambda: SingleTrack(1, 1, 1, 1, LinearTyre(1), LinearTyre(1), relaxation=math.nan), "relaxation"),
    ],
)
def test_what_makes_no_car_is_named(make: object, words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        make()  # type: ignore[operator]


def test_its_turns_are_measured_as_those_of_cars_in_space() -> None:
    """Radius, lateral acceleration and yaw rate of a circle: r = v / omega and a = v omega, with v along the path."""
    run = CAR.drive(8, 161, speed=15, steer=ramp_steer(0.02, begin=0.2, within=0.3), rtol=1e-8)
    measured = turn_measures(run)
    rate, speed = run["car.omega"][-1], math.hypot(run["car.vx"][-1], run["car.vy"][-1])
    assert measured.radius == pytest.approx(speed / rate, rel=1e-3)
    assert lateral_acceleration(run)[-1] == pytest.approx(speed * rate, rel=1e-3)
    assert measured.yaw_rate == pytest.approx(max(run["car.omega"]), rel=1e-12)
    assert measured.deviation(measured).radius == 0.0
