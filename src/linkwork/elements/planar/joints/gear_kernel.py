"""Gear pair, external or internal (Haug 3.4.1 to 3.4.7, with the corrected Jacobian).

The line of centres points along theta = c_i phi_i + c_j phi_j + theta_0, c_i = R_i/(R_i+R_j), c_j = R_j/(R_i+R_j)
(an internal ring has R_i < 0). With d = r_jP - r_iP, u = (cos theta, sin theta), n = u turned by +90 degrees:

    Phi    = n' d
    Phi_qi = [-n', -n' B_i s_i - c_i u' d],  Phi_qj = [n', n' B_j s_j - c_j u' d]
    nu     = 0
    gamma  = 2 theta' u' d' + theta'^2 n' d + n' (A_j s_j w_j^2 - A_i s_i w_i^2),   theta' = c_i w_i + c_j w_j

The distance of the centres is held by other constraints. Phi = 0 holds for u along d and against it; the memory
keeps the sign of u' d of the last accepted position, so that a jump between the two is noticed.
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn
from linkwork.numerics.scalar import cos, sin


def gear(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j, c_i, c_j, theta_0; memory: side."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 2], p[a + 3])
    ci, cj = p[a + 4], p[a + 5]
    theta = ci * pose[i + 2] + cj * pose[j + 2] + p[a + 6]
    ux, uy = cos(theta), sin(theta)
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    along, across = ux * dx + uy * dy, ux * dy - uy * dx
    if stage == 2:
        memory[k[b + 4]] = 1.0 if along.real > 0.0 else -1.0
        return
    out[c] = across
    row = c + 3
    out[row] = uy
    out[row + 1] = -ux
    out[row + 2] = -(ux * ix + uy * iy) - ci * along
    out[row + 3] = -uy
    out[row + 4] = ux
    out[row + 5] = ux * jx + uy * jy - cj * along
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    vix, viy = point_velocity(twist, k[b + 1], ix, iy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    ax, ay = jx * wj * wj - ix * wi * wi, jy * wj * wj - iy * wi * wi
    rate = ci * wi + cj * wj
    out[c + 1] = 0.0
    out[c + 2] = 2.0 * rate * (ux * (vjx - vix) + uy * (vjy - viy)) + rate * rate * across + ux * ay - uy * ax
