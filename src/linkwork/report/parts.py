"""What a report consists of: sections of words, tables, pictures, a motion to watch, and listings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

MADE_WITH = "Made with"  # the last section: versions, a line at the end of a printed report
Level = Literal["plain", "good", "warning", "error"]


@dataclass(frozen=True)
class Words:
    """A paragraph; its level says how it is coloured."""

    text: str
    level: Level = "plain"


@dataclass(frozen=True)
class Table:
    """A table of texts. `align` has a letter a column: l for left, r for right."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    align: str
    title: str = ""
    note: str = ""


@dataclass(frozen=True)
class Picture:
    """A figure of matplotlib with its caption."""

    figure: Any
    caption: str


@dataclass(frozen=True)
class Motion:
    """A scene that the viewer plays; on paper `still` stands for it."""

    scene: dict[str, Any]
    caption: str
    still: Picture | None = None


@dataclass(frozen=True)
class Listing:
    """Text in letters of equal width, such as a model file."""

    text: str


Part = Words | Table | Picture | Motion | Listing


@dataclass(frozen=True)
class Section:
    """A chapter of the report."""

    title: str
    parts: Sequence[Part]


@dataclass(frozen=True)
class Head:
    """Who made a report, for whom, and the path of a picture beside its title."""

    author: str = ""
    company: str = ""
    logo: str = ""

    def line(self) -> str:
        """Author and company in a line."""
        return ", ".join(part for part in (self.author, self.company) if part)


@dataclass
class Content:
    """A report: title, what it is about, the verdict, facts in a line each, and its sections."""

    title: str
    description: str
    date: str
    verdict: Words
    facts: list[tuple[str, str]] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    head: Head = field(default_factory=lambda: Head())
    kind: str = "Report of a mechanism"

    def add(self, title: str, parts: Sequence[Part]) -> None:
        """Add a section; one without contents is left out."""
        if parts:
            self.sections.append(Section(title, parts))
