"""Curves of quintic Bezier pieces whose two inner pairs of control points coincide (Millard 2012), by knots and slopes.

x(u) = x, u by Halley's method kept in [0, 1]; then y(u). Outside its pieces a curve goes on straight.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit

ENOUGH, ROUNDING = 1e-6, 1e-15
"""Steps of u, a number between 0 and 1: what Halley's method leaves is the cube of its last step; halving, rounding."""
FAR = 1e3
"""What is not found nearer is said to lie here."""


@njit
def corner(a, b, c, d, u):
    """Value and derivative by u of the quintic with control points a, b, b, c, c, d."""
    v, one, two, three = 1.0 - u, b - a, c - b, d - c
    uu, vv = u * u, v * v
    value = a + one * (1.0 - vv * vv * v) + two * uu * u * (10.0 - 15.0 * u + 6.0 * uu) + three * uu * uu * u
    slope = 5.0 * (vv * vv * one + 6.0 * vv * uu * two + uu * uu * three)
    return value, slope


@njit
def where(a, b, c, d, wanted):
    """The u at which such a quintic that does not fall is what is wanted, between a and d."""
    one, two, three = b - a, c - b, d - c
    low, high, u = 0.0, 1.0, (wanted - a) / (d - a)
    # Halley within a bracket; halving alone needs 53
    for _ in range(100):
        value, slope = corner(a, b, c, d, u)
        lack = value - wanted
        if lack > 0.0:
            high = u
        else:
            low = u
        change = 2.0
        if slope > 0.0:
            v = 1.0 - u
            change = -lack / slope
            bend = 10.0 * (u * u * u * three - v * v * v * one + 3.0 * u * v * (v - u) * two) / slope
            change /= max(0.5, 1.0 + change * bend)
        if abs(change) < ENOUGH:
            return min(1.0, max(0.0, u + change))
        if not low < u + change < high:
            change = 0.5 * (low + high) - u
            if abs(change) < ROUNDING:
                break
        u += change
    return u


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
    u = where(rows[row, 0], rows[row, 1], rows[row, 2], rows[row, 3], x)
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
    u = where(a, b, c, d, wanted)
    return corner(r[0], r[1], r[2], r[3], u)[0]


@njit
def bezier_values(rows, x, out):
    """Values and slopes at many places: out[:, 0] and out[:, 1]."""
    for i in range(len(x)):
        out[i, 0], out[i, 1] = bezier(rows, x[i])
