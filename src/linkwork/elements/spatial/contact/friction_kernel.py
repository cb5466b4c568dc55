"""Dry friction of a spatial joint: the directions in which it rubs, and what presses there.

Axes e are those of the joint's frame in the first body. With d = r_j + A_j s_j - r_i - A_i s_i a slip is

    sliding   the rate of e . d, the speed of the second body's point along the axis
    turning   R e . (w_j - w_i), with the angular velocities in world axes; gamma = -R (w_i x e) . w_j

and d(slip)/dt = row a - gamma. A load is the product of six numbers, along the axes of the frame, with the force and
the torque of the reaction on the second body.
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.primitives_kernel import dot_2
from linkwork.elements.spatial.vectors_kernel import cross, dot, into_body, into_world, plus, times, turning, vector
from linkwork.numerics.jit import njit
from linkwork.numerics.vectors_kernel import put

AXES = 3  # slips below this number slide along an axis, those from it on turn about one
ROW = 12


def friction(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, f, g, h, s_j, radius, six numbers a load; k behind the bodies: slips, loads, the axis of every slip."""
    one, other = (k[b], k[b + 1]), (k[b + 2], k[b + 3])
    slips, loads = k[b + 4], k[b + 5]
    for number in range(slips):
        kind, row = k[b + 6 + number], c + slips + ROW * number
        axis = vector(p, a + 3 + 3 * (kind % AXES))
        if kind < AXES:
            _, gamma, u, n_i, n_j = dot_2(stage, pose, twist, one, other, axis, vector(p, a), vector(p, a + 12))
        else:
            gamma, u, n_i, n_j = turned(stage, pose, twist, one, other, axis, p[a + 15])
        out[c + number] = gamma
        put(out, row, times(-1.0, u))
        put(out, row + 3, n_i)
        put(out, row + 6, u)
        put(out, row + 9, n_j)
    at, numbers = c + slips * (1 + ROW), a + 16
    for _ in range(2 * loads):
        put(out, at, framed(pose, k[b], p, a + 3, numbers))
        at += 3
        numbers += 3


@njit
def turned(stage, pose, twist, one, other, axis, radius):
    """Slip of a pin that turns: gamma, no part of the velocities, the parts of both angular velocities."""
    e = into_world(pose, one[0], axis)
    gamma = 0.0 * e[0]
    if stage != 0:
        first = into_world(pose, one[0], turning(twist, one[1]))
        second = into_world(pose, other[0], turning(twist, other[1]))
        gamma = -radius * dot(cross(first, e), second)
    nothing = 0.0 * e[0]
    return gamma, (nothing, nothing, nothing), times(-radius, axis), times(radius, into_body(pose, other[0], e))


@njit
def framed(pose, i, p, axes, numbers):
    """Three numbers along the axes of a frame of a body, in world axes."""
    f, g, h = vector(p, axes), vector(p, axes + 3), vector(p, axes + 6)
    total = plus(times(p[numbers], f), plus(times(p[numbers + 1], g), times(p[numbers + 2], h)))
    return into_world(pose, i, total)
