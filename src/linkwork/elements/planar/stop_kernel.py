"""End stops of a freedom: a stiff spring and damper below a lower and above an upper limit.

f = k (s - s_limit) + c s' beyond a limit, never pulling; Q = -f grad s
"""

from __future__ import annotations

from linkwork.elements.planar.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back
from linkwork.elements.planar.one_sided_kernel import one_sided
from linkwork.numerics.switch_kernel import SWITCH


def stop(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, k, c, lower and upper limit; k: kind, first of four switches, which limits there are."""
    value, speed, gix, giy, gia, gjx, gjy, gja = freedom(k[b + 4], pose, twist, p, k, a, b)
    n, limits = a + FREEDOM_NUMBERS, k[b + 6]
    elastic, viscous, stored = 0.0 * value, 0.0 * value, 0.0 * value
    for limit in range(2):
        if (limits >> limit) % 2 == 1:
            stretch, place, side = value - p[n + 2 + limit], k[b + 5] + 2 * SWITCH * limit, 2.0 * limit - 1.0
            one, two = one_sided(memory, place, side, True, stretch, p[n] * stretch, p[n + 1] * speed)
            elastic += one
            viscous += two
            stored += 0.5 * one * stretch
    pull_back(elastic + viscous, gix, giy, gia, gjx, gjy, gja, c, out)
    out[c + 6] = stored
    out[c + 7] = viscous * speed
    out[c + 8] = 0.0 * value
    out[c + 9] = elastic + viscous
