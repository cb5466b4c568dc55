"""Errors that a user sees: each says what is wrong, where, and what to do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from linkwork.base.shown_errors import hide_own_frames

_LONGEST = 80


class LinkworkError(Exception):
    """Base of all errors that are the user's to mend.

    The command line prints them without a traceback, Python and notebooks without the frames of this package
    (`base/shown_errors.py`).
    """

    def __init__(self, *words: Any) -> None:
        super().__init__(*words)
        hide_own_frames()


class MechanismError(LinkworkError):
    """The description of a mechanism is wrong."""


class ExpressionError(MechanismError):
    """An expression cannot be read or evaluated; `column` counts from 1 within its text."""

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message)
        self.column = column


class ModelFileError(MechanismError):
    """A model file cannot be read; the message begins with file, line and column."""


class AnalysisError(LinkworkError):
    """An analysis cannot be carried out on this mechanism."""


@contextmanager
def within(where: str) -> Iterator[None]:
    """Errors of the mechanism inside begin with `where` ("joint 'A'")."""
    try:
        yield
    except MechanismError as error:
        if str(error).startswith(where):
            raise
        raise MechanismError(f"{where}: {error}") from None


def shown(value: Any) -> str:
    """A value as a message shows it: on one line and short, whatever it is."""
    try:
        text = repr(value)
    except Exception:
        text = f"something of type {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
