"""A belt or chain that does not stretch, around two pulleys whose centres keep their distance.

With d = r_jP - r_iP = D (cos psi, sin psi), rho = R_i - R_j, R_j < 0 when crossed, x = d_x d'_y - d_y d'_x:

    Phi    = R_i (phi_i - psi) - R_j (phi_j - psi) - c_0
    psi'   = x / D^2
    nu     = 0
    gamma  = rho (d_x b_y - d_y b_x - 2 x (d' d') / D^2) / D^2,   b = A_i s_i w_i^2 - A_j s_j w_j^2

(d' d') here is d_x d'_x + d_y d'_y. The memory keeps by how much psi had turned from the drawn direction at the last
accepted position, so that whole turns of the line of centres count.
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn
from linkwork.elements.planar.joints.belt_kernel import direction


def belt_drive(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j, R_i, R_j (below zero when crossed), psi_0, c_0; memory: psi - psi_0."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 2], p[a + 3])
    ri, rj = p[a + 4], p[a + 5]
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    psi = direction(dx, dy, p[a + 6].real + memory[k[b + 4]].real)
    if stage == 2:
        memory[k[b + 4]] = (psi - p[a + 6]).real
        return
    square = dx * dx + dy * dy
    rho = ri - rj
    gx, gy = rho * dy / square, -rho * dx / square  # of -rho psi by d
    out[c] = ri * pose[i + 2] - rj * pose[j + 2] - rho * psi - p[a + 7]
    row = c + 3
    out[row] = -gx
    out[row + 1] = -gy
    out[row + 2] = ri - (gy * ix - gx * iy)
    out[row + 3] = gx
    out[row + 4] = gy
    out[row + 5] = -rj + (gy * jx - gx * jy)
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    vix, viy = point_velocity(twist, k[b + 1], ix, iy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    vx, vy = vjx - vix, vjy - viy
    bx, by = ix * wi * wi - jx * wj * wj, iy * wi * wi - jy * wj * wj
    cross = dx * vy - dy * vx
    out[c + 1] = 0.0
    out[c + 2] = rho * (dx * by - dy * bx - 2.0 * cross * (dx * vx + dy * vy) / square) / square
