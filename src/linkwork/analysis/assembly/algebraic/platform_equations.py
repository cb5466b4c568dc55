"""A body held by six lengths between its points and given points, as polynomials in Study parameters.

e and g are the two quaternions of a dual quaternion: e turns, 2 g conj(e) / |e|^2 is the way of the origin. With A_i on
the ground, B_i in the body, L_i the length, the seven quadrics

    e . g = 0,     |A_i - t - R B_i|^2 |e|^2 = L_i^2 |e|^2     for i = 1 ... 6

have 40 common points in general (Husty 1996; Ronga and Vust 1995), and no more that are isolated.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.polynomial import Polynomial, constant, parameters, unknowns
from linkwork.numerics.homotopy.system import PolynomialSystem

POSES = 40
_PATCH = np.array([0.61, -0.43, 0.37, 0.55, 0.29, -0.47, 0.53, 0.31])  # fixes the length of (e, g)


@cache
def platform_family() -> PolynomialSystem:
    """Unknowns e, g; parameters: six points A, six points B, six squares of lengths."""
    x, given = unknowns(8), parameters(42)
    e, g = x[:4], x[4:]
    size, other = _dot(e, e), _dot(g, g)
    turn = rotation(e)
    way = [2 * (e[k] * g[0] - e[0] * g[k]) for k in (1, 2, 3)]
    cross = [2 * (e[3] * g[2] - e[2] * g[3]), 2 * (e[1] * g[3] - e[3] * g[1]), 2 * (e[2] * g[1] - e[1] * g[2])]
    in_ground = [one + two for one, two in zip(way, cross, strict=True)]
    in_body = [one - two for one, two in zip(way, cross, strict=True)]
    equations = [_dot(e, g)]
    for leg in range(6):
        a, b = given[3 * leg : 3 * leg + 3], given[18 + 3 * leg : 21 + 3 * leg]
        row = 4 * other + size * (_dot(a, a) + _dot(b, b) - given[36 + leg])
        for k in range(3):
            row = row - 2 * a[k] * in_ground[k] + 2 * b[k] * in_body[k]
            for m in range(3):
                row = row - 2 * a[k] * turn[k][m] * b[m]
        equations.append(row)
    patch = sum((float(value) * one for value, one in zip(_PATCH, x, strict=True)), constant(-1.0))
    return PolynomialSystem([*equations, patch], 8, parameters=42)


def _dot(one: list[Polynomial], other: list[Polynomial]) -> Polynomial:
    return sum((p * q for p, q in zip(one, other, strict=True)), constant(0.0))


def rotation(e: list[Polynomial]) -> list[list[Polynomial]]:
    """The rotation matrix of a quaternion, times the square of its length."""
    w, x, y, z = e
    return [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]


def pose_of(x: Array) -> tuple[Array, Array]:
    """Place and unit quaternion of real Study parameters."""
    e, g = x[:4], x[4:]
    size = float(e @ e)
    way = np.array([e[k] * g[0] - e[0] * g[k] for k in (1, 2, 3)])
    return 2.0 * (way + np.cross(g[1:], e[1:])) / size, e / np.sqrt(size)


def generic_platform(random: np.random.Generator) -> tuple[Array, Array]:
    """A solution of generic complex parameters: Study parameters and points chosen, lengths from the equations."""
    family = platform_family()
    x = random.normal(size=8) + 1j * random.normal(size=8)
    x[4:] -= x[:4] * (x[:4] @ x[4:]) / (x[:4] @ x[:4])
    x /= _PATCH @ x
    given = random.normal(size=42) + 1j * random.normal(size=42)
    given[36:] = 0.0
    for leg in range(6):
        given[36 + leg] = complex(family.equations[1 + leg].at(x, given)) / (x[:4] @ x[:4])
    return x, given
