"""Rotational spring, damper and actuator between two bodies (Haug 6.2.16 to 6.2.22).

n   = k (phi_j - phi_i - theta0) + c (w_j - w_i) + N(t)
Q_i = [0, 0, n],   Q_j = [0, 0, -n]
potential energy k (phi_j - phi_i - theta0)^2 / 2,   power lost c (w_j - w_i)^2
"""

from __future__ import annotations

from linkwork.functions.call_kernel import evaluate


def torsion_spring(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: k, theta0, c; function: N."""
    function = c + 8
    evaluate(t, p, k, k[b + 4], out, function)
    angle = pose[k[b + 2] + 2] - pose[k[b] + 2] - p[a + 1]
    speed = twist[k[b + 3] + 2] - twist[k[b + 1] + 2]
    torque = p[a] * angle + p[a + 2] * speed + out[function]
    for place in range(6):
        out[c + place] = 0.0 * torque
    out[c + 2] = torque
    out[c + 5] = -torque
    out[c + 6] = 0.5 * p[a] * angle * angle
    out[c + 7] = p[a + 2] * speed * speed
