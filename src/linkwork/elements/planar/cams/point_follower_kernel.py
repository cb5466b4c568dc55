"""Point-follower, pin in a curved slot: a point of i stays on an outline of j.

Haug 3.4.31, 3.4.32, for any parametric curve.

The element owns the curve parameter al of j. With S = A_j c(al), G = A_j c'(al), H = A_j c''(al):

    Phi    = r_i + A_i s_i - r_j - S
    Phi_qi = [I, B_i s_i],  Phi_qj = [-I, -R S],  Phi_al = -G
    nu     = 0
    gamma  = A_i s_i w_i^2 - S w_j^2 + 2 w_j al' R G + al'^2 H
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import turn
from linkwork.functions.call_kernel import evaluate


def point_follower(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_i; owns al; curve: c_j."""
    i, j = k[b], k[b + 2]
    curve = c + 20
    evaluate(pose[k[b + 4]], p, k, k[b + 6], out, curve)
    ix, iy = turn(pose, i, p[a], p[a + 1])
    sx, sy = turn(pose, j, out[curve], out[curve + 1])
    gx, gy = turn(pose, j, out[curve + 2], out[curve + 3])
    out[c] = pose[i] + ix - pose[j] - sx
    out[c + 1] = pose[i + 1] + iy - pose[j + 1] - sy
    row = c + 6
    out[row] = 1.0
    out[row + 2] = -iy
    out[row + 3] = -1.0
    out[row + 5] = sy
    out[row + 6] = -gx
    row = c + 13
    out[row + 1] = 1.0
    out[row + 2] = ix
    out[row + 4] = -1.0
    out[row + 5] = -sx
    out[row + 6] = -gy
    if stage == 0:
        return
    hx, hy = turn(pose, j, out[curve + 4], out[curve + 5])
    wi, wj, rate = twist[k[b + 1] + 2], twist[k[b + 3] + 2], twist[k[b + 5]]
    out[c + 2] = 0.0
    out[c + 3] = 0.0
    out[c + 4] = wi * wi * ix - wj * wj * sx - 2.0 * wj * rate * gy + rate * rate * hx
    out[c + 5] = wi * wi * iy - wj * wj * sy + 2.0 * wj * rate * gx + rate * rate * hy
