"""Distance of two points (Haug 3.2.1, 3.3.7, revolute-revolute 3.3.15, driver 3.5.8), divided by a constant length.

With d = r_i + A_i s_i - r_j - A_j s_j and a constant C0 > 0 near C, so that Phi is close to the error in length:

    Phi    = (d'd - C(t)^2) / (2 C0)
    Phi_qi = [d', d' B_i s_i] / C0,  Phi_qj = -[d', d' B_j s_j] / C0
    nu     = C C' / C0
    gamma  = (-v'v + d' (A_i s_i w_i^2 - A_j s_j w_j^2) + C C'' + C'^2) / C0,   v the velocity of d
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import point_velocity, turn
from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.jit import njit


@njit
def write_distance(stage, pose, i, j, twist, vi, vj, p, a, length, rate, acceleration, out, c):
    """The row of a distance at out[c...]; p from a on: s_i, s_j, C0; poses i and j, twists vi and vj."""
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 2], p[a + 3])
    scale = 1.0 / p[a + 4]
    dx, dy = pose[i] + ix - pose[j] - jx, pose[i + 1] + iy - pose[j + 1] - jy
    out[c] = 0.5 * (dx * dx + dy * dy - length * length) * scale
    row = c + 3
    out[row] = dx * scale
    out[row + 1] = dy * scale
    out[row + 2] = (dy * ix - dx * iy) * scale
    out[row + 3] = -dx * scale
    out[row + 4] = -dy * scale
    out[row + 5] = (dx * jy - dy * jx) * scale
    if stage == 0:
        return
    wi, wj = twist[vi + 2], twist[vj + 2]
    vix, viy = point_velocity(twist, vi, ix, iy)
    vjx, vjy = point_velocity(twist, vj, jx, jy)
    vx, vy = vix - vjx, viy - vjy
    ax, ay = ix * wi * wi - jx * wj * wj, iy * wi * wi - jy * wj * wj
    out[c + 1] = length * rate * scale
    out[c + 2] = (dx * ax + dy * ay - vx * vx - vy * vy + length * acceleration + rate * rate) * scale


def distance(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j, C0; function: C."""
    function = c + 9
    evaluate(t, p, k, k[b + 4], out, function)
    length, rate, acceleration = out[function], out[function + 1], out[function + 2]
    write_distance(stage, pose, k[b], k[b + 2], twist, k[b + 1], k[b + 3], p, a, length, rate, acceleration, out, c)
