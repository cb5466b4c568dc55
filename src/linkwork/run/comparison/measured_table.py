"""Tables of measured channels: a mapping, a DataFrame or a CSV file; names may carry units, as in `slider.x (mm)`."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.confined import require_inside
from linkwork.base.errors import AnalysisError, ExpressionError, shown
from linkwork.expression import parse
from linkwork.mechanism.display_units import dimension_of_unit

_WITH_UNIT = re.compile(r"(.*\S)(?:\s+\(|\s*\[)([^()\[\]]*)[)\]]")  # `distance(a, b)` has no blank
_TIMES = ("t", "time", "Time", "T")


def read_table(data: Any, unit_of: Callable[[str], str | None] | None = None) -> dict[str, Array]:
    """Columns by name in SI units, the times as `t`; empty cells are NaN.

    `unit_of` tells the SI unit of a channel, None of what is none: a heading with a unit of another kind is refused.
    """
    table = _table(data)
    columns: dict[str, Array] = {}
    for heading, values in table.items():
        name, unit, factor = _heading(heading)
        name = "t" if name in _TIMES and "t" not in columns else name
        wanted = "s" if name == "t" else unit_of(name) if unit_of is not None else None
        if unit and wanted and not _same_kind(unit, wanted):
            raise AnalysisError(f"data: the column '{heading}' is in {unit}, and {name} is in {wanted}")
        columns[name] = factor * _column(heading, values)
    return columns


def _same_kind(unit: str, wanted: str) -> bool:
    """Whether one can be turned into the other; a channel without a unit of its own takes any."""
    try:
        return dimension_of_unit(unit) == dimension_of_unit(wanted)
    except ValueError:
        return True


def _heading(text: str) -> tuple[str, str, float]:
    """Name, unit and factor to SI of a heading such as `slider.x (mm)`; a pair of brackets that is no unit stays."""
    match = _WITH_UNIT.fullmatch(text.strip())
    if match is None:
        return text.strip(), "", 1.0
    unit = match[2].strip()
    if unit in ("", "1", "-"):
        return match[1].strip(), "", 1.0
    try:
        value = parse(f"1 {unit}").constant
    except ExpressionError:
        return text.strip(), "", 1.0
    return (text.strip(), "", 1.0) if value is None else (match[1].strip(), unit, float(value))


def _table(data: Any) -> dict[str, Any]:
    if isinstance(data, str | Path):
        return _file(Path(data))
    if isinstance(data, Mapping):
        return dict(data)
    if hasattr(data, "columns") and hasattr(data, "index"):
        table = {str(name): data[name].to_numpy() for name in data.columns}
        return table if "t" in table else {"t": data.index.to_numpy(), **table}
    raise AnalysisError(f"data: give a mapping, a DataFrame or a CSV file; found {shown(data)}")


def _file(path: Path) -> dict[str, Any]:
    require_inside(str(path))
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise AnalysisError(f"data: the file {shown(str(path))} cannot be read: {why}") from None
    mark = max(";\t,", key=text.partition("\n")[0].count)
    try:
        rows = [row for row in csv.reader(text.splitlines(), delimiter=mark) if row]
    except csv.Error as error:
        raise AnalysisError(f"data: the file '{path}' cannot be read: {error}") from None
    if len(rows) < 3:
        raise AnalysisError(f"data: the file '{path}' needs a line of names and at least two of numbers")
    head = [name.strip() for name in rows[0]]
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(head):
            raise AnalysisError(f"data: line {number} of '{path}' has {len(row)} entries for {len(head)} names")
    dotted = (lambda cell: cell) if mark == "," else (lambda cell: cell.replace(",", "."))
    return {name: [dotted(row[place]) for row in rows[1:]] for place, name in enumerate(head)}


def _column(name: str, values: Any) -> Array:
    try:
        empty = [np.nan if isinstance(value, str) and not value.strip() else value for value in values]
        return np.array(empty, float)
    except (TypeError, ValueError) as error:
        raise AnalysisError(f"data: '{name}' holds something that is no number: {error}") from None
