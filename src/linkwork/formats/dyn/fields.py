"""The lines of a `.DYN` file as entities of fields: `KEY : value`, with the lines of numbers that follow a key."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from linkwork.formats.dyn.dyn_text import ENTITIES, KEYS, TRUTH, normal
from linkwork.formats.dyn.findings import DynReport

Choice = TypeVar("Choice")
MOST_ENTITIES = 5000
_LIKE = 0.7
"""How like a word a misspelt one must be."""


@dataclass
class Field:
    """A key with what stands after its colon and on the lines below; `key` is the spelling of our tables."""

    key: str
    line: int
    text: str
    more: list[tuple[int, str]] = field(default_factory=list)

    @property
    def words(self) -> list[tuple[int, str]]:
        """All words, each with its line."""
        lines = [(self.line, self.text), *self.more]
        return [(number, word) for number, text in lines for word in text.split()]


@dataclass
class Entity:
    """The fields of one entity; each is taken once, and what is left over at the end is told."""

    kind: str
    line: int
    report: DynReport
    fields: list[Field] = field(default_factory=list)
    title: str = ""

    def __str__(self) -> str:
        return f"{self.kind} '{self.title}'" if self.title else self.kind

    def fail(self, line: int, text: str) -> NoReturn:
        """Give up at a line, with the name of the entity."""
        self.report.fail(line, f"{self}: {text}")

    def take_all(self, key: str) -> list[Field]:
        """All fields with this key."""
        fields = [given for given in self.fields if given.key == key]
        self.fields = [given for given in self.fields if given.key != key]
        return fields

    def take(self, key: str) -> Field | None:
        """The field with this key, if there is one; that it stands there twice is told."""
        fields = self.take_all(key)
        for again in fields[1:]:
            same = [word for _, word in again.words] == [word for _, word in fields[0].words]
            words = "with the same value" if same else f"with another value; that of line {fields[0].line} is taken"
            self.report.conflict(again.line, f"{self}: {key} stands here a second time, {words}")
        return fields[0] if fields else None

    def need(self, key: str) -> Field:
        """The field with this key; a misspelt one is taken for it and told."""
        field = self.take(key)
        if field is not None:
            return field
        strange = [given for given in self.fields if given.key not in KEYS.values()]
        near = difflib.get_close_matches(key, [given.key for given in strange], 1, _LIKE)
        if near:
            field = next(given for given in strange if given.key == near[0])
            self.fields.remove(field)
            self.report.conflict(field.line, f"{self}: '{field.key}' is not known; it is read as {key}")
            return field
        self.fail(self.line, f"{key} is missing; the file may be cut, or the line left out")

    def word(self, given: Field) -> str:
        """The text of a field that stands on one line."""
        if given.more:
            self.fail(given.more[0][0], f"this line belongs to no key: {given.more[0][1][:40]!r}")
        if not given.text:
            self.fail(given.line, f"nothing stands after {given.key}")
        return given.text

    def name(self) -> str:
        """The entity's name, from then on part of every message."""
        self.title = self.word(self.need("NAME"))
        return self.title

    def text(self, key: str) -> str:
        """The text of a field that must be there."""
        return self.word(self.need(key))

    def choice(self, given: Field, choices: Mapping[str, Choice]) -> Choice:
        """One of several words."""
        word = normal(self.word(given))
        if word not in choices:
            self.fail(given.line, f"{given.key}: '{word[:40]}' is not known; write one of: {', '.join(choices)}")
        return choices[word]

    def truth(self, key: str) -> bool:
        """TRUE or FALSE."""
        return self.choice(self.need(key), TRUTH)

    def numbers(self, given: Field, count: int) -> tuple[float, ...]:
        """As many numbers as are wanted, on the line of the key or below it."""
        words = given.words
        if len(words) != count:
            line = words[-1][0] if words else given.line
            self.fail(line, f"{given.key} needs {count} numbers, and {len(words)} stand here")
        return tuple(self._number(given.key, line, word) for line, word in words)

    def _number(self, key: str, line: int, word: str) -> float:
        """A word as a finite number."""
        try:
            value = float(word.replace("_", "?"))
        except ValueError:
            self.fail(line, f"{key}: {word[:40]!r} is not a number")
        if not math.isfinite(value):
            self.fail(line, f"{key}: {word[:40]!r} is not a finite number")
        return value

    def number(self, key: str, missing: float | None = None) -> float:
        """One number; where a value for a missing key is given, that it is missing is told."""
        if missing is not None and not any(given.key == key for given in self.fields):
            self.report.assumed(self.line, f"{self}: {key} is missing; {missing:g} is taken")
            return missing
        return self.numbers(self.need(key), 1)[0]

    def matrix(self, key: str, rows: int) -> tuple[tuple[float, ...], ...]:
        """A matrix of four columns."""
        values = self.numbers(self.need(key), 4 * rows)
        return tuple(values[4 * row : 4 * row + 4] for row in range(rows))

    def finish(self) -> None:
        """Tell what was not taken."""
        for given in self.fields:
            known = "plays no part here" if given.key in KEYS.values() else "is not a known key"
            self.report.unused(given.line, f"{self}: '{given.key}' {known}; it is left out")


def entities(text: str, report: DynReport) -> list[Entity]:
    """The entities of a file in order."""
    entities: list[Entity] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if not any(letter.isalnum() for letter in line):
            report.unused(number, f"{line.strip()[:40]!r} is no part of the format; it is left out")
            continue
        given = _field(number, line)
        if given is not None and given.key == "ENTITY":
            if len(entities) == MOST_ENTITIES:
                report.fail(
                    number, f"the file has more than {MOST_ENTITIES} entities; it is too large to be a mechanism"
                )
            entities.append(Entity(_kind(given, report), number, report))
        elif not entities:
            report.fail(number, "a .DYN file begins with 'ENTITY : MECH'; this line is something else")
        elif given is not None:
            entities[-1].fields.append(given)
        elif not entities[-1].fields:
            report.fail(number, f"{entities[-1]}: expected a line 'KEY : value'; found {line.strip()[:40]!r}")
        else:
            entities[-1].fields[-1].more.append((number, line.strip()))
    if not entities:
        report.fail(1, "the file is empty; a .DYN file begins with 'ENTITY : MECH'")
    return entities


def _field(number: int, line: str) -> Field | None:
    """The key of a line, or nothing when the line only goes on; a few keys stand without a colon."""
    key, colon, value = line.partition(":")
    if normal(key) == "INITIAL" and ":" in value:
        second, _, value = value.partition(":")
        key = f"{key} {second}"
    key = normal(key)
    if colon or key in KEYS:
        return Field(KEYS.get(key, key), number, value.strip())
    return None


def _kind(given: Field, report: DynReport) -> str:
    """Which entity begins."""
    word = normal(given.text)
    if word not in ENTITIES:
        report.fail(given.line, f"entity '{word[:40]}' is not known; entities are: {', '.join(ENTITIES)}")
    return ENTITIES[word]
