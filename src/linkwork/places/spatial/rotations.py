"""Rotations in Python: quaternions and rotation vectors as arrays whose last axis holds their numbers."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array

_SMALL = 1e-4  # squares of angles below this are summed as series
_NEXT = np.array([1, 2, 0])


def _split(quaternion: Array) -> tuple[Array, Array]:
    return quaternion[..., :1], quaternion[..., 1:]


def _dot(u: Array, v: Array) -> Array:
    """Scalar products, with an axis of length one in the place of the last."""
    return np.asarray(np.add.reduce(u * v, axis=-1, keepdims=True))


def _cross(u: Array, v: Array) -> Array:
    """Vector products; numpy's own looks at shapes for longer than it computes."""
    turned = u * v.take(_NEXT, -1) - u.take(_NEXT, -1) * v
    return np.asarray(turned.take(_NEXT, -1))


def product(first: Array, second: Array) -> Array:
    """The quaternion of the second rotation after (seen from the body) the first."""
    (a, u), (b, v) = _split(first), _split(second)
    return np.concatenate([a * b - _dot(u, v), a * v + b * u + _cross(u, v)], axis=-1)


def conjugate(quaternion: Array) -> Array:
    """The rotation back."""
    a, u = _split(quaternion)
    return np.concatenate([a, -u], axis=-1)


def from_vector(vector: Array) -> Array:
    """The quaternion of a rotation vector."""
    square = _dot(vector, vector)
    small = square.real < _SMALL
    count = np.count_nonzero(small)
    if count == 0:
        angle = np.sqrt(square)
        return np.concatenate([np.cos(0.5 * angle), np.sin(0.5 * angle) / angle * vector], axis=-1)
    share = 0.5 - square / 48.0 + square**2 / 3840.0
    series = 1.0 - square / 8.0 + square**2 / 384.0 - square**3 / 46080.0
    if count < small.size:
        angle = np.sqrt(np.where(small, 1.0, square))
        share = np.where(small, share, np.sin(0.5 * angle) / angle)
        series = np.where(small, series, np.cos(0.5 * angle))
    return np.concatenate([series, share * vector], axis=-1)


def from_matrix(matrix: Array) -> Array:
    """The quaternion of one rotation matrix, from the largest of its four squares (Haug 9.3.10 to 9.3.17)."""
    trace, diagonal = np.trace(matrix), np.diag(matrix)
    table = np.empty((4, 4), matrix.dtype)
    table[1:, 1:] = matrix + matrix.T
    table[0, 1:] = table[1:, 0] = [
        matrix[2, 1] - matrix[1, 2],
        matrix[0, 2] - matrix[2, 0],
        matrix[1, 0] - matrix[0, 1],
    ]
    squares = np.array([1.0 + trace, *(1.0 + 2.0 * diagonal - trace)])
    np.fill_diagonal(table, squares)
    row = table[int(np.argmax(squares.real))]
    return np.asarray(row / np.sqrt(np.sum(row * row)))


def from_chart(chart: Array) -> Array:
    """The quaternion of a chart, twice the Gibbs vector."""
    half = 0.5 * chart
    length = np.sqrt(1.0 + _dot(half, half))
    return np.concatenate([1.0 / length, half / length], axis=-1)


def to_chart(quaternion: Array) -> Array:
    """The chart of a quaternion, twice the Gibbs vector."""
    return np.asarray(2.0 * quaternion[..., 1:] / quaternion[..., :1])


def spin(chart: Array, rate: Array) -> Array:
    """The angular velocity, in body axes, of a chart and its rate."""
    size = 1.0 + 0.25 * _dot(chart, chart)
    return np.asarray((rate - 0.5 * _cross(chart, rate)) / size)


def chart_rate(chart: Array, omega: Array) -> Array:
    """The rate of a chart with an angular velocity in body axes."""
    along = _dot(chart, omega)
    return np.asarray(omega + 0.5 * _cross(chart, omega) + 0.25 * along * chart)


def pulled(chart: Array, torque: Array) -> Array:
    """What a torque in body axes is against a chart."""
    size = 1.0 + 0.25 * _dot(chart, chart)
    return np.asarray((torque + 0.5 * _cross(chart, torque)) / size)


def spin_bias(chart: Array, rate: Array) -> Array:
    """What the angular acceleration is beside that of the second derivative of the chart."""
    size = 1.0 + 0.25 * _dot(chart, chart)
    return np.asarray(-0.5 * _dot(chart, rate) / size * spin(chart, rate))


def to_vector(quaternion: Array) -> Array:
    """The rotation vector of a quaternion, of length between 0 and 2 pi."""
    a, u = _split(quaternion)
    tiny, sine = _sine(u)
    return np.asarray(np.where(tiny, 2.0, 2.0 * _angle(sine, a) / sine) * u)


def _sine(u: Array) -> tuple[Array, Array]:
    """Whether a quaternion hardly turns, and the length of its vector, 1 if so."""
    square = _dot(u, u)
    tiny = square.real < 1e-30
    return tiny, np.sqrt(np.where(tiny, 1.0, square))


def _angle(sine: Array, cosine: Array) -> Array:
    """Half the angle of a quaternion."""
    if not np.iscomplexobj(sine):
        return np.asarray(np.arctan2(sine, cosine))
    y, x = sine.real, cosine.real
    return np.asarray(np.arctan2(y, x) + 1j * (sine.imag * x - cosine.imag * y) / (y**2 + x**2))


def short_vector(quaternion: Array) -> Array:
    """The rotation vector of length up to pi."""
    return to_vector(np.where(quaternion[..., :1].real < 0.0, -quaternion, quaternion))


def nearest_vector(quaternion: Array, before: Array) -> Array:
    """The rotation vector that is nearest to one before, by the sign of the quaternion."""
    a, u = _split(quaternion)
    tiny, sine = _sine(u)
    vector, other = (np.where(tiny, 2.0, 2.0 * _angle(sine, sign * a) / sine) * (sign * u) for sign in (1.0, -1.0))
    here, there = np.abs(vector - before), np.abs(other - before)
    nearest = np.where(_dot(here, here) > _dot(there, there), other, vector)
    return np.where(tiny, np.where(a.real < 0.0, -2.0, 2.0) * u, nearest)  # which sign round-off must not decide


def matrix(vector: Array) -> Array:
    """The matrices, body to world, of rotation vectors."""
    return matrices_of(from_vector(vector))


def matrices_of(quaternion: Array) -> Array:
    """The matrices, body to world, of quaternions (Haug 9.3.6)."""
    a, b, c, d = (quaternion[..., i] for i in range(4))
    rows = [
        [a * a + b * b - c * c - d * d, 2.0 * (b * c - a * d), 2.0 * (b * d + a * c)],
        [2.0 * (b * c + a * d), a * a - b * b + c * c - d * d, 2.0 * (c * d - a * b)],
        [2.0 * (b * d - a * c), 2.0 * (c * d + a * b), a * a - b * b - c * c + d * d],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
