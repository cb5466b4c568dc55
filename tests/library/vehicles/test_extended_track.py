"""The extended single track: loads that move, wheels that lock and spin, against closed forms."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.run.run import Run
from linkwork.vehicles import (
    Dugoff,
    ExtendedSingleTrack,
    LaneChange,
    LinearTyre,
    MagicFormula,
    Scenario,
    SingleTrack,
    control_bench,
    follow,
    ramp_steer,
    unit_of,
)

GRAVITY, FRICTION = 9.80665, 0.8
CAR = ExtendedSingleTrack(
    1500, 2500, 1.2, 1.5, LinearTyre(9e4, FRICTION), LinearTyre(1.1e5, FRICTION), radius=0.31, half_track=0.78
)
WEIGHT, WHEELBASE = CAR.mass * GRAVITY, 2.7
WHEELS = [f"{axle}_{side}" for axle in ("front", "rear") for side in ("left", "right")]


def braked(car: ExtendedSingleTrack, torque: str, until: float, steer: str = "0", speed: float = 20.0) -> Run:
    m: Any = car.mechanism(speed, steer, 0.0, brake=torque)
    run: Run = m.simulate(until, 101, speeds=car.starting_speeds(speed), method="radau", rtol=1e-7, progress=False)
    return run


def loads(run: Run, axle: str) -> Any:
    return run[f"load_{axle}_left"] + run[f"load_{axle}_right"]


def test_small_steering_is_answered_as_by_the_car_on_a_single_track() -> None:
    """With what the wheels' spins, which a turn changes, add to its inertia; the steady rest is quadratic."""
    inertia = 2500 + 4 * CAR.wheel_inertia * (CAR.half_track / CAR.radius) ** 2
    single = SingleTrack(1500, inertia, 1.2, 1.5, CAR.front_tyre, CAR.rear_tyre, relaxation=CAR.relaxation)
    steady = []
    for steer in (4e-3, 2e-3):
        runs = [
            car.drive(2, 101, speed=25, steer=ramp_steer(steer, begin=0.1, within=0.2), rtol=1e-10, progress=False)
            for car in (CAR, single)
        ]
        one, other = (run["car.omega"] for run in runs)
        assert np.max(np.abs(one - other)) < 2e-4 * np.max(np.abs(other))
        steady.append((one - other)[-1] / other[-1])
    assert abs(steady[1]) < 2e-6 and steady[0] / steady[1] == pytest.approx(4, rel=0.1)


def test_braking_moves_load_forward_and_dips_the_nose_as_the_moments_say() -> None:
    """About the road: m h a and what the wheels lose of their spin are borne by the axles and by the weight ahead."""
    run = braked(CAR, "400", 3.0)
    slower = -(run["forward"][-1] - run["forward"][-21]) / (run.t[-1] - run.t[-21])
    assert slower == pytest.approx(4 * 400 / CAR.radius / (CAR.mass + 4 * CAR.wheel_inertia / CAR.radius**2), rel=1e-3)
    moment = CAR.mass * CAR.height * slower + 4 * CAR.wheel_inertia * slower / CAR.radius
    dip = moment / (CAR.pitch_stiffness - WEIGHT * CAR.height)
    assert run["pitched"][-1] == pytest.approx(dip, rel=2e-3)
    moved = (moment + WEIGHT * CAR.height * dip) / WHEELBASE
    assert loads(run, "front")[-1] == pytest.approx(CAR.loads[0] + moved, rel=2e-4)
    assert loads(run, "front") + loads(run, "rear") == pytest.approx(WEIGHT, rel=1e-12)


def test_a_turn_moves_load_outwards_by_the_shares_of_the_axles() -> None:
    run = CAR.drive(4, 101, speed=20, steer=ramp_steer(0.03), rtol=1e-8, progress=False)
    aside = sum(run[f"aside_{name}"][-1] for name in WHEELS)
    roll = CAR.height * aside / (CAR.roll_stiffness - WEIGHT * CAR.height)
    assert run["rolled"][-1] == pytest.approx(roll, rel=1e-3) and roll > 0.02
    for axle, share in (("front", CAR.front_roll), ("rear", 1 - CAR.front_roll)):
        outer, inner = run[f"load_{axle}_right"][-1], run[f"load_{axle}_left"][-1]
        assert outer - inner == pytest.approx(2 * share * CAR.roll_stiffness * roll / (2 * CAR.half_track), rel=2e-3)


def test_the_other_wheel_bears_what_one_that_has_lifted_does_not() -> None:
    high = replace(CAR, height=1.0, front_roll=0.9, front_tyre=LinearTyre(9e4, 1.2), rear_tyre=LinearTyre(1.1e5, 1.2))
    run = high.drive(3, 101, speed=20, steer=ramp_steer(0.08), rtol=1e-7, progress=False)
    assert run["load_front_left"][-1] == 0.0 < run["load_rear_left"][-1]
    assert sum(run[f"load_{name}"] for name in WHEELS) == pytest.approx(high.mass * GRAVITY, rel=1e-12)


def test_brakes_lock_the_wheels_and_the_car_slides_by_its_friction() -> None:
    run = braked(CAR, "4000*min(1, t/0.05)", 1.5)
    for name in WHEELS:
        assert np.all(np.abs(run[f"spin_{name}"][run.t > 0.3]) < 0.2)
    late = run.t > 0.4
    slower = -np.polyfit(run.t[late], run["forward"][late], 1)[0]
    assert slower == pytest.approx(FRICTION * GRAVITY, rel=1e-4)


def test_locked_front_wheels_do_not_steer_and_push_against_their_way() -> None:
    turned = "0.1*max(0, min(1, (t - 0.4)/0.05))"
    free, locked = braked(CAR, "0", 0.8, turned), braked(CAR, "4000*min(1, t/0.05)", 0.8, turned)
    assert abs(free["car.omega"][-1]) > 0.3 and abs(locked["car.omega"][-1]) < 0.02 * abs(free["car.omega"][-1])
    slid, along = locked["sliding_front_left"][-1], locked["rolling_front_left"][-1]
    across, ahead = locked["across_front_left"][-1], locked["along_front_left"][-1]
    assert across / ahead == pytest.approx(slid / along, rel=1e-2)
    force = math.hypot(across, ahead)
    assert force == pytest.approx(FRICTION * locked["load_front_left"][-1], rel=1e-6)


def test_too_much_drive_spins_the_wheels_and_pulls_by_their_friction_alone() -> None:
    icy = replace(CAR, front_tyre=LinearTyre(9e4, 0.2), rear_tyre=LinearTyre(1.1e5, 0.2))
    m: Any = icy.mechanism(5)
    m.set(cruise=15)
    run = m.simulate(1, 101, speeds=icy.starting_speeds(5), method="radau", rtol=1e-7, progress=False)
    pull = (CAR.mass + 2 * CAR.wheel_inertia / CAR.radius**2) * run["car.ax"][-1]  # the front wheels are spun up
    assert pull == pytest.approx(0.2 * loads(run, "rear")[-1], rel=1e-3)
    assert 2 * CAR.mass * (15 - run["forward"][-1]) > 3 * pull  # what the drive asks for
    assert run["spin_rear_left"][-1] * CAR.radius > 3 * run["forward"][-1]
    assert run["spin_front_left"][-1] * CAR.radius == pytest.approx(run["forward"][-1], rel=0.02)
    shared = replace(icy, front_drive=0.5).mechanism(5)
    shared.set(cruise=15)
    both: Any = shared.simulate(1, 101, speeds=icy.starting_speeds(5), method="radau", rtol=1e-7, progress=False)
    assert CAR.mass * both["car.ax"][-1] == pytest.approx(0.2 * WEIGHT, rel=1e-3)


def test_braked_to_a_stop_it_stands_within_half_a_second() -> None:
    """Its tyres are springs by then; without their damping it would swing by 0.2 m/s for seconds."""
    run = braked(CAR, "600", 4.0, speed=10.0)
    stop = run.t[np.argmax(run["forward"] < 0.0)]
    assert stop == pytest.approx(10 * (CAR.mass + 4 * CAR.wheel_inertia / CAR.radius**2) * CAR.radius / 2400, abs=0.05)
    late = run.t > stop + 0.5
    assert np.max(np.abs(run["forward"][late])) < 0.01 and np.max(np.abs(run["car.ax"][late])) < 0.15
    assert np.ptp(run["car.x"][late]) < 1e-3


def test_the_damping_of_a_tyre_leaves_steady_slips_and_all_at_speed_as_they_are() -> None:
    slow = CAR.drive(20, 41, speed=0.5, steer=ramp_steer(0.1), rtol=1e-10, progress=False)
    for name in WHEELS:
        slip, rate = slow[f"slip_across_{name}"][-1], slow[f"slip_across_{name}_rate"][-1]
        assert slow[f"damping_{name}"][-1] > 0.02 and abs(slip) > 1e-5
        assert abs(slow[f"damping_{name}"][-1] * rate) < 1e-5 * abs(slip)
    assert np.max(braked(CAR, "400", 0.5)["damping_front_left"]) < 1e-100


def test_braked_it_stands_on_a_slope() -> None:
    m: Any = CAR.mechanism(1e-9, hold=0, brake="1500")
    m.set_gravity(-GRAVITY * math.sin(math.atan(0.1)), 0)
    run = m.simulate(60, 121, speeds={"car.vx": 0.0}, method="radau", rtol=1e-6, atol=1e-9, progress=False)
    drift = run["car.x"][run.t > 10]
    assert np.ptp(drift) < 1e-3 and abs(run["car.x"][-1]) > 1e-4


def test_loads_that_move_across_cost_grip_where_tyres_give_less_under_more() -> None:
    """Shares (1 + d) and (1 - d) of a tyre that loses k d of its force per load: the axle has 1 - k d^2 of its own."""
    pacejka = MagicFormula(12.0, 1.4, 0.9)
    car = replace(CAR, front_tyre=pacejka, rear_tyre=pacejka, digression=0.3)
    run = car.drive(3, 31, speed=20, steer=ramp_steer(0.03), rtol=1e-9, progress=False)
    moved = (run["load_front_right"][-1] - run["load_front_left"][-1]) / loads(run, "front")[-1]
    share = loads(run, "front")[-1] / car.loads[0]
    angle = math.atan(np.mean([run[f"slip_across_front_{side}"][-1] for side in ("left", "right")]))
    whole = 0.9 * math.sin(1.4 * math.atan(12.0 * angle)) * loads(run, "front")[-1]
    lost = whole * (1 - 0.3 * (share * (1 + moved**2) - 1))
    assert moved > 0.15
    assert run["side_front"][-1] == pytest.approx(lost, rel=3e-3) and lost < 0.98 * whole


def test_abs_keeps_its_wheels_turning_and_traction_control_holds_them() -> None:
    brake = ((0.1, 0.0), (0.2, 4000.0))
    stops = [Scenario("stop", speed=20, until=1.0, brake=brake, drive=0, control=on) for on in (True, False)]
    kept, locked = (control_bench(CAR, each) for each in stops)
    assert kept["wheel_front_left"][-1] > 0.5 * kept["true.forward"][-1] / CAR.radius
    assert abs(locked["wheel_front_left"][-1]) < 0.1 * locked["true.forward"][-1] / CAR.radius
    icy = replace(CAR, front_tyre=LinearTyre(9e4, 0.2), rear_tyre=LinearTyre(1.1e5, 0.2))
    starts = [Scenario("go", speed=10, until=1.5, wanted=30, drive=0.1, control=on) for on in (True, False)]
    held, spun = (control_bench(icy, each) for each in starts)
    slips = [CAR.radius * run["wheel_rear_left"][-100:] / run["true.forward"][-100:] - 1 for run in (held, spun)]
    assert np.mean(slips[0]) < 0.4 < 1.0 < np.min(slips[1])
    assert np.any(held["traction_acts"] == 1.0)


@pytest.mark.parametrize("ports", [False, True])
@pytest.mark.parametrize("car", [CAR, SingleTrack(1500, 2500, 1.2, 1.5, LinearTyre(9e4), LinearTyre(1.1e5))])
def test_a_driver_changes_lanes_with_cars_of_both_kinds(car: SingleTrack, ports: bool) -> None:
    m: Any = car.mechanism(15, follow(LaneChange(offset=3.5, begin=30, length=50)), ports=ports)
    run = m.simulate(10, 101, speeds=car.starting_speeds(15), rtol=1e-6, progress=False)
    assert run["car.y"][-1] == pytest.approx(3.5, abs=0.02)
    assert np.max(run["car.y"]) < 3.8 and np.max(np.abs(run["slip_front"])) > 0.005


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"height": 0}, "height must be positive"),
        ({"relaxation": 0}, "relaxation must be positive"),
        ({"front_drive": 1.5}, "front_drive is a share from 0 to 1"),
        ({"roll_stiffness": 8000}, "it falls over: its roll_stiffness must be above 8090"),
        ({"rear_tyre": LinearTyre(1e5)}, "its rear_tyre has no friction"),
    ],
)
def test_what_makes_no_such_car_is_named(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(MechanismError, match=words):
        replace(CAR, **fields)


def test_options_and_units_that_do_not_fit_are_refused() -> None:
    with pytest.raises(MechanismError, match="`brake` or `ports`"):
        CAR.mechanism(10, ports=True, brake="100")
    with pytest.raises(MechanismError, match="its front wheels are driven"):
        unit_of(replace(CAR, front_drive=0.5))
    assert ExtendedSingleTrack(1500, 2500, 1.2, 1.5, Dugoff(9e4, 0.9), Dugoff(1e5, 0.9)).understeer_gradient > 0
