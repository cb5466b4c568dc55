"""Screw joint: a cylindrical joint whose advance is the pitch times the angle, turns counted (Haug 9.4.25 to 9.4.28).

Phi = [parallel-1; parallel-2; h_i . d - pitch theta - constant]

Rows and gamma of the last equation are exact off the constraint: see value_kernel and relation_kernel.
"""

from __future__ import annotations

from linkwork.elements.spatial.composed_kernel import write_composed
from linkwork.elements.spatial.relation_kernel import add_terms, remember_terms
from linkwork.elements.spatial.value_kernel import clear

_CONSTANT, _TERMS = 25, 26  # behind the two frames and the zero of the cylindrical joint


def screw(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: both frames, a zero, constant, terms; k: place in the memory, program of 4 primitives, 2 kinds and bodies."""
    program, terms = b + 5, b + 17
    if stage == 2:
        remember_terms(pose, twist, memory, p, a + _TERMS, k, b, k[b + 4], terms, 2)
        return
    one, other = (k[b], k[b + 1]), (k[b + 2], k[b + 3])
    write_composed(stage, pose, twist, one, other, p, a, k, program, 4, out, c, c + 10, c + 15)
    phi, gamma, row = c + 4, c + 14, c + 15 + 48
    clear(out, phi, gamma, row, 12)
    add_terms(stage, pose, twist, memory, p, a + _TERMS, k, b, k[b + 4], terms, 2, out, phi, gamma, row)
    out[phi] -= p[a + _CONSTANT]
