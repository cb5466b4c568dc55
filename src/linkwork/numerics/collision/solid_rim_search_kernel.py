"""The rim of a cylinder near an edge, a line, a side or another rim: features whose feet are found by iteration."""

from __future__ import annotations

from linkwork.numerics.collision.solid_capsule_search_kernel import PARALLEL
from linkwork.numerics.collision.solid_face_search_kernel import LEVEL
from linkwork.numerics.collision.solid_feature_kernel import feature
from linkwork.numerics.collision.solid_layout_kernel import (
    CAPSULE,
    CAPSULE_LINE,
    CIRCLE,
    CYLINDER,
    EDGES,
    FORM,
    KIND,
    LINE,
    SIDE,
    SIZE,
    VERTICES,
    edge_ints,
    vertex_at,
)
from linkwork.numerics.collision.solid_plane_search_kernel import FLAT
from linkwork.numerics.collision.solid_real_kernel import (
    norm,
    on_segment,
    real,
    real_back,
    real_direction,
    real_in,
    real_vector,
)
from linkwork.numerics.collision.solid_record_kernel import GAP, PLANE, RECORD, flipped, kept, measure, write
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, put, times

NONE = -1


@njit
def looking_edge(k, b, p, a, d):
    """The edge of a polytope of which both ends, and no other corners, are farthest along d (body axes)."""
    farthest = -1e300  # behind everything
    for number in range(k[b + VERTICES]):
        farthest = max(farthest, dot(d, real_vector(p, vertex_at(a, number))))
    level, many, edge_seen = farthest - LEVEL * p[a + SIZE].real, 0, NONE
    for number in range(k[b + VERTICES]):
        if dot(d, real_vector(p, vertex_at(a, number))) >= level:
            many += 1
    if many != 2:
        return NONE
    for edge in range(k[b + EDGES]):
        at = edge_ints(b, edge)
        one, two = real_vector(p, vertex_at(a, k[at])), real_vector(p, vertex_at(a, k[at + 1]))
        if dot(d, one) >= level and dot(d, two) >= level:
            edge_seen = k[b + VERTICES] + edge
    return edge_seen


@njit
def looking_curve(k, p, pose, b, a, i, d, x):
    """The rim, side, line or edge of a solid that looks along d near x, both in the world; none where it is flat."""
    kind = k[b + KIND]
    low, high = real_vector(p, a + FORM), real_vector(p, a + FORM + 3)
    if kind == CAPSULE:
        share, _ = on_segment(low, high, real_in(pose, i, x))
        return CAPSULE_LINE if 0.0 < share < 1.0 else NONE
    d = real_back(pose, i, d)
    if kind != CYLINDER:
        return looking_edge(k, b, p, a, d)
    axis = minus(high, low)
    along = dot(axis, d) / norm(axis)
    if abs(along) < FLAT:
        share, _ = on_segment(low, high, real_in(pose, i, x))
        return 0 if share < LEVEL else (1 if share > 1.0 - LEVEL else SIDE)
    if 1.0 - along * along < FLAT * FLAT:
        return NONE
    return 1 if along > 0.0 else 0


@njit
def direction_at(k, p, pose, b, a, i, number, x):
    """Whether a feature is a rim; its direction at x in the world: a tangent, or that of a line; x from its middle."""
    what, s, d, _, _ = feature(k, b, p, a, number)
    axis = real(d)
    away = minus(real_in(pose, i, x), real(s))
    away = minus(away, times(dot(away, axis), axis))
    tangent = axis if what == LINE else cross(axis, away)
    size = norm(tangent)
    return what == CIRCLE, times(1.0 / size, real_direction(pose, i, tangent)), times(1.0 / size, away)


@njit
def rims_of(k, p, pose, pair, turned, room, at, most, count, n, x, y, lowest):
    """Add the point between a rim and a rim, a line or an edge near x of the first solid and y of the second."""
    b_1, a_1, i_1, b_2, a_2, i_2 = pair
    one = looking_curve(k, p, pose, b_1, a_1, i_1, n, x)
    two = looking_curve(k, p, pose, b_2, a_2, i_2, times(-1.0, n), y)
    if one == NONE or two == NONE:
        return count
    round_1, d_1, begin_1 = direction_at(k, p, pose, b_1, a_1, i_1, one, x)
    round_2, d_2, begin_2 = direction_at(k, p, pose, b_2, a_2, i_2, two, y)
    m = cross(d_1, d_2)
    if not (round_1 or round_2) or not norm(m) > PARALLEL:
        return count
    spare, order = at + most * RECORD, flipped(pair) if turned else pair
    write(room, spare, turned, one, two, 1.0 if dot(m, n) >= 0.0 else -1.0, 0.0)
    put(room, spare + PLANE, begin_2 if turned else begin_1)
    put(room, spare + PLANE + 3, begin_1 if turned else begin_2)
    # outside of a feature by more than rounding (shares of their lengths)
    if measure(k, p, pose, order, room, spare) < -1e-9 or not room[spare + GAP].real >= lowest:
        return count
    return kept(k, p, order, room, at, most, count)
