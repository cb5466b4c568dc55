"""A point of a body slides along a beam: on the cubic through the nodes of the span where it is, along their axes.

The element owns the place s, in m from the root along the beam without load. With the weights a, b, c, e of value and
slope at the two nodes of the span (`hermite_kernel`), d = A (1, 0) of each node and n = B d:

    r(s)     = a r_1 + b d_1 + c r_2 + e d_2
    Phi      = r_j + A_j s_j - r(s)
    Phi_q1   = -[a I, b n_1],  Phi_q2 = -[c I, e n_2],  Phi_qj = [I, B_j s_j],  Phi_s = -r'(s)
    nu       = 0
    gamma    = w_j^2 A_j s_j + s'^2 r'' - b w_1^2 d_1 - e w_2^2 d_2 + 2 s' (a' v_1 + b' w_1 n_1 + c' v_2 + e' w_2 n_2)

The curve has a tangent at the nodes too; nodes beyond the first, which is the first end, are `others`.
"""

from __future__ import annotations

from linkwork.elements.hermite_kernel import bends, cubics, slopes, span_of
from linkwork.elements.planar.frames_kernel import turn
from linkwork.numerics.jit import njit

_FIRST = 7  # column of the second node


@njit
def _node(k, b, number):
    """Places in pose and twist of a node, and its first column."""
    if number == 0:
        return k[b], k[b + 1], 0
    at = b + 6 * number
    return k[at], k[at + 1], _FIRST + 3 * (number - 1)


def beam_slide(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_j, number of nodes, their places along the beam; owns s."""
    j, count, s = k[b + 2], int(p[a + 2].real), pose[k[b + 4]]
    stations, width = a + 3, _FIRST + 3 * (count - 1)
    span = span_of(p, stations, count, s)
    h = p[stations + span + 1] - p[stations + span]
    u = (s - p[stations + span]) / h
    weights, steep, sharp = cubics(u, h), slopes(u, h), bends(u, h)
    jx, jy = turn(pose, j, p[a], p[a + 1])
    first, second = c + 6, c + 6 + width
    for column in range(2 * width):
        out[first + column] = 0.0 * s
    x, y = pose[j] + jx, pose[j + 1] + jy
    tx, ty = 0.0 * s, 0.0 * s
    for end in range(2):
        at, _, column = _node(k, b, span + end)
        value, slope = weights[2 * end], weights[2 * end + 1]
        dx, dy = pose[at + 3], pose[at + 4]
        x -= value * pose[at] + slope * dx
        y -= value * pose[at + 1] + slope * dy
        tx += steep[2 * end] * pose[at] + steep[2 * end + 1] * dx
        ty += steep[2 * end] * pose[at + 1] + steep[2 * end + 1] * dy
        out[first + column], out[second + column + 1] = -value, -value
        out[first + column + 2], out[second + column + 2] = slope * dy, -slope * dx
    out[c], out[c + 1] = x, y
    out[first + 3], out[first + 5], out[first + 6] = 1.0 + 0.0 * s, -jy, -tx
    out[second + 4], out[second + 5], out[second + 6] = 1.0 + 0.0 * s, jx, -ty
    if stage == 0:
        return
    wj, rate = twist[k[b + 3] + 2], twist[k[b + 5]]
    x, y = wj * wj * jx, wj * wj * jy
    for end in range(2):
        at, v, _ = _node(k, b, span + end)
        dx, dy, w = pose[at + 3], pose[at + 4], twist[v + 2]
        pull = sharp[2 * end + 1] * rate * rate - weights[2 * end + 1] * w * w
        cross = 2.0 * rate * steep[2 * end + 1] * w
        x += sharp[2 * end] * rate * rate * pose[at] + pull * dx - cross * dy
        y += sharp[2 * end] * rate * rate * pose[at + 1] + pull * dy + cross * dx
        x += 2.0 * rate * steep[2 * end] * twist[v]
        y += 2.0 * rate * steep[2 * end] * twist[v + 1]
    out[c + 2], out[c + 3], out[c + 4], out[c + 5] = 0.0 * s, 0.0 * s, x, y
