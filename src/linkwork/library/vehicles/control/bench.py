"""A bench: a car in space, its sensors with faults, and a control unit, period by period."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.exchange.mechanism_part import MechanismPart
from linkwork.exchange.runner_part import RunnerPart
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_positive
from linkwork.library.vehicles.car import Car
from linkwork.library.vehicles.control.faults import Fault, FaultLine
from linkwork.library.vehicles.control.monitoring import Failure
from linkwork.library.vehicles.control.sensing import SIGNALS, WHEELS, SensorLine
from linkwork.library.vehicles.control.unit import COMMANDS, ControlUnit
from linkwork.library.vehicles.control.unit_part import OUTPUTS, UnitPart
from linkwork.library.vehicles.control.unit_under_test import UnitUnderTest, held
from linkwork.library.vehicles.from_above.extended_track import ExtendedSingleTrack
from linkwork.library.vehicles.from_above.single_track import SingleTrack
from linkwork.library.vehicles.ports import INPUT_STARTS

_STEPS = 5  # of the car in one period
_TRUE = ("forward", "sideways", "yaw_rate", "x", "y")


@public
@publicly_made
@dataclass(frozen=True)
class Scenario:
    """What happens on a bench: speed (m/s), steering, brake of the driver, faults.

    `rack` is the way of the steering rack of a car in space, `steer` the angle of the front wheels (rad) of any car,
    both laws of t.
    `brake` is the torque asked for on every wheel: pairs of time and N m, straight lines between. `drive` is as in
    `Car.mechanism`.
    """

    name: str
    speed: float
    until: float
    rack: str = "0"
    brake: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    drive: float = 2.0
    faults: tuple[Fault, ...] = ()
    control: bool = True
    """Without it the driver's brake goes straight to the wheels."""
    wanted: float | None = None
    """The speed that the drive is told (m/s): above that of the start the car accelerates; left out, it is held."""
    steer: str | None = None

    def __post_init__(self) -> None:
        wanted = self.speed if self.wanted is None else self.wanted
        require_positive(f"scenario '{self.name}'", speed=self.speed, until=self.until, wanted=wanted)
        if self.steer is not None and self.rack != "0":
            raise MechanismError(f"scenario '{self.name}': `rack` or `steer`; give one of both")
        times = [t for t, _ in self.brake]
        if not times or times != sorted(times):
            raise MechanismError(f"scenario '{self.name}': times of the brake rise, and there is at least one")

    def demand(self, t: float) -> float:
        """The torque that the driver asks for."""
        times, torques = zip(*self.brake, strict=True)
        return float(np.interp(t, times, torques))


@public
@publicly_made
@dataclass(frozen=True)
class BenchRun:
    """What happened on the bench: `run["yaw_rate"]` is what the unit was told, `run["true.yaw_rate"]` what was."""

    scenario: Scenario
    t: Array
    values: dict[str, Array]
    failures: list[Failure] = field(default_factory=list)

    @public
    def __getitem__(self, name: str) -> Array:
        if name not in self.values:
            raise MechanismError(f"the bench has no signal '{name}'{suggestion(name, self.values, 'signals')}")
        return self.values[name]

    def plot(self, *names: str) -> Any:
        """A figure of signals over the time."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 1.6 * len(names) + 0.6), layout="constrained")
        for axes, name in zip(np.atleast_1d(figure.subplots(len(names), 1, sharex=True)), names, strict=True):
            axes.plot(self.t, self[name])
            axes.set_ylabel(name)
            axes.grid(True, alpha=0.3)
            for failure in self.failures:
                axes.axvline(failure.t, color="C3", linewidth=0.8)
        axes.set_xlabel("t (s)")
        return figure


@public
def control_bench(
    car: Car | SingleTrack,
    scenario: Scenario,
    *,
    unit: ControlUnit | None = None,
    part: Any = None,
    seed: int = 0,
    plant: Literal["engine", "runner"] = "engine",
) -> BenchRun:
    """Run a scenario: the car goes on in steps of a fifth of a period, the unit is asked once a period.

    `part` is a subsystem in the place of the unit, such as a `ProgramPart` that serves a `UnitPart`, an `FmuPart` or a
    `DatagramPart`. It is closed at the end. `plant` is where the car runs: in the compiled loop of this process, or in
    the real-time `runner`, a program of C that is asked over UDP. The same seed gives the same numbers, bit by bit.
    """
    unit = unit or unit_of(car)
    own: Any = UnitPart(unit) if part is None else part
    try:
        asked = UnitUnderTest(own)
        vehicle: Any = _vehicle(car, scenario, unit.period, plant)
        try:
            return _run(scenario, unit, asked, vehicle, seed)
        finally:
            vehicle.close()
    finally:
        own.close()


def _vehicle(car: Car | SingleTrack, scenario: Scenario, period: float, plant: str) -> Any:
    """The car as a subsystem."""
    steer = scenario.steer
    mechanism: Any
    if isinstance(car, Car):
        law: Any = {"rack": scenario.rack} if steer is None else {"driver": f"{car.rack_lever!r}*({steer})"}
        mechanism = car.mechanism(scenario.speed, drive=scenario.drive, ports=True, **law)
    else:
        if scenario.rack != "0":
            raise MechanismError(f"{car.name}: it has no rack; give the scenario `steer`, the angle of the wheels")
        mechanism = car.mechanism(scenario.speed, steer or "0", scenario.drive * car.mass, ports=True)
    if scenario.wanted is not None:
        mechanism.set(cruise=scenario.wanted)
    speeds = car.starting_speeds(scenario.speed)
    if plant == "runner":
        return RunnerPart(mechanism, outputs=_outputs(), step=period / _STEPS, speeds=speeds)
    return MechanismPart(mechanism, outputs=_outputs(), steps=_STEPS, speeds=speeds)


def _run(scenario: Scenario, unit: ControlUnit, own: UnitUnderTest, vehicle: Any, seed: int) -> BenchRun:
    lines = {name: SensorLine(unit.sensors[name], unit.period, (seed, n)) for n, name in enumerate(SIGNALS)}
    faults = [FaultLine(fault, unit.sensors[fault.signal]) for fault in scenario.faults]
    count, period = round(scenario.until / unit.period), unit.period
    ports = vehicle.describe().inputs
    commands = dict.fromkeys(COMMANDS, 0.0) | {"throttle": 1.0}
    seen = dict(zip(_outputs(), vehicle.start(0.0, _row(ports, INPUT_STARTS | commands)[0]), strict=True))
    own.start()
    rows, before = [], seen["sideways"]
    for number in range(count):
        t, demand = number * period, scenario.demand(number * period)
        true = _true(seen, before, period)
        before = seen["sideways"]
        heard = {name: line.sample(true[name]) for name, line in lines.items()}
        for fault in faults:
            heard[fault.fault.signal] = fault.passed(t, heard)
        gives = own.step(t, period, list(heard.values()), demand)
        if scenario.control:
            commands = dict(zip(COMMANDS, gives, strict=False))
        else:
            commands = dict.fromkeys(COMMANDS, demand) | {"throttle": 1.0}
        rows.append([t, *heard.values(), *gives, *(true[f"true.{name}"] for name in _TRUE), demand])
        seen = dict(zip(_outputs(), vehicle.attempt(period, _row(ports, INPUT_STARTS | commands)), strict=True))
        vehicle.commit()
    names = ["t", *SIGNALS, *own.outputs, *(f"true.{name}" for name in _TRUE), "demand"]
    table = dict(zip(names, np.array(rows).T, strict=True))
    return BenchRun(scenario, table.pop("t"), table, own.failures)


@public
def unit_of(car: Car | SingleTrack) -> ControlUnit:
    """A unit with the sizes of a car, whose rear wheels alone are driven: the others tell it the speed."""
    if not isinstance(car, SingleTrack) or isinstance(car, ExtendedSingleTrack):
        _require_rear_drive(car)
    if isinstance(car, SingleTrack):
        return ControlUnit(car.wheelbase, 2 * car.half_track, car.radius)
    return ControlUnit(car.wheelbase, 2 * car.rear.suspension.centre[1], car.rear.suspension.radius)


def _require_rear_drive(car: Car | ExtendedSingleTrack) -> None:
    if car.front_drive > 0.0:
        raise MechanismError(
            f"{car.name}: its front wheels are driven; the control unit takes the car's speed from them, and judges "
            "the spinning of the rear ones"
        )


def _outputs() -> dict[str, str]:
    """What the bench sees of a car, by its outputs."""
    names = [f"wheel_{name}" for name in WHEELS]
    seen = {"yaw_rate": "yaw_rate", "forward": "along_speed", "sideways": "across_speed"}
    return dict(zip(names, names, strict=True)) | seen | {"x": "place_x", "y": "place_y", "steering": "steered"}


def _true(seen: Mapping[str, float], before: float, period: float) -> dict[str, float]:
    """The true values of what sensors see, and of the car."""
    lateral = seen["forward"] * seen["yaw_rate"] + (seen["sideways"] - before) / period
    true = {name: seen[name] for name in SIGNALS if name in seen} | {"lateral": lateral}
    return true | {f"true.{name}": seen[name] for name in _TRUE}


def _row(ports: Sequence[str], commands: Mapping[str, float]) -> Array:
    return held([float(commands[name]) for name in ports])


__all__ = ["OUTPUTS", "BenchRun", "Scenario", "control_bench", "unit_of"]
