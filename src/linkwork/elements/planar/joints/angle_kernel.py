"""Angle of one body against another (Haug 3.2.6, 3.3.5; drivers 3.5.3, 3.5.7, 3.5.11).

Phi    = phi_j - phi_i + theta - C(t)        theta = theta_j - theta_i, the mounting angles
Phi_qi = [0, 0, -1],  Phi_qj = [0, 0, 1]
nu     = C'
gamma  = C''
"""

from __future__ import annotations

from linkwork.functions.call_kernel import evaluate


def angle(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: theta; function: C."""
    function = c + 9
    evaluate(t, p, k, k[b + 4], out, function)
    out[c] = pose[k[b + 2] + 2] - pose[k[b] + 2] + p[a] - out[function]
    out[c + 5] = -1.0
    out[c + 8] = 1.0
    if stage == 0:
        return
    out[c + 1] = out[function + 1]
    out[c + 2] = out[function + 2]
