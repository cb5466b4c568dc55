"""A stepped elasto-plastic force in a freedom of space; its law is in `elements/plastic_strength_kernel`.

F = k (d - x),  loading at a level E(u):  u' = d',  x' = d' (1 - E'(u) / k);   Q = -F grad d
"""

from __future__ import annotations

from linkwork.elements.plastic_strength_kernel import plastic_strength
from linkwork.elements.spatial.freedom_kernel import FREEDOM_NUMBERS, freedom, pull_back, put_powers


def plastic(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: freedom, sign, s0, k, level, T, corners; k: kind, accepted, states, first switch, corners, bonded."""
    value, speed = freedom(pose, twist, memory, p, k, a, b, c, out)
    force, stored, lost = plastic_strength(memory, p, k, a + FREEDOM_NUMBERS, b + 6, value, speed)
    pull_back(force, c, out)
    put_powers(stored, lost, 0.0 * value, force, c, out)
