"""Oettgen and Hiller, chapter 2 of Ambrosio's Advances (2005): a simple car is adapted to a whole one.

The chapter prints no data of its cars, but the manoeuvre (60 degrees of the steering wheel at 200 degrees a second,
15 m/s, grip 1), three measures (Eqs. 3 to 5) and what becomes of them when the side stiffness of the tyres alone is
changed: from 16.7, 9.1 and 22.1 % to 4.6, 4.8 and 6.8 %. The same is done with two cars of our own, of which the simple
one has front tyres that were made too stiff on purpose, so that there is something to fit: how far it is off before is
our choice and is compared with nothing printed; the cases are about what is left after the adaptation.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.run.run import Run
from linkwork.vehicles import Car, TurnMeasures, ramp_steer, real_time_saloon, saloon, turn_measures
from published.case import Case
from published.case import tests_of as checks_of

RATIO = 16.0  # of the steering, ours
SPEED = 15.0
UNTIL, POINTS = 2.5, 51
LOOSE: dict[str, Any] = {"rtol": 1e-4, "atol": 1e-5}


def stepped(car: Car) -> Any:
    """A car whose steering wheel is turned by 60 degrees within 0.3 s; nothing drives or brakes it."""
    rack = ramp_steer(np.radians(60 / RATIO) * car.rack_lever, begin=0.2, within=0.3)
    return car.mechanism(SPEED, rack=rack, drive=0.0)


def turned(car: Car, m: Any) -> Run:
    run: Run = m.simulate(UNTIL, POINTS, speeds=car.starting_speeds(SPEED), progress=False, **LOOSE)
    return run


@cache
def reference() -> Run:
    return turned(saloon(), stepped(saloon()))


@cache
def generic() -> TurnMeasures:
    """Deviations with front tyres that are too stiff on purpose."""
    car = real_time_saloon()
    return turn_measures(turned(car, stepped(car))).deviation(turn_measures(reference()))


@cache
def adapted() -> TurnMeasures:
    """Deviations after the side stiffness of the front tyres is fitted to the reference's yaw rate."""
    car, run = real_time_saloon(), reference()
    measured = {"t": run.t, "chassis.omega.z": run["chassis.omega.z"]}
    speeds = car.starting_speeds(SPEED)
    m = stepped(car)
    best = m.fit(measured, {"front_cornering": (3e4, 1e5)}, speeds=speeds, tolerance=1e-2, iterations=3, **LOOSE)
    return turn_measures(best.run).deviation(turn_measures(run))


def test_the_simple_car_is_off_by_its_front_tyres() -> None:
    """About a fifth as it is; with the stiffness of the whole car's front tyres a twentieth at most is left."""
    before = generic()
    assert 0.12 < before.radius < 0.25 and 0.05 < before.lateral < 0.25 and 0.15 < before.yaw_rate < 0.30
    car = real_time_saloon()
    m = stepped(car)
    tyre = saloon().front.tyre["cornering_stiffness"]
    assert car.front.tyre["cornering_stiffness"] > 1.3 * tyre
    m.set(front_cornering=tyre)
    alike = turn_measures(turned(car, m)).deviation(turn_measures(reference()))
    assert max(alike.radius, alike.lateral, alike.yaw_rate) < 0.05


def test_then_more_numbers_are_adapted_to_signals_measured_in_a_file(tmp_path: Path) -> None:
    """From front tyres that are right, yaw rate and roll of the whole car in a CSV: rear tyres and the front bar."""
    run, car = reference(), real_time_saloon()
    rows = np.column_stack([run.t, run["chassis.omega.z"], run["chassis.roll"]])
    file = tmp_path / "measured.csv"
    np.savetxt(file, rows, delimiter=",", header="t,chassis.omega.z,chassis.roll", comments="")
    m = stepped(car)
    m.set(front_cornering=saloon().front.tyre["cornering_stiffness"])
    before = turned(car, m)
    free = {"rear_cornering": (3e4, 1e5), "front_bar": (0.0, 4e4)}
    best = m.fit(file, free, speeds=car.starting_speeds(SPEED), tolerance=1e-2, iterations=2, **LOOSE)
    left = turn_measures(best.run).deviation(turn_measures(run))
    assert max(left.radius, left.lateral, left.yaw_rate) < 0.03
    roll, wanted = "chassis.roll", run["chassis.roll"]
    off = [np.linalg.norm(each[roll] - wanted) / np.linalg.norm(wanted) for each in (before, best.run)]
    assert off[1] < 0.5 * off[0] and off[0] > 0.2


def cases() -> list[Case]:
    source = "Oettgen and Hiller 2, Eqs. 3 to 5, deviations after the adaptation, of our cars"
    return [
        Case(source, "of the radius: at most 5 %", 0.0, lambda: adapted().radius, 0.05),
        Case(source, "of the greatest lateral acceleration: at most 5 %", 0.0, lambda: adapted().lateral, 0.05),
        Case(source, "of the greatest yaw rate: at most 7 %", 0.0, lambda: adapted().yaw_rate, 0.07),
    ]


test_cases = checks_of(cases)
