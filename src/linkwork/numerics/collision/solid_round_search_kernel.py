"""Points between a cylinder and another solid: its caps, side and rims against faces, edges, corners and lines."""

from __future__ import annotations

from linkwork.numerics.collision.solid_capsule_search_kernel import PARALLEL, ends_search, line_search
from linkwork.numerics.collision.solid_chord_search_kernel import chord_search
from linkwork.numerics.collision.solid_face_search_kernel import (
    corners_search,
    edge_ends,
    face_feature,
    face_normal,
    line_of_edges,
    looking_face,
)
from linkwork.numerics.collision.solid_layout_kernel import (
    AXIS_ENDS,
    CAPS,
    CAPSULE_LINE,
    EDGES,
    FORM,
    SIDE,
    VERTICES,
    edge_ints,
)
from linkwork.numerics.collision.solid_plane_search_kernel import rims_search
from linkwork.numerics.collision.solid_real_kernel import norm, real_place, real_vector
from linkwork.numerics.collision.solid_record_kernel import flipped, offer
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, times


@njit
def axis_of(p, a, pose, i):
    """The ends of a cylinder's axis and its direction in the world."""
    low, high = real_place(pose, i, real_vector(p, a + FORM)), real_place(pose, i, real_vector(p, a + FORM + 3))
    d = minus(high, low)
    return low, high, times(1.0 / norm(d), d)


@njit
def looking_cap(axis, d):
    """The cap that looks along a direction."""
    return CAPS + 1 if dot(axis, d) > 0.0 else CAPS


@njit
def axis_ends_search(k, p, pose, pair, turned, room, at, most, count, line, d, lowest):
    """A line of the first solid along d against the ends of the axis of a cylinder, the second, where parallel."""
    axis = axis_of(p, pair[4], pose, pair[5])[2]
    if norm(cross(axis, d)) > PARALLEL * norm(d):
        return count
    for end in range(2):
        count = offer(k, p, pose, pair, turned, room, at, most, count, line, AXIS_ENDS + end, 1.0, lowest)
    return count


@njit
def capsule_and_cylinder(k, p, pose, pair, turned, room, at, most, n, lowest):
    """A cylinder, the first, and a capsule; n from the first to the second."""
    count = ends_search(k, p, pose, pair, turned, room, at, most, 0)
    count = line_search(k, p, pose, pair, turned, room, at, most, count, SIDE, CAPSULE_LINE)
    low, high, d = axis_of(p, pair[4], pose, pair[5])
    count = chord_search(k, p, pose, pair, turned, room, at, most, count, CAPSULE_LINE, low, high, n, lowest)
    return axis_ends_search(k, p, pose, flipped(pair), not turned, room, at, most, count, CAPSULE_LINE, d, lowest)


@njit
def polytope_and_cylinder(k, p, pose, pair, turned, room, at, most, n, lowest):
    """A polytope, the first, and a cylinder; n from the first to the second."""
    b_1, a_1, i_1, _, a_2, i_2 = pair
    back = flipped(pair)
    face = looking_face(k, b_1, p, a_1, pose, i_1, n)
    low, high, axis = axis_of(p, a_2, pose, i_2)
    normal = face_normal(k, b_1, p, a_1, pose, i_1, face)
    number = face_feature(k, b_1, face)
    count = rims_search(k, p, pose, pair, turned, room, at, most, 0, number, normal, axis, lowest)
    cap = looking_cap(axis, times(-1.0, n))
    count = corners_search(k, p, pose, back, not turned, room, at, most, count, cap, face, lowest)
    count = corners_search(k, p, pose, back, not turned, room, at, most, count, SIDE, face, lowest)
    against = times(-1.0, n)
    count = line_of_edges(k, p, pose, back, not turned, room, at, most, count, low, high, SIDE, face, against, lowest)
    for edge in range(k[b_1 + EDGES]):
        ints = edge_ints(b_1, edge)
        if k[ints + 2] == face or k[ints + 3] == face:
            line = k[b_1 + VERTICES] + edge
            s, e = edge_ends(k, b_1, p, a_1, pose, i_1, edge)
            count = axis_ends_search(k, p, pose, pair, turned, room, at, most, count, line, minus(e, s), lowest)
            count = chord_search(k, p, pose, back, not turned, room, at, most, count, line, s, e, against, lowest)
    return count


@njit
def rim_points_search(k, p, pose, pair, turned, room, at, most, count, n, lowest):
    """The cap of a cylinder, the first, against the rim of another one."""
    _, a_1, i_1, _, a_2, i_2 = pair
    axis = axis_of(p, a_1, pose, i_1)[2]
    cap = looking_cap(axis, n)
    outward = axis if cap == CAPS + 1 else times(-1.0, axis)
    other = axis_of(p, a_2, pose, i_2)[2]
    return rims_search(k, p, pose, pair, turned, room, at, most, count, cap, outward, other, lowest)


@njit
def two_cylinders(k, p, pose, pair, room, at, most, n, lowest):
    """Two cylinders; n from the first to the second."""
    back = flipped(pair)
    count = rim_points_search(k, p, pose, pair, False, room, at, most, 0, n, lowest)
    count = rim_points_search(k, p, pose, back, True, room, at, most, count, times(-1.0, n), lowest)
    count = line_search(k, p, pose, pair, False, room, at, most, count, SIDE, SIDE)
    low_1, high_1, one = axis_of(p, pair[1], pose, pair[2])
    low_2, high_2, two = axis_of(p, pair[4], pose, pair[5])
    count = chord_search(k, p, pose, pair, False, room, at, most, count, SIDE, low_2, high_2, n, lowest)
    against = times(-1.0, n)
    count = chord_search(k, p, pose, back, True, room, at, most, count, SIDE, low_1, high_1, against, lowest)
    count = axis_ends_search(k, p, pose, pair, False, room, at, most, count, SIDE, one, lowest)
    return axis_ends_search(k, p, pose, back, True, room, at, most, count, SIDE, two, lowest)
