"""Parameters that stay symbols: the recorded way from them to the tables, taken over onto the tape of a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.numerics import opcodes
from linkwork.program.tape import Tape
from linkwork.system.tables.parametric import Parametric

_BINARY = {
    opcodes.ADD: "add",
    opcodes.SUBTRACT: "sub",
    opcodes.MULTIPLY: "mul",
    opcodes.DIVIDE: "div",
    opcodes.POWER: "pow",
    opcodes.ATAN2: "atan2",
    opcodes.HYPOT: "hypot",
}
_UNARY = {
    getattr(opcodes, name.upper()): name
    for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "sqrt", "abs")
} | {opcodes.NEGATE: "neg"}
_ANSWERS = (opcodes.IS_LESS, opcodes.IS_LESS_OR_EQUAL, opcodes.IS_EQUAL)


def played(tape: Tape, parametric: Parametric, names: Sequence[str]) -> list[Any]:
    """The numbers of the recorded way, with nodes of the tape for what follows from the parameters.

    Comparisons keep the answer that they had: a sign that decides how a mechanism is laid out belongs to its structure.
    """
    values: list[Any] = [float(x) for x in parametric.values]
    for number, name in enumerate(names):
        values[number] = tape.input(name)
    steps = [int(x) for x in parametric.steps]
    for at in range(0, len(steps), 4):
        code, result, one, other = steps[at : at + 4]
        if code in _ANSWERS:
            continue
        if code in (opcodes.MAX, opcodes.MIN):
            smaller = tape.compare("le", values[one], values[other])
            chosen = (one, other) if code == opcodes.MIN else (other, one)
            values[result] = tape.select(smaller, *(values[place] for place in chosen))
        elif code in _BINARY:
            values[result] = tape.binary(_BINARY[code], values[one], values[other])
        else:
            values[result] = tape.unary(_UNARY[code], values[one])
    return values
