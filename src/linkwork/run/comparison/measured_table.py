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
from linkwork.expression.algebra import node_of
from linkwork.mechanism.dimensions.turns import Count, counts_of
from linkwork.mechanism.display_units import dimension_of_unit

_WITH_UNIT = re.compile(r"(.*\S)(?:\s+\(|\s*\[)([^()\[\]]*)[)\]]")  # `distance(a, b)` has no blank
_TIMES = ("t", "time", "Time", "T")


def read_table(data: Any, unit_of: Callable[[str], str | None] | None = None) -> dict[str, Array]:
    """Columns by name in SI units, all of one length, the times as `t`; empty cells are NaN.

    `unit_of` tells the SI unit of a channel (`1` of a plain number), None of what is none: a heading with a unit of
    another kind is refused.
    """
    table = _table(data)
    time = _heading_of_times(list(table))
    columns: dict[str, Array] = {}
    headings: dict[str, str] = {}
    for heading, values in table.items():
        name, unit, factor = _heading(heading)
        name = "t" if heading == time else name
        if name in columns:
            raise AnalysisError(f"data: the columns '{headings[name]}' and '{heading}' are both {name}; leave one out")
        wanted = "s" if name == "t" else unit_of(name) if unit_of is not None else None
        if unit and wanted and (wrong := _other_kind(unit, wanted)):
            raise AnalysisError(f"data: the column '{heading}' is in {unit}, and {name} is {wrong}")
        columns[name], headings[name] = factor * _column(heading, values), heading
    _require_one_length(columns)
    return columns


def _heading_of_times(headings: list[str]) -> str | None:
    """Which column holds the times: `t` before the others, and a `T` in kelvin is none."""
    named = [(heading, *_heading(heading)[:2]) for heading in headings]
    times = [(name, heading) for heading, name, unit in named if not unit or _other_kind(unit, "s") is None]
    times += [(name, heading) for heading, name, unit in named if name != "T"]  # in a unit of another kind: refused
    return next((heading for word in _TIMES for name, heading in times if name == word), None)


def _require_one_length(columns: Mapping[str, Array]) -> None:
    rows = "t" if "t" in columns else next(iter(columns), "")
    for name, values in columns.items():
        if values.ndim != 1:
            raise AnalysisError(f"data: '{name}' is no row of numbers")
        if len(values) != len(columns[rows]):
            those = f"for {len(columns[rows])} times" if rows == "t" else f"and '{rows}' has {len(columns[rows])}"
            raise AnalysisError(f"data: '{name}' has {len(values)} values {those}")


def _other_kind(unit: str, wanted: str) -> str | None:
    """In what a channel is that this unit does not fit; a channel without a unit of its own takes any."""
    if wanted == "1":
        return "a plain number"
    try:
        if dimension_of_unit(unit) != dimension_of_unit(wanted):
            return f"in {wanted}"
    except ValueError:
        return None
    given, own = _count(unit), _count(wanted)
    if given.is_of_cycles and own.radian:
        return f"in {wanted}; a frequency is no angular speed: give it in rpm or rad/s"
    if given.is_angular and own.is_of_cycles:
        return f"in {wanted}; an angular speed is no frequency: divide it by 2 pi"
    return None


def _count(unit: str) -> Count:
    """Whether a unit counts cycles or turns through angles: 1 Hz and 1 rad/s have one dimension."""
    return next(iter(counts_of(node_of(parse(f"1 {unit}")), lambda name: frozenset())), Count())


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
        names = _all_different([str(name) for name in data.columns])
        table = {name: data[column].to_numpy() for name, column in zip(names, data.columns, strict=True)}
        time = _heading_of_times(names)
        return {"t": data.index.to_numpy(), **table} if time in (None, "T") else table  # a bare T may be anything
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
    head = _all_different([name.strip() for name in rows[0]])
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(head):
            raise AnalysisError(f"data: line {number} of '{path}' has {len(row)} entries for {len(head)} names")
    dotted = (lambda cell: cell) if mark == "," else (lambda cell: cell.replace(",", "."))
    return {name: [dotted(row[place]) for row in rows[1:]] for place, name in enumerate(head)}


def _all_different(names: list[str]) -> list[str]:
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise AnalysisError(f"data: there are two columns '{twice[0]}'; leave one out, or give it another name")
    return names


def _column(name: str, values: Any) -> Array:
    try:
        empty = [np.nan if isinstance(value, str) and not value.strip() else value for value in values]
        return np.array(empty, float)
    except (TypeError, ValueError) as error:
        raise AnalysisError(f"data: '{name}' holds something that is no number: {error}") from None
