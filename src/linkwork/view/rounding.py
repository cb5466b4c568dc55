"""Numbers shortened for the page: six significant digits, and no NaN, which JSON does not know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

DIGITS = 6
MOST_DIGITS = 12
_EXACT = 22  # the largest power of ten that is a floating-point number exactly


def rounded(value: Any) -> Any:
    """The same nested value with every float at six significant digits; what is not finite becomes None."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS - 1}e}") if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [rounded(item) for item in value]
    if isinstance(value, np.floating):
        return rounded(float(value))
    return int(value) if isinstance(value, np.integer) else value


def rounded_series(values: Sequence[float | None]) -> list[float | None]:
    """A column of numbers with six digits of each, or of their range where that is finer."""
    column = np.array(values, float)
    found: list[float | None] = rounded_column(column).tolist()
    if np.isfinite(column).all():
        return found
    return [value if value is not None and math.isfinite(value) else None for value in found]


def rounded_column(column: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same for an array, in which what is not finite stays so.

    A number is scaled to a whole one of so many digits and back: the quotient of two whole numbers that are exact is
    the floating-point number nearest to the decimal one.
    """
    finite = np.isfinite(column) & (column != 0.0)
    if not finite.any():
        return column
    held = column[np.isfinite(column)]
    span = float(held.max() - held.min())
    size = np.floor(np.log10(np.abs(column, where=finite, out=np.ones_like(column))))
    digits = np.full(len(column), DIGITS)
    if span > 0.0:
        digits = np.clip(DIGITS + size - math.floor(math.log10(span)), DIGITS, MOST_DIGITS)
    power = digits - 1 - size
    scale = 10.0 ** np.clip(np.abs(power), 0, _EXACT)
    whole = np.rint(np.where(power < 0, column / scale, column * scale))
    found = np.where(power < 0, whole * scale, whole / scale)
    far = finite & (np.abs(power) > _EXACT)
    found = np.where(finite, found, column)
    for place in np.flatnonzero(far):
        found[place] = float(f"{column[place]:.{int(digits[place]) - 1}e}")
    return found
