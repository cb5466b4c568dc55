"""Driven axles, electric drives, air and brakes of cars, by sums of forces and powers."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.library.vehicles.brakes import add_brake
from linkwork.mechanism.spatial.spatial import Spatial
from linkwork.vehicles import Air, Car, DriveTrain, ElectricDrive, real_time_saloon

CAR = real_time_saloon()
GRAVITY = 9.80665
RADIUS = CAR.rear.suspension.radius
MASS = CAR.mass + 4 * (15.0 + 4.0 + 18.0) + 3.0
SPUN = MASS + 4 * 0.8 / RADIUS**2  # kg, with what the wheels' spin adds
LOOSE: dict[str, Any] = {"rtol": 1e-5, "atol": 1e-6, "progress": False}
WHEELS = [(word, side) for word in ("front", "rear") for side in ("left", "right")]


def at_wheels(run: Any, both: bool) -> Any:
    return sum(
        run[f"drive_{word}_{side}.strength" if both else f"drive_{side}.strength"] * run[f"{word}_{side}_hub.omega"]
        for word, side in WHEELS
        if both or word == "front"
    )


@pytest.mark.parametrize("share", [0.4, 1.0])
def test_an_engine_drives_the_front_wheels_or_all_and_loses_nothing_on_the_way(share: float) -> None:
    train = DriveTrain(((0.0, 150.0), (600.0, 150.0)), gears=(3.6,), final=3.2, inertia=0.2, drag=0.0)
    run = replace(CAR, front_drive=share).run(
        1.0, 11, speed=8.0, train=train, rack=f"{0.05 * CAR.rack_lever!r}*min(1, t/0.4)", **LOOSE
    )
    both = share < 1.0
    assert at_wheels(run, both) == pytest.approx(run["clutch_torque"] * run["gearbox_speed"], rel=1e-9)
    gained = (run["forward"][-1] - run["forward"][5]) / (run.t[-1] - run.t[5])
    ratio = 3.6 * 3.2
    assert gained == pytest.approx(ratio * 150.0 / RADIUS / (SPUN + ratio**2 * 0.2 / RADIUS**2), rel=0.03)
    if both:
        assert run["front_torque"] == pytest.approx(0.4 / 0.6 * run["rear_torque"], rel=1e-12)
        assert run["front_left_tyre.along"][-1] > 200.0 and run["rear_left_tyre.along"][-1] > 200.0
    else:
        assert run["rear_left_tyre.along"][-1] < 0.0 < run["front_left_tyre.along"][-1]


def test_an_electric_car_gains_energy_by_its_power_and_the_battery_gives_more() -> None:
    """Full torque below the corner speed, full power above; m v^2/2 grows by P/(1 + slip) over time."""
    drive = ElectricDrive(torque=300.0, power=60e3, ratio=9.0, efficiency=0.9)
    run = replace(CAR, front_drive=0.5).run(2.0, 21, speed=10.0, train=drive, **LOOSE)
    assert at_wheels(run, True)[1:] == pytest.approx(60e3, rel=1e-9)
    assert np.diff(run["battery_work"])[1:] == pytest.approx(60e3 / 0.9 * 0.1, rel=1e-6)
    gained = SPUN / 2 * (run["forward"][-1] ** 2 - run["forward"][5] ** 2)
    slip = 60e3 / run["forward"][5:] / 36e4  # four wheels with the slip stiffness 9e4 N
    assert gained == pytest.approx(np.trapezoid(60e3 / (1.0 + slip), run.t[5:]), rel=2e-3)
    slow = CAR.run(0.5, 6, speed=2.0, train=drive, pedal="0.5", **LOOSE)
    assert slow["motor_torque"][1:] == pytest.approx(150.0, rel=1e-12)


def test_a_negative_pedal_brakes_and_gives_back_to_the_battery() -> None:
    drive = ElectricDrive(torque=300.0, power=60e3, efficiency=0.9, recuperation=0.5)
    run = CAR.run(1.0, 11, speed=15.0, train=drive, pedal="-1", **LOOSE)
    assert run["battery_power"][1:] == pytest.approx(0.9 * run["motor_torque"][1:] * run["motor_speed"][1:], rel=1e-9)
    assert np.all(run["battery_power"][1:] < -2e4) and run["forward"][-1] < 14.0


def windy(**air: float) -> Car:
    return replace(CAR, air=Air(at=(-1.3, 0.6), **air))


def test_drag_ends_a_gain_of_speed_where_its_power_is_that_of_the_drive() -> None:
    """P = c v^3 (1 + slip): at that speed nothing changes; slower it gains (P/v - c v^2)/m, faster it loses."""
    drag, power = 0.45, 60e3
    car, drive = windy(drag=drag), ElectricDrive(torque=300.0, power=power)
    top = (power / drag) ** (1 / 3)
    for _ in range(5):  # two wheels with the slip stiffness 9e4 N push with the drag
        top = (power / drag / (1.0 + drag * top**2 / 18e4)) ** (1 / 3)
    for speed in (0.9 * top, top, 1.1 * top):
        run = car.run(1.0, 11, speed=speed, train=drive, **LOOSE)
        v = run["forward"][8]
        slip = drag * v**2 / 18e4
        expected = (power / (v * (1.0 + slip)) - drag * v**2) / SPUN
        gained = (run["forward"][-1] - run["forward"][5]) / (run.t[-1] - run.t[5])
        assert gained == pytest.approx(expected, abs=0.01)  # of 0.27 m/s^2 ten percent off the top


def test_lift_and_pitching_moment_move_the_loads_as_the_balance_of_moments_says() -> None:
    speed, drag, lift, pitch = 40.0, 0.45, 0.3, 0.5
    calm, wind = CAR.steady(speed), windy(drag=drag, lift=lift, pitch=pitch).steady(speed)

    def axle(motion: Any, word: str) -> float:
        return float(sum(motion[f"{word}_{side}_tyre.load"] for side in ("left", "right")))

    lost = {word: axle(calm, word) - axle(wind, word) for word in ("front", "rear")}
    q = speed**2
    assert lost["front"] + lost["rear"] == pytest.approx(lift * q, rel=1e-6)
    # about the rear contact: lift at its arm, drag at its height, the couple, and the weights where the wind moves them
    masses = {"chassis": CAR.mass, "rack": 3.0}
    for word, side in WHEELS:
        masses |= {f"{word}_{side} carrier": 15.0, f"{word}_{side} arm": 4.0, f"{word}_{side}_wheel": 18.0}
    assert sum(masses.values()) == pytest.approx(MASS, rel=1e-12)
    for motion, blows in ((calm, 0.0), (wind, 1.0)):
        behind, at = motion["rear_left_wheel.x"], "chassis.air" if blows else "chassis"
        moment = sum(mass * GRAVITY * (motion[f"{name}.x"] - behind) for name, mass in masses.items())
        moment -= blows * q * (lift * (motion[f"{at}.x"] - behind) + drag * motion[f"{at}.z"] + pitch)
        assert axle(motion, "front") * (motion["front_left_wheel.x"] - behind) == pytest.approx(moment, rel=1e-9)


def test_a_braked_car_stands_on_a_slope_of_ten_percent_for_a_minute() -> None:
    """Tyres and linings give at first, as springs do; then it drifts by less than a tenth of a millimetre."""
    mechanism: Any = CAR.mechanism(5.0, brake="1500", drive=0.0)
    slope = math.atan(0.1)
    mechanism.set_gravity(-GRAVITY * math.sin(slope), 0, -GRAVITY * math.cos(slope))
    options: dict[str, Any] = {"speeds": CAR.starting_speeds(0.0), "method": "radau", "rtol": 1e-5, "atol": 1e-7}
    run = mechanism.simulate(60.0, 121, progress=False, **options)
    x = run["chassis.x"]
    assert 1e-3 < x[0] - x[4] < 6e-3
    assert np.ptp(x[4:]) < 1e-4 and np.ptp(x[20:]) < 1e-6
    held = sum(run[f"{word}_{side}_tyre.along"][-1] for word, side in WHEELS)
    assert held == pytest.approx(MASS * GRAVITY * math.sin(slope), rel=1e-3)


def test_a_brake_that_bears_too_little_lets_the_car_go() -> None:
    mechanism: Any = CAR.mechanism(5.0, brake="50", drive=0.0)
    slope = math.atan(0.1)
    mechanism.set_gravity(-GRAVITY * math.sin(slope), 0, -GRAVITY * math.cos(slope))
    run = mechanism.simulate(3.0, 31, speeds=CAR.starting_speeds(0.0), progress=False, rtol=1e-5, atol=1e-7)
    expected = (MASS * GRAVITY * math.sin(slope) - 4 * 50.0 / RADIUS) / SPUN
    gained = -(run["chassis.vx"][-1] - run["chassis.vx"][15]) / (run.t[-1] - run.t[15])
    assert gained == pytest.approx(expected, rel=0.02)


def hinge(load: str, torque: str, until: float, points: int) -> Any:
    """A wheel of 1 kg m^2 on a hinge with a brake, turned by a load."""
    m: Any = Spatial("braked wheel")
    wheel = m.body("wheel", (0, 0, 0), mass={"mass": 1.0, "inertia": (1, 1, 1)})
    m.revolute("hub", m.ground, wheel, at=(0, 0, 0), axis=(0, 1, 0))
    add_brake(m, "wheel", "hub", torque)
    m.actuator("load", "hub", force=load)
    return m.simulate(until, points, progress=False, rtol=1e-8, atol=1e-10)


@pytest.mark.parametrize("swing", ["20*sin(2*pi*t)", "25*sin(2*pi*t)^3 + 3*cos(4*pi*t)", "20*sin(6*pi*t)"])
def test_a_load_that_swings_below_the_break_away_share_moves_nothing_for_good(swing: str) -> None:
    """At whole seconds all swings are where they were; the lining bends by several thousandths of a radian between."""
    angle = hinge(f"(60 + {swing})*min(1, t)", "100", 30.0, 301)["hub.angle"]
    assert angle[300] == pytest.approx(angle[100], abs=1e-8)
    assert 5e-3 < np.ptp(angle[100:]) < 1e-2


@pytest.mark.parametrize("load", [85.0, 99.0])
def test_a_wheel_that_slides_under_less_than_the_torque_stops(load: float) -> None:
    """Thrown on at once the load draws the lining beyond its end; dry friction of 100 N m would stop the wheel, too."""
    omega = hinge(f"{load!r}", "100", 10.0, 101)["hub.omega"]
    assert np.max(np.abs(omega)) > 0.01 and np.max(np.abs(omega[-10:])) < 1e-4


def test_a_brake_does_not_drive() -> None:
    """A law below zero counts as zero: the wheel turns as the load alone turns it."""
    assert hinge("6", "-80", 1.0, 11)["hub.omega"][-1] == pytest.approx(6.0, rel=1e-9)


def test_an_engine_starts_with_the_speed_of_wheels_of_two_sizes() -> None:
    """The shaft before a centre differential turns with the mean of both axles, by their shares of the torque."""
    low = replace(CAR.front.suspension, radius=0.26, centre=(*CAR.front.suspension.centre[:2], 0.26))
    car = replace(CAR, front=replace(CAR.front, suspension=low), front_drive=0.4)
    train = DriveTrain(((0.0, 150.0), (600.0, 150.0)), gears=(3.6,), final=3.2, inertia=0.2, drag=0.0)
    run = car.run(0.01, 2, speed=8.0, train=train, pedal="0", **LOOSE)
    turning = 3.6 * 3.2 * 8.0 * (0.4 / 0.26 + 0.6 / RADIUS)
    assert run["engine_speed"][0] == pytest.approx(turning, rel=1e-9)
    assert run["gearbox_speed"][0] == pytest.approx(turning, rel=1e-9)
    holding: Any = car.mechanism(9.0)
    held = holding.simulate(0.01, 2, speeds=car.starting_speeds(8.0), **LOOSE)
    for word, share, radius in (("front", 0.4, 0.26), ("rear", 0.6, RADIUS)):  # 2 m a m/s too slow, by each radius
        wanted = 2.0 * car.mass * share / 2 * radius
        assert held[f"drive_{word}_left.strength"][0] == pytest.approx(wanted, rel=1e-9)


def test_drives_that_cannot_be_are_refused() -> None:
    with pytest.raises(MechanismError, match="share of the torque of the front wheels"):
        replace(CAR, front_drive=1.5)
    with pytest.raises(MechanismError, match="no gears"):
        CAR.mechanism(10.0, train=ElectricDrive(300.0, 6e4), shifts=((0.0, 1),))
    with pytest.raises(MechanismError, match="at most 1"):
        ElectricDrive(300.0, 6e4, efficiency=1.2)
    with pytest.raises(MechanismError, match="drag must be"):
        Air(drag=-1.0)
