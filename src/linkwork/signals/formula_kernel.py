"""A formula of several signals, run as a postfix program on a stack of plain values.

Decisions (if, abs, sign, min, max) are switches: while they are frozen the formula is smooth.
"""

from __future__ import annotations

from linkwork.numerics import opcodes
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import (
    acos,
    asin,
    atan,
    atan2,
    cos,
    cosh,
    exp,
    hypot,
    log,
    power,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)
from linkwork.numerics.switch_kernel import decide

CONSTANT, VARIABLE, ADD, SUBTRACT = opcodes.CONSTANT, opcodes.VARIABLE, opcodes.ADD, opcodes.SUBTRACT
MULTIPLY, DIVIDE, NEGATE, POWER = opcodes.MULTIPLY, opcodes.DIVIDE, opcodes.NEGATE, opcodes.POWER
POWER_CONSTANT, CHOOSE, ABS, SIGN = opcodes.POWER_CONSTANT, opcodes.CHOOSE, opcodes.ABS, opcodes.SIGN
SIN, COS, TAN, ASIN, ACOS, ATAN = opcodes.SIN, opcodes.COS, opcodes.TAN, opcodes.ASIN, opcodes.ACOS, opcodes.ATAN
SINH, COSH, TANH, EXP, LOG = opcodes.SINH, opcodes.COSH, opcodes.TANH, opcodes.EXP, opcodes.LOG
ATAN2, HYPOT, MIN = opcodes.ATAN2, opcodes.HYPOT, opcodes.MIN
LESS_OR_EQUAL = opcodes.LESS_OR_EQUAL  # comes after LESS
STEP = 3  # numbers a step: opcode, argument, place of its switch


@njit
def elementary(code, x):
    """A smooth function of one argument."""
    if code == SIN:
        return sin(x)
    if code == COS:
        return cos(x)
    if code == TAN:
        return tan(x)
    if code == ASIN:
        return asin(x)
    if code == ACOS:
        return acos(x)
    if code == ATAN:
        return atan(x)
    if code == SINH:
        return sinh(x)
    if code == COSH:
        return cosh(x)
    if code == TANH:
        return tanh(x)
    if code == EXP:
        return exp(x)
    if code == LOG:
        return log(x)
    return sqrt(x)


@njit
def combined(code, x, y):
    """A smooth operation of two arguments."""
    if code == ADD:
        return x + y
    if code == SUBTRACT:
        return x - y
    if code == MULTIPLY:
        return x * y
    if code == DIVIDE:
        return x / y
    if code == POWER:
        return power(x, y)
    if code == ATAN2:
        return atan2(x, y)
    return hypot(x, y)


@njit
def _decided(code, argument, place, memory, out, top):
    """An operation with a switch; returns the new top of the stack."""
    if code == CHOOSE:
        top -= 3
        less = argument <= LESS_OR_EQUAL
        number = out[top + 1] - out[top] if less else out[top] - out[top + 1]
        out[top] = out[top + 2] if decide(memory, place, number) else out[top + 3]
    elif code == ABS:
        out[top] = out[top] if decide(memory, place, out[top]) else -out[top]
    elif code == SIGN:
        on = decide(memory, place, out[top])
        still = memory[place + 2].real == 0.0 and out[top].real == 0.0
        out[top] = 0.0 * out[top] + (0.0 if still else 1.0 if on else -1.0)
    else:
        top -= 1
        first_less = decide(memory, place, out[top + 1] - out[top])
        if first_less != (code == MIN):
            out[top] = out[top + 1]
    return top


def formula(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: constants; k: place of the result, number of steps, then opcode, argument and switch of each."""
    top, at = c - 1, b + 6
    for _ in range(k[b + 5]):
        code, argument, place = k[at], k[at + 1], k[at + 2]
        if code == CONSTANT:
            top += 1
            out[top] = p[a + argument]
        elif code == VARIABLE:
            top += 1
            out[top] = t if argument < 0 else memory[argument]
        elif code == NEGATE:
            out[top] = -out[top]
        elif code == POWER_CONSTANT:
            out[top] = power(out[top], p[a + argument])
        elif place >= 0:
            top = _decided(code, argument, place, memory, out, top)
        elif code >= SIN and code < ATAN2:
            out[top] = elementary(code, out[top])
        else:
            top -= 1
            out[top] = combined(code, out[top], out[top + 1])
        at += STEP
    memory[k[b + 4]] = out[c]
