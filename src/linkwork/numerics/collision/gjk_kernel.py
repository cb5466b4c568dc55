"""Distance of two convex cores and the points where it is (Gilbert, Johnson and Keerthi, 1988).

The difference of the cores, all x - y, is searched for its point v nearest to the origin: a simplex of its farthest
points is replaced by the part that is nearest, and the farthest point against v is added, until nothing comes nearer.
"""

from __future__ import annotations

from linkwork.numerics.collision.simplex_kernel import blend, corner, nearest
from linkwork.numerics.collision.solid_layout_kernel import MIDDLE
from linkwork.numerics.collision.solid_real_kernel import real_place, real_vector
from linkwork.numerics.collision.support_kernel import difference
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import dot, minus, times

MOST_STEPS = 128
PRECISE = 1e-14  # of the square of the distance: what is left to gain
NO_GAP = 1e-12  # of the size: cores nearer than this overlap


@njit
def added(s, count, w):
    """A simplex with one more corner."""
    if count == 1:
        return s[0], w, w, w
    if count == 2:
        return s[0], s[1], w, w
    return s[0], s[1], s[2], w


@njit
def known(s, count, w):
    """Whether a corner is in the simplex already."""
    for number in range(count):
        q = s[number]
        if q[0] == w[0] and q[1] == w[1] and q[2] == w[2]:
            return True
    return False


@njit
def gjk(k, p, pose, pair):
    """Whether the cores are apart; v = x - y of the nearest points; x; y; the last simplex; its number of corners."""
    one, two = real_vector(p, pair[1] + MIDDLE), real_vector(p, pair[4] + MIDDLE)
    v = minus(real_place(pose, pair[2], one), real_place(pose, pair[5], two))
    if dot(v, v) == 0.0:
        v = (1.0, 0.0, 0.0)
    w = difference(k, p, pose, pair, times(-1.0, v))
    s, count, weights = (w, w, w, w), 1, (1.0, 0.0, 0.0, 0.0)
    v, size = corner(w), dot(corner(w), corner(w))
    apart = True
    for _ in range(MOST_STEPS):
        square = dot(v, v)
        if square <= NO_GAP * NO_GAP * size:
            apart = False
            break
        w = difference(k, p, pose, pair, times(-1.0, v))
        size = max(size, dot(corner(w), corner(w)))
        if square - dot(v, corner(w)) <= PRECISE * square or known(s, count, w):
            break
        simplex, many, shares = nearest(added(s, count, w), count + 1)
        if many == 4:
            s, count, apart = simplex, many, False
            break
        new = blend(simplex, shares, 0)
        if dot(new, new) >= square:
            break
        s, count, weights, v = simplex, many, shares, new
    return apart, v, blend(s, weights, 3), blend(s, weights, 6), s, count
