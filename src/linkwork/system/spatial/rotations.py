"""Rotations in Python: quaternions and rotation vectors as arrays whose last axis holds their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
_SMALL = 1e-4  # squares of angles below this are summed as series


def _split(quaternion: Array) -> tuple[Array, Array]:
    return quaternion[..., :1], quaternion[..., 1:]


def product(first: Array, second: Array) -> Array:
    """The quaternion of the second rotation after (seen from the body) the first."""
    (a, u), (b, v) = _split(first), _split(second)
    scalar = a * b - np.sum(u * v, axis=-1, keepdims=True)
    return np.concatenate([scalar, a * v + b * u + np.cross(u, v)], axis=-1)


def conjugate(quaternion: Array) -> Array:
    """The rotation back."""
    a, u = _split(quaternion)
    return np.concatenate([a, -u], axis=-1)


def from_vector(vector: Array) -> Array:
    """The quaternion of a rotation vector."""
    square = np.sum(vector * vector, axis=-1, keepdims=True)
    small = square.real < _SMALL
    angle = np.sqrt(np.where(small, 1.0, square))
    share = np.where(small, 0.5 - square / 48.0 + square**2 / 3840.0, np.sin(0.5 * angle) / angle)
    series = 1.0 - square / 8.0 + square**2 / 384.0 - square**3 / 46080.0
    return np.concatenate([np.where(small, series, np.cos(0.5 * angle)), share * vector], axis=-1)


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
    length = np.sqrt(1.0 + np.sum(half * half, axis=-1, keepdims=True))
    return np.concatenate([1.0 / length, half / length], axis=-1)


def to_chart(quaternion: Array) -> Array:
    """The chart of a quaternion, twice the Gibbs vector."""
    return np.asarray(2.0 * quaternion[..., 1:] / quaternion[..., :1])


def spin(chart: Array, rate: Array) -> Array:
    """The angular velocity, in body axes, of a chart and its rate."""
    size = 1.0 + 0.25 * np.sum(chart * chart, axis=-1, keepdims=True)
    return np.asarray((rate - 0.5 * np.cross(chart, rate)) / size)


def chart_rate(chart: Array, omega: Array) -> Array:
    """The rate of a chart with an angular velocity in body axes."""
    along = np.sum(chart * omega, axis=-1, keepdims=True)
    return np.asarray(omega + 0.5 * np.cross(chart, omega) + 0.25 * along * chart)


def pulled(chart: Array, torque: Array) -> Array:
    """What a torque in body axes is against a chart."""
    size = 1.0 + 0.25 * np.sum(chart * chart, axis=-1, keepdims=True)
    return np.asarray((torque + 0.5 * np.cross(chart, torque)) / size)


def spin_bias(chart: Array, rate: Array) -> Array:
    """What the angular acceleration is beside that of the second derivative of the chart."""
    size = 1.0 + 0.25 * np.sum(chart * chart, axis=-1, keepdims=True)
    return np.asarray(-0.5 * np.sum(chart * rate, axis=-1, keepdims=True) / size * spin(chart, rate))


def to_vector(quaternion: Array) -> Array:
    """The rotation vector of a quaternion, of length between 0 and 2 pi."""
    a, u = _split(quaternion)
    square = np.sum(u * u, axis=-1, keepdims=True)
    tiny = square.real < 1e-30
    sine = np.sqrt(np.where(tiny, 1.0, square))
    if np.iscomplexobj(quaternion):
        angle = np.arctan2(sine.real, a.real) + 1j * (sine.imag * a.real - a.imag * sine.real) / (
            sine.real**2 + a.real**2
        )
    else:
        angle = np.arctan2(sine, a)
    return np.asarray(np.where(tiny, 2.0, 2.0 * angle / sine) * u)


def short_vector(quaternion: Array) -> Array:
    """The rotation vector of length up to pi."""
    return to_vector(np.where(quaternion[..., :1].real < 0.0, -quaternion, quaternion))


def nearest_vector(quaternion: Array, before: Array) -> Array:
    """The rotation vector that is nearest to one before, by the sign of the quaternion."""
    vector, other = to_vector(quaternion), to_vector(-quaternion)
    far = np.sum(np.abs(vector - before) ** 2, axis=-1) > np.sum(np.abs(other - before) ** 2, axis=-1)
    return np.where(far[..., None], other, vector)


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
