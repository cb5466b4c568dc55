"""Tables of plain text for the terminal."""

from __future__ import annotations


def table(head: list[str], rows: list[list[str]], left: int = 1) -> list[str]:
    """Columns lined up: the first `left` ones to the left, the others to the right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = []
    for row in [head, *rows]:
        cells = [
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines
