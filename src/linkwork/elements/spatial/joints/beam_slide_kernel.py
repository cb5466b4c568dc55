"""A point of a body slides along a beam in space: on the cubic through the nodes of the span where it is.

As in the plane: the element owns the place s, in m from the root along the beam without load. With the weights a, b, c,
e of value and slope at the two nodes of the span (`hermite_kernel`) and d = A (1, 0, 0) of each node:

    r(s)     = a r_1 + b d_1 + c r_2 + e d_2
    Phi      = r_j + A_j s_j - r(s)
    Phi_pi_1 = b A_1 ~x,  Phi_pi_2 = e A_2 ~x,  Phi_pi_j = -A_j ~s_j,  Phi_s = -r'(s)        (x = (1, 0, 0))
    nu       = 0
    gamma    = s'^2 r'' + b A_1 ~w_1 ~w_1 x + e A_2 ~w_2 ~w_2 x - A_j ~w_j ~w_j s_j
               + 2 s' (a' v_1 + b' A_1 ~w_1 x + c' v_2 + e' A_2 ~w_2 x)
"""

from __future__ import annotations

from linkwork.elements.hermite_kernel import bends, cubics, slopes, span_of
from linkwork.elements.spatial.vectors_kernel import (
    cross,
    into_body,
    into_world,
    minus,
    plus,
    rate,
    second_rate,
    times,
    turning,
    vector,
)
from linkwork.numerics.jit import njit

_FIRST = 13  # column of the second node


@njit
def _node(k, b, number):
    """Places in pose and twist of a node, and its first column."""
    if number == 0:
        return k[b], k[b + 1], 0
    at = b + 6 + 12 * (number - 1)
    return k[at], k[at + 1], _FIRST + 6 * (number - 1)


def beam_slide(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_j, number of nodes, their places along the beam; owns s."""
    j, count, s = k[b + 2], int(p[a + 3].real), pose[k[b + 4]]
    stations, width, s_j = a + 4, _FIRST + 6 * (count - 1), vector(p, a)
    span = span_of(p, stations, count, s)
    h = p[stations + span + 1] - p[stations + span]
    u = (s - p[stations + span]) / h
    weights, steep, sharp = cubics(u, h), slopes(u, h), bends(u, h)
    zero = 0.0 * s
    one = 1.0 + zero
    axes = ((one, zero, zero), (zero, one, zero), (zero, zero, one))
    for column in range(3 * width):
        out[c + 9 + column] = zero
    d = plus(vector(pose, j), into_world(pose, j, s_j))
    along = (zero, zero, zero)
    for end in range(2):
        at, _, column = _node(k, b, span + end)
        value, slope = weights[2 * end], weights[2 * end + 1]
        r, direction = vector(pose, at), into_world(pose, at, axes[0])
        d = minus(d, plus(times(value, r), times(slope, direction)))
        along = plus(along, plus(times(steep[2 * end], r), times(steep[2 * end + 1], direction)))
        for axis in range(3):
            row = c + 9 + width * axis + column
            out[row + axis] = -value
            turned = times(-slope, cross(axes[0], into_body(pose, at, axes[axis])))
            out[row + 3], out[row + 4], out[row + 5] = turned
    for axis in range(3):
        row = c + 9 + width * axis
        out[c + axis] = d[axis]
        out[row + 6 + axis] = one
        out[row + 9], out[row + 10], out[row + 11] = cross(s_j, into_body(pose, j, axes[axis]))
        out[row + 12] = -along[axis]
    if stage == 0:
        return
    speed = twist[k[b + 5]]
    gamma = times(-1.0, second_rate(pose, j, turning(twist, k[b + 3]), s_j))
    for end in range(2):
        at, v, _ = _node(k, b, span + end)
        w, r, direction = turning(twist, v), vector(pose, at), into_world(pose, at, axes[0])
        bent = plus(times(sharp[2 * end], r), times(sharp[2 * end + 1], direction))
        moved = plus(times(steep[2 * end], vector(twist, v)), times(steep[2 * end + 1], rate(pose, at, w, axes[0])))
        pulled = times(weights[2 * end + 1], second_rate(pose, at, w, axes[0]))
        gamma = plus(gamma, plus(pulled, plus(times(speed * speed, bent), times(2.0 * speed, moved))))
    for axis in range(3):
        out[c + 3 + axis], out[c + 6 + axis] = zero, gamma[axis]
