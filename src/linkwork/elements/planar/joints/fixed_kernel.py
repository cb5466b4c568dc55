"""Rigid connection: a point of each body coincide and the relative angle is constant (Haug 3.3.10 with 3.3.5).

Phi    = [r_j + A_j s_j - r_i - A_i s_i ; phi_j - phi_i - theta]
Phi_qi = [[-I, -B_i s_i], [0, -1]],  Phi_qj = [[I, B_j s_j], [0, 1]]
nu     = 0
gamma  = [A_j s_j w_j^2 - A_i s_i w_i^2 ; 0]
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import turn


def fixed(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j, theta."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 2], p[a + 3])
    out[c] = pose[j] + jx - pose[i] - ix
    out[c + 1] = pose[j + 1] + jy - pose[i + 1] - iy
    out[c + 2] = pose[j + 2] - pose[i + 2] - p[a + 4]
    row = c + 9
    out[row] = -1.0
    out[row + 2] = iy
    out[row + 3] = 1.0
    out[row + 5] = -jy
    row = c + 15
    out[row + 1] = -1.0
    out[row + 2] = -ix
    out[row + 4] = 1.0
    out[row + 5] = jx
    row = c + 21
    out[row + 2] = -1.0
    out[row + 5] = 1.0
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    for equation in range(3):
        out[c + 3 + equation] = 0.0
    out[c + 6] = jx * wj * wj - ix * wi * wi
    out[c + 7] = jy * wj * wj - iy * wi * wi
    out[c + 8] = 0.0
