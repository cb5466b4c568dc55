"""Two axes that may tilt against each other up to an angle d (Garcia Orden and Goicolea, Eq. 46).

With unit axes e_1, e_2 in the world the gap is a pure number, smooth also where the axes agree:

    gap    = e_1 . e_2 - cos d
    row    e_1 x e_2 on the turning of the first body, e_2 x e_1 on that of the second
    gamma  = -(e_1'' . e_2 + 2 e_1' . e_2' + e_1 . e_2''), second derivatives at constant twists

A force along this row is a moment across both axes, of the force times the sine of the tilt. There is no surface that
slips: the rows of the tangents are zero. As place and normal it shows the second point and the first axis.
"""

from __future__ import annotations

from linkwork.elements.contact_point_layout_kernel import GAMMA, GAP, INSIDE, NX, PAIR_MEMORY, X
from linkwork.elements.spatial.contact.solid_pair_kernel import ROWS, WIDTH
from linkwork.elements.spatial.vectors_kernel import (
    cross,
    dot,
    into_body,
    into_world,
    plus,
    rate,
    second_rate,
    times,
    vector,
)
from linkwork.numerics.vectors_kernel import put

ACCEPT = 2


def tilted_axes(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: axis of the first body, axis and point of the second, cosine of the play."""
    i, v_1, j, v_2 = k[b], k[b + 1], k[b + 2], k[b + 3]
    h_1, h_2, w_1, w_2 = vector(p, a), vector(p, a + 3), vector(twist, v_1 + 3), vector(twist, v_2 + 3)
    e_1, e_2 = into_world(pose, i, h_1), into_world(pose, j, h_2)
    none = 0.0 * e_1[0]
    if stage == ACCEPT:
        memory[k[b + PAIR_MEMORY]], memory[k[b + PAIR_MEMORY] + 1] = 0.0, 0.0
    out[c + GAP], out[c + INSIDE] = dot(e_1, e_2) - p[a + 9], 1.0 + none
    out[c + 2], out[c + 3] = none, none
    put(out, c + X, plus(vector(pose, j), into_world(pose, j, vector(p, a + 6))))
    put(out, c + NX, e_1)
    for number in range(3 * WIDTH):
        out[c + ROWS + number] = none
    across = cross(e_1, e_2)
    put(out, c + ROWS + 3, into_body(pose, i, across))
    put(out, c + ROWS + 9, into_body(pose, j, times(-1.0, across)))
    bias = dot(second_rate(pose, i, w_1, h_1), e_2) + dot(e_1, second_rate(pose, j, w_2, h_2))
    out[c + GAMMA] = -bias - 2.0 * dot(rate(pose, i, w_1, h_1), rate(pose, j, w_2, h_2))
    out[c + GAMMA + 1], out[c + GAMMA + 2] = none, none
