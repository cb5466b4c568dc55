"""A tetrahedron in the difference of two cores that overlap or touch, to begin the search of the depth with."""

from __future__ import annotations

import math

from linkwork.numerics.collision.simplex_kernel import corner
from linkwork.numerics.collision.solid_real_kernel import norm
from linkwork.numerics.collision.support_kernel import difference
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, times

FLAT = 1e-9  # of the size: what is thinner than this has no inside
AROUND = 6


@njit
def axis_number(number):
    """The six directions along the world's axes."""
    sign = 1.0 if number % 2 == 0 else -1.0
    axis = number // 2
    return (sign if axis == 0 else 0.0, sign if axis == 1 else 0.0, sign if axis == 2 else 0.0)


@njit
def square_to(d):
    """A unit vector square to another."""
    x, y, z = abs(d[0]), abs(d[1]), abs(d[2])
    if x <= y and x <= z:
        u = cross(d, (1.0, 0.0, 0.0))
    elif y <= z:
        u = cross(d, (0.0, 1.0, 0.0))
    else:
        u = cross(d, (0.0, 0.0, 1.0))
    return times(1.0 / norm(u), u)


@njit
def second_corner(k, p, pose, pair, first, size):
    """The farthest of six points from the first one."""
    best, farthest = first, 0.0
    for number in range(6):
        w = difference(k, p, pose, pair, axis_number(number))
        away = norm(minus(corner(w), corner(first)))
        if away > farthest:
            best, farthest = w, away
    return best, farthest > FLAT * size


@njit
def third_corner(k, p, pose, pair, one, two, size):
    """A point off the line of two others."""
    d = minus(corner(two), corner(one))
    d = times(1.0 / norm(d), d)
    u = square_to(d)
    v = cross(d, u)
    best, farthest = one, 0.0
    for number in range(AROUND):
        angle = 2.0 * math.pi * number / AROUND
        w = difference(k, p, pose, pair, plus(times(math.cos(angle), u), times(math.sin(angle), v)))
        away = norm(cross(d, minus(corner(w), corner(one))))
        if away > farthest:
            best, farthest = w, away
    return best, farthest > FLAT * size


@njit
def fourth_corner(k, p, pose, pair, one, two, three, size):
    """A point off the plane of three others."""
    n = cross(minus(corner(two), corner(one)), minus(corner(three), corner(one)))
    n = times(1.0 / norm(n), n)
    up, down = difference(k, p, pose, pair, n), difference(k, p, pose, pair, times(-1.0, n))
    high = dot(n, minus(corner(up), corner(one)))
    low = -dot(n, minus(corner(down), corner(one)))
    return (up, high > FLAT * size) if high >= low else (down, low > FLAT * size)


@njit
def start(k, p, pose, pair, s, count, size):
    """Four corners with something between them, from a simplex of fewer; whether there are."""
    one, two, three, four = s[0], s[1], s[2], s[3]
    good = True
    if count < 2:
        two, good = second_corner(k, p, pose, pair, one, size)
    if good and count < 3:
        three, good = third_corner(k, p, pose, pair, one, two, size)
    if good and count < 4:
        four, good = fourth_corner(k, p, pose, pair, one, two, three, size)
    return one, two, three, four, good
