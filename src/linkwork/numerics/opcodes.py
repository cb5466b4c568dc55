"""Operation codes of the postfix programs into which expressions are translated (plain numbers, no numba).

They live beside the compiled code because the kernel that runs the programs has them built in.
"""

from __future__ import annotations

CONSTANT = 0
VARIABLE = 1
ADD = 2
SUBTRACT = 3
MULTIPLY = 4
DIVIDE = 5
NEGATE = 6
POWER = 7
POWER_CONSTANT = 8
CHOOSE = 9
SIN = 10
COS = 11
TAN = 12
ASIN = 13
ACOS = 14
ATAN = 15
SINH = 16
COSH = 17
TANH = 18
EXP = 19
LOG = 20
SQRT = 21
ABS = 22
SIGN = 23
ATAN2 = 24
HYPOT = 25
MIN = 26
MAX = 27

# of tapes only: whether a comparison still has the answer that it had
IS_LESS = 28
IS_LESS_OR_EQUAL = 29
IS_EQUAL = 30

LESS = 0
LESS_OR_EQUAL = 1
GREATER = 2
GREATER_OR_EQUAL = 3

DECIDING = frozenset({CHOOSE, ABS, SIGN, MIN, MAX})
"""Operations that choose between formulas."""


def rise(code: int) -> int:
    """By how much a step makes the stack higher."""
    if code in (CONSTANT, VARIABLE):
        return 1
    if code in (NEGATE, POWER_CONSTANT) or SIN <= code < ATAN2:
        return 0
    return -3 if code == CHOOSE else -1
