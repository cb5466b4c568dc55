"""Curves of one coordinate, as tables of cubic pieces: where a piece begins, then its coefficients there.

The first piece serves everything before the second as well, and the last goes on: a spline continues straight at both
ends.
"""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array


def polynomial(*coefficients: float) -> Array:
    """c0 + c1 x + c2 x^2 + c3 x^3."""
    return np.array([[0.0, *coefficients, *[0.0] * (4 - len(coefficients))]])


def scaled(curve: Array, factor: float) -> Array:
    """The curve times a number."""
    return curve * np.array([1.0, factor, factor, factor, factor])


def polyline(x: Array, y: Array) -> Array:
    """Straight from point to point."""
    slopes = np.diff(y) / np.diff(x)
    rows = [[a, b, c, 0.0, 0.0] for a, b, c in zip(x[:-1], y[:-1], slopes, strict=True)]
    return np.array(rows)


def natural_spline(x: Array, y: Array) -> Array:
    """The cubic spline without bending at its ends."""
    from scipy.interpolate import CubicSpline

    return _extended(x, CubicSpline(x, y, bc_type="natural").c, y)


def matched_spline(x: Array, y: Array) -> Array:
    """The cubic spline whose third derivative at each end is that of the cubic through the four points there.

    It is what SIMM and OpenSim call a SimmSpline (Forsythe, Malcolm and Moler 1977); of two points a line, of three the
    parabola through them.
    """
    if len(x) == 2:
        return polyline(x, y)
    h, n = np.diff(x), len(x)
    steep = np.diff(y) / h
    matrix, right = np.zeros((n, n)), np.zeros(n)  # for a sixth of the second derivatives
    for i in range(1, n - 1):
        matrix[i, i - 1 : i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
        right[i] = steep[i] - steep[i - 1]
    matrix[0, :2], matrix[-1, -2:] = (-h[0], h[0]), (h[-1], -h[-1])
    if n > 3:
        right[0] = h[0] ** 2 * _third(x[:4], y[:4])
        right[-1] = -(h[-1] ** 2) * _third(x[-4:], y[-4:])
    sixth = np.linalg.solve(matrix, right)
    pieces = np.zeros((4, n - 1))
    pieces[0] = np.diff(sixth) / h
    pieces[1] = 3 * sixth[:-1]
    pieces[2] = steep - h * (2 * sixth[:-1] + sixth[1:])
    pieces[3] = y[:-1]
    return _extended(x, pieces, y)


def _third(x: Array, y: Array) -> float:
    """The divided difference of four points, a sixth of the third derivative of their cubic."""
    table = np.asarray(y, dtype=float)
    for width in range(1, 4):
        table = np.diff(table) / (x[width:] - x[:-width])
    return float(table[0])


def _extended(x: Array, pieces: Array, y: Array) -> Array:
    """Pieces with falling powers, put in rows with rising ones, between straight ends."""
    inside = [[x[i], *pieces[::-1, i]] for i in range(len(x) - 1)]
    d, c, b, _ = pieces[:, -1]
    h = x[-1] - x[-2]
    return np.array([[x[0], y[0], pieces[2, 0], 0, 0], *inside, [x[-1], y[-1], b + h * (2 * c + 3 * d * h), 0, 0]])
