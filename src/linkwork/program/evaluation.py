"""What of a tape is needed for some numbers, and these numbers themselves."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Sequence
from typing import Any

from linkwork.program.tape import BINARY, COMPARISONS, CONSTANT, INPUT, SELECT, TABLE, UNARY, Tape


def live(tape: Tape, outputs: Iterable[int], known: Container[int] = ()) -> list[int]:
    """The nodes that outputs need, in their order; not what those need that are known."""
    needed, waiting = set[int](), list(outputs)
    while waiting:
        place = waiting.pop()
        if place not in needed:
            needed.add(place)
            if place not in known:
                waiting += tape.operands[place]
    return sorted(needed)


def certain(tape: Tape, outputs: Iterable[int]) -> set[int]:
    """The nodes that outputs need whatever selections choose; the others may have no value where they do not count."""
    needed, waiting = set[int](), list(outputs)
    while waiting:
        place = waiting.pop()
        if place not in needed:
            needed.add(place)
            operands = tape.operands[place]
            waiting += operands[:1] if tape.codes[place] == SELECT else operands
    return needed


def evaluated(tape: Tape, outputs: Sequence[int], inputs: dict[str, float]) -> list[float]:
    """Outputs for values of the inputs, operation by operation: what writers are held against."""
    values: dict[int, Any] = {}
    needed = certain(tape, outputs)
    for place in live(tape, outputs):
        code, operands = tape.codes[place], [values[x] for x in tape.operands[place]]
        if code == CONSTANT:
            values[place] = tape.values[place]
        elif code == INPUT:
            values[place] = inputs[tape.names[place]]
        elif code == TABLE:
            values[place] = tape.tables[place]
        elif code == SELECT:
            values[place] = operands[1] if operands[0] else operands[2]
        elif code in COMPARISONS:
            values[place] = float(COMPARISONS[code](*operands))
        else:
            try:
                values[place] = BINARY[code](*operands) if code in BINARY else UNARY[code](*operands)
            except (ZeroDivisionError, ValueError, OverflowError):
                if place in needed:
                    raise
                values[place] = math.nan
    return [values[place] for place in outputs]
