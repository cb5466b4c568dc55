"""The feature of a solid that is nearest to a point: where it is outside, the surface; inside, the shortest way out."""

from __future__ import annotations

from linkwork.numerics.collision.solid_feature_kernel import inside_polygon
from linkwork.numerics.collision.solid_layout_kernel import (
    CAPS,
    CAPSULE,
    CAPSULE_LINE,
    CYLINDER,
    EDGES,
    FACES,
    FORM,
    KIND,
    POLYTOPE,
    ROUND,
    SIDE,
    VERTICES,
    edge_ints,
    face_at,
    loop_of,
    vertex_at,
)
from linkwork.numerics.collision.solid_real_kernel import norm, on_segment, real_vector
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import dot, minus, times


@njit
def nearest_feature(k, b, p, a, x):
    """The number of the feature of a solid that is nearest to x, in the body's frame."""
    kind = k[b + KIND]
    if kind == CAPSULE:
        share, _ = on_segment(real_vector(p, a + FORM), real_vector(p, a + FORM + 3), x)
        return 0 if share <= 0.0 else (1 if share >= 1.0 else CAPSULE_LINE)
    if kind == CYLINDER:
        return nearest_of_cylinder(p, a, x)
    return nearest_of_polytope(k, b, p, a, x) if kind == POLYTOPE else 0


@njit
def nearest_of_cylinder(p, a, x):
    """A rim, a cap or the side."""
    low, high, radius = real_vector(p, a + FORM), real_vector(p, a + FORM + 3), p[a + ROUND].real
    axis = minus(high, low)
    size = norm(axis)
    away = minus(x, low)
    height = dot(away, axis) / size
    across = norm(minus(away, times(height / size, axis)))
    end = 0 if height < 0.5 * size else 1
    over = -height if end == 0 else height - size
    if over > 0.0:
        return CAPS + end if across <= radius else end
    return SIDE if across >= radius or across - radius > over else CAPS + end


@njit
def face_height(k, b, p, a, face, x):
    """How far a point is above the plane of a face."""
    at, _ = loop_of(k, b, face)
    corner = real_vector(p, vertex_at(a, k[at]))
    return dot(real_vector(p, face_at(k, b, a, face)), minus(x, corner))


@njit
def nearest_of_polytope(k, b, p, a, x):
    """A vertex, an edge or a face."""
    corners, edges = k[b + VERTICES], k[b + EDGES]
    best, highest = 0, -1e300  # below everything
    for face in range(k[b + FACES]):
        height = face_height(k, b, p, a, face, x)
        if height > 0.0 and inside_polygon(k, b, p, a, face, x).real >= 0.0:
            return corners + edges + face
        if height > highest:
            best, highest = face, height
    if highest <= 0.0:
        return corners + edges + best
    nearest, feature = 1e300, 0  # farther than anything
    for edge in range(edges):
        at = edge_ints(b, edge)
        one, two = real_vector(p, vertex_at(a, k[at])), real_vector(p, vertex_at(a, k[at + 1]))
        share, foot = on_segment(one, two, x)
        away = minus(x, foot)
        if dot(away, away) < nearest:
            nearest = dot(away, away)
            feature = k[at] if share <= 0.0 else (k[at + 1] if share >= 1.0 else corners + edge)
    return feature
