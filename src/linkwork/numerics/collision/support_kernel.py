"""The farthest point of a solid's core along a direction, and of the difference of two cores."""

from __future__ import annotations

from linkwork.numerics.collision.solid_layout_kernel import (
    CAPSULE,
    CYLINDER,
    FORM,
    KIND,
    MIDDLE,
    POLYTOPE,
    ROUND,
    VERTICES,
    vertex_at,
)
from linkwork.numerics.collision.solid_real_kernel import norm, real_back, real_place, real_vector
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import dot, minus, plus, times

AXIAL = 1e-12  # a direction with less of it across the axis of a cylinder is along it


@njit
def support_in_body(k, b, p, a, d):
    """The farthest point along d, both in the body's frame."""
    kind = k[b + KIND]
    if kind == POLYTOPE:
        best, farthest = 0, -1e300  # behind everything
        for number in range(k[b + VERTICES]):
            reach = dot(real_vector(p, vertex_at(a, number)), d)
            if reach > farthest:
                best, farthest = number, reach
        return real_vector(p, vertex_at(a, best))
    if kind not in (CAPSULE, CYLINDER):
        return real_vector(p, a + MIDDLE)
    low, high = real_vector(p, a + FORM), real_vector(p, a + FORM + 3)
    axis = minus(high, low)
    end = high if dot(axis, d) > 0.0 else low
    if kind == CAPSULE:
        return end
    across = minus(d, times(dot(axis, d) / dot(axis, axis), axis))
    size = norm(across)
    return plus(end, times(p[a + ROUND].real / size, across)) if size > AXIAL * norm(d) else end


@njit
def support(k, p, pose, b, a, i, d):
    """The farthest point of a core along d, in the world."""
    return real_place(pose, i, support_in_body(k, b, p, a, real_back(pose, i, d)))


@njit
def difference(k, p, pose, pair, d):
    """The farthest point along d of the first core minus the second, and the points that make it: nine numbers."""
    x = support(k, p, pose, pair[0], pair[1], pair[2], d)
    y = support(k, p, pose, pair[3], pair[4], pair[5], times(-1.0, d))
    return x[0] - y[0], x[1] - y[1], x[2] - y[2], x[0], x[1], x[2], y[0], y[1], y[2]
