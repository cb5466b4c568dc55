"""A control unit in the loop with a car in space: what it does, what it notices, what it gives up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import AnalysisError, MechanismError, ModelFileError
from linkwork.library.vehicles.control.bench import unit_of
from linkwork.library.vehicles.control.sensing import SensorLine
from linkwork.vehicles import (
    Axle,
    BenchRun,
    Car,
    DatagramPart,
    DatagramUnit,
    DoubleWishbone,
    Fault,
    Scenario,
    SemiTrailingArm,
    Sensing,
    control_bench,
    read_plan,
    run_plan,
    served_unit,
)

PLAN = Path(__file__).parents[2] / "examples" / "control" / "plan.yaml"
RUBBER = {"model": "hsri", "stiffness": 2e5, "damping": 500, "friction": 0.9, "slip_stiffness": 6e4}
RUBBER |= {"cornering_stiffness": 5e4, "relaxation_along": 0.2, "relaxation_across": 0.3}
FRONT = DoubleWishbone(
    centre=(0.0, 0.75, 0.3),
    lower=((0.15, 0.35, 0.2), (-0.15, 0.35, 0.2), (0.0, 0.70, 0.2)),
    upper=((0.10, 0.35, 0.45), (-0.10, 0.35, 0.45), (0.0, 0.70, 0.45)),
    tie=((-0.12, 0.35, 0.3), (-0.12, 0.70, 0.3)),
)
REAR = SemiTrailingArm(centre=(-2.6, 0.75, 0.3), hinge=((-2.2, 0.15, 0.3), (-2.2, 0.65, 0.3)))
CAR = Car(1200, (450, 1700, 1900), (-1.25, 0, 0.55), Axle(FRONT, RUBBER), Axle(REAR, RUBBER, anti_roll=2000))
TURN = "-0.004*max(0, min(1, (t - 0.1)/0.2))"


def test_the_plan_of_the_example_holds() -> None:
    report = run_plan(CAR, read_plan(PLAN))
    assert report.passed, report.text()
    assert "17 expectations, 0 missed" in report.text()


def test_a_unit_in_another_process_gives_the_same_signals_bit_by_bit() -> None:
    scenario = Scenario("turn", 20.0, 0.4, rack=TURN, brake=((0.2, 0.0), (0.3, 1500.0)))
    here = control_bench(CAR, scenario, seed=3)
    again = control_bench(CAR, scenario, seed=3)
    there = control_bench(CAR, scenario, part=served_unit(unit_of(CAR)), seed=3)
    other = control_bench(CAR, scenario, seed=4)
    with DatagramUnit(unit_of(CAR)) as unit:
        over_udp = [control_bench(CAR, scenario, part=DatagramPart(unit.address), seed=3) for _ in range(2)]
    for name in here.values:
        assert np.array_equal(here[name], again[name]) and np.array_equal(here[name], there[name]), name
        assert all(np.array_equal(here[name], run[name]) for run in over_udp), name
    assert not np.array_equal(here["yaw_rate"], other["yaw_rate"])


def commands(asked: float, rate: float) -> dict[str, float]:
    """What the unit does to a car at 20 m/s with an angle of its wheels and a yaw rate, without noise."""
    unit = unit_of(CAR)
    angle = unit.monitor.steering_from_yaw(20.0, asked)
    told = {f"wheel_{end}_{side}": 20.0 / 0.3 for end in ("front", "rear") for side in ("left", "right")}
    return unit.step(told | {"yaw_rate": rate, "lateral": 20.0 * rate, "steering": angle}, 0.0)


@pytest.mark.parametrize(
    ("asked", "rate", "wheel"),
    [(0.2, 0.4, "front_right"), (-0.2, -0.4, "front_left"), (0.6, 0.25, "rear_left"), (-0.6, -0.25, "rear_right")],
)
def test_oversteer_brakes_the_outer_front_wheel_and_understeer_the_inner_rear_one(
    asked: float, rate: float, wheel: str
) -> None:
    told = commands(asked, rate)
    braked = [name for name, value in told.items() if name.startswith("brake") and value > 0.0]
    assert braked == [f"brake_{wheel}"]
    assert not any(value for name, value in commands(0.2, 0.21).items() if name.startswith("brake"))


def test_the_reference_yaw_rate_is_not_moved_by_one_wrong_signal() -> None:
    monitor = unit_of(CAR).monitor
    for wrong in ("yaw_rate", "steering", "lateral", "wheels"):
        rates = {"yaw_rate": 0.20, "steering": 0.21, "lateral": 0.19, "wheels": 0.20} | {wrong: 1.5}
        middle = monitor.models(0.0, rates, 20.0)
        assert middle is not None and abs(middle - 0.2) < 0.011
    assert monitor.steering_from_yaw(20.0, monitor.yaw_from_steering(20.0, 0.03)) == pytest.approx(0.03, rel=1e-12)


def test_what_a_lost_signal_should_tell_is_told_by_the_inverse_models() -> None:
    """With the steering cut off its angle is that of the reference, as a car that steers neutrally has it: to 15 %."""
    fault, unit = Fault("steering", "interruption", at=0.5), replace(unit_of(CAR), characteristic_speed=150.0)
    run = control_bench(CAR, Scenario("cut off", 20.0, 1.0, rack=TURN, faults=(fault,)), unit=unit, seed=2)
    sound = control_bench(CAR, Scenario("sound", 20.0, 1.0, rack=TURN), unit=unit, seed=2)
    late = run.t > 0.6
    assert not run["yaw_control_works"][late].any() and abs(sound["steering"][late]).min() > 0.005
    assert run["expected_steering"][late] == pytest.approx(sound["steering"][late], rel=0.15)
    assert run["expected_yaw_rate"][late] == pytest.approx(sound["true.yaw_rate"][late], rel=0.1)
    assert run["expected_lateral"][late] == pytest.approx(run["expected_yaw_rate"][late] * 20.0, rel=0.05)


def test_a_unit_is_not_put_on_a_car_whose_front_wheels_are_driven() -> None:
    with pytest.raises(MechanismError, match="its front wheels are driven"):
        control_bench(replace(CAR, front_drive=1.0), Scenario("front drive", 20.0, 0.1))


def test_abs_keeps_wheels_turning_and_the_car_steerable() -> None:
    """In a turn with the brake fully on: locked wheels go straight on, controlled ones turn the car."""
    scenario = Scenario("brake in a turn", 20.0, 1.2, rack=TURN, brake=((0.3, 0.0), (0.4, 2500.0)), drive=0.0)
    free = control_bench(CAR, replace(scenario, control=False))
    held = control_bench(CAR, scenario)
    assert np.min(free["wheel_front_left"][-60:]) < 5.0 < 20.0 < np.min(held["wheel_front_left"][-60:])
    assert held["true.y"][-1] > free["true.y"][-1] + 0.1


def test_a_unit_that_does_not_answer_over_udp_is_named() -> None:
    with DatagramUnit(unit_of(CAR)) as unit:
        address = unit.address
    with pytest.raises(AnalysisError, match=f"{address[1]} gave no answer within 0.1 s"):
        control_bench(CAR, Scenario("a", 20.0, 0.1), part=DatagramPart(address, timeout=0.1))


def test_traction_control_keeps_driven_wheels_from_spinning_on_ice() -> None:
    """Asked for 30 m/s at 10 m/s: the drive is far beyond the grip. This tyre's friction does not fall with
    sliding, so wheels that spin push fully; controlled ones push nearly as much and keep grip for the side."""
    ice = RUBBER | {"friction": 0.2}
    car = replace(CAR, front=replace(CAR.front, tyre=ice), rear=replace(CAR.rear, tyre=ice))
    scenario = Scenario("ice", 10.0, 1.5, wanted=30.0, drive=0.1)
    free, held = control_bench(car, replace(scenario, control=False)), control_bench(car, scenario)

    def slip(run: BenchRun) -> Any:
        return 0.3 * run["wheel_rear_left"] / run["true.forward"] - 1.0

    assert np.min(slip(free)[-100:]) > 1.0 > 0.4 > np.mean(slip(held)[-100:])
    assert np.any(held["traction_acts"] == 1.0) and np.min(held["throttle"]) < 0.5
    assert held["true.forward"][-1] - 10.0 > 0.75 * (free["true.forward"][-1] - 10.0) > 0.9


def test_sensors_have_range_resolution_noise_bias_and_delay() -> None:
    line = SensorLine(Sensing(-1.0, 1.0, resolution=0.25, bias=0.1, delay=0.02), 0.01, (0, 0))
    assert [line.sample(value) for value in (0.0, 0.3, 0.6, 5.0, 5.0, 5.0)] == [0.0, 0.0, 0.0, 0.5, 0.75, 1.0]
    told = [SensorLine(Sensing(-9, 9, noise=0.5), 0.01, (7, 1)).sample(0.0) for _ in range(2)]
    assert told[0] == told[1] != 0.0
    line = SensorLine(Sensing(-9, 9, noise=0.5), 0.01, (7, 1))
    assert np.std([line.sample(0.0) for _ in range(2000)]) == pytest.approx(0.5, rel=0.05)


def test_faults_and_plans_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    with pytest.raises(MechanismError, match="there is no signal 'yaw_rat'"):
        Fault("yaw_rat", "stuck", at=1.0)
    with pytest.raises(MechanismError, match="one of them"):
        Fault("yaw_rate", "stuck")
    with pytest.raises(MechanismError, match="a drift has a rate"):
        Fault("yaw_rate", "drift", at=1.0)
    file = tmp_path / "plan.yaml"
    file.write_text("scenarios:\n  - {name: a, speed: 10, until: 1, expect: [{failur: steering}]}\n")
    with pytest.raises(ModelFileError, match="it takes failure, layer"):
        read_plan(file)
    file.write_text("scenarios:\n  - {name: a, speed: -10, until: 1}\n")
    with pytest.raises(ModelFileError, match="speed must be positive"):
        read_plan(file)
    file.write_text("cases: []\n")
    with pytest.raises(ModelFileError, match="one key, scenarios"):
        read_plan(file)
