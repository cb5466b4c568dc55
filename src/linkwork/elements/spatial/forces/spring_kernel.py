"""Spring, damper and actuator in a freedom of space: along a line (Haug 11.4.1 to 11.4.11) or about an axis (11.4.12 to
11.4.16, with a free angle), on both sides or on one side only.

f = k (s - s0) + c s' + F,   Q = -f grad s            (positive f pulls the freedom back)
Potential energy k (s - s0)^2 / 2, power lost by the damper, power given -F s'.
"""

from __future__ import annotations

from linkwork.elements.spatial.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back, put_powers
from linkwork.elements.strength_kernel import spring_strength


def spring(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, k, s0, c, side (0 both, 1 above, -1 below), clipped; k: kind, accepted, place of F, first switch."""
    value, speed = freedom(pose, twist, memory, p, k, a, b, c, out)
    elastic, viscous, applied, stored = spring_strength(
        memory, p, a + FREEDOM_NUMBERS, k[b + 6], k[b + 7], value, speed
    )
    force = elastic + viscous + applied
    pull_back(force, c, out)
    put_powers(stored, viscous * speed, -applied * speed, force, c, out)
