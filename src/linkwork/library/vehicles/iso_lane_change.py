"""The double lane change of ISO 3888-1 between its cones, and a driver who steers a car in space along a path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_positive
from linkwork.library.vehicles.car import Car
from linkwork.library.vehicles.manoeuvres import Route
from linkwork.run.run import Run

_LENGTHS = (15.0, 30.0, 25.0, 25.0, 30.0)  # m: lane, change, other lane, change back, lane
_OFFSET = 3.5  # m
_WIDTHS = {0: 1.1, 2: 1.2, 4: 1.3}  # of the car, and a quarter of a metre more


@public
@publicly_made
@dataclass(frozen=True)
class IsoLaneChange(Route):
    """The track of ISO 3888-1 for a car of a width (m), whose first lane begins at a place x; to the left and back."""

    width: float
    begin: float = 20.0

    def __post_init__(self) -> None:
        require_positive("IsoLaneChange", width=self.width)

    def y(self, x: str) -> str:
        """The formula of the middle of the lanes, joined so that curvature never jumps."""
        marks = self.begin + np.cumsum((0.0, *_LENGTHS))
        there, back = (self._moved(x, float(marks[place]), float(marks[place + 1] - marks[place])) for place in (1, 3))
        return f"({there} - {back})"

    @staticmethod
    def _moved(x: str, begin: float, length: float) -> str:
        share = f"max(0, min(1, ({x} - {begin!r})/{length!r}))"
        return f"{_OFFSET!r}*({share} - sin(2*pi*{share})/(2*pi))"

    def lanes(self) -> list[tuple[float, float, float, float]]:
        """Begin, end, right and left side of every lane between cones, m."""
        marks = self.begin + np.cumsum((0.0, *_LENGTHS))
        lanes = []
        for place, factor in _WIDTHS.items():
            half, middle = (factor * self.width + 0.25) / 2, _OFFSET if place == 2 else 0.0
            lanes.append((float(marks[place]), float(marks[place + 1]), middle - half, middle + half))
        return lanes

    def margin(self, run: Run, body: str = "chassis") -> float:
        """The least distance of the sides of the car from cones in m; negative: cones fall.

        The sides are those at the mass centre, across the heading.
        """
        x, y = run[f"{body}.x"], run[f"{body}.y"]
        half = self.width / 2 * np.abs(np.cos(run[f"{body}.yaw"]))
        least = np.inf
        for begin, end, right, left in self.lanes():
            inside = (x >= begin) & (x <= end)
            if not np.any(inside):
                raise MechanismError(f"IsoLaneChange: the run has no point between x = {begin:g} and {end:g} m")
            least = min(least, float(np.min((y - half - right)[inside])), float(np.min((left - y - half)[inside])))
        return least


@public
def steer_along(car: Car, path: Route, *, speed: float, ahead: float = 0.5, gain: float = 1.0) -> str:
    """The law of a driver, for `car.mechanism(driver=)`: he looks `ahead` (s) at a path and steers by what he sees.

    The angle of the wheels is `gain` times the angle between the heading and the place of the path that lies ahead.
    """
    require_positive("steer_along", speed=speed, ahead=ahead, gain=gain)
    way = repr(ahead * speed)
    line: Any = {axis: f"(chassis.ahead.{axis} - chassis.{axis})" for axis in "xy"}
    seen = f"atan2({path.y(f'(chassis.x + {way})')} - chassis.y, {way}) - atan2({line['y']}, {line['x']})"
    return f"{gain * car.rack_lever!r}*({seen})"
