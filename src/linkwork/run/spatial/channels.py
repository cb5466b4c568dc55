"""Channels of a run in space: names for every number.

crank.x .y .z  .vx .vy .vz  .ax .ay .az      origin of a body's frame;  rod.tip.x ...  a named point or frame of it
rod.center.x ...                             its mass centre
crank.wx .wy .wz  .wx_rate ...               angular velocity and acceleration along the axes of the world
crank.omega.x ...  crank.alpha.x ...         the same along the axes of the body
crank.e0 .e1 .e2 .e3                         Euler parameters, of one sign throughout
crank.rx .ry .rz                             rotation vector
crank.roll .pitch .yaw                       turns about z (yaw), the new y (pitch) and the new x (roll)
euler(crank, zxz).1  bryant(crank).1         angles of any order, .1, .2 and .3;  a frame is named as crank.tool
axis(crank, x).z                             direction cosines: the body's x axis along z of the world
O.angle  O.omega  O.alpha  guide.position    values of joints, with counted turns
distance(rod.tip, ground)  angle(crank.x, rod.z)   between places, and between axes (0 to pi)
turn(crank, rod, z)                          rotation vector of rod against crank, along z of crank
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.motion import Measured
from linkwork.elements.spatial.motion import ORIGIN, SpatialMotion, Vec
from linkwork.numerics.analytic import norm
from linkwork.places.spatial.places import Frame, read_frame
from linkwork.run.channels import ORDERS, BaseChannels
from linkwork.run.spatial.angles import euler_angles, rotation_vectors

Values = tuple[Array, str]
AXES = ("x", "y", "z")
_UNITS: tuple[Vec, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_POINT = {
    f"{prefix}{axis}": (order, number, unit)
    for order, (prefix, unit) in enumerate((("", "m"), ("v", "m/s"), ("a", "m/s²")))
    for number, axis in enumerate(AXES)
}
_WORLD = {"wx": 0, "wy": 1, "wz": 2}
_WORLD_RATE = {f"{name}_rate": axis for name, axis in _WORLD.items()}
_BODY = {f"omega.{name}": axis for axis, name in enumerate(AXES)}
_BODY_RATE = {f"alpha.{name}": axis for axis, name in enumerate(AXES)}
_PARAMETERS = {f"e{number}": number for number in range(4)}
_VECTOR = {"rx": 0, "ry": 1, "rz": 2}
_ROLL = {"roll": 2, "pitch": 1, "yaw": 0}


class SpatialChannels(BaseChannels):
    """Channels in space."""

    motion: SpatialMotion
    body_quantities = (
        *_POINT,
        *_WORLD,
        *_WORLD_RATE,
        *_BODY,
        *_BODY_RATE,
        *_PARAMETERS,
        *_VECTOR,
        *_ROLL,
    )
    point_quantities = tuple(_POINT)

    def places(self, body: str) -> tuple[str, ...]:
        """Names of the points and frames of a body."""
        given: Any = self.scope.body(body)
        return (*given.points, *given.frames)

    def _of_body(self, body: str, quantity: str) -> Values | None:
        value = self._turning(body, quantity)
        if value is not None:
            return value
        place, dot, last = quantity.rpartition(".")
        local = self._point(body, place) if dot else ORIGIN
        if local is None or last not in _POINT:
            return None
        order, axis, unit = _POINT[last]
        return self.motion.point(body, local)[order][:, axis], unit

    def _named(self, body: str, place: str) -> Vec:
        named: Vec = self.scope.point(Frame(body=body, named=place))
        return named

    def _centre(self, body: str) -> Vec:
        from linkwork.bodies.spatial.mass import evaluate

        row: Any = self.system.mechanism.row_class(self.scope, f"body '{body}'", body)
        given: Any = self.system.mechanism.bodies_by_name[body].mass
        x, y, z = evaluate(given, self.scope, row).centre
        return x, y, z

    def _turning(self, body: str, quantity: str) -> Values | None:
        """What a body has beside its place: how it is turned and turns."""
        motion = self.motion
        omega, alpha = motion.angular_velocity, motion.angular_acceleration
        tables: tuple[tuple[dict[str, int], Callable[[], Array], str], ...] = (
            (_WORLD, lambda: motion.in_world(body, omega(body)), "rad/s"),
            (_WORLD_RATE, lambda: motion.in_world(body, alpha(body)), "rad/s²"),
            (_BODY, lambda: omega(body), "rad/s"),
            (_BODY_RATE, lambda: alpha(body), "rad/s²"),
            (_PARAMETERS, lambda: motion.parameters(body), ""),
            (_VECTOR, lambda: self._vectors(body), "rad"),
            (_ROLL, lambda: euler_angles(motion.matrix(body), "zyx", motion.path(body)), "rad"),
        )
        for table, values, unit in tables:
            if quantity in table:
                return values()[:, table[quantity]], unit
        return None

    def _vectors(self, body: str) -> Array:
        if body == "ground":
            return self.motion.angular_velocity(body)
        at = self.motion.bodies[body] + 3
        return rotation_vectors(self.motion.q[:, at : at + 3], self.motion.path(body))

    # ------------------------------------------------------------------ calls

    def _evaluate(self, kind: str, names: list[str], suffix: str) -> Values:
        between: dict[str, Callable[..., Measured]] = {"distance": self._distance, "angle": self._angle}
        between |= {"turn": self._turn} if len(names) == 3 and names[2] in AXES else {}
        if kind in between and len(names) in (2, 3) and suffix in ORDERS:
            measured = between[kind](*names)
            values = {"": measured.value, "rate": measured.rate, "acceleration": measured.acceleration}
            return values[suffix], measured.unit + ORDERS[suffix]
        if kind == "speed" and len(names) == 1 and not suffix:
            velocity = self.motion.point(*self._place(names[0]))[1]
            return norm(velocity), "m/s"
        if kind == "curvature" and len(names) == 1 and not suffix:
            return self._curvature(names[0]), "1/m"
        if kind == "advantage" and len(names) == 2 and not suffix:
            from linkwork.run.geometry import advantage

            return advantage(self, *names)
        if kind == "axis" and len(names) == 2 and names[1] in AXES and suffix in AXES:
            body, axes = self._axes(names[0])
            return self.motion.turned(body, axes[AXES.index(names[1])])[0][:, AXES.index(suffix)], ""
        order = "xyz" if kind == "bryant" else names[1] if kind == "euler" and len(names) == 2 else "zxz"
        if kind in ("euler", "bryant") and len(names) in (1, 2) and suffix in ("1", "2", "3"):
            body, axes = self._axes(names[0])
            seen: Array = np.array(axes)
            path = self.motion.path(body).seen(np.real(seen))
            return euler_angles(self.motion.matrix(body) @ seen.T, order, path)[:, int(suffix) - 1], "rad"
        raise AnalysisError(
            "not known; there are distance(a, b), angle(crank.x, rod.z), axis(crank, x).z, euler(crank, zxz).1, "
            "bryant(crank).1, speed(point), curvature(point) and advantage(joint, joint)"
        )

    def _curvature(self, name: str) -> Array:
        """Curvature of the path of a point."""
        _, v, a = self.motion.point(*self._place(name))
        bent = np.cross(v, a)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(norm(bent) / norm(v) ** 3)

    def _place(self, name: str) -> tuple[str, Vec]:
        place = read_frame(name)
        return place.body, self.scope.point(place)

    def _axes(self, name: str) -> tuple[str, tuple[Vec, Vec, Vec]]:
        """The axes of a body, or of a named frame of it, in the body."""
        body, _, frame = name.partition(".")
        if not frame:
            self.scope.body(body)
            return body, (_UNITS[0], _UNITS[1], _UNITS[2])
        row: Any = self.system.mechanism.row_class(self.scope, f"'{name}'", name)
        _, f, g, h = row.frame(read_frame(name))
        return body, (f, g, h)

    def _distance(self, first: str, second: str) -> Measured:
        return self.motion.distance(self._place(first), self._place(second))

    def _turn(self, first: str, second: str, axis: str) -> Measured:
        for body in (first, second):
            self.scope.body(body)
        return self.motion.rotation(first, _UNITS[AXES.index(axis)], second)

    def _angle(self, first: str, second: str) -> Measured:
        return self.motion.angle_between(self._direction(first), self._direction(second))

    def _direction(self, name: str) -> tuple[str, Vec]:
        """An axis of a body or of a frame, such as crank.x or rod.tool.z."""
        head, _, axis = name.rpartition(".")
        if axis not in AXES or not head:
            raise AnalysisError(f"'{name}' is no axis; write a body or a frame with one, as in crank.x or rod.tool.z")
        body, axes = self._axes(head)
        return body, axes[AXES.index(axis)]
