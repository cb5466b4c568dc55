"""The point of a simplex that is nearest to the origin: segment, triangle, tetrahedron, by regions of their corners.

A simplex is four corners of nine numbers each (the corner itself first) of which the first `count` matter. What is
given back: the corners that matter in front, how many, their weights (Ericson, Real-Time Collision Detection, 5.1).
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus, times

LAST = 4


@njit
def corner(q):
    """The first three numbers."""
    return q[0], q[1], q[2]


@njit
def blend(s, weights, begin):
    """The weighted sum of three numbers of every corner."""
    x = (0.0, 0.0, 0.0)
    for number in range(LAST):
        q = s[number]
        x = plus(x, times(weights[number], (q[begin], q[begin + 1], q[begin + 2])))
    return x


@njit
def on_line(p, q):
    """Weight of the second of two corners."""
    d = minus(corner(q), corner(p))
    square = dot(d, d)
    share = -dot(corner(p), d) / square if square > 0.0 else 0.0
    return min(1.0, max(0.0, share))


@njit
def nearest_on_line(p, q):
    """Segment."""
    share = on_line(p, q)
    if share <= 0.0:
        return (p, p, p, p), 1, (1.0, 0.0, 0.0, 0.0)
    if share >= 1.0:
        return (q, q, q, q), 1, (1.0, 0.0, 0.0, 0.0)
    return (p, q, q, q), 2, (1.0 - share, share, 0.0, 0.0)


@njit
def better(one, other):
    """Of two nearest points the nearer one."""
    x, y = blend(one[0], one[2], 0), blend(other[0], other[2], 0)
    return one if dot(x, x) <= dot(y, y) else other


@njit
def nearest_on_triangle(p, q, r):
    """Triangle: its inside, or the nearest of its sides; a flat one has only sides."""
    a, b, c = corner(p), corner(q), corner(r)
    u, v = minus(b, a), minus(c, a)
    n = cross(u, v)
    square = dot(n, n)
    # barycentric coordinates of the foot of the origin
    y = dot(cross(times(-1.0, a), v), n)
    z = dot(cross(u, times(-1.0, a)), n)
    x = square - y - z
    # sides within 1e-14 of one line: the triangle is flat
    if square > 1e-28 * dot(u, u) * dot(v, v) and x > 0.0 and y > 0.0 and z > 0.0:
        return (p, q, r, r), 3, (x / square, y / square, z / square, 0.0)
    return better(better(nearest_on_line(p, q), nearest_on_line(q, r)), nearest_on_line(r, p))


@njit
def outside(p, q, r, other):
    """Whether the origin lies on the side of a face on which the fourth corner does not lie; 0 for a flat one."""
    a = corner(p)
    n = cross(minus(corner(q), a), minus(corner(r), a))
    side, here = dot(n, minus(corner(other), a)), -dot(n, a)
    return side * here < 0.0 or side == 0.0


@njit
def nearest_on_tetrahedron(s):
    """Tetrahedron: the nearest of the faces that the origin sees; where it sees none it is inside."""
    p, q, r, t = s[0], s[1], s[2], s[3]
    best, seen = ((p, q, r, t), 4, (0.25, 0.25, 0.25, 0.25)), False
    for number in range(LAST):
        one, two, three, other = (p, q, r, t) if number == 0 else ((p, q, t, r) if number == 1 else (p, r, t, q))
        if number == 3:
            one, two, three, other = q, r, t, p
        if outside(one, two, three, other):
            nearest = nearest_on_triangle(one, two, three)
            best = better(best, nearest) if seen else nearest
            seen = True
    return best


@njit
def nearest(s, count):
    """The part of a simplex that is nearest to the origin: corners, how many, weights."""
    if count == 1:
        return s, 1, (1.0, 0.0, 0.0, 0.0)
    if count == 2:
        return nearest_on_line(s[0], s[1])
    if count == 3:
        return nearest_on_triangle(s[0], s[1], s[2])
    return nearest_on_tetrahedron(s)
