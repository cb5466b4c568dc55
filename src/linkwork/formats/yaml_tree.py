"""The tree of a YAML text: plain values that know their line and column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from linkwork.base.late_dataclass import dataclass


@dataclass
class Node:
    """A scalar, a sequence or a mapping; line and column count from 1.

    `shift` is how many columns after `column` the text of a scalar begins, None when columns inside it are not known
    (several lines, escapes).
    """

    line: int
    column: int
    scalar: Any = None
    items: list[Node] | None = None
    entries: dict[str, Entry] | None = None
    shift: int | None = None
    size: int = 1
    depth: int = 1

    def plain(self) -> Any:
        """The value as plain Python data."""
        if self.entries is not None:
            return {name: entry.value.plain() for name, entry in self.entries.items()}
        if self.items is not None:
            return [item.plain() for item in self.items]
        return self.scalar

    def inside(self, column: int | None) -> tuple[int, int]:
        """Line and column of the character `column` (from 1) of a scalar's text."""
        if column is None or self.shift is None:
            return self.line, self.column
        return self.line, self.column + self.shift + column - 1

    def child(self, step: str | int) -> Entry | None:
        """The entry of that key or index, if there is one."""
        if self.entries is not None:
            return self.entries.get(step) if isinstance(step, str) else None
        if self.items is not None and isinstance(step, int) and 0 <= step < len(self.items):
            return Entry(self.items[step], self.items[step])
        return None

    def walk(self) -> Iterator[Node]:
        """All keys and scalars below, in the order of the file."""
        if self.entries is not None:
            for entry in self.entries.values():
                yield entry.key
                yield from entry.value.walk()
        elif self.items is not None:
            for item in self.items:
                yield from item.walk()
        else:
            yield self


class Entry(NamedTuple):
    """A key and its value; for an item of a sequence both are the item."""

    key: Node
    value: Node


@dataclass
class Reached:
    """How far a path leads into a tree: the steps taken, the last entry, and the step that is not there."""

    entry: Entry
    steps: list[str | int] = field(default_factory=list)
    absent: str | int | None = None


def find(root: Node, path: Sequence[str | int]) -> Reached:
    """Follow a path; steps that only name the type of a mapping (as validation errors have them) are skipped."""
    place = Reached(Entry(root, root))
    arrived = False
    for step in path:
        node = place.entry.value
        kind = node.child("type")
        if not arrived and kind is not None and kind.value.scalar == step:
            arrived = True
            continue
        entry = node.child(step)
        place.absent = step if entry is None else None
        if entry is not None:
            place.entry, arrived = entry, False
            place.steps.append(step)
    return place
