"""Values of joints bound to each other: gears, worms, racks, belts, couplers.

Phi   = sum of factor * value - constant - C(t)         the constant makes it hold as drawn, or is zero
nu    = C'
gamma = sum of factor * gamma of the value + C''

The memory holds, for each value, by how much it had changed from the drawing at the last accepted position; an angle
is the one nearest to that, so that turns count. The bodies are the two ends (columns 0 and 6) and, where the values
belong to more, others (columns from 12 on); number -1 is the ground, which stands first in poses and twists.
"""

from __future__ import annotations

from linkwork.elements.spatial.value_kernel import add_columns, clear, value_of
from linkwork.functions.call_kernel import evaluate
from linkwork.numerics.jit import njit

_TERM = 11  # nine numbers of the value, the value as drawn, its factor
_OTHER = 12  # ints of a body beyond the ends


@njit
def _body(k, b, number):
    """Places in pose and twist of a body: an end, or one of the others."""
    if number < 0:
        return 0, 0
    at = b + 2 * number if number < 2 else b + 4 + _OTHER * (number - 2)
    return k[at], k[at + 1]


def relation(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: bodies beyond the ends, constant, terms; k: memory, number of terms, their kinds and bodies; function: C."""
    others = int(p[a].real)
    here = b + 4 + _OTHER * others
    remembered, count, term, at = k[here], k[here + 1], here + 2, a + 2
    row, columns = c + 3, 12 + 6 * others
    if stage != 2:
        function = row + columns
        evaluate(t, p, k, k[term + 3 * count], out, function)
        clear(out, row, columns)
        out[c] = -p[a + 1] - out[function]
        out[c + 1], out[c + 2] = out[function + 1], out[function + 2]
    for number in range(count):
        first, second, drawn, factor = k[term + 1], k[term + 2], p[at + 9], p[at + 10]
        one, other = _body(k, b, first), _body(k, b, second)
        near = drawn + memory[remembered + number]
        value, minus_second, u, n_i, n_j = value_of(stage, pose, twist, one, other, k[term], p, at, near)
        if stage == 2:
            memory[remembered + number] = (value - drawn).real
        else:
            out[c] += factor * value
            out[c + 2] += factor * minus_second
            if first >= 0:
                add_columns(out, row + 6 * first, -factor, u, factor, n_i)
            if second >= 0:
                add_columns(out, row + 6 * second, factor, u, factor, n_j)
        term += 3
        at += _TERM
