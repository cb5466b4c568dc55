"""The rotation vector of one body against another, its size and its rate.

With q = conj(p_i) p_j c, c a constant quaternion, and e0 >= 0 (one of q and -q is chosen; Haug 9.3.2):

    phi  = 2 atan2(|e|, e0) e / |e|                             axis times angle, in the axes of body i
    phi' = (I - ~phi/2 + b ~phi^2) w,  b = 1/|phi|^2 - 1/(2 |phi| tan(|phi|/2))
    w    = angular velocity of j less that of i, in the axes of body i

It is smooth below half a turn and jumps there.
"""

from __future__ import annotations

from linkwork.elements.spatial.vectors_kernel import cross, plus, times
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan2, sqrt, tan

SMALL = 1e-3  # squares of angles below this are summed as series
PARAMETERS = 12  # where the Euler parameters begin in a pose


@njit
def product(a, b):
    """Product of two quaternions."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3],
        a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1],
    )


@njit
def rotation_vector(pose, i, j, c):
    """phi of body j, turned by the constant quaternion c, against body i."""
    m, n = i + PARAMETERS, j + PARAMETERS
    first = (pose[m], -pose[m + 1], -pose[m + 2], -pose[m + 3])
    q = product(product(first, (pose[n], pose[n + 1], pose[n + 2], pose[n + 3])), c)
    sign = 1.0 if q[0].real >= 0.0 else -1.0
    square = q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
    # the next term of the series is 35/1152 square^4 = 3e-26
    if square.real < 1e-6:
        ratio = 1.0 + square * (1.0 / 6.0 + square * (3.0 / 40.0 + square * (5.0 / 112.0)))  # asin(s) / s
    else:
        size = sqrt(square)
        ratio = atan2(size, sign * q[0]) / size
    return times(2.0 * sign * ratio, (q[1], q[2], q[3]))


@njit
def tangent(phi, u):
    """(I - ~phi/2 + b ~phi^2) u: phi' for the relative angular velocity u; with -phi the transposed matrix."""
    square = phi[0] * phi[0] + phi[1] * phi[1] + phi[2] * phi[2]
    if square.real < SMALL:
        # the same quotient as a series
        b = 1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square / 1209600.0))
    else:
        size = sqrt(square)
        b = 1.0 / square - 0.5 / (size * tan(0.5 * size))
    once = cross(phi, u)
    return plus(plus(u, times(-0.5, once)), times(b, cross(phi, once)))
