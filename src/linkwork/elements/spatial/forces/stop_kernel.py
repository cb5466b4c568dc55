"""End stops of a freedom of space: a stiff spring and damper below a lower and above an upper limit.

f = k (s - s_limit) + c s' beyond a limit, never pulling; Q = -f grad s
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back, put_powers
from linkwork.elements.strength_kernel import stop_strength


def stop(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, k, c, lower and upper limit; k: kind, accepted, first of four switches, which limits there are."""
    value, speed = freedom(pose, twist, memory, p, k, a, b, c, out)
    elastic, viscous, stored = stop_strength(memory, p, a + FREEDOM_NUMBERS, k[b + 6], k[b + 7], value, speed)
    pull_back(elastic + viscous, c, out)
    put_powers(stored, viscous * speed, 0.0 * value, elastic + viscous, c, out)
