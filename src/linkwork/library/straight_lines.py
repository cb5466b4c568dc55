"""Curves of given points as formulas: straight lines between them, and on beyond both ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def piecewise(points: Sequence[tuple[float, float]], variable: str) -> str:
    """The formula of a curve through points whose first numbers rise, of a variable."""
    (first, value), slope = points[0], 0.0
    text = repr(float(value))
    for (a, below), (b, above) in pairwise(points):
        steeper = (above - below) / (b - a) - slope
        slope += steeper
        if steeper != 0.0:
            bent = f"({variable} - ({float(a)!r}))"
            text += f" + ({steeper!r})*{bent if a == first else f'max(0, {bent})'}"
    return f"({text})"
