"""The few constraints of which spatial joints are made, exact off the constraint (Haug 9.4.2, 9.6.3, Table 9.4.1).

Each function takes two bodies as pairs (place in pose, place in twist) and gives back

    value, gamma, [u,] n_i, n_j

u     coefficients of r_j' in world axes; those of r_i' are -u (left out where the value does not depend on r)
n_i   coefficients of the angular velocity of i in its own axes, n_j the same of j
gamma minus the part of the second derivative that comes from velocities; zero in stage 0

With d = r_j + A_j s_j - r_i - A_i s_i, v_d its derivative and b = A_j ~w_j ~w_j s_j - A_i ~w_i ~w_i s_i:

    dot-1     a_i . a_j            gamma = -(a_i'' . a_j + 2 a_i' . a_j' + a_i . a_j'')             (9.4.3, 9.6.20)
    dot-2     a_i . d              gamma = -(2 a_i' . v_d + a_i'' . d + a_i . b)                    (9.4.6, 9.6.21)
    distance  |d|                  gamma = -(n . b + (v_d . v_d - (n . v_d)^2) / |d|), n = d / |d|  (9.4.8)
    angle     atan2(g_i . f_j, f_i . f_j)                                                           (9.2.28 to 9.2.31)

The distance is |d| and not d'd, so that the multiplier of |d| - C is the force along it. The angle's derivatives are
those of atan2, (c s' - s c') / (c^2 + s^2); the book's short form 9.4.27 holds on the constraint only.
"""

from __future__ import annotations

import math

from linkwork.elements.spatial.vectors_kernel import (
    cross,
    dot,
    into_body,
    into_world,
    minus,
    plus,
    point_at,
    rate,
    second_rate,
    times,
    turning,
    vector,
)
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan2, sqrt


@njit
def dot_1(stage, pose, twist, one, other, a_i, a_j):
    """Scalar product of vectors fixed in two bodies: value, gamma, n_i, n_j."""
    i, j = one[0], other[0]
    u, v = into_world(pose, i, a_i), into_world(pose, j, a_j)
    n_i, n_j = cross(a_i, into_body(pose, i, v)), cross(a_j, into_body(pose, j, u))
    value = dot(u, v)
    gamma = 0.0 * value
    if stage != 0:
        w_i, w_j = turning(twist, one[1]), turning(twist, other[1])
        second = dot(second_rate(pose, i, w_i, a_i), v) + dot(u, second_rate(pose, j, w_j, a_j))
        gamma = -(second + 2.0 * dot(rate(pose, i, w_i, a_i), rate(pose, j, w_j, a_j)))
    return value, gamma, n_i, n_j


@njit
def between(pose, one, other, s_i, s_j):
    """d: from a point of the first body to a point of the second (Haug 9.4.5)."""
    return minus(point_at(pose, other[0], s_j), point_at(pose, one[0], s_i))


@njit
def between_rate(pose, twist, one, other, s_i, s_j):
    """v_d, the derivative of d."""
    at_i = plus(vector(twist, one[1]), rate(pose, one[0], turning(twist, one[1]), s_i))
    at_j = plus(vector(twist, other[1]), rate(pose, other[0], turning(twist, other[1]), s_j))
    return minus(at_j, at_i)


@njit
def between_bent(pose, twist, one, other, s_i, s_j):
    """b, the part of the second derivative of d that comes from angular velocities."""
    at_i = second_rate(pose, one[0], turning(twist, one[1]), s_i)
    return minus(second_rate(pose, other[0], turning(twist, other[1]), s_j), at_i)


@njit
def dot_2(stage, pose, twist, one, other, a_i, s_i, s_j):
    """How far a point of the second body lies along an axis of the first: value, gamma, u, n_i, n_j."""
    i, j = one[0], other[0]
    u = into_world(pose, i, a_i)
    d = between(pose, one, other, s_i, s_j)
    reach = plus(into_body(pose, i, d), s_i)
    n_i = cross(a_i, reach)
    n_j = cross(s_j, into_body(pose, j, u))
    value = dot(u, d)
    gamma = 0.0 * value
    if stage != 0:
        w = turning(twist, one[1])
        v = between_rate(pose, twist, one, other, s_i, s_j)
        bent = between_bent(pose, twist, one, other, s_i, s_j)
        gamma = -(2.0 * dot(rate(pose, i, w, a_i), v) + dot(second_rate(pose, i, w, a_i), d) + dot(u, bent))
    return value, gamma, u, n_i, n_j


@njit
def difference(stage, pose, twist, one, other, axis, s_i, s_j):
    """d along an axis of the world (Haug 9.4.15, 9.4.16): value, gamma, u, n_i, n_j."""
    value = dot(axis, between(pose, one, other, s_i, s_j))
    n_i = cross(into_body(pose, one[0], axis), s_i)
    n_j = cross(s_j, into_body(pose, other[0], axis))
    gamma = 0.0 * value
    if stage != 0:
        gamma = -dot(axis, between_bent(pose, twist, one, other, s_i, s_j))
    return value, gamma, axis, n_i, n_j


@njit
def distance(stage, pose, twist, one, other, s_i, s_j):
    """|d|: value, gamma, u, n_i, n_j; where the points coincide it has no direction, and u is zero."""
    d = between(pose, one, other, s_i, s_j)
    square = dot(d, d)
    value, inverse = 0.0 * square, 0.0 * square
    if square.real > 0.0:
        value = sqrt(square)
        inverse = 1.0 / value
    u = times(inverse, d)
    n_i = cross(into_body(pose, one[0], u), s_i)
    n_j = cross(s_j, into_body(pose, other[0], u))
    gamma = 0.0 * value
    if stage != 0:
        v = between_rate(pose, twist, one, other, s_i, s_j)
        along = dot(u, v)
        bent = dot(u, between_bent(pose, twist, one, other, s_i, s_j))
        gamma = -bent - (dot(v, v) - along * along) * inverse
    return value, gamma, u, n_i, n_j


@njit
def angle(stage, pose, twist, one, other, f_i, g_i, f_j, near):
    """Angle from f_i to f_j about f_i x g_i, in the turn nearest to `near`: value, gamma, n_i, n_j.

    With c = f_i . f_j and s = g_i . f_j: theta' = (c s' - s c') / D, D = c^2 + s^2, and the part of theta'' from
    velocities is (c s'' - s c'' - theta' D') / D.
    """
    c, c_gamma, c_i, c_j = dot_1(stage, pose, twist, one, other, f_i, f_j)
    s, s_gamma, s_i, s_j = dot_1(stage, pose, twist, one, other, g_i, f_j)
    square = c * c + s * s
    on_s, on_c = c / square, -s / square
    n_i, n_j = plus(times(on_s, s_i), times(on_c, c_i)), plus(times(on_s, s_j), times(on_c, c_j))
    value = atan2(s, c)
    value = value + 2.0 * math.pi * math.floor((near.real - value.real) / (2.0 * math.pi) + 0.5)
    gamma = 0.0 * value
    if stage != 0:
        w_i, w_j = turning(twist, one[1]), turning(twist, other[1])
        c_rate, s_rate = dot(c_i, w_i) + dot(c_j, w_j), dot(s_i, w_i) + dot(s_j, w_j)
        theta_rate = on_s * s_rate + on_c * c_rate
        gamma = on_s * s_gamma + on_c * c_gamma + 2.0 * theta_rate * (c * c_rate + s * s_rate) / square
    return value, gamma, n_i, n_j


@njit
def put_turn(out, phi, gamma, row, value, minus_second, n_i, n_j):
    """Write an equation that depends on orientations only; `row` is the place of its first column."""
    out[phi], out[gamma] = value, minus_second
    out[row + 3], out[row + 4], out[row + 5] = n_i
    out[row + 9], out[row + 10], out[row + 11] = n_j


@njit
def put(out, phi, gamma, row, value, minus_second, u, n_i, n_j):
    """Write an equation that depends on places too."""
    put_turn(out, phi, gamma, row, value, minus_second, n_i, n_j)
    out[row], out[row + 1], out[row + 2] = -u[0], -u[1], -u[2]
    out[row + 6], out[row + 7], out[row + 8] = u
