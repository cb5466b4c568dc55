"""The rates of a program in C in which every decision of the laws stays as it is told.

A step that is taken with the decisions of its start is one of a smooth system, also where it ends a little beyond a
change: that is where it ended is found to the order of the method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.program.evaluation import live
from linkwork.program.functions import entries_of
from linkwork.program.tape import SELECT, Tape, Truth
from linkwork.program.texts.c_text import STATE, UNUSED, body

if TYPE_CHECKING:
    from linkwork.program.program import Program

RATES = ("rates", "accelerations", "state_rates")


def c_of_held_rates(program: Program, name: str) -> str:
    """The function; `side` are the signs of the event indicators, and which of them also ask whether they are zero."""
    r, tape = program.recorded, program.recorded.tape
    entries, length = entries_of(r, RATES)
    equal = {frozenset(tape.operands[node]): node for node in live(tape, entries.values()) if tape.codes[node] == "eq"}
    sides, exact = dict[int, Any](), list[str]()
    inputs = dict[str, str]()
    for number, node in enumerate(r.decisions):
        inputs[f"side {number}"] = f"side[{number}]"
        side = tape.input(f"side {number}")
        sides[node] = side > 0.5 if tape.codes[node] == "lt" else side <= 0.5
        zero = equal.get(frozenset(tape.operands[node]))
        exact.append("0" if zero is None else "1")
        if zero is not None:
            sides[zero] = abs(side) < 0.5
    numbers = held(tape, list(entries.values()), sides)
    stores = [(tape.place(numbers[node]), f"dy[{at}]") for at, node in entries.items()]
    zeros = [f"    dy[{at}] = 0.0;" for at in range(length) if at not in entries]
    call, extra = f"{name}_held_rate", "const double *restrict side"
    before, lines = body(program, call, {"dy": "double"}, stores, (extra, "side", inputs))
    head = f"static void {call}({STATE}, {extra}, double *restrict dy)"
    asks = f"static const int {call}_exact[] = {{{', '.join(exact)}}};"
    return "\n".join([asks, *before, head, "{", UNUSED, "    (void)side;", *lines, *zeros, "}", ""])


def held(tape: Tape, outputs: list[int], sides: dict[int, Any]) -> dict[int, Any]:
    """Numbers of a tape with other answers in place of some of its comparisons."""
    other = dict(sides)
    for place in live(tape, outputs):
        operands = tape.operands[place]
        if place in other or not any(operand in other for operand in operands):
            continue
        code = tape.codes[place]
        numbers = [other[each] if each in other else tape.number(each) for each in operands]
        if code == SELECT:
            truth = other.get(operands[0], Truth(tape, operands[0]))
            other[place] = tape.select(truth, *numbers[1:])
        elif len(numbers) == 1:
            other[place] = tape.unary(code, numbers[0])
        elif code in ("lt", "le", "eq"):
            other[place] = tape.compare(code, *numbers)
        else:
            other[place] = tape.binary(code, *numbers)
    return {place: other[place] if place in other else tape.number(place) for place in outputs}
