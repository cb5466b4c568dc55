"""End stops of a freedom: a stiff spring and damper below a lower and above an upper limit.

f = k (s - s_limit) + c s' beyond a limit, never pulling; Q = -f grad s
"""

from __future__ import annotations

from linkwork.elements.planar.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back
from linkwork.elements.strength_kernel import stop_strength


def stop(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, k, c, lower and upper limit; k: kind, first of four switches, which limits there are."""
    value, speed, gix, giy, gia, gjx, gjy, gja = freedom(k[b + 4], pose, twist, p, k, a, b)
    elastic, viscous, stored = stop_strength(memory, p, a + FREEDOM_NUMBERS, k[b + 5], k[b + 6], value, speed)
    pull_back(elastic + viscous, gix, giy, gia, gjx, gjy, gja, c, out)
    out[c + 6] = stored
    out[c + 7] = viscous * speed
    out[c + 8] = 0.0 * value
    out[c + 9] = elastic + viscous
