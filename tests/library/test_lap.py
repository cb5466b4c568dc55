"""A lap against the closed forms of a point with grip, power and air."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from linkwork.base.errors import MechanismError
from linkwork.vehicles import Lap, Limits, Track, lap

G = 9.80665
STRONG = 1e9  # W: power that never holds a car down


def circle(radius: float) -> Track:
    turn = np.linspace(0.0, 2.0 * np.pi, 721)
    return Track((radius * np.cos(turn)).tolist(), (radius * np.sin(turn)).tolist())


def straight(length: float, points: int) -> Track:
    return Track(np.linspace(0.0, length, points).tolist(), [0.0] * points)


def stadium(length: float = 300.0, radius: float = 40.0) -> Track:
    """Two straights and two half circles."""
    line, half = np.linspace(0.0, length, 151), np.linspace(-np.pi / 2, np.pi / 2, 91)
    x = [*line, *(length + radius * np.cos(half))[1:], *line[::-1][1:], *(-radius * np.cos(half))[1:]]
    y = [*(0.0 * line), *(radius + radius * np.sin(half))[1:], *(0.0 * line + 2 * radius)[1:]]
    return Track(x, [*y, *(radius - radius * np.sin(half))[1:]])


def test_a_circle_is_driven_at_the_speed_of_its_grip() -> None:
    driven = lap(circle(50.0), Limits(1000, STRONG, friction=0.8))
    assert driven.speed == pytest.approx(math.sqrt(0.8 * G * 50.0), rel=1e-9)
    assert driven.time == pytest.approx(2 * np.pi * 50.0 / math.sqrt(0.8 * G * 50.0), rel=1e-4)
    assert driven.across == pytest.approx(0.8 * G, rel=1e-9)


def test_what_the_air_presses_raises_the_speed_of_a_turn() -> None:
    """m v^2 / r = mu (m g + c v^2)."""
    pressed = lap(circle(50.0), Limits(1000, STRONG, friction=0.8, downforce=5.0))
    assert pressed.speed == pytest.approx(math.sqrt(0.8 * G / (1 / 50.0 - 0.8 * 5.0 / 1000)), rel=1e-9)


def test_a_start_follows_grip_then_power_then_air() -> None:
    grip = lap(straight(200.0, 41), Limits(1000, STRONG, friction=0.9), start=0.0)
    assert grip.speed == pytest.approx(np.sqrt(2 * 0.9 * G * grip.way), rel=1e-9, abs=1e-9)
    assert grip.time == pytest.approx(math.sqrt(2 * 200.0 / (0.9 * G)), rel=1e-9)
    power = lap(straight(200.0, 8001), Limits(1000, 50e3, friction=5.0), start=20.0)
    assert power.speed[-1] ** 3 == pytest.approx(20.0**3 + 3 * 50.0 * 200.0, rel=1e-4)
    air = lap(straight(20e3, 4001), Limits(1000, 50e3, drag=0.4), start=20.0)
    assert air.speed[-1] == pytest.approx((50e3 / 0.4) ** (1 / 3), rel=1e-6)


def test_a_lap_ends_as_it_begins_and_keeps_within_its_grip() -> None:
    """Brakes come just in time: on the straights the car drives, then slows by the whole grip, and is in the turn."""
    car = Limits(1000, 120e3, friction=1.0, driving=0.6)
    driven: Lap = lap(stadium(), car)
    assert driven.speed[0] == driven.speed[-1]
    lengths = np.diff(driven.way)
    assert float(np.sum(driven.along * lengths)) == pytest.approx(0.0, abs=1e-9 * float(np.sum(np.abs(driven.along))))
    whole = np.hypot(driven.along, driven.across[:-1])
    assert np.max(whole) < G * 1.02
    assert np.min(driven.speed) == pytest.approx(math.sqrt(G * 40.0), rel=1e-2)
    assert np.min(driven.along) == pytest.approx(-G, rel=1e-3)
    assert lap(stadium(), Limits(1000, 240e3, driving=0.6)).time < driven.time


@pytest.mark.parametrize(
    "limits",
    [
        {"power": 10e3, "drag": 0.1, "rolling": 0.012},
        {"power": 20e3, "drag": 0.4},
        {"power": 5e3, "rolling": 0.015},
        {"power": STRONG, "drag": 0.4, "downforce": 2.0, "driving": 0.5},
    ],
)
def test_a_circle_is_driven_at_the_speed_where_the_drive_bears_what_holds_the_car(limits: dict[str, float]) -> None:
    """P/v = c v^2 + f m g where the power ends first, and where the grip does, what the turn leaves of it."""
    car, radius = Limits(1600, **limits), 200.0

    def left(v: float) -> float:
        grip = G + car.downforce / 1600 * v**2
        pushed = min(car.power / v, 1600 * car.driving * math.sqrt(max(grip**2 - (v**2 / radius) ** 2, 0.0)))
        return pushed - car.drag * v**2 - car.rolling * 1600 * G

    steady = brentq(left, 1.0, car.turning_speed(1 / radius))
    assert steady < 0.999 * car.turning_speed(1 / radius)
    driven = lap(circle(radius), car)
    assert driven.speed == pytest.approx(steady, rel=1e-8)
    assert driven.time == pytest.approx(2 * np.pi * radius / steady, rel=1e-5)


def test_a_lap_does_not_depend_on_where_a_track_begins() -> None:
    """Wide turns that the car reaches only at full power: what the slow one costs is carried round the track."""
    turn = np.linspace(0.0, 2.0 * np.pi, 401)[:-1]
    x, y = 400.0 * np.cos(turn), 150.0 * np.sin(turn)
    car, times = Limits(1600, 15e3, drag=0.1, friction=0.4), []
    for first in (0, 70, 250):
        order = np.roll(np.arange(400), -first)
        order = np.append(order, order[0])
        driven = lap(Track(x[order].tolist(), y[order].tolist()), car)
        times.append(driven.time)
    assert times == pytest.approx([times[0]] * 3, rel=1e-8)


def test_where_nothing_limits_the_speed_no_number_is_invented() -> None:
    with pytest.raises(MechanismError, match="neither turns nor air nor rolling limit"):
        lap(circle(100.0), Limits(1000, 1e5, downforce=50.0))
    pressed = lap(circle(100.0), Limits(1000, 1e5, downforce=50.0, drag=1e-3))
    assert pressed.speed == pytest.approx((1e5 / 1e-3) ** (1 / 3), rel=1e-9)
    fast = lap(straight(1000.0, 101), Limits(1000, 1e5, drag=0.4), start=250.0)
    assert fast.speed[0] == 250.0 and np.all(np.diff(fast.speed) < 0.0)  # air slows it down to its top speed


def test_what_is_no_track_and_no_lap_is_named() -> None:
    with pytest.raises(MechanismError, match=r"its ends are 1 m apart: give the speed `start`"):
        lap(Track([*circle(50.0).x[:-1], 51.0], list(circle(50.0).y)), Limits(1000, 1e5))
    with pytest.raises(MechanismError, match=r"`start` of 60 m/s is too fast for the turn there"):
        arc = circle(50.0)
        lap(Track(arc.x[:300], arc.y[:300]), Limits(1000, 1e5), start=60.0)
    with pytest.raises(MechanismError, match=r"point 4 of 7, \(150, 0\), it turns back on itself, by 180 degrees"):
        Track([0, 50, 100, 150, 120, 50, 1], [0] * 7)
    with pytest.raises(MechanismError, match=r"point 1 of 5, \(0, 0\), it turns back"):
        Track([0, 50, 50, 50, 0], [0, 0, 1, 0, 0])
    with pytest.raises(MechanismError, match="braking and driving are shares of the grip"):
        Limits(1000, 1e5, braking=3.0)
    with pytest.raises(MechanismError, match="braking and driving are shares of the grip"):
        Limits(1000, 1e5, driving=1.2)
    with pytest.raises(MechanismError, match="at least four points"):
        Track([0, 1], [0, 1])
    with pytest.raises(MechanismError, match="stands there twice"):
        Track([0, 1, 1, 2], [0, 0, 0, 0])
    with pytest.raises(MechanismError, match="leave `start` out"):
        lap(circle(50.0), Limits(1000, 1e5), start=3.0)
    with pytest.raises(MechanismError, match="does not bear what holds it back"):
        lap(straight(100.0, 11), Limits(1000, 1e5, rolling=2.0), start=0.0)
    bend = Track([0, 5, 10, 12, 10, 5, 0], [0, 0, 0, 2, 4, 4, 4])
    with pytest.raises(MechanismError, match="do not slow it down in time"):
        lap(bend, Limits(1000, 1e5), start=60.0)
