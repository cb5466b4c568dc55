"""Random states of two bodies in space, kernels called at them, and derivatives by the complex step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kernel_call import call_kernel
from linkwork.base.arrays import Array

STEP = 1e-30
POSE, TWIST = 16, 6
MOTION, ACCEPT = 1, 2


def matrix(p: Array) -> Array:
    """A of the Euler parameters (Haug 9.3.6)."""
    a, b, c, d = p
    return np.array(
        [
            [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
            [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
            [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
        ]
    )


def parameters_rate(p: Array, w: Array) -> Array:
    """p' for an angular velocity in body axes (Haug 9.3.35)."""
    e0, e = p[0], p[1:]
    return 0.5 * np.array([-e @ w, *(e0 * w + np.cross(e, w))])


@dataclass(frozen=True)
class State:
    """Places, Euler parameters and twists of two bodies."""

    r: Array
    p: Array
    twist: Array

    def moved(self, twist: Array, step: complex) -> State:
        """Moved along a twist (12 numbers) by a small step; the twists stay."""
        r, p = self.r.astype(complex), self.p.astype(complex)
        for body in range(2):
            part = twist[6 * body : 6 * body + 6]
            r[body] += step * part[:3]
            p[body] += step * parameters_rate(self.p[body], part[3:])
        return State(r, p, self.twist)

    def with_twist(self, twist: Array) -> State:
        """The same place with another twist."""
        return State(self.r, self.p, twist)

    def pose(self) -> Array:
        """Poses with ground first."""
        ground = [0.0, 0.0, 0.0, *np.eye(3).ravel(), 1.0, 0.0, 0.0, 0.0]
        parts = [[*r, *matrix(p).ravel(), *p] for r, p in zip(self.r, self.p, strict=True)]
        return np.array([*ground, *parts[0], *parts[1]])


def states(count: int, seed: int = 5) -> list[State]:
    """Random states."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        p = random.normal(size=(2, 4))
        p /= np.linalg.norm(p, axis=1)[:, None]
        found.append(State(random.normal(size=(2, 3)), p, random.normal(size=12)))
    return found


@dataclass
class Call:
    """A kernel with its numbers, between the two bodies (or with the first of them being ground)."""

    kernel: Callable[..., Any]
    floats: Sequence[Any]
    ints: Sequence[int] = ()
    memory: dict[int, float] = field(default_factory=dict)
    grounded: bool = False
    kept: Array = field(default_factory=lambda: np.zeros(0))

    def at(self, state: State, stage: int = MOTION, t: float = 0.4) -> Array:
        """What the kernel writes."""
        pose = state.pose()
        scalar = complex if np.iscomplexobj(pose) else float
        twist = np.zeros(18, scalar)
        twist[6:] = state.twist
        memory, out = np.zeros(40, scalar), np.zeros(120, scalar)
        for place, value in self.memory.items():
            memory[place] = value
        first = 0 if self.grounded else 1
        k = np.array([POSE * first, TWIST * first, 2 * POSE, 2 * TWIST, *self.ints], np.int64)
        p = np.array(self.floats, scalar)
        call_kernel(self.kernel, stage, t, pose, twist, memory, p, k, out)
        self.kept = memory
        return out


def slope(call: Call, state: State, along: Array, place: int | slice) -> Any:
    """Derivative of what a kernel writes at a place along a twist, the twists of the state held."""
    return call.at(state.moved(along, 1j * STEP))[place].imag / STEP


def unit(*numbers: float) -> Array:
    """A unit vector."""
    vector = np.array(numbers)
    return vector / np.linalg.norm(vector)


def triad(axis: Sequence[float], x: Sequence[float]) -> tuple[Array, Array, Array]:
    """f, g, h of an axis and a direction beside it."""
    h = unit(*axis)
    g = np.cross(h, x)
    g /= np.linalg.norm(g)
    return np.cross(g, h), g, h
