"""How long the beams and cables of a mechanism are, which tells of its size as the rows of its joints do."""

from __future__ import annotations

from typing import Any


def strand_rows(scope: Any) -> list[Any]:
    """A row with its length for every beam and cable."""
    mechanism, rows = scope.mechanism, []
    for name, strand in {**mechanism.beams, **mechanism.cables}.items():
        row = mechanism.row_class(scope, f"beam '{name}'", name)
        row.lengths.append(scope.number(strand.whole_length()))
        rows.append(row)
    return rows
