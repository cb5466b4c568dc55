"""End stops of a freedom: a stiff spring and damper below a lower and above an upper limit.

f = k (s - s_limit) + c s' beyond a limit, never pulling; Q = -f grad s
"""

from __future__ import annotations

from linkwork.elements.planar.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back
from linkwork.numerics.switch_kernel import SWITCH, decide


def stop(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, k, c, lower limit, upper limit; k: kind, first of two switches, which limits there are."""
    value, speed, gix, giy, gia, gjx, gjy, gja = freedom(k[b + 4], pose, twist, p, k, a, b)
    n, limits = a + FREEDOM_NUMBERS, k[b + 6]
    elastic, viscous, stretch = 0.0 * value, 0.0 * value, 0.0 * value
    if limits % 2 == 1 and decide(memory, k[b + 5], p[n + 2] - value):
        stretch = value - p[n + 2]
    if limits >= 2 and decide(memory, k[b + 5] + SWITCH, value - p[n + 3]):
        stretch = value - p[n + 3]
    if stretch.real != 0.0:
        elastic = p[n] * stretch
        viscous = p[n + 1] * speed
        if (elastic + viscous).real * stretch.real < 0.0:
            viscous = -elastic
    pull_back(elastic + viscous, gix, giy, gia, gjx, gjy, gja, c, out)
    out[c + 6] = 0.5 * elastic * stretch
    out[c + 7] = viscous * speed
    out[c + 8] = 0.0 * value
    out[c + 9] = elastic + viscous
