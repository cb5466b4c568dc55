"""Points between a capsule and another solid: its ends, and its line against the lines and the corners of the other."""

from __future__ import annotations

from linkwork.numerics.collision.solid_layout_kernel import (
    CAPSULE_LINE,
    EDGES,
    FORM,
    VERTICES,
    edge_ints,
    face_at,
    vertex_at,
)
from linkwork.numerics.collision.solid_point_search_kernel import nearest_feature
from linkwork.numerics.collision.solid_real_kernel import on_segment, real_in, real_place, real_vector
from linkwork.numerics.collision.solid_record_kernel import offer
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, plus

PARALLEL = 1e-3  # sine of the angle below which two lines are parallel: then their ends count


@njit
def crossing(s, e, t, f):
    """Fractions along two segments of the feet of their common normal, and whether they are not parallel."""
    u, v, w = minus(e, s), minus(f, t), minus(t, s)
    n = cross(u, v)
    square = dot(n, n)
    if square <= PARALLEL * PARALLEL * dot(u, u) * dot(v, v):
        return 0.0, 0.0, n, False
    return dot(cross(w, v), n) / square, dot(cross(w, u), n) / square, n, True


@njit
def ends_search(k, p, pose, pair, turned, room, at, most, count):
    """The ends of a capsule, the second, against what of the first is nearest to them."""
    b_1, a_1, i_1, _, a_2, i_2 = pair
    for end in range(2):
        x = real_in(pose, i_1, real_place(pose, i_2, real_vector(p, a_2 + FORM + 3 * end)))
        number = nearest_feature(k, b_1, p, a_1, x)
        # however deep
        count = offer(k, p, pose, pair, turned, room, at, most, count, number, end, 1.0, -1e300)
    return count


@njit
def line_search(k, p, pose, pair, turned, room, at, most, count, number, other):
    """The axes of two round solids that cross, by the numbers of these lines."""
    _, a_1, i_1, _, a_2, i_2 = pair
    s, e = real_place(pose, i_1, real_vector(p, a_1 + FORM)), real_place(pose, i_1, real_vector(p, a_1 + FORM + 3))
    t, f = real_place(pose, i_2, real_vector(p, a_2 + FORM)), real_place(pose, i_2, real_vector(p, a_2 + FORM + 3))
    x, y, n, crossed = crossing(s, e, t, f)
    if not (crossed and 0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        return count
    sign = 1.0 if dot(n, minus(t, s)) >= 0.0 else -1.0
    # however deep
    return offer(k, p, pose, pair, turned, room, at, most, count, number, other, sign, -1e300)


@njit
def edges_search(k, p, pose, pair, turned, room, at, most, count, lowest):
    """The line of a capsule, the second, against the edges and the corners of a polytope."""
    b_1, a_1, i_1, _, a_2, i_2 = pair
    t = real_in(pose, i_1, real_place(pose, i_2, real_vector(p, a_2 + FORM)))
    f = real_in(pose, i_1, real_place(pose, i_2, real_vector(p, a_2 + FORM + 3)))
    corners = k[b_1 + VERTICES]
    for edge in range(k[b_1 + EDGES]):
        ints = edge_ints(b_1, edge)
        s, e = real_vector(p, vertex_at(a_1, k[ints])), real_vector(p, vertex_at(a_1, k[ints + 1]))
        x, y, n, crossed = crossing(s, e, t, f)
        if not (crossed and 0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
            continue
        out = plus(real_vector(p, face_at(k, b_1, a_1, k[ints + 2])), real_vector(p, face_at(k, b_1, a_1, k[ints + 3])))
        sign = 1.0 if dot(n, out) >= 0.0 else -1.0
        count = offer(k, p, pose, pair, turned, room, at, most, count, corners + edge, CAPSULE_LINE, sign, lowest)
    return offer_corner(k, p, pose, pair, turned, room, at, most, count, t, f)


@njit
def offer_corner(k, p, pose, pair, turned, room, at, most, count, t, f):
    """The corner of a polytope nearest to the line of a capsule."""
    b_1, a_1 = pair[0], pair[1]
    best, nearest, share = 0, 1e300, 0.0  # farther than anything
    for number in range(k[b_1 + VERTICES]):
        corner = real_vector(p, vertex_at(a_1, number))
        where, foot = on_segment(t, f, corner)
        away = minus(foot, corner)
        if dot(away, away) < nearest:
            best, nearest, share = number, dot(away, away), where
    if not 0.0 < share < 1.0:
        return count
    # however deep
    return offer(k, p, pose, pair, turned, room, at, most, count, best, CAPSULE_LINE, 1.0, -1e300)
