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


def held_outside(curve: Array, low: float, high: float) -> Array:
    """The curve between two places; before and behind them it keeps the values that it has there."""
    rows = curve
    if len(curve) == 1 and not np.any(curve[0, 2:]):
        return curve
    if low > -np.inf:
        row = max(int(np.searchsorted(rows[:, 0], low, side="right")) - 1, 0)
        begin = piece_from(rows[row], low)
        rows = np.vstack([[low, begin[1], 0.0, 0.0, 0.0], begin, rows[row + 1 :]])
    if high < np.inf:
        row = max(int(np.searchsorted(rows[:, 0], high, side="right")) - 1, 0)
        rows = np.vstack([rows[: row + 1], [high, piece_from(rows[row], high)[1], 0.0, 0.0, 0.0]])
    return rows


def piece_from(piece: Array, begin: float) -> Array:
    """A piece with its coefficients elsewhere."""
    (_, a, b, c, d), s = piece, begin - piece[0]
    return np.array([begin, a + s * (b + s * (c + s * d)), b + s * (2 * c + 3 * s * d), c + 3 * s * d, d])


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
    from linkwork.library.biomechanics.files.spline_kernel import matched

    rows, room = np.empty((len(x) + 1, 5)), np.empty((2, len(x)))
    matched(np.ascontiguousarray(x), np.ascontiguousarray(y), room[0], room[1], rows)
    return rows


def _extended(x: Array, pieces: Array, y: Array) -> Array:
    """Pieces with falling powers, put in rows with rising ones, between straight ends."""
    rows = np.zeros((len(x) + 1, 5))
    rows[1:-1, 0], rows[1:-1, 1:] = x[:-1], pieces[::-1].T
    d, c, b, _ = pieces[:, -1]
    h = x[-1] - x[-2]
    rows[0, :3] = x[0], y[0], pieces[2, 0]
    rows[-1, :3] = x[-1], y[-1], b + h * (2 * c + 3 * d * h)
    return rows
