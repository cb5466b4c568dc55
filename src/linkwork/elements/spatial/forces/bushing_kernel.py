"""A bushing: six springs and dampers between a frame of one body and a frame of another.

With x = (C_i'A_i'd, C_i'phi): the place of the second frame's point in the axes of the first frame, and the rotation
vector of the second frame against the first, in the same axes (free frames coincide):

    f = K x + D x' + F,        Q = -(x_q)' f            (F: tabulated curves or laws, one a component)

x_q is exact, so that K x is the gradient of the stored energy x'K x / 2 for every position below half a turn, however
far the bushing is turned, and no momentum is made: the force acts on both bodies at the second frame's point.
Power lost x' . D x'; what the curves F do is power given from outside, -F . x'. Its strength is the size of the force.
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import put, put_powers
from linkwork.elements.spatial.rotation_vector_kernel import rotation_vector, tangent
from linkwork.elements.spatial.vectors_kernel import (
    cross,
    dot,
    into_body,
    into_world,
    minus,
    plus,
    point_at,
    times,
    vector,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

STIFFNESS, DAMPING = 19, 55  # places behind s_i, f, g, h (12), s_j (3), quaternion (4)


@njit
def row_sum(p, m, row, u, v):
    """Row of a 6 x 6 matrix times (u, v)."""
    at = m + 6 * row
    return dot(vector(p, at), u) + dot(vector(p, at + 3), v)


@njit
def applied(p, m, u, v):
    """The 6 x 6 matrix from p[m] on times (u, v), as two vectors."""
    return (
        (row_sum(p, m, 0, u, v), row_sum(p, m, 1, u, v), row_sum(p, m, 2, u, v)),
        (row_sum(p, m, 3, u, v), row_sum(p, m, 4, u, v), row_sum(p, m, 5, u, v)),
    )


@njit
def into_frame(p, m, u):
    """A vector of the first body in the axes f, g, h of its frame."""
    return dot(vector(p, m), u), dot(vector(p, m + 3), u), dot(vector(p, m + 6), u)


@njit
def out_of_frame(p, m, u):
    """A vector in the axes of the frame as one of the first body."""
    return plus(plus(times(u[0], vector(p, m)), times(u[1], vector(p, m + 3))), times(u[2], vector(p, m + 6)))


def bushing(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, f, g, h, s_j, quaternion of the frames, K, D (36 each); k: six places of F."""
    i, j, vi, vj = k[b], k[b + 2], k[b + 1], k[b + 3]
    s_i, s_j, axes = vector(p, a), vector(p, a + 12), a + 3
    # positions in axes of the first body
    d = into_body(pose, i, minus(point_at(pose, j, s_j), point_at(pose, i, s_i)))
    phi = rotation_vector(pose, i, j, (p[a + 15], p[a + 16], p[a + 17], p[a + 18]))
    # rates of both in the same axes
    w_i, w_j = vector(twist, vi + 3), vector(twist, vj + 3)
    arm = into_body(pose, i, into_world(pose, j, s_j))
    spin = into_body(pose, i, into_world(pose, j, w_j))
    travel = into_body(pose, i, minus(vector(twist, vj), vector(twist, vi)))
    d_rate = minus(plus(travel, cross(spin, arm)), cross(w_i, plus(s_i, d)))
    phi_rate = tangent(phi, minus(spin, w_i))
    x, y = into_frame(p, axes, d), into_frame(p, axes, phi)
    x_rate, y_rate = into_frame(p, axes, d_rate), into_frame(p, axes, phi_rate)
    elastic, elastic_turn = applied(p, a + STIFFNESS, x, y)
    viscous, viscous_turn = applied(p, a + DAMPING, x_rate, y_rate)
    law = (memory[k[b + 4]], memory[k[b + 5]], memory[k[b + 6]])
    law_turn = (memory[k[b + 7]], memory[k[b + 8]], memory[k[b + 9]])
    # wrenches: force on the second body and moment of the rotation vector, in axes of the first body
    force = out_of_frame(p, axes, times(-1.0, plus(plus(elastic, viscous), law)))
    turning = out_of_frame(p, axes, times(-1.0, plus(plus(elastic_turn, viscous_turn), law_turn)))
    moment = tangent(times(-1.0, phi), turning)
    world = into_world(pose, i, force)
    put(out, c, times(-1.0, world))
    put(out, c + 3, times(-1.0, plus(moment, cross(plus(s_i, d), force))))
    put(out, c + 6, world)
    put(out, c + 9, plus(cross(s_j, into_body(pose, j, world)), into_body(pose, j, into_world(pose, i, moment))))
    square = dot(force, force)
    strength = sqrt(square) if square.real > 0.0 else 0.0 * square
    stored = 0.5 * (dot(elastic, x) + dot(elastic_turn, y))
    lost = dot(viscous, x_rate) + dot(viscous_turn, y_rate)
    put_powers(stored, lost, -dot(law, x_rate) - dot(law_turn, y_rate), strength, c, out)
