"""Points of a table from a file of columns: numbers beside each other, with or without a line of names."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from linkwork.base.errors import MechanismError
from linkwork.base.local_file import in_folder, read_bytes, reading_folder

LARGEST = 16 << 20
_BETWEEN = re.compile(r"[,;\t ]\s*")
Column = int | str


def points_of(file: str, columns: Sequence[Column]) -> list[tuple[float, float]]:
    """Pairs of two columns, by name or by number from 0, of a file counted from the folder of the model."""
    path = in_folder(reading_folder(), file)
    text = read_bytes(path, LARGEST, "a file of columns").decode("utf-8-sig", "replace")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    rows = [(number, _BETWEEN.split(line)) for number, line in lines if line and not line.startswith(("#", "%"))]
    if not rows:
        raise MechanismError(f"{path}: the file has no line of numbers")
    names: list[str] = []
    if any(_number(word) is None for word in rows[0][1]):
        names = [word.strip("\"' ") for word in rows.pop(0)[1]]
    places = [_place(path, column, names) for column in columns]
    return [_pair(path, number, words, places) for number, words in rows]


def _number(word: str) -> float | None:
    try:
        value = float(word)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _place(path: str, column: Column, names: list[str]) -> int:
    if isinstance(column, int):
        return column
    if column not in names:
        known = ", ".join(names) if names else "its first line has numbers, no names; give numbers of columns from 0"
        raise MechanismError(f"{path}: there is no column '{column}'; columns are: {known}")
    return names.index(column)


def _pair(path: str, line: int, words: list[str], places: list[int]) -> tuple[float, float]:
    values = []
    for place in places:
        if not 0 <= place < len(words):
            raise MechanismError(f"{path}:{line}: there is no column {place}; the line has {len(words)}, from 0")
        value = _number(words[place])
        if value is None:
            raise MechanismError(f"{path}:{line}: '{words[place]}' is no number")
        values.append(value)
    return values[0], values[1]
