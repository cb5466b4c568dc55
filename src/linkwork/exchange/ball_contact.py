"""Balls that press and rub on each other: forces and moments on two frames from their motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.frames import Side
from linkwork.exchange.subsystem import CouplingError

_SLOW = 1e-9  # of the smoothing speed: slip below it is that at its limit


@dataclass(frozen=True)
class Balls:
    """Two balls: K d^n (1 + c d') presses at the depth d, and mu times that rubs, smoothed by tanh over a slip speed.

    Both forces act in the middle of the overlap, at one point of both balls: angular momentum is kept.
    """

    radii: tuple[float, float]
    stiffness: float
    exponent: float
    damping: float
    friction: float = 0.0
    smooth_speed: float = 0.0

    def check(self, name: str) -> None:
        """Refuse numbers that no balls have."""
        sizes = (*self.radii, self.stiffness, self.exponent)
        others = (self.damping, self.friction, self.smooth_speed)
        if not (np.isfinite([*sizes, *others]).all() and min(sizes) > 0.0 and min(others) >= 0.0):
            raise CouplingError(
                f"connection '{name}': radii, stiffness and exponent must be above 0, damping, friction and "
                "smooth_speed not below"
            )
        if self.friction and not self.smooth_speed:
            raise CouplingError(
                f"connection '{name}': friction needs smooth_speed, the slip speed over which it is smoothed"
            )

    def normal_force(self, apart: Array, speed: Array) -> tuple[float, Array]:
        """The normal force, and the direction from the first centre to the second."""
        distance = float(np.sqrt(apart @ apart))
        depth = self.radii[0] + self.radii[1] - distance
        if depth <= 0.0 or distance == 0.0:
            return 0.0, np.zeros(len(apart))
        along = apart / distance
        force = self.stiffness * depth**self.exponent * (1.0 - self.damping * float(along @ speed))
        return max(force, 0.0), along

    def on_points(self, apart: Array, speed: Array) -> Array:
        """The force on the first of two points, which do not rub."""
        force, along = self.normal_force(apart, speed)
        return -force * along

    def on_frames(self, y: Array, first: Side, second: Side) -> Array:
        """Forces and moments on both frames, in the axes of the world; in the plane fx, fy and the moment."""
        n = 3 if len(first.turn) else 2
        apart = y[second.position[:n]] - y[first.position[:n]]
        speeds = y[second.velocity[:n]], y[first.velocity[:n]]
        spins = y[second.velocity[n:]], y[first.velocity[n:]]
        force, along = self.normal_force(apart, speeds[0] - speeds[1])
        half = 0.5 * (self.radii[0] + self.radii[1] - float(np.sqrt(apart @ apart)))
        arms = (half - self.radii[1]) * along, (self.radii[0] - half) * along
        moving = [speed + _crossed(spin, arm) for speed, spin, arm in zip(speeds, spins, arms, strict=True)]
        slip = moving[0] - moving[1]
        slip = slip - (slip @ along) * along
        on_first = -force * along + self._friction(force, slip)
        moments = [_moment(arm, push) for arm, push in zip(arms[::-1], (on_first, -on_first), strict=True)]
        return np.concatenate([on_first, moments[0], -on_first, moments[1]])

    def _friction(self, force: float, slip: Array) -> Array:
        """Friction on the first ball, along the slip of the second over it."""
        if not self.friction:
            return np.zeros(len(slip))
        speed = float(np.sqrt(slip @ slip))
        share = 1.0 / self.smooth_speed
        if speed > _SLOW * self.smooth_speed:
            share = float(np.tanh(speed / self.smooth_speed)) / speed
        return self.friction * force * share * slip


def _crossed(spin: Array, arm: Array) -> Array:
    """Velocity of the end of an arm that turns."""
    return np.array([-spin[0] * arm[1], spin[0] * arm[0]]) if len(arm) == 2 else np.cross(spin, arm)


def _moment(arm: Array, force: Array) -> Array:
    """Moment of a force at the end of an arm."""
    return np.array([arm[0] * force[1] - arm[1] * force[0]]) if len(arm) == 2 else np.cross(arm, force)
