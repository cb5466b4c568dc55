"""Coupling of two motion planes by a pin: points of two bodies meet on the planes' common line.

Marquis-Favre and others 2006 Eqs. 28 to 32, for any angle between the planes.

In its own plane each body sees the common line through o with unit direction e and normal n = e turned by +90
degrees; the two o are the same point of space and the two e the same direction.

    Phi    = [ n_i' (r_iM - o_i) ; n_j' (r_jN - o_j) ; e_j' (r_jN - o_j) - e_i' (r_iM - o_i) ]
    Phi_qi = [[n_i', n_i' B_i s_i], 0, [-e_i', -e_i' B_i s_i]]
    Phi_qj = [0, [n_j', n_j' B_j s_j], [e_j', e_j' B_j s_j]]
    nu     = 0
    gamma  = [ n_i' A_i s_i w_i^2 ; n_j' A_j s_j w_j^2 ; e_j' A_j s_j w_j^2 - e_i' A_i s_i w_i^2 ]
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import turn


def coupling(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, o_i, e_i, s_j, o_j, e_j."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 6], p[a + 7])
    mx, my = pose[i] + ix - p[a + 2], pose[i + 1] + iy - p[a + 3]
    nx, ny = pose[j] + jx - p[a + 8], pose[j + 1] + jy - p[a + 9]
    ex, ey = p[a + 4], p[a + 5]
    fx, fy = p[a + 10], p[a + 11]
    out[c] = ex * my - ey * mx
    out[c + 1] = fx * ny - fy * nx
    out[c + 2] = fx * nx + fy * ny - ex * mx - ey * my
    row = c + 9
    out[row] = -ey
    out[row + 1] = ex
    out[row + 2] = ex * ix + ey * iy
    row = c + 15
    out[row + 3] = -fy
    out[row + 4] = fx
    out[row + 5] = fx * jx + fy * jy
    row = c + 21
    out[row] = -ex
    out[row + 1] = -ey
    out[row + 2] = ex * iy - ey * ix
    out[row + 3] = fx
    out[row + 4] = fy
    out[row + 5] = fy * jx - fx * jy
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    for equation in range(3):
        out[c + 3 + equation] = 0.0
    out[c + 6] = (ex * iy - ey * ix) * wi * wi
    out[c + 7] = (fx * jy - fy * jx) * wj * wj
    out[c + 8] = (fx * jx + fy * jy) * wj * wj - (ex * ix + ey * iy) * wi * wi
