"""Designs that a search has judged, written down line by line, so that it goes on where it was broken off."""

from __future__ import annotations

import json
import os
from pathlib import Path

from linkwork.base.beside import beside
from linkwork.base.errors import AnalysisError

Judged = tuple[list[float], list[float]]
"""Criteria and conditions of a design."""


def write_design(file: Path, design: tuple[float, ...], judged: Judged) -> None:
    """Add a line."""
    try:
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps([design, *judged]) + "\n")
    except OSError as error:
        raise AnalysisError(f"{file} cannot be written: {error.strerror}") from None


def read_designs(file: Path, count: int) -> dict[tuple[float, ...], Judged]:
    """What a search wrote down; a last line that was cut off is taken out of the file."""
    kept = {}
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise AnalysisError(f"{file} cannot be read: {error.strerror}") from None
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        try:
            design, criteria, conditions = json.loads(line)
            if len(design) != count:
                raise AnalysisError(
                    f"{file}, line {number}: a design of {len(design)} parameters where {count} are free"
                )
            kept[tuple(map(float, design))] = (
                [float(value) for value in criteria],
                [float(value) for value in conditions],
            )
        except (ValueError, TypeError, OverflowError, RecursionError):
            if number < len(lines) or text.endswith("\n") or not line.startswith("["):
                raise AnalysisError(f"{file}, line {number}: expected [design, criteria, conditions]") from None
            _mend(file, lines[:-1])
            return kept
    if text and not text.endswith("\n"):
        _mend(file, lines)
    return kept


def _mend(file: Path, lines: list[str]) -> None:
    """Have whole lines alone in a file, or leave it as it is."""
    place = beside(file)
    try:
        place.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        os.replace(place, file)
    except OSError as error:
        place.unlink(missing_ok=True)
        raise AnalysisError(f"{file} cannot be written: {error.strerror}") from None
