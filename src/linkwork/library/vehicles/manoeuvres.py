"""What a driver does: laws of the steering angle in time, paths, and a driver who follows one by looking ahead."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive


@public
def ramp_steer(angle: float, begin: float = 1.0, within: float = 0.2) -> str:
    """The steering angle rises evenly to `angle` (rad) within a time in s; a short one is the step of ISO 7401."""
    require_positive("ramp_steer", within=within)
    return f"{angle!r}*max(0, min(1, (t - {begin!r})/{within!r}))"


@public
def sine_with_dwell(angle: float, frequency: float = 0.7, begin: float = 1.0, dwell: float = 0.5) -> str:
    """One period of a sine of the steering angle that rests for `dwell` s where it is least, as in ISO 19365."""
    require_positive("sine_with_dwell", frequency=frequency)
    require_not_negative("sine_with_dwell", "a time", dwell=dwell)
    rest, end = begin + 0.75 / frequency, begin + 1 / frequency + dwell
    time = f"(t - {begin!r} - max(0, min({dwell!r}, t - {rest!r})))"
    return f"if(t < {begin!r}, 0, if(t > {end!r}, 0, {angle!r}*sin({2 * math.pi * frequency!r}*{time})))"


class Route(ABC):
    """A way over the ground."""

    @abstractmethod
    def y(self, x: str) -> str:
        """The formula of the place across for the place along."""


@public
@publicly_made
@dataclass(frozen=True)
class LaneChange(Route):
    """From one lane to another, `offset` m beside it: it begins at a place x and its curvature never jumps.

    With `stay` it goes back over the same length, that many m after it has arrived: the double lane change.
    """

    offset: float
    begin: float
    length: float
    stay: float | None = None

    def __post_init__(self) -> None:
        require_positive("a lane change", length=self.length)
        if self.stay is not None:
            require_not_negative("a lane change", "a length", stay=self.stay)

    def y(self, x: str) -> str:
        """The formula of the place across for the place along."""
        there = self._moved(x, self.begin)
        if self.stay is None:
            return there
        return f"({there} - {self._moved(x, self.begin + self.length + self.stay)})"

    def _moved(self, x: str, begin: float) -> str:
        share = f"max(0, min(1, ({x} - {begin!r})/{self.length!r}))"
        return f"{self.offset!r}*({share} - sin(2*pi*{share})/(2*pi))"


@public
def follow(path: Route, *, ahead: float = 1.0, gain: float = 0.5) -> str:
    """The steering angle of a driver who looks `ahead` (s) at a path and steers by the angle at which it is seen.

    The angle of the wheels is `gain` times the angle between the heading and the place of the path that lies ahead.
    """
    require_positive("follow", ahead=ahead, gain=gain)
    way = f"({ahead!r}*speed)"
    return f"{gain!r}*(({path.y(f'(car.x + {way})')} - car.y)/{way} - car.angle)"
