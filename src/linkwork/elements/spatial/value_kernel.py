"""A value between two bodies with its first and second derivatives: what drivers drive and what couplers join.

A value has nine numbers:

    ANGLE       f_i, g_i, f_j    angle from f_i to f_j about f_i x g_i (Haug 9.2.31), turns counted
    COUNTER     f_j, g_j, f_i    angle from f_j to f_i about f_j x g_j, an axis of the second body, turns counted
    DISTANCE    s_i, s_j, -      the distance of s_i and s_j (9.5.2)
    ALONG       s_i, s_j, h_i    how far s_j lies along h_i from s_i (9.5.3)
    DIFFERENCE  s_i, s_j, axis   the same along an axis of the world (9.5.1)

Times a factor it is added to an equation.
"""

from __future__ import annotations

from linkwork.elements.freedoms import ALONG, ANGLE, DIFFERENCE
from linkwork.elements.spatial.freedoms import COUNTER
from linkwork.elements.spatial.joints.primitives_kernel import angle, difference, distance, dot_2
from linkwork.elements.spatial.vectors_kernel import times, vector
from linkwork.numerics.jit import njit


@njit
def value_of(stage, pose, twist, one, other, kind, p, a, near):
    """value, gamma, u, n_i, n_j of the value whose numbers begin at p[a]."""
    x, y, z = vector(p, a), vector(p, a + 3), vector(p, a + 6)
    if kind == ANGLE:
        value, gamma, n_i, n_j = angle(stage, pose, twist, one, other, x, y, z, near)
        return value, gamma, times(0.0, n_i), n_i, n_j
    if kind == COUNTER:
        value, gamma, n_j, n_i = angle(stage, pose, twist, other, one, x, y, z, near)
        return value, gamma, times(0.0, n_i), n_i, n_j
    if kind == ALONG:
        return dot_2(stage, pose, twist, one, other, z, x, y)
    if kind == DIFFERENCE:
        return difference(stage, pose, twist, one, other, z, x, y)
    return distance(stage, pose, twist, one, other, x, y)


@njit
def clear(out, row, columns):
    """Make a row ready to be added to."""
    for column in range(columns):
        out[row + column] = 0.0


@njit
def _add(out, at, factor, u):
    out[at] += factor * u[0]
    out[at + 1] += factor * u[1]
    out[at + 2] += factor * u[2]


@njit
def add_columns(out, at, on_u, u, on_n, n):
    """Add to the six columns of a body."""
    _add(out, at, on_u, u)
    _add(out, at + 3, on_n, n)
