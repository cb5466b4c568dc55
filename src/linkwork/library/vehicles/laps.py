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
from scipy.optimize import brentq

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive, require_row
from linkwork.library.vehicles.car import GRAVITY

_SETTLED = 1e-9  # of a speed: what a further round of a closed track may still take from it
_ROUNDS = 10_000  # of a closed track, which settles within a few where turns slow it down
_CLOSED = 1e-6  # of its length: how near the ends of a closed track lie
_BACK = math.cos(math.radians(135))  # where a path turns by more, a circle through three points says nothing of it


@public
@publicly_made
@dataclass(frozen=True)
class Track:
    """A path over the ground as points (x, y) in m; where the last one is the first again, it is closed."""

    x: Sequence[float]
    y: Sequence[float]

    def __post_init__(self) -> None:
        x, y = require_row("a track: x", self.x), require_row("a track: y", self.y)
        if len(x) != len(y) or len(x) < 4:
            raise MechanismError("a track: at least four points, and as many x as y")
        if not np.all(np.isfinite([*x, *y])):
            raise MechanismError("a track: its points are finite numbers")
        if np.min(np.diff(self.way)) <= 0.0:
            raise MechanismError("a track: neighbouring points are apart; one of them stands there twice")
        first, second = self._steps()
        turned = np.sum(first * second, axis=0) / (np.hypot(*first) * np.hypot(*second))
        if np.min(turned) < _BACK:
            at = int(np.argmin(turned)) + (0 if self.closed else 1)
            raise MechanismError(
                f"a track: at its point {at + 1} of {len(x)}, ({x[at]:g}, {y[at]:g}), it turns back on itself, by "
                f"{math.degrees(math.acos(max(-1.0, float(np.min(turned))))):.0f} degrees; put points along that turn"
            )

    @property
    def way(self) -> Array:
        """The way along its points from the first one on, m."""
        lengths = np.hypot(np.diff(np.asarray(self.x, float)), np.diff(np.asarray(self.y, float)))
        return np.concatenate([[0.0], np.cumsum(lengths)])

    @property
    def closed(self) -> bool:
        """Whether it ends where it begins, to a millionth of its length."""
        return self.apart <= _CLOSED * float(self.way[-1])

    @property
    def apart(self) -> float:
        """The distance of its ends, m."""
        return math.hypot(self.x[-1] - self.x[0], self.y[-1] - self.y[0])

    @property
    def curvature(self) -> Array:
        """1/m at the points, positive to the left: of the circle through each and its neighbours."""
        first, second = self._steps()
        across = first[0] * second[1] - first[1] * second[0]
        sides = np.hypot(*first) * np.hypot(*second) * np.hypot(*(first + second))
        inner = 2.0 * across / sides
        return inner if self.closed else np.concatenate([[inner[0]], inner, [inner[-1]]])

    def _steps(self) -> tuple[Array, Array]:
        """The ways to a point from the one before and from it to the next: of all of a closed track, else inside."""
        points = np.array([self.x, self.y], float)
        if self.closed:
            points = np.concatenate([points[:, -2:-1], points, points[:, 1:2]], axis=1)
        steps = np.diff(points, axis=1)
        return steps[:, :-1], steps[:, 1:]


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
        if max(self.braking, self.driving) > 1.0:
            raise MechanismError("limits of a car: braking and driving are shares of the grip, at most 1")
        numbers = {"drag": self.drag, "downforce": self.downforce, "rolling": self.rolling}
        require_not_negative("limits of a car", "a number", **numbers)

    def grip(self, speed: float) -> float:
        """The acceleration that the tyres can give in all directions together, m/s^2."""
        return self.friction * (GRAVITY + self.downforce / self.mass * speed * speed)

    def turning_speed(self, curvature: float) -> float:
        """The fastest speed in a turn, where the whole grip goes into it; endless where the air presses enough."""
        left = abs(curvature) - self.friction * self.downforce / self.mass
        return math.sqrt(self.friction * GRAVITY / left) if left > 0.0 else math.inf

    @property
    def top_speed(self) -> float:
        """Where the power bears no more than air and rolling: endless without both."""
        rolling = self.rolling * self.mass * GRAVITY
        if self.drag == 0.0:
            return self.power / rolling if rolling > 0.0 else math.inf
        above = math.cbrt(self.power / self.drag)
        return float(brentq(lambda v: (self.drag * v * v + rolling) * v - self.power, 0.0, 2.0 * above, xtol=1e-12))

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
    the slower end counts. A closed track is driven again and again, until no speed changes any more.
    """
    way, curvature = track.way, track.curvature
    most = np.array([car.turning_speed(float(bend)) for bend in curvature])
    if track.closed:
        if start is not None:
            raise MechanismError("lap: a closed track is begun as it ends; leave `start` out")
        speed = _settled(car, way, curvature, np.minimum(most, car.top_speed))
    else:
        if start is None:
            raise MechanismError(
                f"lap: the track is open, its ends are {track.apart:g} m apart: give the speed `start` at its first "
                f"point, or let its last point be the first one again"
            )
        require_not_negative("lap", "a speed", start=start)
        if most[0] < start * (1.0 - _SETTLED):
            raise MechanismError(
                f"lap: its `start` of {start:g} m/s is too fast for the turn there; it bears {most[0]:g} m/s"
            )
        most[0] = start
        speed = _round(car, way, curvature, most)
        if speed[0] < start:
            raise MechanismError(f"lap: from {start:g} m/s the brakes do not slow it down in time for the first turn")
    length = np.diff(way)
    both = speed[:-1] + speed[1:]
    if np.any(both <= 0.0):
        raise MechanismError("lap: the car stands still on the way; its drive does not bear what holds it back")
    t = np.concatenate([[0.0], np.cumsum(2.0 * length / both)])
    along = (speed[1:] ** 2 - speed[:-1] ** 2) / (2.0 * length)
    return Lap(track, way, speed, t, along, speed**2 * curvature)


def _settled(car: Limits, way: Array, curvature: Array, most: Array) -> Array:
    """The speeds of a closed track that a further round leaves as they are."""
    if not np.any(np.isfinite(most)):
        raise MechanismError("lap: neither turns nor air nor rolling limit the speed; give the car a `drag`")
    speed = most
    for _ in range(_ROUNDS):
        before, speed = speed, _round(car, way, curvature, speed)
        speed[0] = speed[-1] = min(speed[0], speed[-1])
        if np.all(np.isfinite(speed)) and np.all(before <= (1.0 + _SETTLED) * speed):
            return speed
    raise MechanismError(f"lap: after {_ROUNDS} rounds of the track the speeds still change; give it fewer points")


def _round(car: Limits, way: Array, curvature: Array, most: Array) -> Array:
    """The fastest speeds below given ones that driving reaches, forwards, and braking bears, backwards."""
    speed = most.copy()
    for at in range(len(way) - 1):
        speed[at + 1] = min(speed[at + 1], _reached(car, speed[at], curvature[at], way[at + 1] - way[at], 0))
    for at in range(len(way) - 1, 0, -1):
        speed[at - 1] = min(speed[at - 1], _reached(car, speed[at], curvature[at], way[at] - way[at - 1], 1))
    return speed


def _reached(car: Limits, speed: float, curvature: float, length: float, which: int) -> float:
    """The speed after a way with the acceleration at its beginning, or, backwards, before it with the deceleration."""
    if not math.isfinite(speed):
        return math.inf
    change = car.changes(float(speed), float(curvature))[which]
    return math.sqrt(max(speed * speed + 2.0 * change * length, 0.0))
