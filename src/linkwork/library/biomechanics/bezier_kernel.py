"""Curves of quintic Bezier pieces whose two inner pairs of control points coincide (Millard 2012), by knots and slopes.

x(u) = x, u by Newton's method kept in [0, 1]; then y(u). Outside its pieces a curve goes on straight.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def corner(a, b, c, d, u):
    """Value and derivative by u of the quintic with control points a, b, b, c, c, d."""
    v = 1.0 - u
    value = v**5 * a + (5 * v**4 * u + 10 * v**3 * u**2) * b + (10 * v**2 * u**3 + 5 * v * u**4) * c + u**5 * d
    slope = 5 * (v**4 * (b - a) + 6 * v**2 * u**2 * (c - b) + u**4 * (d - c))
    return value, slope


@njit
def bezier(rows, x):
    """Value and slope of a curve; a row has x and y of a piece's four control points, then the slopes at its ends."""
    n = len(rows)
    if x <= rows[0, 0]:
        return rows[0, 4] + rows[0, 8] * (x - rows[0, 0]), rows[0, 8]
    if x >= rows[n - 1, 3]:
        return rows[n - 1, 7] + rows[n - 1, 9] * (x - rows[n - 1, 3]), rows[n - 1, 9]
    row = 0
    while x > rows[row, 3]:
        row += 1
    low, high = 0.0, 1.0
    u = (x - rows[row, 0]) / (rows[row, 3] - rows[row, 0])
    # Newton within a bracket; halving alone needs 53
    for _ in range(100):
        value, slope = corner(rows[row, 0], rows[row, 1], rows[row, 2], rows[row, 3], u)
        lack = value - x
        if lack > 0.0:
            high = u
        else:
            low = u
        change = -lack / slope if slope > 0.0 else 2.0
        if low < u + change < high:
            u += change
        else:
            change = 0.5 * (low + high) - u
            u += change
        # rounding of a number between 0 and 1
        if abs(change) < 1e-15:
            break
    down = corner(rows[row, 0], rows[row, 1], rows[row, 2], rows[row, 3], u)[1]
    value, up = corner(rows[row, 4], rows[row, 5], rows[row, 6], rows[row, 7], u)
    return value, up / down


@njit
def bezier_values(rows, x, out):
    """Values and slopes at many places: out[:, 0] and out[:, 1]."""
    for i in range(len(x)):
        out[i, 0], out[i, 1] = bezier(rows, x[i])
