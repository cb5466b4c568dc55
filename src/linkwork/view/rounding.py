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
_EXACT = 22  # the largest power of ten that is a floating-point number exactly
_LARGEST = 300  # the largest with which numbers are scaled


def rounded(value: Any) -> Any:
    """The same nested value with every float at six significant digits; what is not finite becomes None.

    Numbers of an array, which are coordinates, get as many places as the largest of them.
    """
    if isinstance(value, float):
        return float(f"{value:.{DIGITS - 1}e}") if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): rounded(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        most = float(np.abs(value).max(initial=0.0)) if value.dtype == float else math.nan
        if not math.isfinite(most):
            return rounded(value.tolist())
        places = DIGITS - 1 - math.floor(math.log10(most)) if most else 0
        return np.round(value, min(places, _LARGEST)).tolist()
    if isinstance(value, list | tuple):
        return list(value) if all(type(item) is int for item in value) else [rounded(item) for item in value]
    if isinstance(value, np.floating):
        return rounded(float(value))
    return int(value) if isinstance(value, np.integer) else value


def on_grid(table: Array) -> Array:
    """Finite coordinates, one column each, on decimal grids.

    The grid of a column has six digits of its largest number, or of its range where that is finer: a large angle keeps
    its fine steps.
    """
    if not table.size:
        return table
    least, most = table.min(axis=0), table.max(axis=0)
    size = np.maximum(np.abs(least), np.abs(most))
    first, span = _decade(size), _decade(most - least)
    places = np.clip(DIGITS - span, DIGITS - 1 - first, MOST_DIGITS - 1 - first)
    return _to_places(table, np.clip(places, -_LARGEST, _LARGEST)) + 0.0


def _decade(size: Any) -> Any:
    """Place of the first digit; that of nothing is far to the left, so that it asks for no digits."""
    return np.floor(np.log10(np.where(size > 0.0, size, 1e300)))


def _to_places(values: Array, places: Any) -> Array:
    """Numbers with so many decimal places.

    They are scaled to whole numbers and back: the quotient of two whole numbers that are exact is the floating-point
    number nearest to the decimal one.
    """
    up, down = 10.0 ** np.maximum(places, 0.0), 10.0 ** np.maximum(-places, 0.0)
    return np.rint(values / down * up) / up * down


def rounded_series(values: Sequence[float | None]) -> list[float | None]:
    """A column of numbers with six digits of each, or of their range where that is finer; None what is not finite."""
    column = np.array(values, float)
    finite = np.isfinite(column)
    if finite.all():
        rounded_series: list[float | None] = _shortened(column).tolist()
        return rounded_series
    kept = iter(_shortened(column[finite]).tolist())
    return [next(kept) if there else None for there in finite]


def _shortened(values: Array) -> Array:
    """Finite numbers with six digits, and with more where they are larger than their range, of which six are seen."""
    if not values.size:
        return values
    span, size = _decade(values.max() - values.min()), np.where(values != 0.0, _decade(np.abs(values)), 0.0)
    wanted = np.clip(DIGITS + size - span, DIGITS, MOST_DIGITS)
    places = wanted - 1 - size
    shortened = _to_places(values, np.clip(places, -_EXACT, _EXACT))
    for at in np.flatnonzero(np.abs(places) > _EXACT):
        shortened[at] = float(f"{values[at]:.{int(wanted[at]) - 1}e}")
    return shortened
