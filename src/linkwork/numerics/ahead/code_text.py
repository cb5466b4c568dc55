"""The text of a source without what only people read: comments, docstrings, empty lines.

Compiled code does not depend on them, so that a better explanation compiles nothing again.
"""

from __future__ import annotations

import re

_MARKS = re.compile(r"""("{3}|'{3}|"|')(?:\\.|(?!\1).)*\1|#[^\n]*|[(\[{]|[)\]}]""", re.DOTALL)
"""Strings, comments and brackets: whatever comes first is what it is, for none begins within another."""
_LINE_ENDS = re.compile(r"\s*\n")


def code_text(text: str) -> str:
    """What of a source Python executes, line by line with its indentation."""
    pieces: list[str] = []
    at = depth = 0
    for mark in _MARKS.finditer(text):
        first, begin = mark[0][0], mark.start()
        if first in "([{":
            depth += 1
        elif first in ")]}":
            depth -= 1
        else:
            pieces.append(text[at:begin])
            at = mark.end()
            if first != "#" and not (depth == 0 and _begins_a_statement(text, begin)):
                pieces.append(mark[0].replace("\n", "\\n"))
    pieces.append(text[at:])
    return _LINE_ENDS.sub("\n", "".join(pieces)).strip("\n")


def _begins_a_statement(text: str, place: int) -> bool:
    """Whether nothing stands before a place in its line, and the line before does not go on there."""
    line = text.rfind("\n", 0, place) + 1
    return not text[line:place].strip(" \t") and not text[max(line - 2, 0) : line].startswith("\\")
