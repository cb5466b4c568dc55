"""Followers: knife edge, roller or flat face, moving along a line or swinging about a pivot.

The cam turns about the origin by the angle theta times the sense (+1 counter-clockwise). A sliding follower moves along
+y; a swinging one turns about a pivot on the x axis, and its lift is the angle away from the cam. Formulas stand in
the frame of the ground; with p the place of the roller's centre and ' the derivative by theta, it moves over the cam
with w = p' - sense k x p, and the common normal is square to that. A flat face is touched where its velocity against
the cam is along the face. `contact` is written for numbers, arrays and expressions alike: `maths` has their functions.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError

Pair = tuple[Any, Any]


@dataclass(frozen=True)
class Follower(ABC):
    """What all followers have in common."""

    unit = "m"
    """Unit of the motion."""

    @abstractmethod
    def rest(self, base: float) -> float:
        """Where the follower is on the base circle: height of its point, or angle of its arm to the line of centres."""

    def bases(self) -> tuple[float, float]:
        """The base radii that it can reach."""
        return 0.0, math.inf

    @abstractmethod
    def contact(self, maths: Any, base: float, sense: int, s: Any, v: Any) -> Pair:
        """The place of contact."""

    @abstractmethod
    def pressure(self, base: float, sense: int, s: Any, v: Any) -> Any:
        """Angle from the motion of the follower to the force on it."""

    @abstractmethod
    def convex_radius(self, base: float, sense: int, s: Any, v: Any, a: Any) -> Any:
        """Radius of curvature of the profile, positive where it is convex."""


@dataclass(frozen=True)
class Round(Follower):
    """A roller, or a knife edge: a roller without radius."""

    radius: float = 0.0

    @abstractmethod
    def centre(self, maths: Any, base: float, s: Any) -> Pair:
        """Where the centre is."""

    @abstractmethod
    def way(self, maths: Any, base: float, s: Any) -> Pair:
        """The derivative of the centre by the lift."""

    @abstractmethod
    def bend(self, base: float, s: Any) -> Pair:
        """The second derivative of the centre by the lift."""

    def contact(self, maths: Any, base: float, sense: int, s: Any, v: Any) -> Pair:
        x, y = self.centre(maths, base, s)
        if not self.radius:
            return x, y
        nx, ny = self.normal(maths, base, sense, s, v)
        return x + self.radius * nx, y + self.radius * ny

    def normal(self, maths: Any, base: float, sense: int, s: Any, v: Any) -> Pair:
        """Unit vector from the centre to the cam."""
        wx, wy = self._over_cam(maths, base, sense, s, v)
        size = maths.sqrt(wx * wx + wy * wy)
        return sense * wy / size, -sense * wx / size

    def pressure(self, base: float, sense: int, s: Any, v: Any) -> Any:
        nx, ny = self.normal(np, base, sense, s, v)
        dx, dy = self.way(np, base, s)
        return np.arctan2(-dx * ny + dy * nx, -dx * nx - dy * ny)

    def convex_radius(self, base: float, sense: int, s: Any, v: Any, a: Any) -> Any:
        with np.errstate(divide="ignore"):
            return 1.0 / self.pitch_curvature(base, sense, s, v, a) - self.radius

    def pitch_curvature(self, base: float, sense: int, s: Any, v: Any, a: Any) -> Any:
        """Curvature of the path of the centre over the cam, positive where it is convex."""
        x, y = self.centre(np, base, s)
        (dx, dy), (bx, by) = self.way(np, base, s), self.bend(base, s)
        wx, wy = self._over_cam(np, base, sense, s, v)
        ax = dx * a + bx * v * v + 2.0 * sense * dy * v - x
        ay = dy * a + by * v * v - 2.0 * sense * dx * v - y
        return -sense * (wx * ay - wy * ax) / np.hypot(wx, wy) ** 3

    def _over_cam(self, maths: Any, base: float, sense: int, s: Any, v: Any) -> Pair:
        x, y = self.centre(maths, base, s)
        dx, dy = self.way(maths, base, s)
        return dx * v + sense * y, dy * v - sense * x


@dataclass(frozen=True)
class SlidingRoller(Round):
    """A roller on a slide along +y that passes the cam's centre at a distance `offset`, to +x."""

    offset: float = 0.0

    def bases(self) -> tuple[float, float]:
        return max(abs(self.offset) - self.radius, 0.0), math.inf

    def rest(self, base: float) -> float:
        reach = base + self.radius
        if reach <= abs(self.offset):
            raise MechanismError(
                f"cam: with an offset of {self.offset:g} m the base circle must have more than"
                f" {abs(self.offset) - self.radius:.6g} m; it has {base:g} m"
            )
        return math.sqrt(reach**2 - self.offset**2)

    def centre(self, maths: Any, base: float, s: Any) -> Pair:
        return self.offset, self.rest(base) + s

    def way(self, maths: Any, base: float, s: Any) -> Pair:
        return 0.0, 1.0

    def bend(self, base: float, s: Any) -> Pair:
        return 0.0, 0.0


@dataclass(frozen=True)
class SwingingRoller(Round):
    """A roller at the end of an arm about a pivot at (distance, 0)."""

    arm: float = 1.0
    distance: float = 1.0
    unit = "rad"

    def bases(self) -> tuple[float, float]:
        return max(abs(self.distance - self.arm) - self.radius, 0.0), self.distance + self.arm - self.radius

    def rest(self, base: float) -> float:
        reach = base + self.radius
        cosine = (self.distance**2 + self.arm**2 - reach**2) / (2.0 * self.distance * self.arm)
        if not -1.0 < cosine < 1.0:
            raise MechanismError(
                f"cam: an arm of {self.arm:g} m about a pivot at {self.distance:g} m does not reach the base circle;"
                f" base radius and roller together must have {abs(self.distance - self.arm):.6g} to"
                f" {self.distance + self.arm:.6g} m, not {reach:.6g} m"
            )
        return math.acos(cosine)

    def centre(self, maths: Any, base: float, s: Any) -> Pair:
        angle = self.rest(base) + s
        return self.distance - self.arm * maths.cos(angle), self.arm * maths.sin(angle)

    def way(self, maths: Any, base: float, s: Any) -> Pair:
        angle = self.rest(base) + s
        return self.arm * maths.sin(angle), self.arm * maths.cos(angle)

    def bend(self, base: float, s: Any) -> Pair:
        angle = self.rest(base) + s
        return self.arm * np.cos(angle), -self.arm * np.sin(angle)


@dataclass(frozen=True)
class SlidingFlat(Follower):
    """A flat face square to its slide along +y. It is touched at x = sense s'; the cam's radius is base + s + s''."""

    def rest(self, base: float) -> float:
        return base

    def contact(self, maths: Any, base: float, sense: int, s: Any, v: Any) -> Pair:
        return sense * v, base + s

    def reach(self, base: float, sense: int, s: Any, v: Any) -> Any:
        """Where along the face it is touched."""
        return sense * v

    def pressure(self, base: float, sense: int, s: Any, v: Any) -> Any:
        return np.zeros_like(np.asarray(s))

    def convex_radius(self, base: float, sense: int, s: Any, v: Any, a: Any) -> Any:
        return base + s + a


@dataclass(frozen=True)
class SwingingFlat(Follower):
    """A flat face on an arm about a pivot at (distance, 0), `offset` from the pivot towards the cam.

    With delta the angle of the face to the line of centres it is touched at t = distance cos(delta)/(1 + sense s')
    from the foot of the pivot. Its direction u = (-cos delta, sin delta), the normal n = (-sin delta, -cos delta).
    """

    distance: float = 1.0
    offset: float = 0.0
    unit = "rad"

    def bases(self) -> tuple[float, float]:
        return max(-self.offset - self.distance, 0.0), self.distance - self.offset

    def rest(self, base: float) -> float:
        sine = (base + self.offset) / self.distance
        if not -1.0 < sine < 1.0:
            raise MechanismError(
                f"cam: base radius and offset of the face together must be less than the distance of the pivot,"
                f" {self.distance:g} m; they are {base + self.offset:.6g} m"
            )
        return math.asin(sine)

    def contact(self, maths: Any, base: float, sense: int, s: Any, v: Any) -> Pair:
        angle = self.rest(base) + s
        c, d = maths.cos(angle), maths.sin(angle)
        t = self.distance * c / (1.0 + sense * v)
        return self.distance - self.offset * d - t * c, t * d - self.offset * c

    def reach(self, base: float, sense: int, s: Any, v: Any) -> Any:
        """Where along the face it is touched, from the foot of the pivot."""
        return self.distance * np.cos(self.rest(base) + s) / (1.0 + sense * v)

    def pressure(self, base: float, sense: int, s: Any, v: Any) -> Any:
        return np.arctan2(self.offset, self.reach(base, sense, s, v))

    def convex_radius(self, base: float, sense: int, s: Any, v: Any, a: Any) -> Any:
        angle, rate = self.rest(base) + s, 1.0 + sense * v
        slide = -self.distance * (np.sin(angle) * v * rate + np.cos(angle) * sense * a) / rate**2
        along = self.offset * v + slide - sense * (self.distance * np.sin(angle) - self.offset)
        return -along / (v + sense)


def turned(sense: int, maths: Any, angle: Any, point: tuple[Any, Any]) -> tuple[Any, Any]:
    """A place of the ground in the frame of a cam that turns in this sense; `maths` has functions of its numbers."""
    c, d = maths.cos(angle), sense * maths.sin(angle)
    x, y = point
    return c * x + d * y, c * y - d * x
