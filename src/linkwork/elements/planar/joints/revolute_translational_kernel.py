"""Revolute-translational joint, pin in a straight slot: a point of j keeps its offset from a line of i.

Haug 3.3.16 to 3.3.18; Marquis-Favre and others 2006 Eq. 23.

With d = r_jP - r_iP, U_i = A_i u_i (unit vector along the line), N_i = U_i turned by +90 degrees:

    Phi    = N_i' d - C                      C > 0: the point lies left of the line
    Phi_qi = [-N_i', -N_i' B_i s_i - U_i' d],  Phi_qj = [N_i', N_i' B_j s_j]
    nu     = 0
    gamma  = 2 w_i U_i' d' + w_i^2 N_i' d - N_i' (A_i s_i w_i^2 - A_j s_j w_j^2)
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn


def revolute_translational(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, u_i, s_j, C."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    ux, uy = turn(pose, i, p[a + 2], p[a + 3])
    jx, jy = turn(pose, j, p[a + 4], p[a + 5])
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    across = ux * dy - uy * dx
    out[c] = across - p[a + 6]
    row = c + 3
    out[row] = uy
    out[row + 1] = -ux
    out[row + 2] = -(ux * ix + uy * iy) - (ux * dx + uy * dy)
    out[row + 3] = -uy
    out[row + 4] = ux
    out[row + 5] = ux * jx + uy * jy
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    vix, viy = point_velocity(twist, k[b + 1], ix, iy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    ax, ay = ix * wi * wi - jx * wj * wj, iy * wi * wi - jy * wj * wj
    out[c + 1] = 0.0
    out[c + 2] = 2.0 * wi * (ux * (vjx - vix) + uy * (vjy - viy)) + wi * wi * across - (ux * ay - uy * ax)
