"""Results print words and columns that are lined up; here the columns become tables of a page."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import groupby

from linkwork.report.html import table_text
from linkwork.report.parts import Table

MOST_ROWS = 60
_NUMBER = re.compile(r"[-+]?(\d|\.\d|nan|inf)")
_MARKED = {"warning:": "warning", "note:": "plain", "redundant:": "warning", "failed": "warning"}


def text_html(text: str) -> str:
    """Paragraphs and tables; the first line in bold."""
    pieces = []
    lines = text.splitlines()
    for column, block in _blocks(lines):
        rows = columns_of(block) if column else []
        if rows:
            pieces.append(table_text(_table(rows)))
        else:
            pieces += [_paragraph(line, line is lines[0]) for line in block if line.strip()]
    return "".join(pieces)


def _blocks(lines: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """Runs of lines that are set in, and of those that are not."""
    for column, block in groupby(lines, key=lambda line: line.startswith("  ")):
        yield column, list(block)


def columns_of(lines: list[str]) -> list[tuple[str, ...]]:
    """The cells of lines whose columns are parted by two blanks or more in all of them; nothing when they have none."""
    wide = max(len(line) for line in lines)
    padded = [line.ljust(wide) for line in lines]
    blank = "".join(" " if all(line[at] == " " for line in padded) else "x" for at in range(wide))
    spans = [run.span() for run in re.finditer(r"x(?: ?x)*", blank)]
    if len(lines) < 2 or len(spans) < 2:
        return []
    return [tuple(line[begin:end].strip() for begin, end in spans) for line in padded]


def _table(rows: list[tuple[str, ...]]) -> Table:
    head, *body = rows
    left = len(body) - MOST_ROWS
    align = "".join(
        "r" if all(_NUMBER.match(row[c]) or row[c] in ("", "-") for row in body) else "l" for c in range(len(head))
    )
    return Table(head, body[:MOST_ROWS], align, note=f"and {left} more rows" if left > 0 else "")


def _paragraph(line: str, first: bool) -> str:
    text = html.escape(line.strip())
    level = next((level for mark, level in _MARKED.items() if line.startswith(mark)), "plain")
    if "cannot be assembled" in line or "stays open" in line or "DISAGREE" in line:
        level = "error"
    return f'<p class="{level}">{f"<b>{text}</b>" if first else text}</p>'
