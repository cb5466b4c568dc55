"""Motor with a servo in a freedom: it pushes the freedom towards a target that moves with time.

e = T(t) - s,   f = P e + D e' + I x,   x' = e           position servo
e = T(t) - s',  f = P e + I x,          x' = e           speed servo
Limited to |f| <= f_max; while it is limited the integral x stops growing in that direction.
"""

from __future__ import annotations

from linkwork.elements.planar.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back
from linkwork.functions.call_kernel import evaluate


def motor(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, P, D, I, limit (0: none), 1 for a speed servo; k: kind, state, rate of the state; function: T."""
    value, speed, gix, giy, gia, gjx, gjy, gja = freedom(k[b + 4], pose, twist, p, k, a, b)
    n, function = a + FREEDOM_NUMBERS, c + 10
    evaluate(t, p, k, k[b + 7], out, function)
    if p[n + 4].real > 0.5:
        error, rate = out[function] - speed, 0.0 * speed
    else:
        error, rate = out[function] - value, out[function + 1] - speed
    push = p[n] * error + p[n + 1] * rate + p[n + 2] * memory[k[b + 5]]
    limit, growth = p[n + 3], error
    if limit.real > 0.0 and push.real > limit.real:
        push = limit
        if error.real > 0.0:
            growth = 0.0 * error
    elif limit.real > 0.0 and push.real < -limit.real:
        push = -limit
        if error.real < 0.0:
            growth = 0.0 * error
    memory[k[b + 6]] = growth
    pull_back(-push, gix, giy, gia, gjx, gjy, gja, c, out)
    out[c + 6] = 0.0 * push
    out[c + 7] = 0.0 * push
    out[c + 8] = push * speed
    out[c + 9] = push
