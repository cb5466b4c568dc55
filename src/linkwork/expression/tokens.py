"""Cutting the text of an expression into numbers, names and signs."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import normalize

from linkwork.base.errors import ExpressionError

LONGEST_TEXT = 10_000

_PATTERN = re.compile(
    r"(?P<space>[ \t\r\n]+)"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[^\W\d]\w*(?:\.[^\W\d_]\w*)*)"
    r"|(?P<sign>\*\*|<=|>=|[-+*/^(),<>])"
)


class Token(NamedTuple):
    """A word of an expression; `column` counts from 1."""

    kind: str
    text: str
    column: int


def quote(text: str) -> str:
    """The text in quotes, shortened when it is long."""
    return f"'{text}'" if len(text) <= 60 else f"'{text[:57]}...'"


def _refuse(text: str, position: int) -> ExpressionError:
    character = text[position]
    hint = ""
    if character == "=":
        hint = "; comparisons are < <= > >="
    elif character == ".":
        hint = "; a point is allowed inside a number or a channel such as crank.omega"
    elif character in "'\"[]{}":
        hint = "; expressions hold numbers, names, + - * / ^, parentheses and functions"
    return ExpressionError(
        f"expression {quote(text)}: unexpected {character!r} at column {position + 1}{hint}", position + 1
    )


def _good(name: str) -> int:
    """How many characters of a word may stand in a name."""
    return next(n for n in range(len(name)) if not name[: n + 1].isidentifier())


def tokens_of(text: str) -> list[Token]:
    """The tokens of `text`, closed by one of kind "end"."""
    if len(text) > LONGEST_TEXT:
        raise ExpressionError(
            f"expression {quote(text)}: {len(text)} characters are too long; at most {LONGEST_TEXT}",
            LONGEST_TEXT + 1,
        )
    if not text.strip():
        raise ExpressionError("the expression is empty; expected a number, a name or a formula", 1)
    tokens = []
    position = 0
    while position < len(text):
        match = _PATTERN.match(text, position)
        if match is None:
            raise _refuse(text, position)
        kind = match.lastgroup or ""
        if kind == "name" and not all(word.isidentifier() for word in match.group().split(".")):
            raise _refuse(text, position + _good(match.group().replace(".", "_")))
        if kind != "space":
            word = "^" if match.group() == "**" else normalize("NFKC", match.group())
            tokens.append(Token(kind, word, position + 1))
        position = match.end()
    tokens.append(Token("end", "", len(text) + 1))
    return tokens
