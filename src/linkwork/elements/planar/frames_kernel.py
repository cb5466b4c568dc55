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
def point_velocity(twist, i, ax, ay):
    """Velocity of the point whose vector from the body's origin is A s = (ax, ay) (Haug 2.6.4)."""
    w = twist[i + 2]
    return twist[i] - w * ay, twist[i + 1] + w * ax
