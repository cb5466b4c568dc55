"""A formula in several variables, run as a postfix program on jets along a path through them.

The jets of the variables are a path x(s), y(s), z(s); the result is the jet of the formula along it. With a path along
one axis its first derivative is a part of the gradient.
"""

from __future__ import annotations

from linkwork.functions.expression_kernel import VARIABLE, run_step
from linkwork.numerics.jet_kernel import copy

JETS = 12  # numbers of the jets of three variables, which lie before the result


def field(x, p, k, a, b, out, c):
    """p: constants; k: number of steps, then opcode and argument of each; jets of the variables before out[c]."""
    top = c - 4
    for step in range(k[b]):
        code, argument = k[b + 1 + 2 * step], k[b + 2 + 2 * step]
        if code == VARIABLE:
            top += 4
            copy(out, top, c - JETS + 4 * argument)
        else:
            top = run_step(code, argument, p, a, out, top)
