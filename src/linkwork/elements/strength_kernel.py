"""How strong springs, motors and end stops are, from the value s and the speed s' of their freedom: plane and space.

The strength f pulls the freedom back, Q = -f grad s; a motor's push drives it on, Q = push grad s.
"""

from __future__ import annotations

from linkwork.elements.one_sided_kernel import one_sided
from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import SWITCH


@njit
def spring_strength(memory, p, n, law, switch, value, speed):
    """Elastic and viscous force, that of the actuator, and the energy stored (Haug 6.2.6, 11.4.3, 11.4.12).

    p from n on: k, s0, c, side (0 both, 1 above, -1 below), clipped.
    """
    stretch, side = value - p[n + 1], p[n + 3]
    elastic = p[n] * stretch
    viscous = p[n + 2] * speed
    if side.real != 0.0:
        elastic, viscous = one_sided(memory, switch, side, p[n + 4].real > 0.5, stretch, elastic, viscous)
    return elastic, viscous, memory[law], 0.5 * elastic * stretch


@njit
def stop_strength(memory, p, n, switch, limits, value, speed):
    """Elastic and viscous force of the end stops and the energy stored.

    p from n on: k, c, lower and upper limit; `limits`: 1 when there is a lower one, plus 2 for an upper one.
    """
    elastic, viscous, stored = 0.0 * value, 0.0 * value, 0.0 * value
    for limit in range(2):
        if (limits >> limit) % 2 == 1:
            stretch, place, side = value - p[n + 2 + limit], switch + 2 * SWITCH * limit, 2.0 * limit - 1.0
            one, two = one_sided(memory, place, side, True, stretch, p[n] * stretch, p[n + 1] * speed)
            elastic += one
            viscous += two
            stored += 0.5 * one * stretch
    return elastic, viscous, stored


@njit
def motor_push(t, memory, p, k, n, at, out, function, value, speed):
    """The push of a motor with a servo; the rate of its integral goes into the memory.

    p from n on: P, D, I, limit (0: none), 1 for a speed servo; k[at...]: state, rate of the state, function T;
    results of the function at out[function...].
    """
    evaluate(t, p, k, k[at + 2], out, function)
    if p[n + 4].real > 0.5:
        error, rate = out[function] - speed, 0.0 * speed
    else:
        error, rate = out[function] - value, out[function + 1] - speed
    push = p[n] * error + p[n + 1] * rate + p[n + 2] * memory[k[at]]
    limit, growth = p[n + 3], error
    if limit.real > 0.0 and push.real > limit.real:
        push = limit
        if error.real > 0.0:
            growth = 0.0 * error
    elif limit.real > 0.0 and push.real < -limit.real:
        push = -limit
        if error.real < 0.0:
            growth = 0.0 * error
    memory[k[at + 1]] = growth
    return push
