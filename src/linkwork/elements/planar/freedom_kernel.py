"""A freedom between two bodies: one number s(q_i, q_j), its rate and its gradient, on which springs and motors act.

ANGLE         s = phi_j - phi_i + beta
DISTANCE      s = |d|,  d = r_j + A_j s_j - r_i - A_i s_i            (no direction at d = 0)
ALONG         s = u' d, u = A_i u_i turning with the first body      (signed position on a line of the first body)
DIFFERENCE    s = e' d, e fixed in the world
A generalised force of strength f that pulls s back is Q = -f grad s.
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

ANGLE, DISTANCE, ALONG, DIFFERENCE = range(4)
FREEDOM_NUMBERS = 6  # s_i, s_j and, for ALONG and DIFFERENCE, the direction; for ANGLE beta in the first place


@njit
def freedom(kind, pose, twist, p, k, a, b):
    """s, s', gradient by (x_i, y_i, phi_i), gradient by (x_j, y_j, phi_j)."""
    i, j = k[b], k[b + 2]
    vi, vj = k[b + 1], k[b + 3]
    if kind == ANGLE:
        zero = 0.0 * pose[j + 2]
        angle, speed = pose[j + 2] - pose[i + 2] + p[a], twist[vj + 2] - twist[vi + 2]
        return angle, speed, zero, zero, zero - 1.0, zero, zero, zero + 1.0
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 2], p[a + 3])
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    vix, viy = point_velocity(twist, vi, ix, iy)
    vjx, vjy = point_velocity(twist, vj, jx, jy)
    wx, wy = vjx - vix, vjy - viy
    lever = 0.0 * dx
    if kind == DISTANCE:
        value = sqrt(dx * dx + dy * dy) if dx.real != 0.0 or dy.real != 0.0 else 0.0 * dx
        inverse = 1.0 / value if value.real > 0.0 else 0.0 * value
        ex, ey = dx * inverse, dy * inverse
        speed = ex * wx + ey * wy
    else:
        ex, ey = p[a + 4] + lever, p[a + 5] + lever
        speed = lever
        if kind == ALONG:
            ex, ey = turn(pose, i, p[a + 4], p[a + 5])
            lever = ex * dy - ey * dx  # (B u)' d
            speed = twist[vi + 2] * lever
        value = ex * dx + ey * dy
        speed = speed + ex * wx + ey * wy
    return value, speed, -ex, -ey, lever - (ix * ey - iy * ex), ex, ey, jx * ey - jy * ex


@njit
def pull_back(force, gix, giy, gia, gjx, gjy, gja, c, out):
    """Generalised forces of the strength that pulls the freedom back, at out[c...c+5]."""
    out[c] = -force * gix
    out[c + 1] = -force * giy
    out[c + 2] = -force * gia
    out[c + 3] = -force * gjx
    out[c + 4] = -force * gjy
    out[c + 5] = -force * gja
