"""A formula in one variable, run as a postfix program on a stack of jets."""

from __future__ import annotations

from linkwork.numerics import opcodes
from linkwork.numerics.jet_functions_kernel import apply, jet_atan2, jet_choose, jet_extreme, jet_hypot, jet_power
from linkwork.numerics.jet_kernel import add, divide, multiply, negate, power_constant, write
from linkwork.numerics.jit import njit

CONSTANT, VARIABLE = opcodes.CONSTANT, opcodes.VARIABLE
ADD, SUBTRACT, MULTIPLY, DIVIDE = opcodes.ADD, opcodes.SUBTRACT, opcodes.MULTIPLY, opcodes.DIVIDE
NEGATE, POWER, POWER_CONSTANT, CHOOSE = opcodes.NEGATE, opcodes.POWER, opcodes.POWER_CONSTANT, opcodes.CHOOSE
ATAN2, HYPOT, MIN, MAX, SIN = opcodes.ATAN2, opcodes.HYPOT, opcodes.MIN, opcodes.MAX, opcodes.SIN


@njit
def combine(code, out, i, j):
    """An operation of the jets at i and j; the result at i."""
    if code == ADD:
        add(out, i, j, 1.0)
    elif code == SUBTRACT:
        add(out, i, j, -1.0)
    elif code == MULTIPLY:
        multiply(out, i, j)
    elif code == DIVIDE:
        divide(out, i, j)
    elif code == POWER:
        jet_power(out, i, j)
    elif code == ATAN2:
        jet_atan2(out, i, j)
    elif code == HYPOT:
        jet_hypot(out, i, j)
    else:
        jet_extreme(out, i, j, code == MAX)


@njit
def run_step(code, argument, p, a, out, top):
    """One step of the program but for its variables; returns the new top of the stack."""
    if code == CONSTANT:
        top += 4
        write(out, top, p[a + argument], 0.0)
    elif code == NEGATE:
        negate(out, top)
    elif code == POWER_CONSTANT:
        power_constant(out, top, p[a + argument])
    elif code == CHOOSE:
        top -= 12
        jet_choose(out, top, argument)
    elif code >= SIN and code < ATAN2:
        apply(code, out, top)
    else:
        top -= 4
        combine(code, out, top, top + 4)
    return top


def expression(x, p, k, a, b, out, c):
    """p: constants; k: number of steps, then opcode and argument of each."""
    top = c - 4
    for step in range(k[b]):
        code = k[b + 1 + 2 * step]
        if code == VARIABLE:
            top += 4
            write(out, top, x, 1.0)
        else:
            top = run_step(code, k[b + 2 + 2 * step], p, a, out, top)
