"""SpatialMotion: positions, velocities and accelerations of points, axes and angles over all frames of a run in space.

Everything holds for complex coordinates too, so that derivatives by the complex step pass through it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.elements.freedoms import ANGLE
from linkwork.elements.motion import Measured
from linkwork.elements.spatial.freedoms import SpatialFreedom
from linkwork.elements.spatial.path import Path, path_of
from linkwork.elements.spatial.trail import Trail
from linkwork.elements.spatial.vector_rates import vector_rates
from linkwork.numerics.analytic import arctan2, norm
from linkwork.places import orientation
from linkwork.places.spatial import rotations

if TYPE_CHECKING:
    from linkwork.system.spatial.wound import Wound

Vec = tuple[Any, Any, Any]
Three = tuple[Array, Array, Array]
ORIGIN: Vec = (0.0, 0.0, 0.0)
_BENT = 1.0  # rad: the most that accelerations add to a turn between two frames


class SpatialMotion:
    """The motion of all bodies, one row a frame: plain coordinates q, velocities v, accelerations a.

    With the times t angles count their turns by their rates, and along the trail of the run where frames are far apart.
    """

    def __init__(
        self,
        bodies: tuple[str, ...],
        coordinates: tuple[str, ...],
        q: Array,
        v: Array,
        a: Array,
        t: Array | None = None,
        trail: Trail | None = None,
        wound: Wound | None = None,
        frames: Mapping[str, int] | None = None,
    ) -> None:
        """`frames` of bodies with modes have columns behind the coordinates, as further bodies."""
        self.trailed = bodies
        self.bodies = {name: 6 * number for number, name in enumerate(bodies)} | dict(frames or {})
        self.columns: Mapping[str, int] = {name: number for number, name in enumerate(coordinates)}
        self.q, self.v, self.a, self.t, self.trail, self.wound = q, v, a, t, trail, wound
        self._matrices: dict[str, Array] = {}
        self._paths: dict[str, Path] = {}

    def coordinate(self, name: str) -> Measured:
        """A coordinate that is its own number: of a body's place, or owned by an element."""
        column = self.columns[name]
        quantity = name.rpartition(".")[2]
        unit = "m" if quantity in ("x", "y", "z") else "rad"
        return Measured(self.q[:, column], self.v[:, column], self.a[:, column], unit)

    def owned(self, element: str, names: tuple[str, ...]) -> dict[str, Measured]:
        """Own coordinates of an element."""
        return {name: self.coordinate(f"{element}.{name}") for name in names}

    # ------------------------------------------------------------------ the trail

    @cached_property
    def _places(self) -> NDArray[np.intp]:
        """Where the frames are among those of the finer motion."""
        assert self.t is not None and self.trail is not None
        return np.asarray(np.arange(len(self.t)) + np.searchsorted(self._steps, self.t), np.intp)

    @cached_property
    def _steps(self) -> Array:
        """The times of the trail that lie between frames."""
        assert self.t is not None and self.trail is not None
        return self.trail.t[self._inside]

    @cached_property
    def _inside(self) -> NDArray[np.bool_]:
        assert self.t is not None and self.trail is not None
        t = self.trail.t
        return np.asarray((t > self.t[0]) & (t < self.t[-1]) & ~np.isin(t, self.t))

    @cached_property
    def _finer(self) -> SpatialMotion | None:
        """How the bodies turn through the frames and the trail between them; none without a trail."""
        if self.t is None or self.trail is None or len(self.t) < 2 or not np.any(self._inside):
            return None
        places, t = self._places, np.concatenate([self.t, self._steps])
        q, v = np.zeros((len(t), self.q.shape[1])), np.zeros((len(t), self.q.shape[1]))
        others = np.setdiff1d(np.arange(len(t)), places)
        q[places], v[places] = self.q.real, self.v.real
        for number, body in enumerate(self.trailed):
            entries = self.trail.turns[self._inside, number].astype(float)
            q[others, self._turn(body)] = rotations.short_vector(entries[:, :4])
            v[others, self._turn(body)] = entries[:, 4:]
        still = np.zeros_like(q)
        return SpatialMotion(self.trailed, tuple(self.columns), q, v, still, np.sort(t), wound=self.wound)

    # ------------------------------------------------------------------ orientation

    def matrix(self, body: str) -> Array:
        """The body's axes in the world (frames by 3 by 3, body to world)."""
        if body not in self._matrices:
            vectors = self._still if body == "ground" else self.q[:, self._turn(body)]
            self._matrices[body] = rotations.matrix(vectors)
        return self._matrices[body]

    def parameters(self, body: str) -> Array:
        """Euler parameters (frames by 4), of the two signs the one nearer to the frame before."""
        quaternions = rotations.from_vector(self._still if body == "ground" else self.q[:, self._turn(body)])
        path = self.path(body)
        along = orientation.quaternions(path.matrices)[path.frames]
        return np.asarray(
            quaternions * np.where(np.sum(quaternions.real * along, axis=1, keepdims=True) < 0.0, -1.0, 1.0)
        )

    def path(self, body: str) -> Path:
        """The way of the body's axes through the frames, by its angular velocities where the times are known."""
        if body not in self._paths:
            turns = None
            if self._finer is not None and body in (*self.trailed, "ground"):
                finer = self._finer.path(body)
                self._paths[body] = Path(finer.matrices, finer.frames[self._places])
                return self._paths[body]
            if self.t is not None:
                omega, alpha = self.angular_velocity(body).real, self.angular_acceleration(body).real
                turns = _between_frames(np.diff(self.t)[:, None], omega, alpha)
            self._paths[body] = path_of(self.matrix(body).real, turns)
        return self._paths[body]

    def angular_velocity(self, body: str) -> Array:
        """In body axes (frames by 3)."""
        return self._still if body == "ground" else self.v[:, self._turn(body)]

    def angular_acceleration(self, body: str) -> Array:
        """In body axes (frames by 3)."""
        return self._still if body == "ground" else self.a[:, self._turn(body)]

    def in_world(self, body: str, vectors: Array) -> Array:
        """Vectors in body axes, one a frame, along the axes of the world."""
        return np.einsum("fij,fj->fi", self.matrix(body), vectors)

    def in_body(self, body: str, vectors: Array) -> Array:
        """Vectors of the world, one a frame, along the axes of a body."""
        return np.einsum("fji,fj->fi", self.matrix(body), vectors)

    def _turn(self, body: str) -> slice:
        return slice(self.bodies[body] + 3, self.bodies[body] + 6)

    @cached_property
    def _still(self) -> Array:
        return np.zeros((len(self.q), 3), self.q.dtype)

    # ------------------------------------------------------------------ points and directions

    def turned(self, body: str, direction: Vec) -> Three:
        """A vector of the body seen in the world, with its derivatives (frames by 3; Haug 9.2.23, 9.2.38)."""
        local = np.broadcast_to(np.asarray(direction), (len(self.q), 3))
        omega, alpha = self.angular_velocity(body), self.angular_acceleration(body)
        rate = np.cross(omega, local)
        second = np.cross(alpha, local) + np.cross(omega, rate)
        return self.in_world(body, local), self.in_world(body, rate), self.in_world(body, second)

    def point(self, body: str, local: Vec) -> Three:
        """Position, velocity and acceleration of a point of a body (frames by 3; Haug 9.2.40 to 9.2.42)."""
        vector, rate, second = self.turned(body, local)
        if body == "ground":
            return vector, rate, second
        at = slice(self.bodies[body], self.bodies[body] + 3)
        return self.q[:, at] + vector, self.v[:, at] + rate, self.a[:, at] + second

    # ------------------------------------------------------------------ numbers between bodies

    def difference(self, first: tuple[str, Vec], second: tuple[str, Vec], axis: int) -> Measured:
        """World coordinate (0 x, 1 y, 2 z) of the second point less that of the first."""
        value, rate, acceleration = (part[:, axis] for part in self._between(first, second))
        return Measured(value, rate, acceleration, "m")

    def distance(self, first: tuple[str, Vec], second: tuple[str, Vec]) -> Measured:
        """Distance of two points."""
        d, v, a = self._between(first, second)
        value = norm(d)
        with np.errstate(invalid="ignore", divide="ignore"):
            rate = np.sum(d * v, axis=1) / value
            acceleration = (np.sum(v * v, axis=1) + np.sum(d * a, axis=1) - rate * rate) / value
        return Measured(value, rate, acceleration, "m")

    def along(self, body: str, line: tuple[Vec, Vec], other: str, local: Vec) -> Measured:
        """Position of a point of another body along a line (point, direction) of a body."""
        return self._product(self.turned(body, line[1]), self._between((body, line[0]), (other, local)), "m")

    def angle_about(self, first: str, axes: tuple[Vec, Vec], second: str, other: Vec) -> Measured:
        """Angle about f x g from f of the first body to a direction of the second, counting its turns."""
        there = self.turned(second, other)
        c, s = (self._product(self.turned(first, axis), there, "") for axis in axes)
        angle = _angle(c, s)
        f, g, h = (_real(axis) for axis in (*axes, other))
        if self._finer is None:
            return self._wound_up(self.unwrapped(angle), SpatialFreedom(ANGLE, (first, second), (*f, *g, *h)))
        counted = self._finer.angle_about(first, (f, g), second, h).value[self._places]
        whole = np.round((counted - angle.value.real) / (2 * np.pi))
        return Measured(angle.value + 2 * np.pi * whole, angle.rate, angle.acceleration, angle.unit)

    def _wound_up(self, angle: Measured, freedom: SpatialFreedom) -> Measured:
        """An angle with the turns that were made before the first frame."""
        begin = None if self.wound is None else self.wound.value(freedom)
        if begin is None:
            return angle
        whole = np.round((begin - angle.value[0].real) / (2 * np.pi))
        return Measured(angle.value + 2 * np.pi * whole, angle.rate, angle.acceleration, angle.unit)

    def rotation(self, first: str, axis: Vec, second: str, between: Any = (1.0, 0.0, 0.0, 0.0)) -> Measured:
        """Component along an axis of the first body of the rotation vector of the second one, turned by a constant."""
        omega = self._relative(first, second, self.angular_velocity)
        alpha = self._relative(first, second, self.angular_acceleration)
        back, there = rotations.conjugate(self.parameters(first)), self.parameters(second)
        constant = np.broadcast_to(np.asarray(between), there.shape)
        phi = self._vector_of(rotations.product(rotations.product(back, there), constant))
        alpha = alpha - np.cross(self.angular_velocity(first), omega)
        parts = (phi, *vector_rates(phi, omega, alpha))
        value, rate, second_rate = (np.sum(part * np.asarray(axis), axis=1) for part in parts)
        return Measured(value, rate, second_rate, "rad")

    def _vector_of(self, quaternion: Array) -> Array:
        """The rotation vector of length up to pi."""
        return rotations.short_vector(quaternion)

    def _relative(self, first: str, second: str, part: Callable[[str], Array]) -> Array:
        """A vector of the second body less that of the first, in axes of the first."""
        return self.in_body(first, self.in_world(second, part(second))) - part(first)

    def angle_about_second(self, first: str, other: Vec, second: str, axes: tuple[Vec, Vec]) -> Measured:
        """Angle about f x g of the second body, from f of it to a direction of the first, counting its turns."""
        return self.angle_about(second, axes, first, other)

    def angle_between(self, first: tuple[str, Vec], second: tuple[str, Vec]) -> Measured:
        """Angle between two directions, from 0 to pi."""
        one, other = self.turned(*first), self.turned(*second)
        c = self._product(one, other, "")
        crossed = (
            np.cross(one[0], other[0]),
            np.cross(one[1], other[0]) + np.cross(one[0], other[1]),
            np.cross(one[2], other[0]) + 2.0 * np.cross(one[1], other[1]) + np.cross(one[0], other[2]),
        )
        value = norm(crossed[0])
        with np.errstate(invalid="ignore", divide="ignore"):
            rate = np.sum(crossed[0] * crossed[1], axis=1) / value
            second_rate = np.sum(crossed[1] * crossed[1] + crossed[0] * crossed[2], axis=1)
            return _angle(c, Measured(value, rate, (second_rate - rate * rate) / value, ""))

    def unwrapped(self, angle: Measured) -> Measured:
        """An angle without jumps by whole turns, counted from frame to frame."""
        value = angle.value
        if len(value) > 1:
            steps = np.diff(value.real)
            whole = np.round((steps - self._expected(angle)) / (2 * np.pi))
            value = value - 2 * np.pi * np.concatenate([[0.0], np.cumsum(whole)])
        return Measured(value, angle.rate, angle.acceleration, angle.unit)

    def _expected(self, angle: Measured) -> Array | float:
        """Changes from frame to frame by the rates at both ends; nothing without the times."""
        if self.t is None:
            return 0.0
        return _between_frames(np.diff(self.t), angle.rate.real, angle.acceleration.real)

    def _between(self, first: tuple[str, Vec], second: tuple[str, Vec]) -> Three:
        one, other = self.point(*first), self.point(*second)
        return other[0] - one[0], other[1] - one[1], other[2] - one[2]

    @staticmethod
    def _product(one: Three, other: Three, unit: str) -> Measured:
        """The product of two vectors with its derivatives."""
        value = np.sum(one[0] * other[0], axis=1)
        rate = np.sum(one[1] * other[0] + one[0] * other[1], axis=1)
        second = np.sum(one[2] * other[0] + 2.0 * one[1] * other[1] + one[0] * other[2], axis=1)
        return Measured(value, rate, second, unit)


def _real(direction: Vec) -> Vec:
    """A direction without derivatives."""
    x, y, z = (float(np.real(part)) for part in direction)
    return x, y, z


def _between_frames(h: Array, rate: Array, second: Array) -> Array:
    """Changes from frame to frame by rates and accelerations at both ends; none where these are not known.

    What accelerations add is no more than a radian: where a motion turns farther between frames it has a trail, and
    where it begins with a jerk and comes to rest they tell nothing of what lies between.
    """
    bent = np.clip(h * h / 12.0 * (second[:-1] - second[1:]), -_BENT, _BENT)
    between_frames = 0.5 * h * (rate[1:] + rate[:-1]) + bent
    return np.where(np.isfinite(between_frames), between_frames, 0.0)


def _angle(c: Measured, s: Measured) -> Measured:
    """The angle of a cosine and a sine of any size, with its true derivatives."""
    square = c.value * c.value + s.value * s.value
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = (c.value * s.rate - s.value * c.rate) / square
        growth = 2.0 * (c.value * c.rate + s.value * s.rate) / square
        second = (c.value * s.acceleration - s.value * c.acceleration) / square - rate * growth
    return Measured(arctan2(s.value, c.value), rate, second, "rad")
