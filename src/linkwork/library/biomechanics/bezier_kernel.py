"""Curves of quintic Bezier pieces whose two inner pairs of control points coincide (Millard 2012), by knots and slopes.

x(u) = x, u by Newton's method kept in [0, 1]; then y(u). Outside its pieces a curve goes on straight.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit

ENOUGH, ROUNDING = 1e-9, 1e-15
"""Steps of u, a number between 0 and 1: what Newton's method leaves is the square of its last step, or rounding."""
FAR = 1e3
"""What is not found nearer is said to lie here."""


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
        steep = low < u + change < high
        if not steep:
            change = 0.5 * (low + high) - u
        u += change
        if abs(change) < (ENOUGH if steep else ROUNDING):
            break
    down = corner(rows[row, 0], rows[row, 1], rows[row, 2], rows[row, 3], u)[1]
    value, up = corner(rows[row, 4], rows[row, 5], rows[row, 6], rows[row, 7], u)
    return value, up / down


@njit
def where_sum(rows, y_share, x_share, wanted):
    """The place x at which y_share * y(x) + x_share * x is what is wanted, of a curve that nowhere falls.

    The sum is a quintic of u as well, whose control points are the sums of those of x and y: one search, not two.
    """
    n = len(rows)
    first, last = y_share * rows[0, 4] + x_share * rows[0, 0], y_share * rows[n - 1, 7] + x_share * rows[n - 1, 3]
    if wanted <= first:
        slope = y_share * rows[0, 8] + x_share
        return max(-FAR, rows[0, 0] + (wanted - first) / slope) if slope > 0.0 else -FAR
    if wanted >= last:
        slope = y_share * rows[n - 1, 9] + x_share
        return min(FAR, rows[n - 1, 3] + (wanted - last) / slope) if slope > 0.0 else FAR
    row = 0
    while row < n - 1 and wanted > y_share * rows[row, 7] + x_share * rows[row, 3]:
        row += 1
    r = rows[row]
    a, b = y_share * r[4] + x_share * r[0], y_share * r[5] + x_share * r[1]
    c, d = y_share * r[6] + x_share * r[2], y_share * r[7] + x_share * r[3]
    low, high, u = 0.0, 1.0, (wanted - a) / (d - a)
    # Newton within a bracket; halving alone needs 53
    for _ in range(100):
        value, slope = corner(a, b, c, d, u)
        lack = value - wanted
        if lack > 0.0:
            high = u
        else:
            low = u
        change = -lack / slope if slope > 0.0 else 2.0
        steep = low < u + change < high
        if not steep:
            change = 0.5 * (low + high) - u
        u += change
        if abs(change) < (ENOUGH if steep else ROUNDING):
            break
    return corner(r[0], r[1], r[2], r[3], u)[0]


@njit
def bezier_values(rows, x, out):
    """Values and slopes at many places: out[:, 0] and out[:, 1]."""
    for i in range(len(x)):
        out[i, 0], out[i, 1] = bezier(rows, x[i])
