"""Screw joint: a cylindrical joint whose advance is the pitch times the angle, turns counted (Haug 9.4.25 to 9.4.28).

Phi = [parallel-1; parallel-2; h_i . d - pitch theta - constant]

Rows and gamma of the last equation are exact off the constraint: see value_kernel and relation_kernel.
"""

from __future__ import annotations

from linkwork.elements.spatial.primitives_kernel import dot_1, dot_2, put, put_turn
from linkwork.elements.spatial.program import F_I, H_J, S_J
from linkwork.elements.spatial.relation_kernel import add_terms, remember_terms
from linkwork.elements.spatial.value_kernel import clear
from linkwork.elements.spatial.vectors_kernel import vector

_CONSTANT, _TERMS = 24, 25  # behind the two frames


def screw(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: both frames, constant, terms; k: place in the memory, kinds and bodies of the two terms."""
    terms = b + 5
    if stage == 2:
        remember_terms(pose, twist, memory, p, a + _TERMS, k, b, k[b + 4], terms, 2)
        return
    one, other = (k[b], k[b + 1]), (k[b + 2], k[b + 3])
    phi, gamma, row = c, c + 10, c + 15
    s_i, s_j, h_j = vector(p, a), vector(p, a + S_J), vector(p, a + H_J)
    for axis in range(2):
        across = vector(p, a + F_I + 3 * axis)
        value, second, n_i, n_j = dot_1(stage, pose, twist, one, other, across, h_j)
        put_turn(out, phi + axis, gamma + axis, row + 12 * axis, value, second, n_i, n_j)
        value, second, u, n_i, n_j = dot_2(stage, pose, twist, one, other, across, s_i, s_j)
        put(out, phi + 2 + axis, gamma + 2 + axis, row + 12 * (2 + axis), value, second, u, n_i, n_j)
    phi, gamma, row = phi + 4, gamma + 4, row + 48
    clear(out, phi, gamma, row, 12)
    add_terms(stage, pose, twist, memory, p, a + _TERMS, k, b, k[b + 4], terms, 2, out, phi, gamma, row)
    out[phi] -= p[a + _CONSTANT]
