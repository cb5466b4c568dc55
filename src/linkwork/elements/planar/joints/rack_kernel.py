"""Rack and pinion: the pinion j rolls on a line of the rack i without slip (Haug 3.4.8 to 3.4.13).

With d = r_jP - r_iP (pinion centre seen from the start of the rack line), U_i = A_i u_i, N_i = U_i turned by +90
degrees, R > 0 when the pinion lies left of the line, and a constant s_0 that holds the reference angles:

    Phi    = [ U_i' d - R (phi_i - phi_j) - s_0 ; N_i' d - R ]
    Phi_qi = [[-U_i', -U_i' B_i s_i + N_i' d - R], [-N_i', -N_i' B_i s_i - U_i' d]]
    Phi_qj = [[ U_i',  U_i' B_j s_j + R],          [ N_i',  N_i' B_j s_j]]
    nu     = 0
    gamma1 = -2 w_i N_i' d' + w_i^2 U_i' d - U_i' acc,   gamma2 = 2 w_i U_i' d' + w_i^2 N_i' d - N_i' acc
    acc    = A_i s_i w_i^2 - A_j s_j w_j^2
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn


def rack(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, u_i, s_j, R, s_0."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    ux, uy = turn(pose, i, p[a + 2], p[a + 3])
    jx, jy = turn(pose, j, p[a + 4], p[a + 5])
    radius = p[a + 6]
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    along, across = ux * dx + uy * dy, ux * dy - uy * dx
    out[c] = along - radius * (pose[i + 2] - pose[j + 2]) - p[a + 7]
    out[c + 1] = across - radius
    row = c + 6
    out[row] = -ux
    out[row + 1] = -uy
    out[row + 2] = ux * iy - uy * ix + across - radius
    out[row + 3] = ux
    out[row + 4] = uy
    out[row + 5] = uy * jx - ux * jy + radius
    row = c + 12
    out[row] = uy
    out[row + 1] = -ux
    out[row + 2] = -(ux * ix + uy * iy) - along
    out[row + 3] = -uy
    out[row + 4] = ux
    out[row + 5] = ux * jx + uy * jy
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    vix, viy = point_velocity(twist, k[b + 1], ix, iy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    vx, vy = vjx - vix, vjy - viy
    ax, ay = ix * wi * wi - jx * wj * wj, iy * wi * wi - jy * wj * wj
    out[c + 2] = 0.0
    out[c + 3] = 0.0
    out[c + 4] = wi * wi * along - 2.0 * wi * (ux * vy - uy * vx) - (ux * ax + uy * ay)
    out[c + 5] = wi * wi * across + 2.0 * wi * (ux * vx + uy * vy) - (ux * ay - uy * ax)
