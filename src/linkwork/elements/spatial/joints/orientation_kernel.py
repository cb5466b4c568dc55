"""Relative orientation of two frames by the Euler parameters between them, regular at any orientation of the bodies.

With the constant parameters c of the joint frames and rho = (p_i c_i)* (p_j c_j) = (e0, e), taken with e0 >= 0:

    Phi    = 2 e                                                       zero when the frames are parallel, and only then
    Phi_wi = -(e0 I - ~e) C_i',  Phi_wj = (e0 I + ~e) C_j'             (Haug 9.3.35)
    gamma  = -vec(rho' w_j'' - w_i'' rho'),   rho' = (rho w_j'' - w_i'' rho) / 2,   w'' = C' w

The book holds e1, e2, e3 of a body instead (9.4.15), which is singular where e0 = 0. The third equation alone says that
the frames are turned about an axis square to both z'': the two shafts of a joint of constant velocity.
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.primitives_kernel import put_turn
from linkwork.elements.spatial.vectors_kernel import dot, plus, times, turning, vector
from linkwork.numerics.jit import njit


@njit
def product(a, b):
    """Product of two quaternions."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


@njit
def _four(p, a):
    return p[a], p[a + 1], p[a + 2], p[a + 3]


@njit
def _in_frame(p, a, w):
    """The quaternion (0, C' w), with the axes of the frame at p[a]."""
    x, y, z = dot(vector(p, a), w), dot(vector(p, a + 3), w), dot(vector(p, a + 6), w)
    return 0.0 * x, x, y, z


@njit
def _half(rho, w_i, w_j):
    """(rho w_j - w_i rho) / 2."""
    right, left = product(rho, w_j), product(w_i, rho)
    return (
        0.5 * (right[0] - left[0]),
        0.5 * (right[1] - left[1]),
        0.5 * (right[2] - left[2]),
        0.5 * (right[3] - left[3]),
    )


@njit
def _mixed(p, a, x, y, z):
    """x f + y g + z h of the frame at p[a]."""
    return plus(plus(times(x, vector(p, a)), times(y, vector(p, a + 3))), times(z, vector(p, a + 6)))


@njit
def orientation(stage, pose, twist, one, other, p, axes_i, axes_j, turns, first, out, phi, gamma, row):
    """Equations first..2 of the relative orientation; p: axes f, g, h of both frames, at `turns` c_i and c_j."""
    c_i, c_j = _four(p, turns), _four(p, turns + 4)
    p_i, p_j = product(_four(pose, one[0] + 12), c_i), product(_four(pose, other[0] + 12), c_j)
    rho = product((p_i[0], -p_i[1], -p_i[2], -p_i[3]), p_j)
    sign = 1.0 if rho[0].real >= 0.0 else -1.0
    e0, e1, e2, e3 = sign * rho[0], sign * rho[1], sign * rho[2], sign * rho[3]
    bent = (0.0 * e0, 0.0 * e0, 0.0 * e0, 0.0 * e0)
    if stage != 0:
        w_i, w_j = _in_frame(p, axes_i, turning(twist, one[1])), _in_frame(p, axes_j, turning(twist, other[1]))
        bent = _half(_half((e0, e1, e2, e3), w_i, w_j), w_i, w_j)
    at = 0
    if first == 0:
        n_i, n_j = _mixed(p, axes_i, -e0, -e3, e2), _mixed(p, axes_j, e0, -e3, e2)
        put_turn(out, phi, gamma, row, 2.0 * e1, -2.0 * bent[1], n_i, n_j)
        n_i, n_j = _mixed(p, axes_i, e3, -e0, -e1), _mixed(p, axes_j, e3, e0, -e1)
        put_turn(out, phi + 1, gamma + 1, row + 12, 2.0 * e2, -2.0 * bent[2], n_i, n_j)
        at = 2
    n_i, n_j = _mixed(p, axes_i, -e2, e1, -e0), _mixed(p, axes_j, -e2, e1, e0)
    put_turn(out, phi + at, gamma + at, row + 12 * at, 2.0 * e3, -2.0 * bent[3], n_i, n_j)
