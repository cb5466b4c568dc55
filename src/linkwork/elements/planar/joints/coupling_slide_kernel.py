"""Coupling of two motion planes with a slide: a pin of j on the common line slides along a line of i.

Marquis-Favre and others 2006 Eqs. 33 to 37, for any angle between the planes.

o, e, n as in the coupling by a pin. The pin N, at sigma = e_j' (r_jN - o_j) on the common line, is the point
X = o_i + e_i sigma of the first plane. With U = A_i u_i the slide of body i, V = U turned by +90 degrees, d = X - r_iM:

    Phi    = [ n_j' (r_jN - o_j) ; V' d ]
    Phi_qi = [0, [-V', -V' B_i s_i - U' d]]
    Phi_qj = [[n_j', n_j' B_j s_j], (V' e_i) [e_j', e_j' B_j s_j]]
    nu     = 0
    gamma1 = n_j' A_j s_j w_j^2
    gamma2 = w_i^2 V' d + 2 w_i U' d' - V' (A_i s_i w_i^2 - e_i e_j' A_j s_j w_j^2)
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn


def coupling_slide(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, o_i, e_i, s_j, o_j, e_j, u_i."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 6], p[a + 7])
    ux, uy = turn(pose, i, p[a + 12], p[a + 13])
    nx, ny = pose[j] + jx - p[a + 8], pose[j + 1] + jy - p[a + 9]
    ex, ey = p[a + 4], p[a + 5]
    fx, fy = p[a + 10], p[a + 11]
    sigma = fx * nx + fy * ny
    dx, dy = p[a + 2] + ex * sigma - pose[i] - ix, p[a + 3] + ey * sigma - pose[i + 1] - iy
    across = ux * dy - uy * dx
    out[c] = fx * ny - fy * nx
    out[c + 1] = across
    row = c + 6
    out[row + 3] = -fy
    out[row + 4] = fx
    out[row + 5] = fx * jx + fy * jy
    row = c + 12
    out[row] = uy
    out[row + 1] = -ux
    out[row + 2] = -(ux * ix + uy * iy) - (ux * dx + uy * dy)
    lever = ux * ey - uy * ex
    out[row + 3] = lever * fx
    out[row + 4] = lever * fy
    out[row + 5] = lever * (fy * jx - fx * jy)
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    vix, viy = point_velocity(twist, k[b + 1], ix, iy)
    vjx, vjy = point_velocity(twist, k[b + 3], jx, jy)
    speed = fx * vjx + fy * vjy
    vx, vy = ex * speed - vix, ey * speed - viy
    shift = (fx * jx + fy * jy) * wj * wj
    ax, ay = ix * wi * wi - ex * shift, iy * wi * wi - ey * shift
    out[c + 2] = 0.0
    out[c + 3] = 0.0
    out[c + 4] = (fx * jy - fy * jx) * wj * wj
    out[c + 5] = wi * wi * across + 2.0 * wi * (ux * vx + uy * vy) - (ux * ay - uy * ax)
