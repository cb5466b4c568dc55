"""Lines: a tape as assignments, one a line, in any of the languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from linkwork.program.languages import Language
from linkwork.program.tape import COMPARISONS, CONSTANT, INPUT, SELECT, Tape, live


def assignments(
    tape: Tape, outputs: Iterable[int], inputs: Mapping[str, str], language: Language
) -> tuple[list[str], dict[int, str]]:
    """The lines that make the outputs, and what every node is called; `inputs` says how each input is written.

    Operations with one use and few operands are written where they are used, comparisons always.
    """
    places = live(tape, outputs)
    texts, lines = dict[int, str](), list[str]()
    for place in places:
        code = tape.codes[place]
        if code == CONSTANT:
            texts[place] = number_text(tape.values[place])
        elif code == INPUT:
            texts[place] = inputs[tape.names[place]]
        else:
            operands = [texts[x] for x in tape.operands[place]]
            text = language.forms[code].format(*operands)
            if code in COMPARISONS:
                texts[place] = f"({text})"
                continue
            name = f"z{place}"
            lines.append(language.assign.format(name, text))
            texts[place] = name
    return lines, texts


def number_text(value: float) -> str:
    """A constant to its last digit, in brackets where it has a sign."""
    text = repr(float(value))
    return f"({text})" if value < 0 or text.startswith("-") else text


def counted(tape: Tape, outputs: Iterable[int]) -> dict[str, int]:
    """Operations: multiplications and divisions, additions and subtractions, functions, decisions."""
    found = {"multiplications": 0, "additions": 0, "functions": 0, "decisions": 0}
    for place in live(tape, outputs):
        code = tape.codes[place]
        if code in ("mul", "div"):
            found["multiplications"] += 1
        elif code in ("add", "sub"):
            found["additions"] += 1
        elif code == SELECT:
            found["decisions"] += 1
        elif code not in (CONSTANT, INPUT, "neg", *COMPARISONS):
            found["functions"] += 1
    return found
