"""Motor with a servo in a freedom of space: it pushes the freedom towards a target that moves with time.

e = T(t) - s,   f = P e + D e' + I x,   x' = e           position servo
e = T(t) - s',  f = P e + I x,          x' = e           speed servo
Limited to |f| <= f_max; while it is limited the integral x stops growing in that direction.
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import FREEDOM_NUMBERS, RESULTS, freedom, pull_back, put_powers
from linkwork.elements.strength_kernel import motor_push


def motor(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, P, D, I, limit, 1 for a speed servo; k: kind, accepted, state, rate of the state; function: T."""
    value, speed = freedom(pose, twist, memory, p, k, a, b, c, out)
    push = motor_push(t, memory, p, k, a + FREEDOM_NUMBERS, b + 6, out, c + RESULTS, value, speed)
    pull_back(-push, c, out)
    put_powers(0.0 * push, 0.0 * push, push * speed, push, c, out)
