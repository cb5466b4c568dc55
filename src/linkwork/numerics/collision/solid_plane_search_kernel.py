"""What of a solid is near a half-space: its corners, its ends, the lowest points of its rims."""

from __future__ import annotations

from linkwork.numerics.collision.solid_layout_kernel import (
    BALL,
    CAPSULE,
    CYLINDER,
    FORM,
    KIND,
    POINTS_A_RIM,
    RIM_POINTS,
    VERTICES,
)
from linkwork.numerics.collision.solid_real_kernel import norm, real_direction, real_vector
from linkwork.numerics.collision.solid_record_kernel import offer
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import cross, dot, minus, times

FLAT = 1e-3  # sine of the angle below which a cap is said to lie on a face: then points of its rim count


@njit
def points_of_solid(k, b):
    """How many points a solid of points has."""
    kind = k[b + KIND]
    if kind == BALL:
        return 1
    return 2 if kind == CAPSULE else k[b + VERTICES]


@njit
def plane_search(k, p, pose, pair, turned, room, at, most):
    """Points between a half-space, the first, and anything but another half-space."""
    _, a_1, i_1, b_2, a_2, i_2 = pair
    count = 0
    if k[b_2 + KIND] != CYLINDER:
        for number in range(points_of_solid(k, b_2)):
            # however deep
            count = offer(k, p, pose, pair, turned, room, at, most, count, 0, number, 1.0, -1e300)
        return count
    n = real_direction(pose, i_1, real_vector(p, a_1 + FORM))
    axis = real_direction(pose, i_2, minus(real_vector(p, a_2 + FORM + 3), real_vector(p, a_2 + FORM)))
    axis = times(1.0 / norm(axis), axis)
    # however deep
    return rims_search(k, p, pose, pair, turned, room, at, most, count, 0, n, axis, -1e300)


@njit
def rims_search(k, p, pose, pair, turned, room, at, most, count, face, n, axis, lowest):
    """Points between a face of the first solid and the rims of a cylinder, the second."""
    if norm(cross(n, axis)) > FLAT:
        for rim in range(2):
            count = offer(k, p, pose, pair, turned, room, at, most, count, face, rim, 1.0, lowest)
        return count
    near = 1 if dot(n, axis) < 0.0 else 0
    step = max(1, -(-POINTS_A_RIM // most))
    for place in range(0, POINTS_A_RIM, step):
        number = RIM_POINTS + POINTS_A_RIM * near + place
        count = offer(k, p, pose, pair, turned, room, at, most, count, face, number, 1.0, lowest)
    return count
