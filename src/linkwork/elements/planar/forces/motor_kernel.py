"""Motor with a servo in a freedom: it pushes the freedom towards a target that moves with time.

e = T(t) - s,   f = P e + D e' + I x,   x' = e           position servo
e = T(t) - s',  f = P e + I x,          x' = e           speed servo
Limited to |f| <= f_max; while it is limited the integral x stops growing in that direction.
"""

from __future__ import annotations

from linkwork.elements.planar.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back
from linkwork.elements.strength_kernel import motor_push


def motor(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, P, D, I, limit (0: none), 1 for a speed servo; k: kind, state, rate of the state; function: T."""
    value, speed, gix, giy, gia, gjx, gjy, gja = freedom(k[b + 4], pose, twist, p, k, a, b)
    push = motor_push(t, memory, p, k, a + FREEDOM_NUMBERS, b + 5, out, c + 10, value, speed)
    pull_back(-push, gix, giy, gia, gjx, gjy, gja, c, out)
    out[c + 6] = 0.0 * push
    out[c + 7] = 0.0 * push
    out[c + 8] = push * speed
    out[c + 9] = push
