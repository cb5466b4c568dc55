"""Polynomials through the values at the times around one, of times of even distance."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array


def neighbours(times: Array, time: float, most: int) -> tuple[int, Array]:
    """The first of the times around one, and weights of the values there: for value, first and second derivative."""
    count, h = len(times), times[1] - times[0]
    at = (time - times[0]) / h
    width = min(most, count)
    first = min(max(nearest(times, time) - width // 2, 0), count - width)
    return first, _weights(at - first, width) / np.array([[1.0], [h], [h * h]])


def nearest(times: Array, time: float) -> int:
    """The number of the time that is nearest to one."""
    return min(max(round((time - times[0]) / (times[1] - times[0])), 0), len(times) - 1)


def _weights(at: float, width: int) -> Array:
    """Weights of values at 0, 1, ... in value, first and second derivative of their polynomial at a place."""
    powers = np.vander(np.arange(width) - 0.5 * (width - 1), increasing=True)
    place, orders = at - 0.5 * (width - 1), np.arange(width)
    value = place**orders
    first = np.concatenate([[0.0], orders[1:] * place ** orders[:-1]])
    second = np.concatenate([[0.0, 0.0], orders[2:] * orders[1:-1] * place ** orders[:-2]])
    return np.linalg.solve(powers.T, np.array([value, first, second]).T).T
