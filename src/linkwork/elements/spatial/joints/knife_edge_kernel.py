"""A blade that cuts a plane of another body: its point does not move across the blade; a skate also stays on the plane.

Plane: point s_i, normal h_i of the first body. Blade: point s_j and direction h_j of the second body. In the world n
and t are these directions, m = n x t, e = m / |m| points across the blade in the plane.

    across    row e . v, of velocities only: Phi = 0, nu = 0
    v         = r_j' + W_j x b_j - r_i' - W_i x b_i,  b_j = A_j s_j,  b_i = r_j + b_j - r_i
    gamma     = -(e . (W_j x b_j' - W_i x b_i') + e' . v),  e' = (m' - (e . m') e) / |m|
    contact   Phi = n . d, d = r_jP - r_iP, gamma = -(2 n' . d' + n'' . d + n . d'')                (dot-2, Haug 9.4.6)

A blade that stands along the normal has no direction across it.
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.rolling_kernel import put_slip_row, slip_bias
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_world, minus, plus, times, vector
from linkwork.numerics.scalar import sqrt


def knife_edge(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, h_i, s_j, h_j; k: 1 when the point stays on the plane (first equation), 1 when the blade guides it."""
    i, j, vi, vj, skates, guides = k[b], k[b + 2], k[b + 1], k[b + 3], k[b + 4], k[b + 5]
    rows = guides + skates
    n, along = into_world(pose, i, vector(p, a + 3)), into_world(pose, j, vector(p, a + 9))
    point, b_j = into_world(pose, i, vector(p, a)), into_world(pose, j, vector(p, a + 6))
    apart = minus(vector(pose, j), vector(pose, i))
    b_i = plus(apart, b_j)
    d = minus(b_i, point)
    m = cross(n, along)
    inverse = 1.0 / sqrt(dot(m, m))
    e = times(inverse, m)
    row = c + 3 * rows
    if skates == 1:
        out[c] = dot(n, d)
        put_slip_row(pose, i, j, n, b_i, b_j, row, out)
        row += 12
    if guides == 1:
        put_slip_row(pose, i, j, e, b_i, b_j, row, out)
    if stage == 0:
        return
    w_i, w_j = into_world(pose, i, vector(twist, vi + 3)), into_world(pose, j, vector(twist, vj + 3))
    apart_rate = minus(vector(twist, vj), vector(twist, vi))
    b_j_rate = cross(w_j, b_j)
    b_i_rate = plus(apart_rate, b_j_rate)
    n_rate = cross(w_i, n)
    m_rate = plus(cross(n_rate, along), cross(n, cross(w_j, along)))
    e_rate = times(inverse, minus(m_rate, times(dot(e, m_rate), e)))
    v = minus(b_i_rate, cross(w_i, b_i))
    if skates == 1:
        point_rate = cross(w_i, point)
        d_second = minus(cross(w_j, b_j_rate), cross(w_i, point_rate))
        travel = 2.0 * dot(n_rate, minus(b_i_rate, point_rate))
        out[c + 2 * rows] = -(travel + dot(cross(w_i, n_rate), d) + dot(n, d_second))
    if guides == 1:
        out[c + 2 * rows + skates] = -slip_bias(e, e_rate, v, w_i, w_j, b_i_rate, b_j_rate)
