"""A joint made of primitive constraints (Haug 9.4.17 to 9.4.34); which ones, and of which axes, is in the int table.

Its numbers are the two joint frames s, f, g, h (24), then constants. Its program is a list of primitives, three ints
each: what, and two places in the numbers.

    COINCIDE   -, -      d = 0, three equations in world axes (9.4.7)
    DOT_1      a_i, a_j  a_i . a_j = 0 (9.4.3)
    DOT_2      a_i, C    a_i . d - C = 0 (9.4.6)
    DOT_2_BACK a_j, C    a_j . d_ji - C = 0: the axis is fixed in the second body
    DISTANCE   C, -      |d| - C = 0 (9.4.8, in the form whose multiplier is the force along d)

nu = 0. Phi, Phi_q and gamma of each are in primitives_kernel.
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.primitives_kernel import (
    between,
    between_bent,
    distance,
    dot_1,
    dot_2,
    put,
    put_turn,
)
from linkwork.elements.spatial.joints.program import COINCIDE, DISTANCE, DOT_1, DOT_2, S_J
from linkwork.elements.spatial.vectors_kernel import cross, times, vector
from linkwork.numerics.jit import njit


@njit
def coincide(stage, pose, twist, one, other, s_i, s_j, out, phi, gamma, row):
    """The three equations d = 0, with Phi_pi_i = A_i ~s_i, Phi_pi_j = -A_j ~s_j (9.4.7, 9.6.22)."""
    out[phi], out[phi + 1], out[phi + 2] = between(pose, one, other, s_i, s_j)
    i, j = one[0] + 3, other[0] + 3
    for axis in range(3):
        out[row + axis], out[row + 6 + axis] = -1.0, 1.0
        out[row + 3], out[row + 4], out[row + 5] = cross(vector(pose, i + 3 * axis), s_i)
        out[row + 9], out[row + 10], out[row + 11] = cross(s_j, vector(pose, j + 3 * axis))
        row += 12
    if stage != 0:
        bent = between_bent(pose, twist, one, other, s_i, s_j)
        out[gamma], out[gamma + 1], out[gamma + 2] = -bent[0], -bent[1], -bent[2]


def composed(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: both frames, constants; k: number of equations, number of primitives, the program."""
    m, program = k[b + 4], b + 6
    one, other = (k[b], k[b + 1]), (k[b + 2], k[b + 3])
    phi, gamma, row = c, c + 2 * m, c + 3 * m
    s_i, s_j = vector(p, a), vector(p, a + S_J)
    for number in range(k[b + 5]):
        code, x, y = k[program + 3 * number], a + k[program + 3 * number + 1], a + k[program + 3 * number + 2]
        equations = 1
        if code == COINCIDE:
            coincide(stage, pose, twist, one, other, s_i, s_j, out, phi, gamma, row)
            equations = 3
        elif code == DOT_1:
            value, second, n_i, n_j = dot_1(stage, pose, twist, one, other, vector(p, x), vector(p, y))
            put_turn(out, phi, gamma, row, value, second, n_i, n_j)
        elif code == DISTANCE:
            value, second, u, n_i, n_j = distance(stage, pose, twist, one, other, s_i, s_j)
            put(out, phi, gamma, row, value - p[x], second, u, n_i, n_j)
        elif code == DOT_2:
            value, second, u, n_i, n_j = dot_2(stage, pose, twist, one, other, vector(p, x), s_i, s_j)
            put(out, phi, gamma, row, value - p[y], second, u, n_i, n_j)
        else:
            value, second, u, n_j, n_i = dot_2(stage, pose, twist, other, one, vector(p, x), s_j, s_i)
            put(out, phi, gamma, row, value - p[y], second, times(-1.0, u), n_i, n_j)
        phi += equations
        gamma += equations
        row += 12 * equations
