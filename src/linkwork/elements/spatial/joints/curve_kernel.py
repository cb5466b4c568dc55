"""A point of the second body on a space curve of the first.

The element owns the curve parameter al. With S = c(al) in the frame of the first body, c' and c'' its derivatives:

    Phi     = r_j + A_j s_j - r_i - A_i c(al)
    Phi_pi_i = A_i ~c,  Phi_pi_j = -A_j ~s_j,  Phi_al = -A_i c'
    nu      = 0
    gamma   = A_i (~w_i ~w_i c + 2 al' ~w_i c' + al'^2 c'') - A_j ~w_j ~w_j s_j
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.primitives_kernel import between
from linkwork.elements.spatial.vectors_kernel import (
    cross,
    into_body,
    into_world,
    minus,
    plus,
    second_rate,
    times,
    turning,
    vector,
)
from linkwork.functions.call_kernel import evaluate


def curve(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_j; owns al; functions: x, y, z of the curve."""
    i, j = k[b], k[b + 2]
    functions = c + 9 + 39
    x, y, z = functions, functions + k[b + 6], functions + k[b + 7]
    evaluate(pose[k[b + 4]], p, k, k[b + 8], out, x)
    evaluate(pose[k[b + 4]], p, k, k[b + 9], out, y)
    evaluate(pose[k[b + 4]], p, k, k[b + 10], out, z)
    s_i, s_j = (out[x], out[y], out[z]), vector(p, a)
    along = (out[x + 1], out[y + 1], out[z + 1])
    d = between(pose, (i, k[b + 1]), (j, k[b + 3]), s_i, s_j)
    tangent = into_world(pose, i, along)
    for axis in range(3):
        row = c + 9 + 13 * axis
        unit = (1.0 * (axis == 0), 1.0 * (axis == 1), 1.0 * (axis == 2))
        out[c + axis] = d[axis]
        out[row + axis], out[row + 6 + axis] = -1.0, 1.0
        out[row + 3], out[row + 4], out[row + 5] = cross(into_body(pose, i, unit), s_i)
        out[row + 9], out[row + 10], out[row + 11] = cross(s_j, into_body(pose, j, unit))
        out[row + 12] = -tangent[axis]
    if stage == 0:
        return
    w_i, w_j, speed = turning(twist, k[b + 1]), turning(twist, k[b + 3]), twist[k[b + 5]]
    bend = (out[x + 2], out[y + 2], out[z + 2])
    turned = plus(cross(w_i, cross(w_i, s_i)), times(2.0 * speed, cross(w_i, along)))
    on_curve = into_world(pose, i, plus(turned, times(speed * speed, bend)))
    out[c + 6], out[c + 7], out[c + 8] = minus(on_curve, second_rate(pose, j, w_j, s_j))
