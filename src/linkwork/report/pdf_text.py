"""How wide text is on paper, and where it is broken into lines."""

from __future__ import annotations

import functools
from typing import Any

SANS, MONO = "DejaVu Sans", "DejaVu Sans Mono"
_LARGE = 100.0  # size at which text is measured, so that rounding to pixels does not count


@functools.lru_cache(maxsize=2)
def _font(bold: bool) -> Any:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return get_font(findfont(FontProperties(family=SANS, weight="bold" if bold else "normal")))


@functools.lru_cache(maxsize=4000)
def _advance(letter: str, bold: bool) -> float:
    """By how much a letter of size 1 moves on; one that the font lacks is drawn as its first glyph, a box."""
    font = _font(bold)
    font.set_size(_LARGE, 72)
    glyph = font.load_glyph(font.get_char_index(ord(letter)))
    return float(glyph.linearHoriAdvance) / 65536.0 / _LARGE


def width_of(text: str, size: float, bold: bool = False) -> float:
    """The width of a line of text in points."""
    return size * sum(_advance(letter, bold) for letter in text)


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
