"""Closed forms with their first and second derivative in time, and how a run is compared with one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Jet:
    """A function of time at many times: value, rate and acceleration. The usual rules of differentiation hold."""

    value: Array
    rate: Array
    acceleration: Array

    __array_priority__ = 1000  # numpy leaves `array * jet` to the jet

    def __add__(self, other: Jet | float) -> Jet:
        o = jet(other)
        return Jet(self.value + o.value, self.rate + o.rate, self.acceleration + o.acceleration)

    def __mul__(self, other: Jet | float) -> Jet:
        a, b = self, jet(other)
        second = a.acceleration * b.value + 2.0 * a.rate * b.rate + a.value * b.acceleration
        return Jet(a.value * b.value, a.rate * b.value + a.value * b.rate, second)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Jet:
        return self * -1.0

    def __sub__(self, other: Jet | float) -> Jet:
        return self + -jet(other)

    def __rsub__(self, other: float) -> Jet:
        return jet(other) - self

    def __truediv__(self, other: Jet | float) -> Jet:
        b = jet(other).value
        return self * chain(jet(other), 1.0 / b, -1.0 / b**2, 2.0 / b**3)

    def __rtruediv__(self, other: float) -> Jet:
        return jet(other) / self


def jet(number: Jet | float) -> Jet:
    """A constant as a jet."""
    return number if isinstance(number, Jet) else Jet(np.asarray(float(number)), np.zeros(()), np.zeros(()))


def time(t: Any) -> Jet:
    """The time itself."""
    t = np.asarray(t, float)
    return Jet(t, np.ones_like(t), np.zeros_like(t))


def chain(x: Jet, f: Array, df: Array, ddf: Array) -> Jet:
    """f(x) from the derivatives of f at x."""
    return Jet(f, df * x.rate, ddf * x.rate**2 + df * x.acceleration)


def sin(x: Jet) -> Jet:
    """Sine."""
    return chain(x, np.sin(x.value), np.cos(x.value), -np.sin(x.value))


def cos(x: Jet) -> Jet:
    """Cosine."""
    return chain(x, np.cos(x.value), -np.sin(x.value), -np.cos(x.value))


def sqrt(x: Jet) -> Jet:
    """Square root."""
    root = np.sqrt(x.value)
    return chain(x, root, 0.5 / root, -0.25 / root**3)


def acos(x: Jet) -> Jet:
    """Arc cosine."""
    root = np.sqrt(1.0 - x.value**2)
    return chain(x, np.arccos(x.value), -1.0 / root, -x.value / root**3)


def asin(x: Jet) -> Jet:
    """Arc sine."""
    return np.pi / 2 - acos(x)


def atan2(y: Jet, x: Jet) -> Jet:
    """Direction of (x, y), continuous over the times given."""
    square = x.value**2 + y.value**2
    rate = (x.value * y.rate - y.value * x.rate) / square
    spin = x.value * y.acceleration - y.value * x.acceleration
    acceleration = (spin - 2.0 * rate * (x.value * x.rate + y.value * y.rate)) / square
    angle = np.arctan2(y.value, x.value)
    return Jet(np.unwrap(angle) if np.ndim(angle) else angle, rate, acceleration)


def circles_meet(first: tuple[Jet, Jet], r1: float, second: tuple[Jet, Jet], r2: float, side: float) -> tuple[Jet, Jet]:
    """The point at r1 from the first centre and r2 from the second, left (side = 1) or right (-1) of the line."""
    dx, dy = second[0] - first[0], second[1] - first[1]
    square = dx * dx + dy * dy
    along = (square + (r1**2 - r2**2)) / (2.0 * square)
    across = side * sqrt(r1**2 / square - along * along)
    return first[0] + along * dx - across * dy, first[1] + along * dy + across * dx


COORDINATES = {"x": ("x", "vx", "ax"), "y": ("y", "vy", "ay"), "angle": ("angle", "omega", "alpha")}


def worst(run: Run, channel: str, exact: Jet) -> float:
    """Largest error of a coordinate, its rate and its acceleration, each against its own largest value, or 1."""
    place, _, quantity = channel.rpartition(".")
    errors = []
    for name, curve in zip(COORDINATES[quantity], (exact.value, exact.rate, exact.acceleration), strict=True):
        curve = np.broadcast_to(curve, run.t.shape)
        errors.append(np.max(np.abs(run[f"{place}.{name}"] - curve)) / max(np.max(np.abs(curve)), 1.0))
    return float(max(errors))


def difference(one: Run, other: Run, channel: str, of_other: str | None = None) -> float:
    """Largest difference of a coordinate, its rate and its acceleration in two runs, each against its largest value."""
    place, _, quantity = (of_other or channel).rpartition(".")
    exact = [other[f"{place}.{name}"] for name in COORDINATES[quantity]]
    return worst(one, channel, Jet(*exact))


def state_at(m: Planar, t: float, channel: str) -> float:
    """A channel at one time, reached by moving there from t = 0."""
    return float(m.kinematics(until=t, points=101, progress=False)[channel][-1])


def extreme(curve: Callable[[float], float], near: float, within: float = 0.03) -> float:
    """The time of the extreme of a curve near a time: where its central difference vanishes."""
    from scipy.optimize import minimize_scalar

    sign = -1.0 if curve(near) > 0.5 * (curve(near - within) + curve(near + within)) else 1.0
    bounds = (near - within, near + within)
    return float(minimize_scalar(lambda t: sign * curve(t), bounds=bounds, options={"xatol": 1e-10}).x)


def determinant(run: Run, index: int) -> float:
    """Size of the determinant of the constraint rows in m and rad at a point of a run, as the book would take it."""
    from linkwork.system.constraints.equations import Equations

    equations = Equations(run.system)
    equations.evaluate(run.q[index], float(run.t[index]))
    scaled = equations.jacobian() / run.system.row_scale[:, None] / run.system.column_scale[None, :]
    return float(abs(np.linalg.det(scaled)))
