"""Curves after Millard (2013) in the tables of a muscle: values, areas beneath them, the speed of damped fibres.

    x(u) = x, y(u);  area = int y(u) x'(u) du, exact by five points of Gauss (the product has degree 9)
    a f_l f_v(v) + damping v = f:  the sum is a quintic of u as well, whose control points are sums

u is sought in real numbers; in complex ones one more step of Newton's brings the parts of derivatives, and leaves the
real part as it is. Outside its pieces a curve goes on straight.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit
from linkwork.signals.muscle_layout_kernel import PIECE
from linkwork.signals.muscles.bezier_kernel import corner, where

Y, SLOPE_BEFORE, SLOPE_BEHIND = 4, 8, 9  # in a piece, behind x of its four control points
LAST = 3  # of four control points
NODE = (
    0.5 - 0.5 * math.sqrt(5.0 + 2.0 * math.sqrt(10.0 / 7.0)) / 3.0,
    0.5 - 0.5 * math.sqrt(5.0 - 2.0 * math.sqrt(10.0 / 7.0)) / 3.0,
    0.5,
    0.5 + 0.5 * math.sqrt(5.0 - 2.0 * math.sqrt(10.0 / 7.0)) / 3.0,
    0.5 + 0.5 * math.sqrt(5.0 + 2.0 * math.sqrt(10.0 / 7.0)) / 3.0,
)
WEIGHT = (
    (322.0 - 13.0 * math.sqrt(70.0)) / 1800.0,
    (322.0 + 13.0 * math.sqrt(70.0)) / 1800.0,
    64.0 / 225.0,
    (322.0 + 13.0 * math.sqrt(70.0)) / 1800.0,
    (322.0 - 13.0 * math.sqrt(70.0)) / 1800.0,
)
"""Of Gauss and Legendre, between 0 and 1."""


@njit
def root_with_slope(a, b, c, d, wanted):
    """The u at which a quintic that does not fall is what is wanted, with its derivative."""
    u = where(a.real, b.real, c.real, d.real, wanted.real)
    value, slope = corner(a, b, c, d, u)
    lack = value - wanted
    return u - (lack - lack.real) / slope


@njit
def piece_of(p, at, count, x):
    """Where the piece of a curve begins that holds a place between the ends of the curve."""
    piece = 0
    while piece < count - 1 and x.real > p[at + PIECE * piece + LAST].real:
        piece += 1
    return at + PIECE * piece


@njit
def curve_value(p, at, count, x):
    """Value of a curve whose pieces begin at p[at]."""
    end = at + PIECE * (count - 1)
    if x.real <= p[at].real:
        return p[at + Y] + p[at + SLOPE_BEFORE] * (x - p[at])
    if x.real >= p[end + LAST].real:
        return p[end + Y + LAST] + p[end + SLOPE_BEHIND] * (x - p[end + LAST])
    i = piece_of(p, at, count, x)
    u = root_with_slope(p[i], p[i + 1], p[i + 2], p[i + 3], x)
    return corner(p[i + Y], p[i + Y + 1], p[i + Y + 2], p[i + Y + 3], u)[0]


@njit
def piece_area(p, i, u):
    """Area beneath a piece from its beginning to a u."""
    area = 0.0 * u
    for node in range(5):
        s = u * NODE[node]
        y = corner(p[i + Y], p[i + Y + 1], p[i + Y + 2], p[i + Y + 3], s)[0]
        area = area + WEIGHT[node] * y * corner(p[i], p[i + 1], p[i + 2], p[i + 3], s)[1]
    return u * area


@njit
def curve_area(p, at, count, x):
    """Area beneath a curve from its first knot on; before it there is none."""
    area = 0.0 * x
    if x.real <= p[at].real:
        return area
    end, one = at + PIECE * (count - 1), 1.0 + 0.0 * x
    if x.real >= p[end + LAST].real:
        for piece in range(count):
            area = area + piece_area(p, at + PIECE * piece, one)
        more = x - p[end + LAST]
        return area + p[end + Y + LAST] * more + 0.5 * p[end + SLOPE_BEHIND] * more * more
    i = piece_of(p, at, count, x)
    for piece in range((i - at) // PIECE):
        area = area + piece_area(p, at + PIECE * piece, one)
    return area + piece_area(p, i, root_with_slope(p[i], p[i + 1], p[i + 2], p[i + 3], x))


@njit
def damped_speed(p, at, count, active, damping, wanted):
    """The speed v at which active * f_v(v) + damping * v is what is wanted; the damping is above zero."""
    end = at + PIECE * (count - 1)
    first = active * p[at + Y] + damping * p[at]
    if wanted.real <= first.real:
        return p[at] + (wanted - first) / (active * p[at + SLOPE_BEFORE] + damping)
    last = active * p[end + Y + LAST] + damping * p[end + LAST]
    if wanted.real >= last.real:
        return p[end + LAST] + (wanted - last) / (active * p[end + SLOPE_BEHIND] + damping)
    i = at
    while i < end and wanted.real > (active * p[i + Y + LAST] + damping * p[i + LAST]).real:
        i += PIECE
    a, b = active * p[i + Y] + damping * p[i], active * p[i + Y + 1] + damping * p[i + 1]
    c, d = active * p[i + Y + 2] + damping * p[i + 2], active * p[i + Y + 3] + damping * p[i + 3]
    return corner(p[i], p[i + 1], p[i + 2], p[i + 3], root_with_slope(a, b, c, d, wanted))[0]
