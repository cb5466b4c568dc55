"""A lap of a given track: the fastest speed at every place that grip, power and air allow, and the time it takes.

The car is a point on the path (quasi-steady): grip is a circle of accelerations, mu g plus what the air presses, of
which a turn takes v^2 kappa and the rest is left for driving and braking; driving is held down by the power, too. The
speed is that of the turn at the slowest places; from there it grows forwards by driving and backwards by braking.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.vehicles.car import GRAVITY

_FASTEST = 200.0  # m/s, where nothing else holds a car back: neither turns nor air
_ROUNDS = 3  # times round a closed track, until its end meets its beginning
_CLOSED = 1e-6  # of its length: how near the ends of a closed track lie


@public
@publicly_made
@dataclass(frozen=True)
class Track:
    """A path over the ground as points (x, y) in m; where the last one is the first again, it is closed."""

    x: Sequence[float]
    y: Sequence[float]

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y) or len(self.x) < 4:
            raise MechanismError("a track: at least four points, and as many x as y")
        if not np.all(np.isfinite([*self.x, *self.y])):
            raise MechanismError("a track: its points are finite numbers")
        if np.min(np.diff(self.way)) <= 0.0:
            raise MechanismError("a track: neighbouring points are apart; one of them stands there twice")

    @property
    def way(self) -> Array:
        """The way along its points from the first one on, m."""
        lengths = np.hypot(np.diff(np.asarray(self.x, float)), np.diff(np.asarray(self.y, float)))
        return np.concatenate([[0.0], np.cumsum(lengths)])

    @property
    def closed(self) -> bool:
        """Whether it ends where it begins."""
        apart = math.hypot(self.x[-1] - self.x[0], self.y[-1] - self.y[0])
        return apart <= _CLOSED * float(self.way[-1])

    @property
    def curvature(self) -> Array:
        """1/m at the points, positive to the left: of the circle through each and its neighbours."""
        x, y = np.asarray(self.x, float), np.asarray(self.y, float)
        if self.closed:
            x, y = np.concatenate([[x[-2]], x, [x[1]]]), np.concatenate([[y[-2]], y, [y[1]]])
        first, second = np.array([x[1:-1] - x[:-2], y[1:-1] - y[:-2]]), np.array([x[2:] - x[1:-1], y[2:] - y[1:-1]])
        across = first[0] * second[1] - first[1] * second[0]
        sides = np.hypot(*first) * np.hypot(*second) * np.hypot(*(first + second))
        inner = 2.0 * across / np.where(sides > 0.0, sides, np.inf)
        return inner if self.closed else np.concatenate([[inner[0]], inner, [inner[-1]]])


@public
@publicly_made
@dataclass(frozen=True)
class Limits:
    """What a car can do: grip of its tyres, power at its wheels, air."""

    mass: float
    power: float
    """W, at the wheels."""
    friction: float = 1.0
    braking: float = 1.0
    """Share of the grip that brakes may take."""
    driving: float = 1.0
    """Share of the grip that driving may take: about what the driven axle carries."""
    drag: float = 0.0
    """Force of the air over the square of the speed, N s^2/m^2: half the density times area times coefficient."""
    downforce: float = 0.0
    """The same of what presses the car down."""
    rolling: float = 0.0
    """Rolling resistance over the weight."""

    def __post_init__(self) -> None:
        require_positive("limits of a car", mass=self.mass, power=self.power, friction=self.friction)
        require_positive("limits of a car", braking=self.braking, driving=self.driving)
        numbers = {"drag": self.drag, "downforce": self.downforce, "rolling": self.rolling}
        require_not_negative("limits of a car", "zero or more", **numbers)

    def grip(self, speed: float) -> float:
        """The acceleration that the tyres can give in all directions together, m/s^2."""
        return self.friction * (GRAVITY + self.downforce / self.mass * speed * speed)

    def turning_speed(self, curvature: float) -> float:
        """The fastest speed in a turn, where the whole grip goes into it; endless where the air presses enough."""
        left = abs(curvature) - self.friction * self.downforce / self.mass
        return math.sqrt(self.friction * GRAVITY / left) if left > 0.0 else math.inf

    def changes(self, speed: float, curvature: float) -> tuple[float, float]:
        """The largest acceleration by driving and deceleration by braking at a speed in a turn, m/s^2."""
        grip = self.grip(speed)
        rest = math.sqrt(max(grip * grip - (speed * speed * curvature) ** 2, 0.0))
        held = self.drag / self.mass * speed * speed + self.rolling * GRAVITY
        pushed = min(self.driving * rest, self.power / (self.mass * max(speed, 1e-3)))
        return pushed - held, self.braking * rest + held


@public
@publicly_made
@dataclass(frozen=True)
class Lap:
    """Way, speed, time and accelerations at the points of a track."""

    track: Track
    way: Array
    speed: Array
    t: Array
    along: Array
    """m/s^2, mean between a point and the next one."""
    across: Array

    @property
    def time(self) -> float:
        """Of the lap, s."""
        return float(self.t[-1])

    def law(self) -> Any:
        """The speed as a function of the way, a pair of lists: what a speed controller follows."""
        return [float(x) for x in self.way], [float(v) for v in self.speed]

    def plot(self) -> Any:
        """Speed and accelerations over the way."""
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 4.4), layout="constrained")
        top, low = figure.subplots(2, 1, sharex=True)
        top.plot(self.way, self.speed)
        top.set_ylabel("speed (m/s)")
        low.plot(self.way[:-1], self.along, label="along")
        low.plot(self.way, self.across, label="across")
        low.set_ylabel("acceleration (m/s²)")
        low.set_xlabel("way (m)")
        low.legend()
        for axes in (top, low):
            axes.grid(True, alpha=0.3)
        return figure


@public
def lap(track: Track, car: Limits, *, start: float | None = None) -> Lap:
    """The fastest lap of a track within the limits of a car; a track that is not closed begins at the speed `start`.

    Between two points the square of the speed changes evenly with the way, as under an even acceleration: the one at
    the slower end counts.
    """
    way, curvature = track.way, track.curvature
    if start is not None and track.closed:
        raise MechanismError("lap: a closed track is begun as it ends; leave `start` out")
    require_not_negative("lap", "a speed", start=start or 0.0)
    most = np.array([min(car.turning_speed(float(bend)), _FASTEST) for bend in curvature])
    if start is not None:
        most[0] = min(most[0], start)
    speed = most.copy()
    for _ in range(_ROUNDS if track.closed else 1):
        for at in range(len(way) - 1):
            speed[at + 1] = min(speed[at + 1], _reached(car, speed[at], curvature[at], way[at + 1] - way[at], 0))
        for at in range(len(way) - 1, 0, -1):
            speed[at - 1] = min(speed[at - 1], _reached(car, speed[at], curvature[at], way[at] - way[at - 1], 1))
        if track.closed:
            speed[0] = speed[-1] = min(speed[0], speed[-1])
    if start is not None and speed[0] < min(start, most[0]):
        raise MechanismError(f"lap: from {start:g} m/s the brakes do not slow it down in time for the first turn")
    length = np.diff(way)
    both = speed[:-1] + speed[1:]
    if np.any(both <= 0.0):
        raise MechanismError("lap: the car stands still on the way; its drive does not bear what holds it back")
    t = np.concatenate([[0.0], np.cumsum(2.0 * length / both)])
    along = (speed[1:] ** 2 - speed[:-1] ** 2) / (2.0 * length)
    return Lap(track, way, speed, t, along, speed**2 * curvature)


def _reached(car: Limits, speed: float, curvature: float, length: float, which: int) -> float:
    """The speed after a way with the acceleration at its beginning, or, backwards, before it with the deceleration."""
    change = car.changes(float(speed), float(curvature))[which]
    return math.sqrt(max(speed * speed + 2.0 * change * length, 0.0))
