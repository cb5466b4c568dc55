"""A closed loop of six hinges as polynomials in the half-angle tangents of its hinges.

Each link takes the frame of its hinge to the next by theta about z, d along z, a along x, alpha about x (Denavit and
Hartenberg); as dual quaternions, with eps^2 = 0, tau the tangent of alpha / 2 and (c : s) of theta / 2,

    f = (c + s k) (1 + eps d k / 2) (1 + eps a i / 2) (1 + tau i),     f_1 f_2 f_3 f_4 f_5 f_6 = real.

So f_1 f_2 f_3 is a multiple m of the conjugate of f_4 f_5 f_6: eight equations for seven unknowns, one of which follows
from the others; seven combinations of them are solved. In general there are 16 solutions (Primrose 1986; Lee and Liang
1988), and no more that are isolated.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.homotopy.polynomial import Polynomial, constant, parameters, unknowns
from linkwork.numerics.homotopy.system import PolynomialSystem

POSTURES = 16
_Quaternion = list[Polynomial]
_Dual = tuple[_Quaternion, _Quaternion]


@cache
def hinge_family() -> PolynomialSystem:
    """Unknowns s / c of six hinges, and the multiple; parameters: d, a, tau of six links."""
    x, given = unknowns(7), parameters(18)
    links = [_link(x[number], *given[3 * number : 3 * number + 3]) for number in range(6)]
    left, right = (_times(_times(links[at], links[at + 1]), links[at + 2]) for at in (0, 3))
    back = [[part[0], *(-one for one in part[1:])] for part in right]
    rows = [one - x[6] * other for k in range(2) for one, other in zip(left[k], back[k], strict=True)]
    mixed = np.random.default_rng(6).uniform(-1.0, 1.0, (7, 8))
    equations = [sum((float(mixed[i, k]) * rows[k] for k in range(8)), constant(0.0)) for i in range(7)]
    return PolynomialSystem(equations, 7, [[number] for number in range(7)], parameters=18)


def _link(s: Polynomial, d: Polynomial, a: Polynomial, tau: Polynomial) -> _Dual:
    zero, one = constant(0.0), constant(1.0)
    turn: _Dual = ([one, zero, zero, s], [zero] * 4)
    along: _Dual = ([one, zero, zero, zero], [zero, 0.5 * a, zero, 0.5 * d])  # both ways commute up to eps^2
    twist: _Dual = ([one, tau, zero, zero], [zero] * 4)
    return _times(_times(turn, along), twist)


def _times(one: _Dual, other: _Dual) -> _Dual:
    (p, u), (q, v) = one, other
    dual = [a + b for a, b in zip(_product(p, v), _product(u, q), strict=True)]
    return _product(p, q), dual


def _product(p: _Quaternion, q: _Quaternion) -> _Quaternion:
    return [
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    ]


def link_matrix(theta: float, d: float, a: float, tau: float) -> Array:
    """The motion of one link, 4 by 4."""
    alpha = 2.0 * np.arctan(tau)
    c, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    return np.array([[c, -s * ca, s * sa, a * c], [s, c * ca, -c * sa, a * s], [0, sa, ca, d], [0, 0, 0, 1.0]])


def loop_of_lines(points: Array, axes: Array) -> tuple[Array, Array, Array]:
    """Angles, numbers (d, a, tau) of the links, and the frame at the first hinge of a loop of six lines in space.

    Feet of common normals give d and a; between parallel axes the normal goes through the point given on the first.
    """
    normals, feet = [], []
    for i in range(6):
        j = (i + 1) % 6
        normals.append(_normal(points[i], axes[i], points[j], axes[j]))
        feet.append(normals[-1][1:])
    angles, numbers = np.zeros(6), np.zeros((6, 3))
    for i in range(6):
        x, z, before = normals[i][0], axes[i], normals[i - 1][0]
        angles[i] = np.arctan2(np.cross(before, x) @ z, before @ x)
        other = axes[(i + 1) % 6]
        twist = np.arctan2(np.cross(z, other) @ x, z @ other)
        start = feet[i - 1][1]
        numbers[i] = (feet[i][0] - start) @ z, (feet[i][1] - feet[i][0]) @ x, np.tan(0.5 * twist)
    frame = np.eye(4)
    x, z = normals[-1][0], axes[0]
    frame[:3, 0], frame[:3, 1], frame[:3, 2], frame[:3, 3] = x, np.cross(z, x), z, feet[-1][1]
    return angles, numbers, frame


def _normal(p: Array, u: Array, q: Array, v: Array) -> tuple[Array, Array, Array]:
    """Direction of the common normal of two lines, and its feet on both."""
    across = np.cross(u, v)
    if np.linalg.norm(across) < 1e-9:
        gap = (q - p) - ((q - p) @ u) * u
        if np.linalg.norm(gap) < 1e-12:
            gap = np.cross(u, np.eye(3)[int(np.argmin(np.abs(u)))])
        return gap / np.linalg.norm(gap), p, q + ((p - q) @ v) * v
    matrix = np.column_stack([u, -v, across])
    along, back, _ = np.linalg.solve(matrix, q - p)
    return across / np.linalg.norm(across), p + along * u, q + back * v


def generic_hinges(random: np.random.Generator) -> tuple[Array, Array]:
    """A solution of a real loop: six random lines."""
    axes = random.normal(size=(6, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    angles, numbers, _ = loop_of_lines(random.normal(size=(6, 3)), axes)
    return np.append(np.tan(0.5 * angles), multiple(angles, numbers)), numbers.ravel()


def multiple(angles: Array, numbers: Array) -> float:
    """The multiple m for given angles."""
    family_rows = [np.tan(0.5 * angles), numbers]
    left, right = (_values(family_rows[0][at : at + 3], numbers[at : at + 3]) for at in (0, 3))
    back = right * np.array([1.0, -1.0, -1.0, -1.0])
    return float(left @ back / (back @ back))


def _values(tangents: Array, numbers: Array) -> Array:
    """The turning part of three links."""
    values = np.array([1.0, 0.0, 0.0, 0.0])
    for s, (_, _, tau) in zip(tangents, numbers, strict=True):
        for factor in ((1.0, 0.0, 0.0, s), (1.0, tau, 0.0, 0.0)):
            values = _quaternion_product(values, np.array(factor))
    return values


def _quaternion_product(p: Array, q: Array) -> Array:
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])
