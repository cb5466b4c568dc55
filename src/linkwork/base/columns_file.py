"""Points of a table from a file of columns: numbers beside each other, with or without a line of names."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from linkwork.base.errors import MechanismError
from linkwork.base.local_file import in_folder, read_bytes, reading_folder

LARGEST = 16 << 20
SEPARATORS = (";", "\t", ",")
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
_UNIT = re.compile(r"\s*(\[[^]]*\]|\([^)]*\))$")
Column = int | str


def points_of(file: str, columns: Sequence[Column]) -> list[tuple[float, float]]:
    """Pairs of two columns, by name or by number from 0, of a file counted from the folder of the model.

    The first of semicolon, tab and comma that its first line has separates its words, blanks where there is none. That
    line has names if no word of it is a number.
    """
    path = in_folder(reading_folder(), file)
    text = read_bytes(path, LARGEST, "a file of columns").decode("utf-8-sig", "replace")
    lines = [(number, line.strip(" \r\n")) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line.strip() and not line.lstrip().startswith(("#", "%"))]
    if not lines:
        raise MechanismError(f"{path}: the file has no line of numbers")
    between = next((one for one in SEPARATORS if one in lines[0][1].strip()), None)
    rows = [(number, _words(path, number, line, between)) for number, line in lines]
    names: list[str] = []
    if all(_number(word) is None for word in rows[0][1]):
        names = [word.strip("\"' ") for word in rows.pop(0)[1]]
        while names and not names[-1]:
            names.pop()
        for number, words in rows:
            if len(words) != len(names) and (len(words) != len(names) + 1 or words[-1]):
                raise MechanismError(
                    f"{path}:{number}: the line has {len(words)} words, but there are {len(names)} names of columns: "
                    f"{', '.join(names)}"
                )
    places = [_place(path, column, names) for column in columns]
    return [_pair(path, number, words, places) for number, words in rows]


def _words(path: str, number: int, line: str, between: str | None) -> list[str]:
    words = [word.strip() for word in line.split(between)]
    for word in words:
        if "," in word and _DECIMAL_COMMA.fullmatch(word):
            raise MechanismError(f"{path}:{number}: '{word}' has a decimal comma; write a point")
    return words


def _number(word: str) -> float | None:
    try:
        value = float(word)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _place(path: str, column: Column, names: list[str]) -> int:
    """The place of a column; its name may be given without the unit in brackets behind it."""
    if isinstance(column, int):
        return column
    bare = names if column in names else [_UNIT.sub("", name) for name in names]
    if bare.count(column) != 1:
        known = ", ".join(names) if names else "its first line has numbers, no names; give numbers of columns from 0"
        many = "more than one" if column in bare else "no"
        raise MechanismError(f"{path}: there is {many} column '{column}'; columns are: {known}")
    return bare.index(column)


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
