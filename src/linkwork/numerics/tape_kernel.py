"""Playing a recorded tape: numbers follow from inputs step by step (see `mechanism.expression.recorded`)."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.opcodes import (
    ACOS,
    ADD,
    ASIN,
    ATAN,
    ATAN2,
    COS,
    COSH,
    DIVIDE,
    EXP,
    HYPOT,
    IS_EQUAL,
    IS_LESS,
    IS_LESS_OR_EQUAL,
    LOG,
    MAX,
    MIN,
    MULTIPLY,
    NEGATE,
    POWER,
    SIN,
    SINH,
    SQRT,
    SUBTRACT,
    TAN,
    TANH,
)
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

STEP = 4


@njit
def play(steps, x):
    """Run the steps over the numbers x; the number of the first comparison that answers otherwise, or -1."""
    for at in range(0, steps.shape[0], STEP):
        code, to, a, b = steps[at], steps[at + 1], x[steps[at + 2]], x[steps[at + 3]]
        if code == ADD:
            x[to] = a + b
        elif code == SUBTRACT:
            x[to] = a - b
        elif code == MULTIPLY:
            x[to] = a * b
        elif code == DIVIDE:
            x[to] = a / b
        elif code == NEGATE:
            x[to] = -a
        elif code == MAX:
            x[to] = a if a.real >= b.real else b
        elif code == MIN:
            x[to] = a if a.real <= b.real else b
        elif code == POWER:
            x[to] = power(a, b)
        elif code >= IS_LESS:
            less = code == IS_LESS and a.real < b.real
            less = less or (code == IS_LESS_OR_EQUAL and a.real <= b.real)
            less = less or (code == IS_EQUAL and a.real == b.real)
            if less != (to == 1):
                return at // STEP
        else:
            x[to] = elementary(code, a, b)
    return -1


@njit
def elementary(code, a, b):
    """An elementary function of one or two numbers."""
    if code == SIN:
        return sin(a)
    if code == COS:
        return cos(a)
    if code == TAN:
        return tan(a)
    if code == ASIN:
        return asin(a)
    if code == ACOS:
        return acos(a)
    if code == ATAN:
        return atan(a)
    if code == SINH:
        return sinh(a)
    if code == COSH:
        return cosh(a)
    if code == TANH:
        return tanh(a)
    if code == EXP:
        return exp(a)
    if code == LOG:
        return log(a)
    if code == SQRT:
        return sqrt(a)
    if code == ATAN2:
        return atan2(a, b)
    if code == HYPOT:
        return hypot(a, b)
    return a
