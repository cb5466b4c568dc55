"""The face of a polytope that looks along a direction, and points between faces, edges and corners near each other."""

from __future__ import annotations

from linkwork.numerics.collision.solid_capsule_search_kernel import crossing
from linkwork.numerics.collision.solid_layout_kernel import (
    EDGES,
    FACES,
    SIZE,
    VERTICES,
    edge_ints,
    face_at,
    loop_of,
    vertex_at,
)
from linkwork.numerics.collision.solid_real_kernel import real_back, real_direction, real_place, real_vector
from linkwork.numerics.collision.solid_record_kernel import offer
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import dot

LEVEL = 1e-6  # of the size: corners this near to the farthest one lie in the same face or edge


@njit
def looking_face(k, b, p, a, pose, i, d):
    """The face with the most corners farthest along d (world axes), of several the one that looks most along it."""
    d = real_back(pose, i, d)
    farthest = -1e300  # behind everything
    for number in range(k[b + VERTICES]):
        farthest = max(farthest, dot(d, real_vector(p, vertex_at(a, number))))
    level = farthest - LEVEL * p[a + SIZE].real
    best, most, most_along = 0, 0, -2.0
    for face in range(k[b + FACES]):
        at, count = loop_of(k, b, face)
        many = 0
        for place in range(count):
            if dot(d, real_vector(p, vertex_at(a, k[at + place]))) >= level:
                many += 1
        along = dot(d, real_vector(p, face_at(k, b, a, face)))
        if many > most or (many == most and along > most_along):
            best, most, most_along = face, many, along
    return best


@njit
def corners_search(k, p, pose, pair, turned, room, at, most, count, feature, face, lowest):
    """A feature of the first solid (a face, a cap, a side) against the corners of a face of the second, a polytope."""
    b_2 = pair[3]
    loop, many = loop_of(k, b_2, face)
    for place in range(many):
        number = k[loop + place]
        count = offer(k, p, pose, pair, turned, room, at, most, count, feature, number, 1.0, lowest)
    return count


@njit
def edge_ends(k, b, p, a, pose, i, edge):
    """The two ends of an edge in the world."""
    ints = edge_ints(b, edge)
    one, two = real_vector(p, vertex_at(a, k[ints])), real_vector(p, vertex_at(a, k[ints + 1]))
    return real_place(pose, i, one), real_place(pose, i, two)


@njit
def line_of_edges(k, p, pose, pair, turned, room, at, most, count, s, e, line, face, n, lowest):
    """A line of the first solid from s to e against the edges of a face of the second, a polytope."""
    b_2, a_2, i_2 = pair[3], pair[4], pair[5]
    for edge in range(k[b_2 + EDGES]):
        ints = edge_ints(b_2, edge)
        if k[ints + 2] != face and k[ints + 3] != face:
            continue
        t, f = edge_ends(k, b_2, p, a_2, pose, i_2, edge)
        x, y, m, crossed = crossing(s, e, t, f)
        if crossed and 0.0 <= x <= 1.0 and 0.0 <= y <= 1.0:
            sign = 1.0 if dot(m, n) >= 0.0 else -1.0
            number = k[b_2 + VERTICES] + edge
            count = offer(k, p, pose, pair, turned, room, at, most, count, line, number, sign, lowest)
    return count


@njit
def edges_of_faces(k, p, pose, pair, room, at, most, count, one, two, n, lowest):
    """The edges of a face against those of another one."""
    b_1, a_1, i_1 = pair[0], pair[1], pair[2]
    for edge in range(k[b_1 + EDGES]):
        ints = edge_ints(b_1, edge)
        if k[ints + 2] != one and k[ints + 3] != one:
            continue
        s, e = edge_ends(k, b_1, p, a_1, pose, i_1, edge)
        line = k[b_1 + VERTICES] + edge
        count = line_of_edges(k, p, pose, pair, False, room, at, most, count, s, e, line, two, n, lowest)
    return count


@njit
def face_feature(k, b, face):
    """The number of a face among the features of a polytope."""
    return k[b + VERTICES] + k[b + EDGES] + face


@njit
def face_normal(k, b, p, a, pose, i, face):
    """The normal of a face in the world."""
    return real_direction(pose, i, real_vector(p, face_at(k, b, a, face)))
