"""The features of a solid in its body's frame, and how far a contact is inside the one that it has."""

from __future__ import annotations

import math

from linkwork.numerics.collision.solid_layout_kernel import (
    ACROSS,
    AXIS_ENDS,
    BALL,
    CAPS,
    CAPSULE,
    CAPSULE_LINE,
    CIRCLE,
    CYLINDER,
    EDGES,
    FACE,
    FORM,
    HALF_SPACE,
    KIND,
    LINE,
    MIDDLE,
    POINT,
    POINTS_A_RIM,
    POLYTOPE,
    RADIUS,
    RIM_POINTS,
    ROUND,
    SIDE,
    VERTICES,
    edge_ints,
    face_at,
    loop_of,
    vertex_at,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.numerics.vectors_kernel import cross, dot, length, minus, plus, times, vector

SLACK = 0.1  # sine by which two sharp edges may look past the faces beside them and still be said to touch
ALIKE, ACROSS_IT = 1e-6, 1.44e-6  # squares of the sine between a line and an edge: both ends count, a point goes on


@njit
def along(s, e, radius):
    """The line from s to e as a feature."""
    d = minus(e, s)
    size = length(d)
    return LINE, s, times(1.0 / size, d), size, radius


@njit
def feature(k, b, p, a, number):
    """What a feature is, its place s, its direction d (of a line, an axis, a normal), its extent and its radius."""
    kind, radius = k[b + KIND], p[a + RADIUS]
    none = 0.0 * radius
    middle, zero = vector(p, a + MIDDLE), (none, none, none)
    if kind == BALL:
        return POINT, middle, zero, none, radius
    if kind == HALF_SPACE:
        return FACE, middle, vector(p, a + FORM), none, none
    if kind == CAPSULE:
        if number < CAPSULE_LINE:
            return POINT, vector(p, a + FORM + 3 * number), zero, none, radius
        return along(vector(p, a + FORM), vector(p, a + FORM + 3), radius)
    if kind == CYLINDER:
        return cylinder_feature(p, a, number)
    corners, edges = k[b + VERTICES], k[b + EDGES]
    if number < corners:
        return POINT, vector(p, vertex_at(a, number)), zero, none, radius
    if number < corners + edges:
        at = edge_ints(b, number - corners)
        return along(vector(p, vertex_at(a, k[at])), vector(p, vertex_at(a, k[at + 1])), radius)
    at, _ = loop_of(k, b, number - corners - edges)
    normal = vector(p, face_at(k, b, a, number - corners - edges))
    return FACE, plus(vector(p, vertex_at(a, k[at])), times(radius, normal)), normal, none, none


@njit
def cylinder_feature(p, a, number):
    """A rim (its axis outward), a cap, the side, or a point of a rim."""
    _, low, axis, size, _ = along(vector(p, a + FORM), vector(p, a + FORM + 3), p[a])
    none, radius = 0.0 * size, p[a + ROUND]
    if number == SIDE:
        return LINE, low, axis, size, radius
    if number < SIDE:
        end = number % CAPS
        centre = vector(p, a + FORM + 3 * end)
        outward = times(2.0 * end - 1.0, axis)
        if number < CAPS:
            return CIRCLE, centre, outward, radius, none
        return FACE, centre, outward, none, none
    if number >= AXIS_ENDS:
        return POINT, vector(p, a + FORM + 3 * (number - AXIS_ENDS)), (none, none, none), none, radius
    rim, place = (number - RIM_POINTS) // POINTS_A_RIM, (number - RIM_POINTS) % POINTS_A_RIM
    across = vector(p, a + ACROSS)
    angle = 2.0 * math.pi * place / POINTS_A_RIM
    aside = plus(times(math.cos(angle), across), times(math.sin(angle), cross(axis, across)))
    spot = plus(vector(p, a + FORM + 3 * rim), times(radius, aside))
    return POINT, spot, (none, none, none), none, none


@njit
def least(x, y):
    """The smaller one by real parts."""
    return x if x.real < y.real else y


@njit
def alike(edge, line):
    """How much a line goes along an edge, both of length 1: from 1 where it does to 0 where it lies across it."""
    n = cross(edge, line)
    share = (ACROSS_IT - dot(n, n)) / (ACROSS_IT - ALIKE)
    if share.real >= 1.0:
        return 1.0 + 0.0 * share
    return share if share.real > 0.0 else 0.0 * share


@njit
def inside(k, b, p, a, number, foot, outward, slack, line):
    """How far a contact with its foot here and this outward normal, in body axes, is inside a feature.

    Lines and faces count the foot by fractions; edges and vertices of a polytope also the normal, by its sine against
    the faces and edges beside them. `slack` is given where the other feature is a line or a rim, `line` being its
    direction: an end then counts always where it lies along that line; where it lies across, the point goes on from the
    end. A rim leaves its cap only where the line lies flat on it, and then another point of the rim is there to bear;
    on to the side it goes as on to an end.
    """
    kind = k[b + KIND]
    one = 1.0 + 0.0 * foot[0]
    if kind in (BALL, HALF_SPACE):
        return one
    what, s, d, extent, _ = feature(k, b, p, a, number)
    away = minus(foot, s)
    if what == LINE:
        x = dot(d, away) / extent
        inside = least(x, 1.0 - x)
        if kind == POLYTOPE:
            at = edge_ints(b, number - k[b + VERTICES])
            for side in range(2):
                normal = vector(p, face_at(k, b, a, k[at + 2 + side]))
                into = cross(normal, d) if side == 0 else cross(d, normal)
                inside = least(inside, slack - dot(into, outward))
        return inside
    if what == CIRCLE:
        h = dot(d, outward)
        rho = dot(outward, minus(away, times(dot(d, away), d))) / extent
        return least(h + slack * alike(d, line), rho + slack)
    if kind == CAPSULE:
        e = minus(vector(p, a + FORM + 3), vector(p, a + FORM))
        e = times(1.0 / length(e), e)
        beyond = (2.0 * number - 1.0) * dot(e, outward)
        return beyond + (1.0 + slack) * alike(e, line) if slack > 0.0 else beyond
    if kind == CYLINDER:
        if what == FACE:
            square = (dot(away, away) - dot(away, d) * dot(away, d)) / (p[a + ROUND] * p[a + ROUND])
            return 0.5 * (1.0 - square)
        return one
    if what == FACE:
        return inside_polygon(k, b, p, a, number - k[b + VERTICES] - k[b + EDGES], foot)
    return inside_vertex(k, b, p, a, number, outward, slack, line)


@njit
def inside_polygon(k, b, p, a, face, foot):
    """How far a foot is inside the prism over a face, as a fraction of the face's width."""
    at, count = loop_of(k, b, face)
    here = face_at(k, b, a, face)
    normal, width = vector(p, here), p[here + 3]
    inside_polygon = 1.0 + 0.0 * foot[0]
    before = vector(p, vertex_at(a, k[at + count - 1]))
    for place in range(count):
        corner = vector(p, vertex_at(a, k[at + place]))
        into = cross(normal, minus(corner, before))
        depth = dot(into, minus(foot, before)) / (sqrt(dot(into, into)) * width)
        inside_polygon = least(inside_polygon, depth)
        before = corner
    return inside_polygon


@njit
def inside_vertex(k, b, p, a, number, outward, slack, line):
    """How far a normal is inside the cone of normals of a vertex: no edge from it goes farther outward."""
    inside_vertex = 1.0 + 0.0 * outward[0]
    here = vector(p, vertex_at(a, number))
    for edge in range(k[b + EDGES]):
        at = edge_ints(b, edge)
        other = k[at + 1] if k[at] == number else (k[at] if k[at + 1] == number else -1)
        if other >= 0:
            e = minus(vector(p, vertex_at(a, other)), here)
            e = times(1.0 / length(e), e)
            inside_vertex = least(inside_vertex, slack * alike(e, line) - dot(e, outward))
    return inside_vertex
