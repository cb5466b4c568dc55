"""Difference of two points along a fixed direction of the world.

Haug 3.2.3 to 3.2.5 and 3.3.1 to 3.3.4; drivers 3.5.1, 3.5.2, 3.5.5, 3.5.6.

With the constant direction e, (1, 0) for x and (0, 1) for y, and a function C(t), constant for a constraint:

    Phi    = e' (r_j + A_j s_j - r_i - A_i s_i) - C(t)
    Phi_qi = [-e', -e' B_i s_i],  Phi_qj = [e', e' B_j s_j]
    nu     = C'
    gamma  = e' (A_j s_j w_j^2 - A_i s_i w_i^2) + C''
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import turn
from linkwork.functions.call_kernel import evaluate


def axis(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i, s_j, e; function: C."""
    i, j = k[b], k[b + 2]
    ix, iy = turn(pose, i, p[a], p[a + 1])
    jx, jy = turn(pose, j, p[a + 2], p[a + 3])
    ex, ey = p[a + 4], p[a + 5]
    function = c + 9
    evaluate(t, p, k, k[b + 4], out, function)
    out[c] = ex * (pose[j] + jx - pose[i] - ix) + ey * (pose[j + 1] + jy - pose[i + 1] - iy) - out[function]
    row = c + 3
    out[row] = -ex
    out[row + 1] = -ey
    out[row + 2] = ex * iy - ey * ix
    out[row + 3] = ex
    out[row + 4] = ey
    out[row + 5] = ey * jx - ex * jy
    if stage == 0:
        return
    wi, wj = twist[k[b + 1] + 2], twist[k[b + 3] + 2]
    out[c + 1] = out[function + 1]
    out[c + 2] = (ex * jx + ey * jy) * wj * wj - (ex * ix + ey * iy) * wi * wi + out[function + 2]
