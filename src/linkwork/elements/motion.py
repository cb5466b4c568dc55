"""Motion: positions, velocities and accelerations of points and angles over all frames of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.numerics.analytic import norm

Local = tuple[Any, Any]


@dataclass(frozen=True)
class Measured:
    """A quantity over a run with its first and second derivative, and the unit of the quantity itself."""

    value: Array
    rate: Array
    acceleration: Array
    unit: str


class Motion:
    """The motion of all bodies, one row a frame: coordinates q, velocities v, accelerations a."""

    def __init__(
        self,
        bodies: tuple[str, ...],
        coordinates: tuple[str, ...],
        q: Array,
        v: Array,
        a: Array,
        frames: Mapping[str, int] | None = None,
    ) -> None:
        """`frames` of bodies with modes have columns behind the coordinates, as further bodies."""
        self.bodies = {name: 3 * number for number, name in enumerate(bodies)} | dict(frames or {})
        self.columns: Mapping[str, int] = {name: number for number, name in enumerate(coordinates)}
        self.q, self.v, self.a = q, v, a

    def coordinate(self, name: str) -> Measured:
        """A coordinate of the system, such as `crank.angle`."""
        column = self.columns[name]
        quantity = name.rpartition(".")[2]
        unit = "m" if quantity in ("x", "y") else "rad"
        return Measured(self.q[:, column], self.v[:, column], self.a[:, column], unit)

    def angle(self, body: str) -> tuple[Array, Array, Array]:
        """Angle of a body with its rate and acceleration."""
        if body == "ground":
            zero = np.zeros(len(self.q))
            return zero, zero, zero
        column = self.bodies[body] + 2
        return self.q[:, column], self.v[:, column], self.a[:, column]

    def turned(self, body: str, direction: Local) -> tuple[Array, Array, Array]:
        """A vector of the body seen in the world, with its derivatives (frames by 2)."""
        phi, w, alpha = self.angle(body)
        c, s = np.cos(phi), np.sin(phi)
        x, y = direction
        vector = np.stack([c * x - s * y, s * x + c * y], axis=-1)
        normal = np.stack([-vector[:, 1], vector[:, 0]], axis=-1)
        w, alpha = w[:, None], alpha[:, None]
        return vector, w * normal, alpha * normal - w * w * vector

    def point(self, body: str, local: Local) -> tuple[Array, Array, Array]:
        """Position, velocity and acceleration of a point of a body (frames by 2; Haug 2.4.8, 2.6.4, 2.6.9)."""
        vector, rate, second = self.turned(body, local)
        if body == "ground":
            return vector, rate, second
        position, velocity, acceleration = self.origin(body)
        return position + vector, velocity + rate, acceleration + second

    def origin(self, body: str) -> tuple[Array, Array, Array]:
        """Position, velocity and acceleration of the origin of a body."""
        at = slice(self.bodies[body], self.bodies[body] + 2)
        return self.q[:, at], self.v[:, at], self.a[:, at]

    def angle_between(self, first: str, second: str, more: Any = 0.0) -> Measured:
        """Angle of the second body less that of the first, and so much more."""
        (p, v, a), (q, w, b) = self.angle(first), self.angle(second)
        return Measured(q - p + more, w - v, b - a, "rad")

    def difference(self, first: tuple[str, Local], second: tuple[str, Local], axis: int) -> Measured:
        """World coordinate (0 x, 1 y) of the second point less that of the first."""
        one, other = self.point(*first), self.point(*second)
        value, rate, acceleration = (y[:, axis] - x[:, axis] for x, y in zip(one, other, strict=True))
        return Measured(value, rate, acceleration, "m")

    def distance(self, first: tuple[str, Local], second: tuple[str, Local]) -> Measured:
        """Distance of two points."""
        one, other = self.point(*first), self.point(*second)
        d, v, a = (y - x for x, y in zip(one, other, strict=True))
        value = norm(d)
        with np.errstate(invalid="ignore", divide="ignore"):
            rate = np.sum(d * v, axis=1) / value
            acceleration = (np.sum(v * v, axis=1) + np.sum(d * a, axis=1) - rate * rate) / value
        return Measured(value, rate, acceleration, "m")

    def along(self, body: str, line: tuple[Any, ...], other: str, local: Local) -> Measured:
        """Position of a point of another body along a line of a body."""
        start, end = self.point(body, (line[0], line[1])), self.point(other, local)
        d, v, a = (y - x for x, y in zip(start, end, strict=True))
        u, du, ddu = self.turned(body, (line[2], line[3]))
        value = np.sum(u * d, axis=1)
        rate = np.sum(du * d + u * v, axis=1)
        return Measured(value, rate, np.sum(ddu * d + 2.0 * du * v + u * a, axis=1), "m")

    def owned(self, element: str, names: tuple[str, ...]) -> dict[str, Measured]:
        """Own coordinates of an element."""
        return {name: self.coordinate(f"{element}.{name}") for name in names}
