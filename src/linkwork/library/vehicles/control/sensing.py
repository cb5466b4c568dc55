"""Sensors: what a true value becomes on its way to a control unit."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative

WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
SIGNALS = (*(f"wheel_{name}" for name in WHEELS), "yaw_rate", "lateral", "steering")
"""What the unit reads: wheels and yaw rate in rad/s, lateral acceleration in m/s^2, angle of the wheels in rad."""
UNITS = dict.fromkeys(SIGNALS, "rad/s") | {"lateral": "m/s^2", "steering": "rad", "demand": "N m"}
"""Of these, and of what the driver asks of the brakes."""


@public
@publicly_made
@dataclass(frozen=True)
class Sensing:
    """A sensor: range, and resolution, noise (standard deviation), bias in the unit of its value; delay in s."""

    least: float
    most: float
    resolution: float = 0.0
    noise: float = 0.0
    bias: float = 0.0
    delay: float = 0.0

    def __post_init__(self) -> None:
        if not self.least < self.most:
            raise MechanismError(f"a sensor: its range goes from the least to the most, not {self.least}, {self.most}")
        numbers = {"resolution": self.resolution, "noise": self.noise, "delay": self.delay}
        require_not_negative("a sensor", "a number", **numbers)
        if not math.isfinite(self.bias):
            raise MechanismError("a sensor: bias is a number")


@public
def car_sensors() -> dict[str, Sensing]:
    """Sensors of a car as they are usual: ours, no maker's."""
    wheels = {f"wheel_{name}": Sensing(-20.0, 250.0, 0.01, 0.01) for name in WHEELS}
    return wheels | {
        "yaw_rate": Sensing(-1.75, 1.75, 0.002, 0.003, delay=0.005),
        "lateral": Sensing(-18.0, 18.0, 0.02, 0.03, delay=0.005),
        "steering": Sensing(-0.8, 0.8, 0.0005),
    }


class SensorLine:
    """A sensor at work, sampled with a period; its noise is that of a seed."""

    def __init__(self, sensing: Sensing, period: float, seed: tuple[int, ...]) -> None:
        self.sensing = sensing
        self._noise = np.random.default_rng(seed)
        self._late: deque[float] = deque()
        self._samples = round(sensing.delay / period)

    def sample(self, value: float) -> float:
        """What the sensor tells."""
        s = self.sensing
        self._late.append(value)
        if len(self._late) > self._samples + 1:
            self._late.popleft()
        told = self._late[0] + s.bias
        if s.noise > 0.0:
            told += s.noise * float(self._noise.standard_normal())
        if s.resolution > 0.0:
            told = s.resolution * round(told / s.resolution)
        return min(max(told, s.least), s.most)
