"""The equations of a planar group as polynomials of second degree, read off their values.

Kernels of elements take cosine and sine of a body's angle from the table of poses. There they may have any values: an
equation of second degree in places, cosines and sines is known from as many values as it has coefficients. Further
values show whether it is one; equations in angles are found by changing the angles, which stand beside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwork.analysis.assembly.branch import Group
from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import POSE_SIZE
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.poses_kernel import evaluate_posed

_NONE = 1e-11


@dataclass(frozen=True)
class QuadraticRows:
    """Rows F(z) = constant + linear z + z' square z; z: x and y in lengths from `origin`, cosine, sine of each body."""

    bodies: tuple[int, ...]
    origin: tuple[float, float]
    length: float
    constant: Array
    linear: Array
    square: Array
    of_angles: Array
    """Of each row its derivatives by the angles of the bodies; zero where it is a polynomial."""
    offset: Array
    """Of each row in angles the value with all angles of the group zero."""


def quadratic_rows(equations: Equations, group: Group, q: Array, t: float) -> QuadraticRows | None:
    """The rows of a group, or nothing where one of them is neither a polynomial nor linear in angles."""
    system = equations.system
    bodies = tuple(sorted({column // 3 for column in group.columns}))
    columns = [3 * body + part for body in bodies for part in range(3)]
    if system.world.dimensions != 2 or system.modal or sorted(group.columns) != columns:
        return None
    if max(columns) >= system.body_columns:
        return None
    places = np.array([q[3 * body : 3 * body + 2].real for body in bodies])
    origin = tuple(float(value) for value in np.mean(places, axis=0))
    rows = _Rows(equations, group, q, t, bodies, origin)
    size = 4 * len(bodies)
    constant, linear, square = _fitted(rows.at, size)
    slopes = np.stack([rows.at(np.zeros(size), body) - constant for body in range(len(bodies))], axis=-1)
    random = np.random.default_rng(7)
    for _ in range(2):
        z, turn = random.normal(size=size), random.normal(size=len(bodies))
        expected = constant + linear @ z + np.einsum("kij,i,j->k", square, z, z) + slopes @ turn
        scale = 1.0 + np.abs(constant) + np.sum(np.abs(linear), axis=1) + np.sum(np.abs(square), axis=(1, 2))
        if np.any(np.abs(rows.at(z, angles=turn) - expected) > 1e-9 * scale * (1.0 + np.max(np.abs(z)) ** 2)):
            return None
    angular = np.any(np.abs(slopes) > _NONE, axis=1)
    if np.any(np.abs(linear[angular]) > _NONE) or np.any(np.abs(square[angular]) > _NONE):
        return None
    return QuadraticRows(
        bodies,
        (origin[0], origin[1]),
        system.length,
        constant,
        linear,
        square,
        np.where(angular[:, None], slopes, 0.0),
        constant,
    )


class _Rows:
    """Values of the rows of a group at poses of its bodies."""

    def __init__(
        self, equations: Equations, group: Group, q: Array, t: float, bodies: tuple[int, ...], origin: tuple[float, ...]
    ) -> None:
        self.equations, self.rows, self.t = equations, list(group.rows), t
        self.q, self.origin, self.length = q, origin, equations.system.length
        self.at_pose = [int(equations.k[layout.POSE]) + POSE_SIZE * (body + 1) for body in bodies]
        equations.evaluate(q, t)

    def at(self, z: Array, turned: int | None = None, angles: Array | None = None) -> Array:
        """Values at z, with all angles zero but one, or as given."""
        w = self.equations.w
        for number, at in enumerate(self.at_pose):
            x, y, c, s = z[4 * number : 4 * number + 4]
            angle = angles[number] if angles is not None else float(turned == number)
            w[at : at + POSE_SIZE] = self.origin[0] + self.length * x, self.origin[1] + self.length * y, angle, c, s
        system = self.equations.system
        evaluate_posed(self.equations.k, self.equations.p, w, system.dtype(self.t))
        return np.asarray(self.equations.residual()[self.rows].real)


def _fitted(at: Callable[[Array], Array], size: int) -> tuple[Array, Array, Array]:
    """Coefficients of quadratic functions from their values."""
    unit = np.eye(size)
    constant = at(np.zeros(size))
    plus, minus = ([at(sign * row) for row in unit] for sign in (1.0, -1.0))
    linear = np.stack([0.5 * (one - other) for one, other in zip(plus, minus, strict=True)], axis=-1)
    square = np.zeros((len(constant), size, size))
    for i in range(size):
        square[:, i, i] = 0.5 * (plus[i] + minus[i]) - constant
        for j in range(i):
            both = at(unit[i] + unit[j])
            square[:, i, j] = square[:, j, i] = 0.5 * (both - plus[i] - plus[j] + constant)
    for array in (linear, square):
        array[np.abs(array) < _NONE] = 0.0
    return constant, linear, square
