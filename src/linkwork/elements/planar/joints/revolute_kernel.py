"""Revolute joint: one point of each body coincide (Haug 3.3.10 to 3.3.12, with the sign of 4.2.5).

Phi    = r_j + A_j s_j - r_i - A_i s_i
Phi_qi = [-I, -B_i s_i],  Phi_qj = [I, B_j s_j]
nu     = 0
gamma  = A_j s_j w_j^2 - A_i s_i w_i^2
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import turn


def revolute(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 2], p[a + 3])
    out[c] = pose[j] + jx - pose[i] - ix
    out[c + 1] = pose[j + 1] + jy - pose[i + 1] - iy
    row = c + 6
    out[row] = -1.0
    out[row + 2] = iy
    out[row + 3] = 1.0
    out[row + 5] = -jy
    row = c + 12
    out[row + 1] = -1.0
    out[row + 2] = -ix
    out[row + 4] = 1.0
    out[row + 5] = jx
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    out[c + 2] = 0.0
    out[c + 3] = 0.0
    out[c + 4] = jx * wj * wj - ix * wi * wi
    out[c + 5] = jy * wj * wj - iy * wi * wi
