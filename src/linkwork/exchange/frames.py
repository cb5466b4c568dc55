"""Frames: places with their rotation, and how far apart two of them are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array


@dataclass(frozen=True)
class Side:
    """Where a frame's outputs lie among those of all parts: positions, velocities, in space the unit quaternion."""

    position: Array
    velocity: Array
    turn: Array

    @property
    def in_space(self) -> bool:
        """Whether it turns in space."""
        return bool(len(self.turn))


def product(one: Array, other: Array) -> Array:
    """The product of two quaternions."""
    a, u, b, v = one[0], one[1:], other[0], other[1:]
    return np.concatenate([[a * b - u @ v], a * v + b * u + np.cross(u, v)])


def matrix(e: Array) -> Array:
    """The rotation matrix of a unit quaternion."""
    a, b, c, d = e
    return np.array(
        [
            [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
            [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
            [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
        ]
    )


def spun(e: Array, omega: Array) -> Array:
    """The rate of a unit quaternion with an angular velocity in the axes of the world."""
    return 0.5 * product(np.concatenate([[0.0], omega]), e)


def turned_apart(one: Array, other: Array) -> Array:
    """The rotation that brings the second orientation to the first, as a vector in the axes of the world.

    It is the whole angle about its axis, by which moments in the axes of the world do work to first order.
    """
    e = product(one, other * np.array([1.0, -1.0, -1.0, -1.0]))
    sine = float(np.sqrt(e[1:] @ e[1:]))
    if sine == 0.0:
        return np.zeros(3)
    angle = 2.0 * np.arctan2(sine, abs(e[0]))
    return e[1:] * (np.copysign(angle, e[0]) / sine)


def gap_between(first: Side, second: Side, chosen: list[int]) -> Callable[[Array], tuple[Array, Array]]:
    """How far, and how fast, the first lies from the second, component by component; in space finite rotations."""
    x1, v1, e1 = first.position, first.velocity, first.turn
    x2, v2, e2 = second.position, second.velocity, second.turn
    if not len(e1):
        x1, x2, v1, v2 = x1[chosen], x2[chosen], v1[chosen], v2[chosen]
        return lambda y: (y[x1] - y[x2], y[v1] - y[v2])

    def gap(y: Array) -> tuple[Array, Array]:
        apart = np.concatenate([y[x1] - y[x2], turned_apart(y[e1], y[e2])])
        return apart[chosen], (y[v1] - y[v2])[chosen]

    return gap
