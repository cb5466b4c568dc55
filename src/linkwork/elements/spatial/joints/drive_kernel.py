"""A value between two bodies that is given as a function of time (Haug 9.5.1 to 9.5.4).

Phi   = value - C(t)
nu    = C'
gamma = gamma of the value + C''

The multiplier is the force or torque along the value. An angle is taken in the turn nearest to C(t), so that it needs
no counting: 0 and 2 pi are one position of the joint.
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.primitives_kernel import put
from linkwork.elements.spatial.value_kernel import value_of
from linkwork.functions.call_kernel import evaluate


def drive(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: nine numbers of the value; k: its kind; function: C."""
    function = c + 15
    evaluate(t, p, k, k[b + 5], out, function)
    one, other = (k[b], k[b + 1]), (k[b + 2], k[b + 3])
    value, gamma, u, n_i, n_j = value_of(stage, pose, twist, one, other, k[b + 4], p, a, out[function])
    put(out, c, c + 2, c + 3, value - out[function], gamma + out[function + 2], u, n_i, n_j)
    if stage != 0:
        out[c + 1] = out[function + 1]
