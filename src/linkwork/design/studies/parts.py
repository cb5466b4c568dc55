"""Parts: variants in a Parquet file, with checksums and the identity of their study."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError
from linkwork.design.studies.task import Outcome

VARIANT, FAILURE = "variant", "failure"
_IDENTITY = b"linkwork study"
Columns = tuple[tuple[str, ...], tuple[str, ...]]
"""Names of parameters and of responses."""


@dataclass
class Part:
    """A table of variants."""

    table: Any
    columns: Columns

    def __post_init__(self) -> None:
        self.numbers: list[int] = self.table.column(VARIANT).to_pylist()

    def __len__(self) -> int:
        return len(self.numbers)

    def in_one(self, size: int) -> bool:
        """Whether its variants follow each other from the first of a part."""
        first = self.numbers[0] // size * size
        return self.numbers == list(range(first, first + len(self)))

    def rows(self) -> Iterator[tuple[int, tuple[list[float], Outcome]]]:
        """Number, values and outcome of each variant."""
        names, responses = self.columns
        values = zip(*[self.table.column(name).to_pylist() for name in names], strict=True)
        given = zip(*[self.table.column(name).to_pylist() for name in responses], strict=True)
        failures = self.table.column(FAILURE).to_pylist()
        for number, value, response, failure in zip(self.numbers, values, given, failures, strict=True):
            yield number, (list(value), (None, failure) if failure is not None else (list(response), ""))


def arrow() -> Any:
    """The library that writes Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise AnalysisError("a study needs pyarrow; install it with: pip install linkwork[tables]") from None
    return pyarrow


def check_columns(columns: Columns) -> None:
    """Refuse names that a table cannot tell apart."""
    names = [VARIANT, FAILURE, *columns[0], *columns[1]]
    for name in names:
        if names.count(name) > 1:
            raise AnalysisError(f"study: '{name}' would be the name of two columns of the results; change one")


def write_part(path: Path, columns: Columns, identity: str, rows: dict[int, tuple[list[float], Outcome]]) -> None:
    """Write variants aside, and then rename the file."""
    pa = arrow()
    number = pa.float64()
    fields = [pa.field(VARIANT, pa.int64()), *[pa.field(name, number) for name in (*columns[0], *columns[1])]]
    schema = pa.schema([*fields, pa.field(FAILURE, pa.string())], {_IDENTITY: identity.encode()})
    there = np.array([given is not None for _, (given, _) in rows.values()], bool)
    empty = [np.nan] * len(columns[1])
    values = np.array([value for value, _ in rows.values()], float).reshape(len(rows), -1)
    responses = np.array([given or empty for _, (given, _) in rows.values()], float).reshape(len(rows), -1)
    failures = [reason if given is None else None for _, (given, reason) in rows.values()]
    arrays = [
        _array(pa, np.array(list(rows), np.int64), pa.int64()),
        *(_array(pa, column, number) for column in values.T),
        *(_array(pa, column, number, there) for column in responses.T),
        pa.nulls(len(rows), pa.string()) if there.all() else pa.array(failures, pa.string()),
    ]
    table = pa.Table.from_arrays(arrays, schema=schema)
    with written_aside(path) as aside:
        pa.parquet.write_table(table, aside, write_page_checksum=True)


def _array(
    pa: Any, column: NDArray[np.float64] | NDArray[np.int64], kind: Any, there: NDArray[np.bool_] | None = None
) -> Any:
    """A column of numbers, of which those that are not there count as missing.

    Made of its bytes: from a list the library would first import pandas, which takes as long as a small study.
    """
    missing = there is not None and not there.all()
    valid = pa.py_buffer(np.packbits(there, bitorder="little").tobytes()) if missing and there is not None else None
    return pa.Array.from_buffers(kind, len(column), [valid, pa.py_buffer(np.ascontiguousarray(column))])


def read_part(path: Path, columns: Columns, identity: str) -> Part | None:
    """The variants of a file; None when it is damaged or of another study."""
    pa = arrow()
    try:
        table = pa.parquet.ParquetFile(path, page_checksum_verification=True).read()
    except (OSError, ValueError, pa.ArrowException):
        return None
    wanted = [VARIANT, *columns[0], *columns[1], FAILURE]
    if table.column_names != wanted or (table.schema.metadata or {}).get(_IDENTITY) != identity.encode():
        return None
    return Part(table, columns)
