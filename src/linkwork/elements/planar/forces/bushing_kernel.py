"""A bushing in the plane: three springs and dampers between a frame of one body and a frame of another.

With d = r_j + A_j s_j - r_i - A_i s_i, U = A_i u the first axis of the first frame and V the second one, across it:

    x = (U' d, V' d, phi_j + beta_j - phi_i - beta_i)        (beta: direction of the first axis of a frame in its body)
    f = K x + D x' + F,        Q = -(x_q)' f                 (F: tabulated curves or laws, one a component)

U, V turn with the first body, so that K x is the gradient of the stored energy x'K x / 2 and no momentum is made: the
force acts on both bodies at the second frame's point. Power lost x' . D x'; what the curves F do is power given from
outside, -F . x'. Its strength is the size of the force.
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt

STIFFNESS, DAMPING = 7, 16  # places behind s_i (2), u (2), s_j (2), beta_j - beta_i


@njit
def applied(p, m, x, y, angle):
    """The 3 x 3 matrix from p[m] on times (x, y, angle)."""
    return (
        p[m] * x + p[m + 1] * y + p[m + 2] * angle,
        p[m + 3] * x + p[m + 4] * y + p[m + 5] * angle,
        p[m + 6] * x + p[m + 7] * y + p[m + 8] * angle,
    )


def bushing(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, u, s_j, beta_j - beta_i, K, D (9 each); k: three places of F."""
    i, j, vi, vj = k[b], k[b + 2], k[b + 1], k[b + 3]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    ux, uy = turn(pose, i, p[a + 2], p[a + 3])
    jx, jy = turn(pose, j, p[a + 4], p[a + 5])
    dx, dy = pose[j] + jx - pose[i] - ix, pose[j + 1] + jy - pose[i + 1] - iy
    vix, viy = point_velocity(twist, vi, ix, iy)
    vjx, vjy = point_velocity(twist, vj, jx, jy)
    spin = twist[vi + 2]
    # rate of d as the first body sees it
    wx, wy = vjx - vix + spin * dy, vjy - viy - spin * dx
    x, y, angle = ux * dx + uy * dy, ux * dy - uy * dx, pose[j + 2] - pose[i + 2] + p[a + 6]
    x_rate, y_rate, turning = ux * wx + uy * wy, ux * wy - uy * wx, twist[vj + 2] - spin
    kx, ky, ka = applied(p, a + STIFFNESS, x, y, angle)
    cx, cy, ca = applied(p, a + DAMPING, x_rate, y_rate, turning)
    lx, ly, la = memory[k[b + 4]], memory[k[b + 5]], memory[k[b + 6]]
    along, across, moment = kx + cx + lx, ky + cy + ly, ka + ca + la
    fx, fy = -(ux * along - uy * across), -(uy * along + ux * across)
    armx, army = ix + dx, iy + dy
    out[c] = -fx
    out[c + 1] = -fy
    out[c + 2] = moment - (armx * fy - army * fx)
    out[c + 3] = fx
    out[c + 4] = fy
    out[c + 5] = jx * fy - jy * fx - moment
    square = fx * fx + fy * fy
    out[c + 6] = 0.5 * (kx * x + ky * y + ka * angle)
    out[c + 7] = cx * x_rate + cy * y_rate + ca * turning
    out[c + 8] = -(lx * x_rate + ly * y_rate + la * turning)
    out[c + 9] = sqrt(square) if square.real > 0.0 else 0.0 * square
