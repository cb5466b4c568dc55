"""Small formulas that the planar kernels share.

A body's pose is five numbers from `pose[i]` on: x, y, phi, cos phi, sin phi; its twist three: x', y', phi'.
A = [[c, -s], [s, c]], B = dA/dphi = [[-s, -c], [c, -s]] (Haug 2.4.4, 2.6.3).
"""

from __future__ import annotations

from linkwork.numerics.jit import njit


@njit
def turn(pose, i, x, y):
    """A s: a vector of the body seen in the world."""
    c, s = pose[i + 3], pose[i + 4]
    return c * x - s * y, s * x + c * y


@njit
def put_slide_row(ux, uy, ix, iy, jx, jy, dx, dy, out, row):
    """Speed of a point of the second body along U_i of the first: [-U_i', -U_i' B_i s_i + N_i' d, U_i', U_i' B_j s_j].

    (ix, iy) and (jx, jy) are A_i s_i and A_j s_j, (dx, dy) is d from the first point to the second.
    """
    out[row] = -ux
    out[row + 1] = -uy
    out[row + 2] = ux * iy - uy * ix + ux * dy - uy * dx
    out[row + 3] = ux
    out[row + 4] = uy
    out[row + 5] = uy * jx - ux * jy


@njit
def slide_gamma(twist, i, j, ux, uy, ix, iy, jx, jy, along):
    """Gamma of that row: U_i' (A_j s_j w_j^2 - A_i s_i w_i^2) - 2 w_i N_i' d' + w_i^2 U_i' d, `along` being U_i' d."""
    wi, wj = twist[i + 2], twist[j + 2]
    vix, viy = point_velocity(twist, i, ix, iy)
    vjx, vjy = point_velocity(twist, j, jx, jy)
    ax, ay = ix * wi * wi - jx * wj * wj, iy * wi * wi - jy * wj * wj
    across_rate = ux * (vjy - viy) - uy * (vjx - vix)
    return wi * wi * along - 2.0 * wi * across_rate - (ux * ax + uy * ay)


@njit
def point_velocity(twist, i, ax, ay):
    """Velocity of the point whose vector from the body's origin is A s = (ax, ay) (Haug 2.6.4)."""
    w = twist[i + 2]
    return twist[i] - w * ay, twist[i + 1] + w * ax
