"""Force at a point and torque on a body, fixed in the world or following the body (Haug 6.2.3, 6.2.4).

Q = [ F ; s' B' F + n ],   F = (X(t), Y(t)) in the world, or A (X(t), Y(t)) when it follows the body
"""

from __future__ import annotations

from linkwork.elements.planar.frames_kernel import turn
from linkwork.functions.call_kernel import evaluate


def point_force(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: s_j, 1 when it follows the body; functions: X, Y, n."""
    j = k[b + 2]
    jx, jy = turn(pose, j, p[a], p[a + 1])
    function = c + 8
    evaluate(t, p, k, k[b + 4], out, function)
    fx = out[function]
    evaluate(t, p, k, k[b + 5], out, function)
    fy = out[function]
    evaluate(t, p, k, k[b + 6], out, function)
    torque = out[function]
    if p[a + 2].real > 0.5:
        fx, fy = turn(pose, j, fx, fy)
    out[c] = 0.0 * fx
    out[c + 1] = 0.0 * fx
    out[c + 2] = 0.0 * fx
    out[c + 3] = fx
    out[c + 4] = fy
    out[c + 5] = jx * fy - jy * fx + torque
    out[c + 6] = 0.0 * fx
    out[c + 7] = 0.0 * fx
