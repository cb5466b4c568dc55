"""A drive train: what engine, clutch, gears and differentials give to the wheels, by sums of torques and powers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.vehicles import Differential, DriveTrain, real_time_saloon

CAR = real_time_saloon()
LOOSE: dict[str, Any] = {"rtol": 1e-5, "atol": 1e-6, "progress": False}
FLAT = DriveTrain(((0.0, 150.0), (600.0, 150.0)), gears=(3.6, 2.0), final=3.2, inertia=0.2, drag=0.0)


def test_the_full_load_is_that_of_its_points() -> None:
    train = DriveTrain(((100.0, 120.0), (250.0, 210.0), (450.0, 190.0), (650.0, 90.0)), gears=(3.0,))
    for speed, torque in (*train.engine, (175.0, 165.0), (550.0, 140.0)):
        text = train.full_load(repr(speed)).replace("max", "np.maximum")
        assert eval(text, {"np": np}) == pytest.approx(torque)


def test_a_car_pulls_away_as_its_masses_and_the_engine_in_gear_allow() -> None:
    """a = i T / (r (m + 4 I / r^2 + i^2 J / r^2)), but for the slip of the tyres."""
    run = CAR.run(1.5, 16, speed=8.0, train=FLAT, **LOOSE)
    radius, ratio = CAR.rear.suspension.radius, 3.6 * 3.2
    mass = CAR.mass + 4 * (15.0 + 4.0 + 18.0) + 3.0
    whole = mass + 4 * 0.8 / radius**2 + ratio**2 * 0.2 / radius**2
    reached = (run["forward"][-1] - run["forward"][5]) / (run.t[-1] - run.t[5])
    assert reached == pytest.approx(ratio * 150.0 / radius / whole, rel=0.02)
    assert run["engine_speed"][-1] == pytest.approx(run["gearbox_speed"][-1], abs=8.0)
    given = sum(run[f"drive_{side}.strength"] * run[f"rear_{side}_hub.omega"] for side in ("left", "right"))
    assert given == pytest.approx(run["clutch_torque"] * run["gearbox_speed"], rel=1e-9)  # nothing is lost behind it


def test_a_differential_gives_the_slower_wheel_more_only_where_it_is_locked() -> None:
    turned: dict[str, Any] = {"speed": 8.0, "rack": f"{0.1 * CAR.rack_lever!r}*min(1, t/0.4)"}
    opened = CAR.run(1.2, 7, train=FLAT, **turned, **LOOSE)
    assert opened["drive_left.strength"] == pytest.approx(opened["drive_right.strength"], rel=1e-12)
    held = DriveTrain(FLAT.engine, FLAT.gears, 3.2, 0.2, 0.0, differential=Differential(preload=40.0, share=0.25))
    locked = CAR.run(1.2, 7, train=held, **turned, **LOOSE)
    faster = locked["rear_right_hub.omega"][-1] - locked["rear_left_hub.omega"][-1]
    more = locked["drive_left.strength"][-1] - locked["drive_right.strength"][-1]
    assert faster > 0.3  # it turns to the left
    bears = (40.0 + 0.25 * locked["axle_torque"][-1]) * np.tanh(faster / 0.5)
    assert more == pytest.approx(bears, rel=1e-9)
    assert locked["chassis.omega.z"][-1] < opened["chassis.omega.z"][-1]  # it pushes the car out of the turn


def test_shifts_open_the_clutch_and_change_the_ratio() -> None:
    run = CAR.run(1.2, 25, speed=8.0, train=FLAT, shifts=((0.0, 1), (0.6, 2)), **LOOSE)
    at = int(np.argmin(np.abs(run.t - 0.6)))
    assert abs(run["axle_torque"][at]) < 1e-6
    assert run["ratio"][0] == pytest.approx(3.6 * 3.2) and run["ratio"][-1] == pytest.approx(2.0 * 3.2)
    assert run["engine_speed"][-1] < run["engine_speed"][at]


@pytest.mark.parametrize("pedal", ["0", "1"])
def test_gears_take_power_whichever_way_it_flows(pedal: str) -> None:
    """An engine that is dragged along gets the efficiency's share of what the wheels give, not more than they give."""
    train = DriveTrain(FLAT.engine, FLAT.gears, 3.2, 0.2, drag=0.1, efficiency=0.8)
    run = CAR.run(0.5, 6, speed=15.0, train=train, pedal=pedal, **LOOSE)
    at_wheels = sum(run[f"drive_{side}.strength"] * run[f"rear_{side}_hub.omega"] for side in ("left", "right"))
    at_clutch = run["clutch_torque"] * run["gearbox_speed"]
    assert np.all(at_clutch - at_wheels >= -1e-9)
    if pedal == "1":
        assert at_wheels[1:] == pytest.approx(0.8 * at_clutch[1:], rel=1e-9) and np.all(at_clutch[1:] > 1e3)
    else:
        assert at_clutch[1:] == pytest.approx(0.8 * at_wheels[1:], rel=1e-9) and np.all(at_clutch[1:] < -1e3)


def test_the_torque_behind_the_gears_loses_power_in_all_four_ways_of_flow() -> None:
    train = DriveTrain(FLAT.engine, FLAT.gears, efficiency=0.9)
    names = {"tanh": np.tanh, "max": np.maximum, "ratio": 5.0}
    for torque in (-80.0, 0.0, 80.0):
        for speed in (-50.0, -0.1, 0.0, 0.1, 50.0):
            axle = eval(train.behind(), names | {"clutch_torque": torque, "gearbox_speed": speed})
            lost = torque * speed - axle * speed / 5.0
            assert lost >= 0.0
            if abs(speed) == 50.0 and torque:
                share = 0.1 if torque * speed > 0.0 else 1 / 0.9 - 1.0
                assert lost == pytest.approx(share * abs(torque * speed), rel=1e-9)


def test_options_that_would_not_act_are_refused() -> None:
    for options, told in (
        ({"shifts": ((0.0, 1),)}, "`shifts` belongs to a `train`"),
        ({"pedal": "0.2"}, "`pedal` belongs to a `train`"),
        ({"train": FLAT, "drive": 9.0}, "`drive` holds the speed of a car without a `train`"),
        ({"rack": "0.01", "driver": "0.01"}, "`rack` or `driver`"),
        ({"brake": "10", "ports": True}, "`brake` or `ports`"),
        ({"train": FLAT, "shifts": ((0.5, 2),)}, "the first of its shifts is at 0"),
    ):
        with pytest.raises(MechanismError, match=told):
            CAR.mechanism(8.0, **options)  # type: ignore[arg-type]
    with pytest.raises(MechanismError, match="cruise"):
        CAR.mechanism(8.0, train=FLAT).set(cruise=9.0)


def test_what_makes_no_drive_train_is_named() -> None:
    with pytest.raises(MechanismError, match="whose speeds rise"):
        DriveTrain(((100.0, 1.0), (50.0, 1.0)), gears=(1.0,))
    with pytest.raises(MechanismError, match="at least one gear"):
        DriveTrain(FLAT.engine, gears=())
    with pytest.raises(MechanismError, match="gears are 1 to 2"):
        CAR.mechanism(8.0, train=FLAT, shifts=((0.0, 3),))
    with pytest.raises(MechanismError, match="share is below 1"):
        Differential(share=1.0)
