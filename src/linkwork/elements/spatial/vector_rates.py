"""First and second derivative of a rotation vector by the angular velocity and acceleration.

    phi' = (I - ~phi/2 + b ~phi^2) w,  b = 1/|phi|^2 - 1/(2 |phi| tan(|phi|/2))

with phi and w, the relative angular velocity, both in axes of the first body, as the kernel of the bushing has it.
"""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array

_SMALL = 1e-2  # squares of angles below this are summed as series


def vector_rates(phi: Array, w: Array, w_rate: Array) -> tuple[Array, Array]:
    """phi' and phi'' (frames by 3); `w_rate` are the derivatives of the components w."""
    b, slope = _factor(np.sum(phi * phi, axis=1, keepdims=True))
    once = np.cross(phi, w)
    twice = np.cross(phi, once)
    rate = w - 0.5 * once + b * twice
    growth = slope * 2.0 * np.sum(phi * rate, axis=1, keepdims=True)
    once_rate = np.cross(rate, w) + np.cross(phi, w_rate)
    twice_rate = np.cross(rate, once) + np.cross(phi, once_rate)
    return rate, np.asarray(w_rate - 0.5 * once_rate + growth * twice + b * twice_rate)


def _factor(square: Array) -> tuple[Array, Array]:
    """b and its derivative by the square of the angle."""
    if square.dtype == object:  # one frame of recording numbers: what is not asked for is not made
        return _series(square) if square[0, 0] < _SMALL else _closed(square)
    small = square.real < _SMALL
    pairs = zip(_series(square), _closed(np.where(small, 1.0, square)), strict=True)
    b, slope = (np.where(small, series, closed) for series, closed in pairs)
    return b, slope


def _series(square: Array) -> tuple[Array, Array]:
    """The same of a small angle."""
    series = 1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square / 1209600.0))
    series_slope = 1.0 / 720.0 + square * (1.0 / 15120.0 + square * (1.0 / 403200.0 + square / 11975040.0))
    return np.asarray(series), np.asarray(series_slope)


def _closed(square: Array) -> tuple[Array, Array]:
    """The same of an angle that is not small."""
    size = np.sqrt(square)
    cotangent = 1.0 / np.tan(0.5 * size)
    b = 1.0 / square - 0.5 * cotangent / size
    slope = -1.0 / square**2 + 0.25 * cotangent / (square * size) + 0.125 * (1.0 + cotangent**2) / square
    return b, slope
