"""A component of the angular velocity of a body as a function of time: an equation of velocities only.

    Phi   = 0
    row   = u on omega in body axes, u fixed in the body or, turned into it, in the world
    nu    = C'
    gamma = C''          for (A omega)' = A omega'

C is the integral of the wanted rate.
"""

from __future__ import annotations

from linkwork.elements.spatial.joints.primitives_kernel import put_turn
from linkwork.elements.spatial.vectors_kernel import into_body, times, vector
from linkwork.functions.call_kernel import evaluate


def spin(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: the axis; k: 1 where it is fixed in the body, 0 in the world; function: C."""
    function = c + 15
    evaluate(t, p, k, k[b + 5], out, function)
    u = vector(p, a)
    if k[b + 4] == 0:
        u = into_body(pose, k[b + 2], u)
    put_turn(out, c, c + 2, c + 3, 0.0 * out[function], out[function + 2], times(0.0, u), u)
    if stage != 0:
        out[c + 1] = out[function + 1]
