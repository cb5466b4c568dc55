"""Translational joint: two lines of two bodies stay collinear (Haug 3.3.13, 3.3.14; unit vectors u_i, u_j along them).

With d = r_jP - r_iP and U_i = A_i u_i, N_i = B_i u_i (U_i turned by +90 degrees):

    Phi1 = N_i' d
    Phi2 = N_i' A_j u_j = sin of the angle from u_i to u_j
    Phi1_qi = [-N_i', -N_i' B_i s_i - U_i' d],  Phi1_qj = [N_i', N_i' B_j s_j]
    Phi2_qi = [0, 0, -U_i' U_j],  Phi2_qj = [0, 0, U_i' U_j]
    nu = 0
    gamma1 = 2 w_i U_i' d' + w_i^2 N_i' d - N_i' (A_i s_i w_i^2 - A_j s_j w_j^2)
    gamma2 = (w_j - w_i)^2 Phi2          (zero on the constraint; kept, so that the formula holds everywhere)

where d' is the velocity of d. In U_i, N_i and d this is the book's formula with its lost dots put back.
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn


def translational(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, u_i, s_j, u_j."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    ux, uy = turn(pose, i, p[a + 2], p[a + 3])
    jx, jy = turn(pose, j, p[a + 4], p[a + 5])
    vx, vy = turn(pose, j, p[a + 6], p[a + 7])
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    sine, cosine = ux * vy - uy * vx, ux * vx + uy * vy
    out[c] = ux * dy - uy * dx
    out[c + 1] = sine
    row = c + 6
    out[row] = uy
    out[row + 1] = -ux
    out[row + 2] = -(ux * ix + uy * iy) - (ux * dx + uy * dy)
    out[row + 3] = -uy
    out[row + 4] = ux
    out[row + 5] = ux * jx + uy * jy
    row = c + 12
    out[row + 2] = -cosine
    out[row + 5] = cosine
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    vix, viy = point_velocity(twist, k[b + 1], ix, iy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    ax, ay = ix * wi * wi - jx * wj * wj, iy * wi * wi - jy * wj * wj
    out[c + 2] = 0.0
    out[c + 3] = 0.0
    sliding = ux * (vjx - vix) + uy * (vjy - viy)
    out[c + 4] = 2.0 * wi * sliding + wi * wi * out[c] - (ux * ay - uy * ax)
    out[c + 5] = (wj - wi) * (wj - wi) * sine
