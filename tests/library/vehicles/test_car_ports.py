"""Cars of four depths behind the same ports: what goes with one of them goes with the others."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.exchange.mechanism_part import MechanismPart
from linkwork.library.vehicles.ports import INPUT_STARTS
from linkwork.run.remarks import remark_notes
from linkwork.signals.parts import Input, Output
from linkwork.vehicles import (
    CAR_INPUTS,
    CAR_OUTPUTS,
    Air,
    DriveTrain,
    Dugoff,
    ExtendedSingleTrack,
    LinearTyre,
    Scenario,
    SingleTrack,
    control_bench,
    real_time_saloon,
    saloon,
)

SPEED, PERIOD, MASS = 20.0, 0.005, 1706.0  # of the saloons with carriers, arms and wheels, about
SINGLE = SingleTrack(MASS, 2900.0, 1.3, 1.5, LinearTyre(9.2e4), LinearTyre(1.3e5), radius=0.31, half_track=0.78)
EXTENDED = ExtendedSingleTrack(
    MASS, 2900.0, 1.3, 1.5, Dugoff(9.2e4, 0.9), Dugoff(1.3e5, 0.9), radius=0.31, half_track=0.78
)
CARS: dict[str, Any] = {
    "single track": SINGLE,
    "extended": EXTENDED,
    "18 freedoms": real_time_saloon(),
    "whole": saloon(),
}
BRAKED = 300.0  # N m on either front wheel


def driven(car: Any, told: Any, count: int, outputs: Any = CAR_OUTPUTS, **options: Any) -> tuple[Any, list[str]]:
    """Rows of outputs of a car that is told inputs by the number of the period, and what it remarks."""
    m = car.mechanism(SPEED, ports=True, **options)
    part = MechanismPart(m, outputs={name: name for name in outputs}, steps=5, speeds=car.starting_speeds(SPEED))
    assert part.describe().inputs == tuple(CAR_INPUTS)
    row, rows = np.zeros((3, len(CAR_INPUTS))), []
    row[0] = list(INPUT_STARTS.values())
    part.start(0.0, row[0])
    for number in range(count):
        row[0] = list((INPUT_STARTS | told(number)).values())
        rows.append(part.attempt(PERIOD, row))
        part.commit()
    return {name: np.array(values) for name, values in zip(outputs, np.array(rows).T, strict=True)}, part.notes


@cache
def manoeuvre(name: str) -> tuple[Any, list[str]]:
    """A gust from the right, then a step of the steering, then the brakes of the front wheels."""

    def told(number: int) -> dict[str, float]:
        if number < 40:
            return {"side_wind": 1000.0}
        if number < 160:
            return {"steering": 0.02}
        return {"throttle": 0.0, "brake_front_left": BRAKED, "brake_front_right": BRAKED}

    return driven(CARS[name], told, 240)


def test_cars_of_every_depth_have_the_same_ports() -> None:
    for car in CARS.values():
        signals: Any = car.mechanism(SPEED, ports=True).signals
        ports = [
            {name: part.unit for name, part in signals.items() if isinstance(part, kind)} for kind in (Input, Output)
        ]
        assert list(ports[0].items()) == list(CAR_INPUTS.items())
        assert list(ports[1].items()) == list(CAR_OUTPUTS.items())


@pytest.mark.parametrize("name", CARS)
def test_the_same_inputs_make_every_car_do_the_same_things(name: str) -> None:
    seen, _ = manoeuvre(name)
    assert seen["across_speed"][39] > 0.03 and seen["place_y"][39] > 0.003
    assert seen["steered"][150] == pytest.approx(0.02, abs=2.5e-3)
    assert seen["yaw_rate"][150] == pytest.approx(SINGLE.yaw_rate(SPEED, 0.02), rel=0.3)
    sideways = (seen["across_speed"][152] - seen["across_speed"][146]) / (6 * PERIOD)
    whole = sideways + seen["along_speed"][149] * seen["yaw_rate"][149]
    assert seen["lateral"][150] == pytest.approx(whole, rel=0.02)  # it follows within 5 ms
    assert seen["wheel_rear_right"][150] > seen["wheel_rear_left"][150]  # the outer one
    slower = (seen["along_speed"][-1] - seen["along_speed"][-31]) / (30 * PERIOD)
    assert slower == pytest.approx(-2 * BRAKED / 0.31 / MASS, rel=0.1)  # turning brakes, too


def test_places_are_those_of_the_mass_centre_in_the_world_of_the_car() -> None:
    """A car on a single track starts at 0, the saloons where their mass centre is behind the front wheels."""
    for name, start in (("single track", 0.0), ("extended", 0.0), ("18 freedoms", -1.3), ("whole", -1.3)):
        seen, _ = manoeuvre(name)
        assert seen["place_x"][0] == pytest.approx(start + SPEED * PERIOD, abs=1e-3)


@pytest.mark.parametrize("name", ["18 freedoms", "whole"])
def test_speeds_along_and_across_are_level_though_a_car_pitches(name: str) -> None:
    def told(number: int) -> dict[str, float]:
        return {"throttle": 0.0, "steering": 0.02, "brake_front_left": 900.0, "brake_front_right": 900.0}

    seen, _ = driven(CARS[name], told, 60, ("along_speed", "across_speed", "pitch", "chassis.vx", "chassis.vy"))
    assert abs(seen["pitch"][-1]) > 5e-3
    level = np.hypot(seen["chassis.vx"], seen["chassis.vy"])
    assert np.hypot(seen["along_speed"], seen["across_speed"]) == pytest.approx(level, rel=1e-9)


def test_what_has_no_meaning_for_a_car_is_told() -> None:
    single, whole = (" ".join(manoeuvre(name)[1]) for name in ("single track", "whole"))
    assert "gear, clutch: without meaning here: a force holds the speed" in single
    assert "roll, pitch: always 0" in single and "brakes do not lock them" in single
    assert "headwind: without meaning here: the car has no `air`" in whole and "roll" not in whole
    run = SINGLE.mechanism(SPEED, ports=True).simulate(0.01, 2, speeds=SINGLE.starting_speeds(SPEED), progress=False)
    assert any(note.startswith("headwind: without meaning") for note in run.notes)


def test_remarks_are_kept_in_a_model_file(tmp_path: Path) -> None:
    m: Any = SINGLE.mechanism(SPEED, ports=True)
    m.save(tmp_path / "car.yaml")
    again: Any = lw.load(tmp_path / "car.yaml")
    told = remark_notes(again)
    assert told == remark_notes(m) and any(note.startswith("gear, clutch: without meaning") for note in told)


def test_wind_and_gears_act_where_there_are_air_and_an_engine() -> None:
    """Drag over the square of speed and wind together; the ratio of the gear that the input tells."""
    car = replace(real_time_saloon(), air=Air(drag=2.0, at=(-1.3, 0.56)))
    lost = []
    for wind in (0.0, 10.0):
        seen, notes = driven(car, lambda number, wind=wind: {"throttle": 0.0, "headwind": wind}, 30, ("along_speed",))
        lost.append(seen["along_speed"][9] - seen["along_speed"][29])
        assert not any("headwind" in note for note in notes)
    assert lost[1] / lost[0] == pytest.approx((1 + 10.0 / SPEED) ** 2, rel=0.02)
    train = DriveTrain(engine=((80, 140), (630, 120)), gears=(3.6, 2.1, 1.4), final=3.0)
    seen, notes = driven(
        car, lambda number: {"gear": 1.0 + number, "clutch": 0.0}, 4, ("ratio", "clutch_torque"), train=train
    )
    assert seen["ratio"] == pytest.approx([10.8, 6.3, 4.2, 4.2])
    assert np.all(seen["clutch_torque"] == 0.0) and not any("gear" in note for note in notes)


def test_the_control_unit_turns_a_single_track_as_it_turns_a_car() -> None:
    """One that oversteers: yaw control brakes the outer front wheel, and the car turns less."""
    loose = SingleTrack(1500, 2500, 1.4, 1.3, LinearTyre(1.2e5, 0.9), LinearTyre(9e4, 0.9))
    turned = [
        Scenario("turn", speed=20, until=1.0, steer="0.03*max(0, min(1, (t - 0.2)/0.2))", control=on)
        for on in (True, False)
    ]
    runs = [control_bench(loose, scenario) for scenario in turned]
    assert runs[0]["brake_front_right"].max() > 100.0 and runs[0]["brake_front_left"].max() == 0.0
    assert runs[0]["true.yaw_rate"][-1] < 0.9 * runs[1]["true.yaw_rate"][-1]
    with pytest.raises(MechanismError, match="it has no rack; give the scenario `steer`"):
        control_bench(loose, Scenario("turn", speed=20, until=0.1, rack="0.01"))
    with pytest.raises(MechanismError, match="`rack` or `steer`; give one of both"):
        Scenario("turn", speed=20, until=0.1, rack="0.01", steer="0.01")


def test_an_fmu_has_the_ports_and_says_which_have_no_meaning(tmp_path: Path) -> None:
    fmu = SINGLE.mechanism(SPEED, ports=True).fmu(
        tmp_path / "car.fmu", outputs=list(CAR_OUTPUTS), speeds=SINGLE.starting_speeds(SPEED), binary=False
    )
    listed = ElementTree.fromstring(zipfile.ZipFile(fmu).read("modelDescription.xml")).iter("ScalarVariable")
    ports = [each for each in listed if each.get("causality") in ("input", "output")]
    assert [each.get("name") for each in ports] == [*CAR_INPUTS, *CAR_OUTPUTS]
    told = {each.get("name"): each.get("description") or "" for each in ports}
    assert told["gear"].startswith("without meaning here") and told["roll"].startswith("always 0")
    assert told["steering"] == ""
