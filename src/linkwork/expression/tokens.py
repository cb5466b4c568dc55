"""Cutting the text of an expression into numbers, names and signs."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import normalize

from linkwork.base.errors import ExpressionError
from linkwork.base.names import unquoted

LONGEST_TEXT = 10_000

_IN_QUOTES = r"""(?:'[^'"`]+'|"[^'"`]+"|`[^'"`]+`)"""
QUOTED_NAME = rf"(?:[^\W\d]\w*\.)*{_IN_QUOTES}(?:\.(?:[^\W\d_]\w*|{_IN_QUOTES}))*"
_WORD = r"[^\W\d][^\W\u00b2\u00b3\u00b9\u2070-\u2079]*"
_PATTERN = re.compile(
    r"(?P<space>[ \t\r\n]+)"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    rf"|(?P<quoted>{QUOTED_NAME})"
    r"|(?P<raised>[\u207b]?[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]+)"
    rf"|(?P<name>{_WORD}(?:\.(?!_){_WORD})*)"
    r"|(?P<degree>\N{DEGREE SIGN}[CF]?)"
    r"|(?P<dot>[\N{MIDDLE DOT}\N{DOT OPERATOR}])"
    r"|(?P<sign>\*\*|<=|>=|[-+*/^(),<>])"
)
_PLAIN_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d_]\w*)*")
_RAISED = str.maketrans("\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "-0123456789")
QUOTING = "a name with spaces or hyphens stands in quotes, as in 'left arm'.omega"


class Token(NamedTuple):
    """A word of an expression; `column` counts from 1, `spaced` says whether a blank stands before it."""

    kind: str
    text: str
    column: int
    spaced: bool = False


def raised_number(text: str) -> int:
    """The number that a raised text such as \u207b\u00b2 means."""
    digits = text.translate(_RAISED)
    return int(digits) if digits.strip("-") else 0


def is_plain_name(name: str) -> bool:
    """Whether a name can stand in an expression without quotes."""
    return _PLAIN_NAME.fullmatch(name) is not None and all(word.isidentifier() for word in name.split("."))


def is_name(name: str) -> bool:
    """Whether a name can stand in an expression, in quotes where it needs them."""
    inner = name.replace("-", "_").replace(" ", "_")
    return inner.isidentifier() and name[0] not in "- " and name[-1] != " "


def name_in_quotes(text: str) -> str:
    """The name that a text with parts in quotes means: `'left arm'.'upper end'.x` is left arm.upper end.x."""
    return ".".join(part.strip() for part in unquoted(text).split("."))


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
    elif character in "'\"`":
        hint = f"; {QUOTING}"
    elif character == "@":
        hint = "; a name with @ stands in quotes, as in 'arm@tip'.x"
    elif character in "[]{}":
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
    text = text if text.isascii() else normalize("NFC", text)  # accents that stand alone belong to their letters
    tokens: list[Token] = []
    position, spaced = 0, False
    while position < len(text):
        match = _PATTERN.match(text, position)
        if match is None:
            raise _refuse(text, position)
        kind = match.lastgroup or ""
        if match["quoted"] is not None and not all(part.strip() for part in unquoted(match["quoted"]).split(".")):
            raise _refuse(text, position)
        if kind == "name" and not all(word.isidentifier() for word in match.group().split(".")):
            raise _refuse(text, position + _good(match.group().replace(".", "_")))
        if kind not in ("space", "dot"):
            tokens += _read(match, position + 1, spaced)
        spaced = kind in ("space", "dot")
        position = match.end()
    tokens.append(Token("end", "", len(text) + 1))
    return tokens


def _read(match: re.Match[str], column: int, spaced: bool) -> list[Token]:
    """The tokens of one piece of text."""
    word = match.group()
    if match["quoted"] is not None:
        return [Token("quoted", normalize("NFKC", name_in_quotes(match["quoted"])), column, spaced)]
    if match["raised"] is not None:
        return [Token("raised", word, column, spaced)]
    if match["degree"] is not None:
        return [Token("name", f"deg{word[1:]}", column, spaced)]
    word = "^" if word == "**" else normalize("NFKC", word)
    return [Token(match.lastgroup or "", word, column, spaced)]
