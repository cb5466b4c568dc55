"""Orientation: how a frame is turned against the world (or a body), in the words that the user likes best.

    {axis: [0, 0, 1], angle: 30 deg}            a turn about an axis
    {euler: [a, b, c], order: zxz}              turns about the frame's own axes, one after the other; any of 12 orders
    {bryant: [a, b, c]}                         the same in the order xyz
    {parameters: [e0, e1, e2, e3]}              Euler parameters (a unit quaternion), or [e1, e2, e3] with e0 >= 0
    {matrix: [[..], [..], [..]]}                direction cosines, row by row; its columns are the frame's axes
    {points: [P, Q, R]}                         origin, a point on x, a point in the x-y plane (Haug, Example 9.1.6)
    {vector: [rx, ry, rz]}                      axis times angle

Every number may be an expression; the arithmetic holds for complex values too (complex step).
"""

from __future__ import annotations

import math
from typing import Any, Literal, get_args

from pydantic import Field, model_validator

from linkwork.base.errors import MechanismError
from linkwork.expression.number import Number
from linkwork.expression.part import Part, Readable
from linkwork.places.base_scope import BaseScope, root
from linkwork.places.spatial import rotation
from linkwork.places.spatial.rotation import Matrix, Parameters

Vector3 = tuple[Number, Number, Number]
Order = Literal["xyx", "xzx", "yxy", "yzy", "zxz", "zyz", "xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]
ORDERS: tuple[str, ...] = get_args(Order)
FORMS = ("axis", "euler", "bryant", "parameters", "matrix", "points", "vector")
ROUNDED = 1e-3
"""How far printed parameters or direction cosines may be from a rotation; they are then scaled, and it is said."""
EXACT = 1e-9
PARALLEL = 1e-8
"""Sine of the angle below which two directions are taken for one."""
_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


class Orientation(Part, metaclass=Readable):
    """The orientation of a frame, given in one of several ways."""

    axis: Vector3 | None = Field(default=None, description="axis of one turn; needs `angle`")
    angle: Number | None = Field(default=None, description="angle of the turn about `axis`")
    euler: Vector3 | None = Field(default=None, description="three angles about the frame's own axes, see `order`")
    order: Order = Field(default="zxz", description="the axes of the three turns of `euler`, one after the other")
    bryant: Vector3 | None = Field(default=None, description="three angles about the frame's own x, y and z axis")
    parameters: tuple[Number, ...] | None = Field(
        default=None, min_length=3, max_length=4, description="Euler parameters e0, e1, e2, e3, or e1, e2, e3"
    )
    matrix: tuple[Vector3, Vector3, Vector3] | None = Field(
        default=None, description="direction cosines row by row; the columns are the frame's axes"
    )
    points: tuple[Vector3, Vector3, Vector3] | None = Field(
        default=None, description="P, Q, R: the origin, a point on the x axis, a point in the x-y plane"
    )
    vector: Vector3 | None = Field(default=None, description="rotation vector: axis times angle in rad")

    @model_validator(mode="after")
    def _one_way(self) -> Orientation:
        given = [name for name in FORMS if getattr(self, name) is not None]
        if len(given) != 1:
            given_words = f"found {' and '.join(given)}" if given else "found none of them"
            raise ValueError(f"give an orientation in one way: {', '.join(FORMS)}; {given_words}")
        if (self.axis is None) != (self.angle is None):
            raise ValueError("'axis' and 'angle' go together, as in {axis: [0, 0, 1], angle: 30 deg}")
        if self.order != "zxz" and self.euler is None:
            raise ValueError("'order' says how 'euler' is meant; 'euler' is missing")
        return self

    def evaluate(self, scope: BaseScope) -> Parameters:
        """Its Euler parameters, of norm one."""
        return self._evaluated(scope)[0]

    def warnings(self, scope: BaseScope) -> list[str]:
        """What was put right: rounded parameters or direction cosines."""
        note = self._evaluated(scope)[1]
        return [note] if note else []

    def _evaluated(self, scope: BaseScope) -> tuple[Parameters, str]:
        if self.parameters is not None:
            return _from_parameters(scope.numbers(self.parameters))
        if self.matrix is not None:
            return _from_matrix([scope.numbers(row) for row in self.matrix])
        if self.axis is not None and self.angle is not None:
            axis: Any = scope.numbers(self.axis)
            if rotation.size(axis) == 0.0:
                raise MechanismError("the 'axis' of the orientation is zero; give a direction")
            return rotation.about(axis, scope.number(self.angle)), ""
        if self.points is not None:
            return _from_points([scope.numbers(point) for point in self.points]), ""
        if self.vector is not None:
            vector: Any = scope.numbers(self.vector)
            return rotation.from_vector(vector), ""
        angles = self.euler if self.euler is not None else self.bryant
        return from_angles(scope.numbers(angles or ()), "xyz" if self.euler is None else self.order), ""


def from_angles(angles: Any, order: str) -> Parameters:
    """Euler parameters of turns about a frame's own axes, one after the other: A = A_1(a) A_2(b) A_3(c)."""
    first, second, third = (rotation.about(_AXES[axis], angle) for axis, angle in zip(order, angles, strict=True))
    return rotation.product(rotation.product(first, second), third)


def _from_parameters(values: tuple[Any, ...]) -> tuple[Parameters, str]:
    square = sum(value * value for value in values)
    norm = math.sqrt(square.real)
    if len(values) == 3:
        if norm <= 1.0:
            return (root(1.0 - square) if norm < 1.0 else 0.0 * square, *values), ""
        if norm > 1.0 + ROUNDED:
            raise MechanismError(
                f"the 'parameters' e1, e2, e3 have the norm {norm:.6g}, but at most 1 is possible; check them"
            )
        note = f"the parameters e1, e2, e3 have the norm {norm:.6g}; they were scaled to 1" if norm > 1 + EXACT else ""
        return rotation.unit((0.0, values[0], values[1], values[2])), note
    if abs(norm - 1.0) > ROUNDED:
        raise MechanismError(
            f"the 'parameters' e0, e1, e2, e3 have the norm {norm:.6g}, but that of Euler parameters is 1; "
            "check them, or divide by the norm"
        )
    rounded = abs(norm - 1.0) > EXACT
    note = f"the parameters e0, e1, e2, e3 have the norm {norm:.6g}; they were scaled to 1" if rounded else ""
    return rotation.unit((values[0], values[1], values[2], values[3])), note


def _from_matrix(rows: Any) -> tuple[Parameters, str]:
    columns: Any = [tuple(row[n] for row in rows) for n in range(3)]
    worst = max(
        abs(rotation.dot(columns[m], columns[n]).real - (1.0 if m == n else 0.0)) for m in range(3) for n in range(m, 3)
    )
    if worst > ROUNDED:
        raise MechanismError(
            "the columns of the 'matrix' are not perpendicular unit vectors; "
            f"their products are wrong by up to {worst:.3g}"
        )
    if rotation.dot(rotation.cross(columns[0], columns[1]), columns[2]).real < 0.0:
        raise MechanismError("the 'matrix' mirrors (its determinant is -1); a right-handed frame has +1")
    note = f"the direction cosines are rounded (by up to {worst:.2g}); the nearest rotation was taken"
    return rotation.parameters_of(_nearest(columns)), note if worst > EXACT else ""


def _nearest(columns: Any) -> Matrix:
    """The rotation nearest to rounded columns: Newton's iteration A <- (A + A^-T) / 2 for the polar decomposition."""
    for _ in range(3):
        a, b, c = columns
        others = rotation.cross(b, c), rotation.cross(c, a), rotation.cross(a, b)
        scale = 1.0 / rotation.dot(a, others[0])
        columns = [
            rotation.scaled(rotation.plus(one, rotation.scaled(other, scale)), 0.5)
            for one, other in zip(columns, others, strict=True)
        ]
    first, second, third = (tuple(column[n] for column in columns) for n in range(3))
    return first, second, third


def _from_points(points: Any) -> Parameters:
    """Frame from three points, the x axis first: f = unit(Q - P), h = unit(f x (R - P)), g = h x f (Example 9.1.6)."""
    along, beside = rotation.minus(points[1], points[0]), rotation.minus(points[2], points[0])
    across = rotation.cross(along, beside)
    if rotation.size(across) <= PARALLEL * rotation.size(along) * rotation.size(beside):
        raise MechanismError("the 'points' P, Q, R lie on one line (or two of them coincide); move one of them")
    f = rotation.scaled(along, 1.0 / rotation.length(along))
    h = rotation.scaled(across, 1.0 / rotation.length(across))
    g = rotation.cross(h, f)
    return rotation.parameters_of(((f[0], g[0], h[0]), (f[1], g[1], h[1]), (f[2], g[2], h[2])))
