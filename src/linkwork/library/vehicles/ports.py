"""The ports of a car: inputs and outputs of the same names, order and units for cars of every depth.

So a driver, a control unit, a test bench or an FMU that goes with one of them goes with the others. A port that has no
meaning for a car is there all the same, with a remark that every run tells.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
CAR_INPUTS: dict[str, str] = {
    "steering": "rad",
    "throttle": "",
    **{f"brake_{name}": "N m" for name in WHEELS},
    "gear": "",
    "clutch": "",
    "headwind": "m/s",
    "side_wind": "N",
}
"""Inputs with their units: angle of the front wheels to the left, share of the drive (1 at the start), torques of the
brakes, gear (1 at the start), share of the clutch's torque (1: closed), speed of the air against the heading, force to
the left at the mass centre."""
CAR_OUTPUTS: dict[str, str] = {
    "place_x": "m",
    "place_y": "m",
    "heading": "rad",
    "along_speed": "m/s",
    "across_speed": "m/s",
    "yaw_rate": "rad/s",
    "lateral": "m/s^2",
    "steered": "rad",
    "roll": "rad",
    "pitch": "rad",
    **{f"wheel_{name}": "rad/s" for name in WHEELS},
}
"""Outputs with their units: place of the mass centre (of a car in space: of its chassis), heading (within half a turn),
its speed along and across the heading, level, yaw rate, acceleration to the left as a sensor tells it, mean angle of
the front wheels, roll to the right and pitch nose down, speeds of the wheels. Loads of tyres are none of them: forces
are found after signals.

The place is that in the car's own world: a single track starts at 0, a car in space at its `centre` (`saloon` and
`real_time_saloon` at -1.3 m, behind the front wheels at 0)."""
HYDRAULIC = 0.02  # s, in which the pressure of a brake builds up
_SENSOR = 0.005  # s, with which the lateral acceleration is followed
INPUT_STARTS: dict[str, float] = dict.fromkeys(CAR_INPUTS, 0.0) | {"throttle": 1.0, "gear": 1.0, "clutch": 1.0}
"""What the inputs are until others come."""


def add_inputs(m: Any, remarks: Mapping[str, str], steering: bool) -> None:
    """The inputs, with remarks on those that have no meaning; without `steering` that is none of them."""
    for name, unit in CAR_INPUTS.items():
        if name != "steering" or steering:
            m.input_signal(name, start=INPUT_STARTS[name], unit=unit, remark=remarks.get(name, ""))


def add_outputs(m: Any, formulas: Mapping[str, str], remarks: Mapping[str, str]) -> None:
    """The outputs by formulas of all but the lateral acceleration, which is the change of the speed across, filtered.

    With the speed across u, its filtered w (time constant T) and the yaw rate r: (u - w)/T + r times the speed along.
    """
    m.filter("across_followed", formulas["across_speed"], time_constant=_SENSOR)
    rate = f"({formulas['across_speed']} - across_followed)/{_SENSOR!r}"
    lateral = {"lateral": f"{rate} + ({formulas['yaw_rate']})*({formulas['along_speed']})"}
    for name, unit in CAR_OUTPUTS.items():
        m.output_signal(name, {**formulas, **lateral}[name], unit=unit, remark=remarks.get(name, ""))
