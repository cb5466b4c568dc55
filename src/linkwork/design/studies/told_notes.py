"""Notes of single runs of a study: each is said once, with how many variants had it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

_NUMBER = re.compile(
    r"""((?<!\w)'[^']*'(?!\w)|(?<!\w)"[^"]*"(?!\w))"""  # a name between quotes, which stays
    r"|(?<![\w.])(?<![A-Za-z]-)[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?"  # no part of a name such as T11 or arm-2
)
_OF_ALL = ("formulation:", "compiled:", "no estimate given for:")
"""How notes begin that belong to the model and not to a design: the way of computing, a start that the program chose.

Designs in compiled batches tell nothing, so that a count of those that tell it would be wrong.
"""


class ToldNotes:
    """Notes by what they say apart from their numbers: the text of the first one, and how many runs had one."""

    def __init__(self, known: Mapping[str, tuple[str, int]] | None = None) -> None:
        self.known: dict[str, tuple[str, int]] = dict(known or {})

    def add(self, notes: Iterable[str]) -> None:
        """Those of one run."""
        said: dict[str, str] = {}
        for note in notes:
            if not note.startswith(_OF_ALL):
                said.setdefault(_kind(note), note)
        self.join({kind: (note, 1) for kind, note in said.items()})

    def expect(self, others: ToldNotes) -> None:
        """Those of the model as it is, where designs tell nothing themselves."""
        for kind, (note, _) in others.known.items():
            self.known.setdefault(kind, (note, 0))

    def take(self) -> dict[str, tuple[str, int]]:
        """All so far, which are gone here."""
        known, self.known = self.known, {}
        return known

    def join(self, others: Mapping[str, Any]) -> None:
        """Those that others have counted."""
        for kind, (note, more) in others.items():
            first, count = self.known.get(kind, (note, 0))
            self.known[kind] = first if count else note, count + int(more)

    def lines(self) -> list[str]:
        """A line a kind of note, the most frequent first."""
        often = sorted(self.known.values(), key=lambda entry: -entry[1])
        return [f"{_whose(count)}: {note}" for note, count in often]


def _whose(count: int) -> str:
    if count == 0:
        return "the model as it is, for designs in compiled batches tell nothing"
    return f"{count} of the runs, the first" if count > 1 else "1 run"


def _kind(note: str) -> str:
    """What a note says apart from its numbers; names with numbers are names."""
    return _NUMBER.sub(lambda match: match[1] or "#", note)
