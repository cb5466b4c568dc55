"""A car in space against the closed forms of a single track and of load transfer."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.base.errors import MechanismError
from linkwork.run.run import Run
from linkwork.vehicles import Axle, Car, DoubleWishbone, SemiTrailingArm, ramp_steer, wheel_angle

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


def car(centre: float = -1.25) -> Car:
    return Car(1200, (450, 1700, 1900), (centre, 0, 0.55), Axle(FRONT, RUBBER), Axle(REAR, RUBBER, anti_roll=2000))


def test_a_car_has_fourteen_freedoms_beside_its_rack() -> None:
    assert car().mechanism(15.0).check().mobility == 15


def test_a_steady_turn_has_the_yaw_rate_and_the_load_transfer_of_the_closed_forms() -> None:
    """v delta / (l + K v^2) with K of the axle loads; moments about the heading add up to nothing."""
    run = car().run(5.0, 51, speed=15.0, rack=ramp_steer(-0.002, begin=0.2), progress=False)
    assert [run.unit(f"front_left_tyre.{label}") for label in ("load", "slip_angle", "aligning")] == ["N", "rad", "N m"]
    loads = {name: run[f"{name}_tyre.load"][-1] for name in ("front_left", "front_right", "rear_left", "rear_right")}
    front, rear = loads["front_left"] + loads["front_right"], loads["rear_left"] + loads["rear_right"]
    gradient = (front - rear) / 9.80665 / (2 * CORNERING)
    speed, yaw, angle = run["forward"][-1], run["chassis.omega.z"][-1], wheel_angle(run)[-1]
    assert angle > 0.01
    assert yaw == pytest.approx(speed * angle / (2.6 + gradient * speed**2), rel=5e-3)
    assert roll_moment(run, loads) == pytest.approx(0.0, abs=5.0)  # N m, of 900 by the mass centre's height


def roll_moment(run: Run, loads: dict[str, float]) -> float:
    """About the heading, at the road below the chassis: loads, weights, centrifugal forces, gyroscopic moments."""
    last = {axis: run[f"chassis.{axis}"][-1] for axis in "xy"}
    ahead = {axis: run[f"chassis.ahead.{axis}"][-1] - last[axis] for axis in "xy"}
    speed, yaw = run["forward"][-1], run["chassis.omega.z"][-1]

    def left(body: str) -> float:
        x, y = (run[f"{body}.{axis}"][-1] - last[axis] for axis in "xy")
        return float((ahead["x"] * y - ahead["y"] * x) / np.hypot(ahead["x"], ahead["y"]))

    masses = {"chassis": 1200.0, "rack": 3.0} | {f"{name} carrier": 15.0 for name in loads}
    masses |= {f"{name}_wheel": 18.0 for name in loads}
    masses |= {f"front_{side} {word} arm": 4.0 for side in ("left", "right") for word in ("lower", "upper")}
    moment = 0.0
    for body, mass in masses.items():
        moment += mass * (speed * yaw * run[f"{body}.z"][-1] - 9.80665 * left(body))
    for name, load in loads.items():
        wheel = f"{name}_wheel"
        moment += load * (left(wheel) + run[f"{wheel}.z"][-1] * np.tan(run[f"{name}_tyre.camber"][-1]))
        moment += 0.8 * run[f"{name}_hub.omega"][-1] * yaw
    return moment


def test_a_braked_car_stops_and_stands() -> None:
    run = car().run(5.0, 101, speed=10.0, brake="if(t > 0.5, 400, 0)", drive=0.0, progress=False)
    assert np.max(np.abs(run["forward"][-10:])) < 0.002  # it has rocked on its tyres
    slowing = (run["forward"][14] - run["forward"][26]) / 0.6
    mass = 1200 + 3 + 4 * 33 + 4 * 4
    assert slowing == pytest.approx(4 * 400 / 0.3 / mass, rel=0.05)


def test_a_mass_centre_outside_of_the_axles_is_refused() -> None:
    with pytest.raises(MechanismError, match="negative load"):
        car(centre=0.4)
    with pytest.raises(MechanismError, match="speed must be positive"):
        car().mechanism(0.0)
