"""Measured tables smoothed: a quintic smoothing spline, which is Butterworth's filter forwards and backwards.

Of all curves the one with the least

    sum h_i (y_i - f(t_i))^2 + lambda integral f'''^2 dt,    lambda = (2 pi cutoff)^-6

It is a quintic spline, natural at its ends. Far from them it passes sines with the share
1 / (1 + (frequency/cutoff)^6), as a filter of third order does that goes forwards and backwards (Woltring 1986), needs
no even spacing, and does not swing at the ends. Parabolas pass as they are. Unknowns are values and derivatives at the
knots; a multiplier for each component of f''' by Legendre's polynomials keeps the equations as well conditioned as the
root of lambda allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt
from typing import Any

import numpy as np
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import splu

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.recorded import sums_of
from linkwork.functions.splines.quintic import hermite, summed

_LEFT = (-60.0, -36.0, -9.0, 60.0, -24.0, 3.0)  # h^3 f''' at the left end, by f, h f', h^2 f'' of both ends
_SLOPE = (360.0, 192.0, 36.0, -360.0, 168.0, -24.0)  # h^4 f'''' there
_RIGHT = (-60.0, -24.0, -3.0, 60.0, -36.0, 9.0)
_FEWEST = 4


def smoothing_spline(knots: Sequence[Any], values: Sequence[Any], cutoff: Any, periodic: bool = False) -> Array:
    """Six coefficients an interval of the smoothed curve, in rising powers of the distance from its left knot.

    Knots, values and the cut-off may carry derivatives; values may be recorded: the curve is linear in them.
    """
    t, y = np.asarray(knots), np.asarray(values)
    if t.dtype == object or np.asarray(cutoff).dtype == object:
        raise TypeError("the points or the cut-off of a smoothed table follow from it")
    if y.dtype == object:
        return summed(lambda column: smoothing_spline(knots, column, cutoff, periodic), *sums_of(values))
    scale = (t[-1] - t[0]) / (len(t) - 1)
    t, relative = (t - t[0]) / scale, 2.0 * pi * cutoff * scale
    count = len(t) - 1 if periodic else len(t)
    if count < _FEWEST:
        raise MechanismError(f"table: to be smoothed it needs at least {_FEWEST} points, and has {count}")
    if not 0.0 < relative.real < pi:
        raise MechanismError(
            f"table: the cut-off must lie between 0 and {0.5 / scale.real:.6g}, half the rate of its points on the "
            f"average; it is {cutoff.real:.6g}"
        )
    curve = _at_knots(t, y[:count], relative**-6, periodic)
    curve = np.concatenate([curve, curve[:1]]) if periodic else curve
    return hermite(t, curve[:, 0], curve[:, 1:], scale)


def _at_knots(t: Array, y: Array, stiffness: Any, periodic: bool) -> Array:
    """Values and two derivatives of the curve."""
    h, count = np.diff(t), len(y)
    left, slope, right = (np.array(row) for row in (_LEFT, _SLOPE, _RIGHT))
    bend = right - left - slope  # f''' = left + slope x + bend x^2 within an interval
    parts = np.array([left + slope / 2 + bend / 3, (slope + bend) * sqrt(3.0) / 6, bend * sqrt(5.0) / 30])
    powers = np.array([0, 1, 2, 0, 1, 2])
    first = np.arange(len(h))
    ends = np.stack([first, (first + 1) % count], axis=1)
    columns = (3 * ends[:, :, None] + np.arange(3)).reshape(-1, 6)
    entries = parts[None] * (h[:, None] ** powers)[:, None, :] * (h**-2.5)[:, None, None]
    unknowns, size = 3 * count, 3 * count + 3 * len(h)
    rows = np.broadcast_to((unknowns + np.arange(3 * len(h))).reshape(-1, 3, 1), entries.shape)
    across = np.broadcast_to(columns[:, None, :], entries.shape)
    kind = np.result_type(h, y, stiffness, float)
    weights = np.zeros(count, kind)
    np.add.at(weights, ends[:, 0], 0.5 * h)
    np.add.at(weights, ends[:, 1], 0.5 * h)
    own = np.concatenate([weights, np.full(3 * len(h), -1.0 / stiffness)])
    at = np.concatenate([3 * np.arange(count), np.arange(unknowns, size)])
    matrix = csc_matrix(
        (
            np.concatenate([entries.ravel(), entries.ravel(), own]),
            (
                np.concatenate([rows.ravel(), across.ravel(), at]),
                np.concatenate([across.ravel(), rows.ravel(), at]),
            ),
        ),
        shape=(size, size),
    )
    side = np.zeros(size, kind)
    side[: 3 * count : 3] = weights * y
    curve = splu(matrix.astype(kind)).solve(side)
    return np.asarray(curve[:unknowns]).reshape(-1, 3)
