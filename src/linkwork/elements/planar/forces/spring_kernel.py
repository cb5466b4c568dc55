"""Spring, damper and actuator in a freedom (Haug 6.2.6 to 6.2.22), on both sides or on one side only.

f = k (s - s0) + c s' + F,   Q = -f grad s            (positive f pulls the freedom back)
One-sided: f = 0 while s - s0 is on the other side; F, the actuator, acts always. Clipped: k (s - s0) + c s' never
changes to the other sign, so that a damper cannot hold the ends together.
Potential energy k (s - s0)^2 / 2, power lost (k (s - s0) + c s') s' - k (s - s0) s', power given -F s'.
"""

from __future__ import annotations

from linkwork.elements.planar.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back
from linkwork.elements.strength_kernel import spring_strength


def spring(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, k, s0, c, side (0 both, 1 above, -1 below), clipped; k: kind, place of F, first switch."""
    value, speed, gix, giy, gia, gjx, gjy, gja = freedom(k[b + 4], pose, twist, p, k, a, b)
    elastic, viscous, applied, stored = spring_strength(
        memory, p, a + FREEDOM_NUMBERS, k[b + 5], k[b + 6], value, speed
    )
    pull_back(elastic + viscous + applied, gix, giy, gia, gjx, gjy, gja, c, out)
    out[c + 6] = stored
    out[c + 7] = viscous * speed
    out[c + 8] = -applied * speed
    out[c + 9] = elastic + viscous + applied
