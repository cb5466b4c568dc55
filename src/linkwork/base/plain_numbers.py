"""Numbers in files of other programs: digits are 0 to 9, and none are set apart by the underscores of Python."""

from __future__ import annotations

import math

from linkwork.base.errors import MechanismError


def plain_float(text: str) -> float:
    """The number of a text, or ValueError."""
    return float(_plain(text))


def plain_int(text: str) -> int:
    """The whole number of a text, or ValueError."""
    return int(_plain(text))


def float_in(path: str, text: str, written: str | None = None) -> float:
    """The finite number of a text of a file, which may be `written` otherwise there; errors name both."""
    try:
        value = plain_float(text)
        if not math.isfinite(value):
            raise ValueError
        return value
    except ValueError:
        raise MechanismError(f"{path}: '{text if written is None else written}' is no number") from None


def int_in(path: str, text: str) -> int:
    """The whole number of a text of a file; errors name both."""
    try:
        return plain_int(text)
    except ValueError:
        raise MechanismError(f"{path}: '{text}' is no whole number") from None


def _plain(text: str) -> str:
    if "_" in text or not text.isascii():
        raise ValueError(text)
    return text
