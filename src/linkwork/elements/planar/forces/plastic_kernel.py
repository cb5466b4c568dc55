"""A stepped elasto-plastic force in a freedom of the plane; its law is in `elements/plastic_strength_kernel`.

F = k (d - x),  loading at a level E(u):  u' = d',  x' = d' (1 - E'(u) / k);   Q = -F grad d
"""

from __future__ import annotations

from linkwork.elements.planar.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back
from linkwork.elements.plastic_strength_kernel import plastic_strength


def plastic(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, sign, s0, k, level, T, corners; k: kind, places of the states, first switch, corners, bonded."""
    value, speed, gix, giy, gia, gjx, gjy, gja = freedom(k[b + 4], pose, twist, p, k, a, b)
    force, stored, lost = plastic_strength(memory, p, k, a + FREEDOM_NUMBERS, b + 5, value, speed)
    pull_back(force, gix, giy, gia, gjx, gjy, gja, c, out)
    out[c + 6] = stored
    out[c + 7] = lost
    out[c + 8] = 0.0 * value
    out[c + 9] = force
