"""Where the values of a YAML text stand in it, so that one can be changed and all else stays as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

_ANCHOR = re.compile(r"&\S+\s*")
_COLON = re.compile(r"[ \t]*:")
_REMARK = re.compile(r"[^#\n\"']*?( +)#")


@dataclass
class Spot:
    """A value and its place: from `start` to `end`, its anchor left out. An alias is a value of its own kind."""

    start: int
    end: int
    flow: bool = False
    alias: bool = False
    anchored: bool = False
    items: list[Spot] | None = None
    entries: dict[str, Spot] | None = None
    after: dict[str, int] = field(default_factory=dict)
    """Where each key ends."""

    @property
    def empty(self) -> bool:
        """Whether nothing is written there."""
        return self.start == self.end and self.items is None and self.entries is None

    def at(self, *path: str | int) -> Spot | None:
        """The value at the end of a path of keys and numbers; None when there is none, or an alias on the way."""
        spot: Spot | None = self
        for step in path:
            if spot is None or spot.alias:
                return None
            if isinstance(step, int):
                spot = spot.items[step] if spot.items is not None and step < len(spot.items) else None
            else:
                spot = spot.entries.get(step) if spot.entries is not None else None
        return spot


@dataclass(frozen=True)
class Edit:
    """New text in the place of old."""

    start: int
    end: int
    text: str


def places_of(text: str) -> Spot:
    """The values of a text that was read before."""
    root = Spot(0, 0)
    open_spots: list[Spot] = []
    keys: list[tuple[str, int] | None] = []
    for event in YAML(typ="safe", pure=True).parse(text):
        if isinstance(event, MappingEndEvent | SequenceEndEvent):
            keys.pop()
            done = open_spots.pop()
            done.end = event.end_mark.index if done.flow else max(done.end, done.start)
            root = _put(done, open_spots, keys) or root
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            spot = Spot(_beyond_anchor(text, event), event.end_mark.index, bool(event.flow_style))
            spot.items, spot.entries = ([], None) if isinstance(event, SequenceStartEvent) else (None, {})
            open_spots.append(spot)
            keys.append(None)
        elif isinstance(event, AliasEvent):
            _put(Spot(event.start_mark.index, event.end_mark.index, alias=True), open_spots, keys)
        elif isinstance(event, ScalarEvent):
            anchored = event.anchor is not None
            spot = Spot(_beyond_anchor(text, event), event.end_mark.index, anchored=anchored)
            root = _put(spot, open_spots, keys, event.value) or root
    return root


def _beyond_anchor(text: str, event: Any) -> int:
    start: int = event.start_mark.index
    beyond_anchor = _ANCHOR.match(text, start) if event.anchor is not None else None
    return start if beyond_anchor is None else min(beyond_anchor.end(), max(event.end_mark.index, start))


def _put(spot: Spot, open_spots: list[Spot], keys: list[Any], word: str = "") -> Spot | None:
    """Give a value to the list or mapping that is open; without one it is the whole text."""
    if not open_spots:
        return spot
    parent = open_spots[-1]
    if parent.items is not None:
        parent.items.append(spot)
    elif keys[-1] is None:
        keys[-1] = (word, spot.end)
        parent.end = max(parent.end, spot.end)
        return None
    elif parent.entries is not None:
        (key, end), keys[-1] = keys[-1], None
        parent.entries[key], parent.after[key] = spot, end
    if not spot.empty:
        parent.end = max(parent.end, spot.end)
    return None


def replaced(spot: Spot, new: str) -> Edit:
    """Other text for a value that is written in one piece."""
    return Edit(spot.start, spot.end, new)


def filled(text: str, parent: Spot, key: str, new: str) -> Edit:
    """A value for a key behind which nothing is written, or only an anchor."""
    spot, end = (parent.entries or {})[key], parent.after[key]
    if spot.anchored:
        return Edit(spot.end, spot.end, f" {new}")
    colon = _COLON.match(text, end)
    return Edit(end, end, f": {new}") if colon is None else Edit(colon.end(), colon.end(), f" {new}")


def added(text: str, mapping: Spot, entries: Iterable[tuple[str, str]]) -> Edit:
    """New entries at the beginning of a mapping."""
    lines = [f"{key}: {new}" for key, new in entries]
    if mapping.flow:
        words = ", ".join(lines)
        return Edit(mapping.start + 1, mapping.start + 1, f"{words}, " if mapping.entries else words)
    first = text.rfind("\n", 0, mapping.start) + 1
    margin = " " * (mapping.start - first)
    ends = "\r\n" if "\r\n" in text else "\n"
    return Edit(mapping.start, mapping.start, "".join(f"{line}{ends}{margin}" for line in lines))


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits, which do not overlap; a comment behind stays in its column where there is room."""
    ordered = list(edits)
    longer: dict[tuple[int, int], int] = {}  # the gap before a comment: by how much its line grows
    for edit in ordered:
        remark = _REMARK.match(text, edit.end)
        if remark is not None and "\n" not in edit.text:
            longer[remark.span(1)] = longer.get(remark.span(1), 0) + len(edit.text) - (edit.end - edit.start)
    ordered += [Edit(at, end, " " * max(1, end - at - grown)) for (at, end), grown in longer.items()]
    for edit in sorted(ordered, key=lambda edit: (edit.start, edit.end), reverse=True):
        text = f"{text[: edit.start]}{edit.text}{text[edit.end :]}"
    return text
