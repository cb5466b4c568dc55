"""Notes of single runs of a study: each is said once, with how many variants had it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

_NUMBER = re.compile(r"(?<![A-Za-z_])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_OF_THE_WAY = ("formulation:", "compiled:")
"""How runs begin to tell by what way they were computed, which every run tells."""


class ToldNotes:
    """Notes by what they say apart from their numbers: the text of the first one, and how many runs had one."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[str, int]] = {}

    def add(self, notes: Iterable[str]) -> None:
        """Those of one run."""
        said = {_NUMBER.sub("#", note): note for note in reversed(list(notes)) if not note.startswith(_OF_THE_WAY)}
        for kind, note in said.items():
            first, count = self.known.get(kind, (note, 0))
            self.known[kind] = first, count + 1

    def take(self) -> dict[str, tuple[str, int]]:
        """All so far, which are gone here."""
        known, self.known = self.known, {}
        return known

    def join(self, others: Mapping[str, Any]) -> None:
        """Those that others have counted."""
        for kind, (note, more) in others.items():
            first, count = self.known.get(kind, (note, 0))
            self.known[kind] = first, count + int(more)

    def lines(self) -> list[str]:
        """A line a kind of note, the most frequent first."""
        often = sorted(self.known.values(), key=lambda entry: -entry[1])
        return [f"{count} of the runs, the first: {note}" if count > 1 else f"1 run: {note}" for note, count in often]
