"""Screw joint: a cylindrical joint whose advance is the pitch times the angle, turns counted (Haug 9.4.25 to 9.4.28).

Phi = [parallel-1; parallel-2; h_i . d - pitch theta - constant]
nu  = 0

Rows and gamma are exact off the constraint: theta is atan2(g_i . f_j, f_i . f_j), see primitives_kernel. The memory
holds by how much it had changed from the drawing at the last accepted position.
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.primitives_kernel import angle, dot_1, dot_2, put, put_turn
from linkwork.elements.spatial.joints.program import F_I, F_J, G_I, H_I, H_J, S_J
from linkwork.elements.spatial.vectors_kernel import minus, times, vector

_CONSTANT, _PITCH, _DRAWN = 24, 25, 26  # behind the two frames


def screw(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: both frames, constant, pitch, angle as drawn; k: place in the memory."""
    one, other, drawn = (k[b], k[b + 1]), (k[b + 2], k[b + 3]), p[a + _DRAWN]
    f_i, g_i, f_j = vector(p, a + F_I), vector(p, a + G_I), vector(p, a + F_J)
    near = drawn + memory[k[b + 4]]
    theta, theta_gamma, m_i, m_j = angle(stage, pose, twist, one, other, f_i, g_i, f_j, near)
    if stage == 2:
        memory[k[b + 4]] = (theta - drawn).real
        return
    s_i, s_j, h_j = vector(p, a), vector(p, a + S_J), vector(p, a + H_J)
    phi, gamma, row = c, c + 10, c + 15
    for place in range(F_I, H_I, 3):
        value, second, n_i, n_j = dot_1(stage, pose, twist, one, other, vector(p, a + place), h_j)
        put_turn(out, phi, gamma, row, value, second, n_i, n_j)
        phi, gamma, row = phi + 1, gamma + 1, row + 12
    for place in range(F_I, H_I + 3, 3):
        value, second, u, n_i, n_j = dot_2(stage, pose, twist, one, other, vector(p, a + place), s_i, s_j)
        if place == H_I:
            pitch = p[a + _PITCH]
            value, second = value - pitch * theta - p[a + _CONSTANT], second - pitch * theta_gamma
            n_i, n_j = minus(n_i, times(pitch, m_i)), minus(n_j, times(pitch, m_j))
        put(out, phi, gamma, row, value, second, u, n_i, n_j)
        phi, gamma, row = phi + 1, gamma + 1, row + 12
