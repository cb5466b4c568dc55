"""The head of a written program: every input and output by name and unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.program.functions import GROUPS
from linkwork.program.languages import Language

if TYPE_CHECKING:
    from linkwork.program.program import Program


def head(program: Program, language: Language, name: str) -> list[str]:
    """Comments that name every number."""
    r, mark = program.recorded, language.comment
    whose = "bodies" if r.kind == "bodies" else "joints"
    head = [
        f"{mark}{name}: equations of motion of '{program.mechanism.name}' in the coordinates of its {whose}, "
        "written by Linkwork"
    ]
    titles = {"q": "positions", "v": "rates", "x": "own states", "u": "inputs", "par": "parameters"}
    for letter, group in GROUPS:
        names = getattr(r, group)
        if names:
            head.append(f"{mark}{titles[letter]}")
        for number, each in enumerate(names):
            follows = "; follows its law while it is no number" if each in r.lawful else ""
            head.append(_line(language, letter, number, each, program.unit(each)) + follows)
    for title, letter, names in (
        ("outputs", "out", program.outputs),
        ("equations, with their residual and multiplier", "residual", r.equations),
    ):
        if names:
            head.append(f"{mark}{title}")
        for number, each in enumerate(names):
            head.append(_line(language, letter, number, each, program.unit(each)))
    if r.independent:
        kept = ", ".join(r.rates[column] for column in r.independent)
        head.append(f"{mark}independent when a state is closed: {kept}")
    return head


def _line(language: Language, letter: str, number: int, name: str, unit: str) -> str:
    place = language.index.format(letter, number + language.first)
    return f"{language.comment}  {place:14s} {name}{f' ({unit})' if unit else ''}"
