"""Values of joints bound to each other: gears, worms, racks, belts, couplers.

Phi   = sum of factor * value - constant - C(t)         the constant makes it hold as drawn, or is zero
nu    = C'
gamma = sum of factor * gamma of the value + C''

The memory holds, for each value, by how much it had changed from the drawing at the last accepted position; an angle
is the one nearest to that, so that turns count. The bodies are the two ends (columns 0 and 6) and, where the values
belong to more, others (columns from 12 on).
"""

from __future__ import annotations

from linkwork.elements.spatial.value_kernel import add_value, clear, value_of
from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.jit import njit

_TERM = 11  # nine numbers of the value, the value as drawn, its factor


@njit
def _body(k, b, others, number):
    """Places in pose and twist of the body of that number: the ends, then the others."""
    at = b + 2 * number if number < 2 else others + 2 * (number - 2)
    return k[at], k[at + 1]


@njit
def add_terms(stage, pose, twist, memory, p, a, k, b, remembered, terms, count, others, out, phi, gamma, row):
    """Add `count` terms; k[terms]: kind, first and second body of each."""
    for number in range(count):
        at, term = a + _TERM * number, terms + 3 * number
        first, second = k[term + 1], k[term + 2]
        one, other = _body(k, b, others, first), _body(k, b, others, second)
        near = p[at + 9] + memory[remembered + number]
        value, minus_second, u, n_i, n_j = value_of(stage, pose, twist, one, other, k[term], p, at, near)
        columns_i, columns_j = row + 6 * first, row + 6 * second
        add_value(p[at + 10], value, minus_second, u, n_i, n_j, out, phi, gamma, columns_i, columns_j)


@njit
def remember_terms(pose, twist, memory, p, a, k, b, remembered, terms, count, others):
    """Keep the values of an accepted position."""
    for number in range(count):
        at, term = a + _TERM * number, terms + 3 * number
        one, other = _body(k, b, others, k[term + 1]), _body(k, b, others, k[term + 2])
        near = p[at + 9] + memory[remembered + number]
        value = value_of(0, pose, twist, one, other, k[term], p, at, near)[0]
        memory[remembered + number] = (value - p[at + 9]).real


def relation(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: constant, terms; k: place in memory, numbers of terms and bodies, the terms' kinds and bodies; function: C."""
    remembered, count, bodies, terms = k[b + 4], k[b + 5], k[b + 6], b + 7
    block = terms + 3 * count
    if stage == 2:
        remember_terms(pose, twist, memory, p, a + 1, k, b, remembered, terms, count, block + 1)
        return
    row, columns = c + 3, 6 * bodies
    function = row + columns
    evaluate(t, p, k, k[block], out, function)
    clear(out, c, c + 2, row, columns)
    add_terms(stage, pose, twist, memory, p, a + 1, k, b, remembered, terms, count, block + 1, out, c, c + 2, row)
    out[c] -= p[a] + out[function]
    if stage != 0:
        out[c + 1] = out[function + 1]
        out[c + 2] += out[function + 2]
