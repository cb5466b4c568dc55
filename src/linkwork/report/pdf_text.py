"""How wide text is on paper, and where it is broken into lines."""

from __future__ import annotations

import functools
from typing import Any

SANS, MONO = "DejaVu Sans", "DejaVu Sans Mono"
_LARGE = 100.0  # size at which text is measured, so that rounding to pixels does not count


@functools.lru_cache(maxsize=8)
def _font(family: str, bold: bool) -> Any:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return get_font(findfont(FontProperties(family=family, weight="bold" if bold else "normal")))


@functools.lru_cache(maxsize=20_000)
def width_of(text: str, size: float, bold: bool = False, family: str = SANS) -> float:
    """The width of a line of text in points."""
    font = _font(family, bold)
    font.set_size(_LARGE, 72)
    font.set_text(text, 0.0)
    return float(font.get_width_height()[0]) / 64.0 * size / _LARGE


def broken(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """Text in lines that fit; a word that is too long is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width_of(longer, size, bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _cut(word, room, size, bold)
        lines += full
    return [*lines, line] if line or not lines else lines


def _cut(word: str, room: float, size: float, bold: bool) -> list[str]:
    """A word in pieces that fit."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter, size, bold) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces
