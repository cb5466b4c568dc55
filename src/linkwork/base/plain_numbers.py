"""Numbers in files of other programs."""

from __future__ import annotations


def plain_float(text: str) -> float:
    """The number of a text, or ValueError; digits are 0 to 9, and none are set apart by the underscores of Python."""
    if "_" in text or not text.isascii():
        raise ValueError(text)
    return float(text)


def plain_int(text: str) -> int:
    """The same of a whole number."""
    if "_" in text or not text.isascii():
        raise ValueError(text)
    return int(text)
