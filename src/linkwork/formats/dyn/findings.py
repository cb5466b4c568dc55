"""What a `.DYN` file does not say, or says twice and differently: sentences with the line they are about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NoReturn

from linkwork.base.errors import ModelFileError

Kind = Literal["conflict", "assumed", "unused"]


@dataclass(frozen=True)
class Finding:
    """One sentence: a contradiction of the file, something it leaves open, or something that is not used."""

    kind: Kind
    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


@dataclass
class DynReport:
    """All that was found while a file was read; empty when the file is complete and consistent."""

    file: str
    findings: dict[Finding, None] = field(default_factory=dict)

    def conflict(self, line: int, text: str) -> None:
        """The file contradicts itself; the sentence says what was taken."""
        self._add(Finding("conflict", line, text))

    def assumed(self, line: int, text: str) -> None:
        """The file is silent; the sentence says what was taken."""
        self._add(Finding("assumed", line, text))

    def unused(self, line: int, text: str) -> None:
        """The file says something that plays no part."""
        self._add(Finding("unused", line, text))

    def fail(self, line: int, text: str) -> NoReturn:
        """Give up at a line."""
        raise ModelFileError(f"{self.file}:{line}:1: {text}")

    def _add(self, finding: Finding) -> None:
        """Keep a sentence once."""
        self.findings[finding] = None

    def __iter__(self) -> Iterator[Finding]:
        return iter(sorted(self.findings, key=lambda finding: finding.line))

    def __len__(self) -> int:
        return len(self.findings)

    def text(self) -> str:
        """The sentences in the order of the lines, one a line."""
        return "\n".join(f"{finding.kind}: {finding}" for finding in self)
