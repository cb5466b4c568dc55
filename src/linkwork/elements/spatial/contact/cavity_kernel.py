"""A point in a cavity of any shape: the gap is a function G(x, y, z) of where the point is in a frame of the cavity.

G is positive inside, zero on the wall and negative beyond it. With u the place of the point in the frame, F the axes of
the frame in the world and v the velocity of the point against the cavity's body:

    gap    = G(u)
    row    (F grad G) . v
    gamma  = -d^2 G(u(t)) / dt^2 at constant twists,  u'' = F^T (d'' - 2 W x d' + W x (W x d)), d between the points

The gradient has any length, so a force along this row is one times the length of the gradient. Slip would have to be
measured by it, too: the rows of the tangents are zero.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import GAMMA, GAP, INSIDE, NX, PAIR_MEMORY, PAIR_OWN, X
from linkwork.elements.spatial.contact.solid_pair_kernel import ROWS, WIDTH
from linkwork.elements.spatial.joints.rolling_kernel import put_slip_row
from linkwork.elements.spatial.vectors_kernel import (
    cross,
    dot,
    into_body,
    into_world,
    minus,
    plus,
    rate,
    second_rate,
    times,
    vector,
)
from linkwork.functions.call_kernel import evaluate
from linkwork.functions.field_kernel import JETS
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt
from linkwork.numerics.vectors_kernel import put

ACCEPT = 2
SIZE = ROWS + 3 * WIDTH  # numbers of a point
AXES = 3  # where the axes of the frame lie among its numbers, behind the middle


@njit
def seen(p, a, u):
    """A vector of the body along the axes of the frame."""
    return dot(vector(p, a + AXES), u), dot(vector(p, a + AXES + 3), u), dot(vector(p, a + AXES + 6), u)


@njit
def along(p, k, block, out, at, u, u_rate, u_second):
    """The jet of G along a path through u, at out[at...]."""
    for i in range(3):
        jet = at - JETS + 4 * i
        out[jet], out[jet + 1], out[jet + 2], out[jet + 3] = u[i], u_rate[i], u_second[i], 0.0
    evaluate(0.0 * u[0], p, k, block, out, at)


def point_in_cavity(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: middle and axes of the frame, point of the second body; function: G."""
    i, v_1, j, v_2, block, at = k[b], k[b + 1], k[b + 2], k[b + 3], k[b + PAIR_OWN], c + SIZE + JETS
    w_1, w_2, point = vector(twist, v_1 + 3), vector(twist, v_2 + 3), vector(p, a + 12)
    arm = into_world(pose, j, point)
    away = minus(plus(vector(pose, j), arm), vector(pose, i))
    away_rate = minus(plus(vector(twist, v_2), rate(pose, j, w_2, point)), vector(twist, v_1))
    d, moved = into_body(pose, i, away), into_body(pose, i, away_rate)
    turned = cross(w_1, d)
    d_rate = minus(moved, turned)
    d_second = into_body(pose, i, second_rate(pose, j, w_2, point))
    d_second = plus(minus(d_second, times(2.0, cross(w_1, moved))), cross(w_1, turned))
    u = seen(p, a, minus(d, vector(p, a)))
    none = 0.0 * u[0]
    rest, gradient = (none, none, none), (none, none, none)
    for axis in range(3):
        unit = (none + (axis == 0), none + (axis == 1), none + (axis == 2))
        along(p, k, block, out, at, u, unit, rest)
        gradient = plus(gradient, times(out[at + 1], vector(p, a + AXES + 3 * axis)))
    along(p, k, block, out, at, u, seen(p, a, d_rate), seen(p, a, d_second))
    gap, second = out[at], out[at + 2]
    steep = into_world(pose, i, gradient)
    if stage == ACCEPT:
        memory[k[b + PAIR_MEMORY]], memory[k[b + PAIR_MEMORY] + 1] = 0.0, 0.0
    out[c + GAP], out[c + INSIDE] = gap, 1.0 + none
    out[c + 2], out[c + 3] = none, none
    put(out, c + X, plus(vector(pose, j), arm))
    size = dot(steep, steep)
    put(out, c + NX, times(1.0 / sqrt(size), steep) if size.real > 0.0 else (1.0 + none, none, none))
    for number in range(3 * WIDTH):
        out[c + ROWS + number] = none
    put_slip_row(pose, i, j, steep, away, arm, c + ROWS, out)
    out[c + GAMMA], out[c + GAMMA + 1], out[c + GAMMA + 2] = -second, none, none
