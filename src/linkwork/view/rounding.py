"""Numbers shortened for the page: six significant digits, and no NaN, which JSON does not know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
DIGITS = 6
MOST_DIGITS = 12
_FEW = 24  # numbers that are shortened one by one in less time than together
_EXACT = 22  # the largest power of ten that is a floating-point number exactly


def rounded(value: Any) -> Any:
    """The same nested value with every float at six significant digits; what is not finite becomes None."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS - 1}e}") if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): rounded(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        quick = value.size > _FEW and value.dtype == float and np.isfinite(value).all()
        return _shortened(value).tolist() if quick else rounded(value.tolist())
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    if isinstance(value, np.floating):
        return rounded(float(value))
    return int(value) if isinstance(value, np.integer) else value


def rounded_series(values: Sequence[float | None]) -> list[float | None]:
    """A column of numbers with six digits of each, or of their range where that is finer."""
    column = np.array(values, float)
    found: list[float | None] = rounded_columns(column).tolist()
    if np.isfinite(column).all():
        return found
    return [value if value is not None and math.isfinite(value) else None for value in found]


def rounded_columns(table: Array) -> Array:
    """The same for every column of an array, along its first axis; what is not finite stays so."""
    finite = np.isfinite(table)
    if not finite.any():
        return table
    least, most = (of(table, axis=0, where=finite, initial=edge) for of, edge in ((np.min, np.inf), (np.max, -np.inf)))
    return _shortened(table, np.where(most > least, most - least, np.inf))


def _shortened(values: Array, span: Any = np.inf) -> Array:
    """Numbers with six digits, and with more where they are larger than the span of which six are to be seen.

    A number is scaled to a whole one of so many digits and back: the quotient of two whole numbers that are exact is
    the floating-point number nearest to the decimal one.
    """
    finite = np.isfinite(values) & (values != 0.0)
    size = np.floor(np.log10(np.abs(values, where=finite, out=np.ones_like(values))))
    wanted = np.clip(DIGITS + size - np.floor(np.log10(span)), DIGITS, MOST_DIGITS)
    power = wanted - 1 - size
    scale = 10.0 ** np.clip(np.abs(power), 0, _EXACT)
    whole = np.rint(np.where(power < 0, values / scale, values * scale))
    found = np.where(finite, np.where(power < 0, whole * scale, whole / scale), values)
    for place in np.argwhere(finite & (np.abs(power) > _EXACT)):
        at = tuple(place)
        found[at] = float(f"{values[at]:.{int(wanted[at]) - 1}e}")
    return found
