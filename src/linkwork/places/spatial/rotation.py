"""Rotations in plain numbers, real or complex (complex step): Euler parameters, matrices, rotation vectors.

Vectors are tuples of three, Euler parameters (unit quaternions) tuples of four with e0 first, matrices tuples of three
rows. Numbers in brackets are Haug's equations.
"""

from __future__ import annotations

import math
from typing import Any

from linkwork.places.base_scope import cosine_sine, root

Vec = tuple[Any, Any, Any]
Parameters = tuple[Any, Any, Any, Any]
Matrix = tuple[Vec, Vec, Vec]

IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
SMALL = 1e-4
"""Half a rotation angle below which its series is exact to rounding."""


def dot(a: Vec, b: Vec) -> Any:
    """a . b"""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec, b: Vec) -> Vec:
    """a x b"""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def plus(a: Vec, b: Vec) -> Vec:
    """a + b"""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def minus(a: Vec, b: Vec) -> Vec:
    """a - b"""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def scaled(a: Vec, factor: Any) -> Vec:
    """a times a number"""
    return a[0] * factor, a[1] * factor, a[2] * factor


def length(a: Vec) -> Any:
    """|a|, analytic where its real part is not zero."""
    return root(dot(a, a))


def size(a: Vec) -> float:
    """|a| of the real parts; 0 where its square is too small for a number, by which `length` would be 0."""
    size = math.hypot(*(float(value.real) for value in a))
    return size if size * size > 0.0 else 0.0


def turned(matrix: Matrix, a: Vec) -> Vec:
    """A a (9.2.10)"""
    return dot(matrix[0], a), dot(matrix[1], a), dot(matrix[2], a)


def turned_back(matrix: Matrix, a: Vec) -> Vec:
    """A^T a"""
    x, y, z = (matrix[0][n] * a[0] + matrix[1][n] * a[1] + matrix[2][n] * a[2] for n in range(3))
    return x, y, z


def product(p: Parameters, q: Parameters) -> Parameters:
    """Euler parameters of the rotation q followed, about fixed axes, by p: A(p) A(q)."""
    e, f = p[1:], q[1:]
    v = plus(plus(scaled(f, p[0]), scaled(e, q[0])), cross(e, f))
    return p[0] * q[0] - dot(e, f), *v


def unit(p: Parameters) -> Parameters:
    """The parameters scaled to p^T p = 1 (9.3.9)."""
    norm = root(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3])
    return p[0] / norm, p[1] / norm, p[2] / norm, p[3] / norm


def matrix_of(p: Parameters) -> Matrix:
    """A = (2 e0^2 - 1) I + 2 (e e^T + e0 ~e) (9.3.6, 9.3.7)."""
    a, b, c, d = p
    return (
        (2.0 * (a * a + b * b) - 1.0, 2.0 * (b * c - a * d), 2.0 * (b * d + a * c)),
        (2.0 * (b * c + a * d), 2.0 * (a * a + c * c) - 1.0, 2.0 * (c * d - a * b)),
        (2.0 * (b * d - a * c), 2.0 * (c * d + a * b), 2.0 * (a * a + d * d) - 1.0),
    )


def parameters_of(matrix: Matrix) -> Parameters:
    """Euler parameters of a rotation matrix, e0 >= 0 (9.3.10-9.3.17), from the largest of the four squares.

    Where e0 is zero (half a turn) the off-diagonal sums give the relative signs, and the first that is not zero of
    e1, e2, e3 is positive.
    """
    (a, b, c), (d, e, f), (g, h, i) = matrix
    trace = a + e + i
    squares = (1.0 + trace, 1.0 + 2.0 * a - trace, 1.0 + 2.0 * e - trace, 1.0 + 2.0 * i - trace)
    largest = max(range(4), key=lambda n: squares[n].real)
    whole = root(squares[largest])  # 2 |e_n|
    rest = (
        (whole * whole, h - f, c - g, d - b),
        (h - f, whole * whole, d + b, g + c),
        (c - g, d + b, whole * whole, h + f),
        (d - b, g + c, h + f, whole * whole),
    )[largest]
    p = unit((rest[0] / whole, rest[1] / whole, rest[2] / whole, rest[3] / whole))
    return positive(p)


def positive(p: Parameters) -> Parameters:
    """p or -p, the same rotation, with the first number that is not zero positive."""
    leading = next((value.real for value in p if value.real != 0.0), 1.0)
    return p if leading > 0.0 else (-p[0], -p[1], -p[2], -p[3])


def about(axis: Vec, angle: Any) -> Parameters:
    """e0 = cos(chi/2), e = u sin(chi/2) for an axis of any length (9.3.2)."""
    c, s = cosine_sine(angle / 2.0)
    return c, *scaled(axis, s / length(axis))


def from_vector(vector: Vec) -> Parameters:
    """Euler parameters of a rotation vector, axis times angle."""
    square = dot(vector, vector) / 4.0
    if abs(square) < SMALL * SMALL:
        c, s = 1.0 - square / 2.0 * (1.0 - square / 12.0), 0.5 * (1.0 - square / 6.0 * (1.0 - square / 20.0))
        return c, *scaled(vector, s)
    half = root(square)
    c, s = cosine_sine(half)
    return c, *scaled(vector, s / (2.0 * half))


def to_vector(p: Parameters) -> Vec:
    """The rotation vector of Euler parameters, of length at most pi."""
    p = positive(p)
    square = p[1] * p[1] + p[2] * p[2] + p[3] * p[3]
    if abs(square) < SMALL * SMALL:
        ratio = square / (p[0] * p[0])
        return scaled(p[1:], 2.0 / p[0] * (1.0 - ratio / 3.0 * (1.0 - 0.6 * ratio)))
    sine = root(square)
    return scaled(p[1:], 2.0 * _arctangent(sine, p[0]) / sine)


def _arctangent(sine: Any, cosine: Any) -> Any:
    """Angle of a sine and a cosine, with the derivative that a complex step asks for."""
    angle = math.atan2(sine.real, cosine.real)
    if not isinstance(sine, complex) and not isinstance(cosine, complex):
        return angle
    square = sine.real * sine.real + cosine.real * cosine.real
    return complex(angle, (cosine.real * sine.imag - sine.real * cosine.imag) / square)
