"""Lines of solids only as far as they go: where the feet of the common normal lie beyond an end, the end counts.

The distance of two segments is that of their lines only between the ends. With a radius on either side it has a
continuous gradient all the way along; between two sharp edges there is no normal beyond an end, and the lines count.
"""

from __future__ import annotations

from linkwork.numerics.collision.solid_layout_kernel import LINE, POINT
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import dot, minus, plus, times

PARALLEL = 1e-6  # square of the sine between two lines below which they have no feet


@njit
def end_at(line, x):
    """A place along a line as a feature."""
    _, s, d, size, radius = line
    return POINT, plus(s, times(x, d)), times(0.0, d), 0.0 * size, radius


@njit
def held(x, size):
    """A place along a line brought back between its ends."""
    if x.real < 0.0:
        return 0.0 * x
    return size + 0.0 * x if x.real > size.real else x


@njit
def is_end(x, size):
    """Whether a place along a line is one of its ends."""
    return x.real <= 0.0 or x.real >= size.real


@njit
def along(line, place):
    """Where along a line the foot of a place is."""
    return dot(line[2], minus(place, line[1]))


@njit
def two_ranges(one, two):
    """Two lines, each only as far as it goes."""
    c, apart = dot(one[2], two[2]), minus(two[1], one[1])
    square = 1.0 - c * c
    if square.real < PARALLEL:
        return one, two
    x = held((dot(one[2], apart) - c * dot(two[2], apart)) / square, one[3])
    y = held(along(two, plus(one[1], times(x, one[2]))), two[3])
    x = held(along(one, plus(two[1], times(y, two[2]))), one[3])
    first = end_at(one, x) if is_end(x, one[3]) else one
    return first, end_at(two, y) if is_end(y, two[3]) else two


@njit
def within_ranges(one, two):
    """Two features in the world, of which lines are replaced by the ends beyond which the feet would lie."""
    if (one[4] + two[4]).real <= 0.0:
        return one, two
    if one[0] == LINE and two[0] == LINE:
        return two_ranges(one, two)
    if one[0] == LINE and two[0] == POINT:
        x = held(along(one, two[1]), one[3])
        return end_at(one, x) if is_end(x, one[3]) else one, two
    if one[0] == POINT and two[0] == LINE:
        y = held(along(two, one[1]), two[3])
        return one, end_at(two, y) if is_end(y, two[3]) else two
    return one, two
