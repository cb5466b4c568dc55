"""Numbers shortened for the page: six significant digits, and no NaN, which JSON does not know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

DIGITS = 6
MOST_DIGITS = 12


def rounded(value: Any) -> Any:
    """The same nested value with every float at six significant digits; what is not finite becomes None."""
    if isinstance(value, dict):
        return {str(key): rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple | np.ndarray):
        return [rounded(item) for item in value]
    if isinstance(value, float | np.floating):
        return _short(float(value), 0.0)
    return int(value) if isinstance(value, np.integer) else value


def rounded_series(values: Sequence[float]) -> list[float | None]:
    """A column of numbers with six digits of each, or of their range where that is finer."""
    finite = [float(v) for v in values if v is not None and math.isfinite(v)]
    span = max(finite) - min(finite) if finite else 0.0
    return [None if v is None else _short(float(v), span) for v in values]


def _short(value: float, span: float) -> float | None:
    if not math.isfinite(value):
        return None
    if value == 0.0:
        return 0.0
    size = math.floor(math.log10(abs(value)))
    digits = DIGITS
    if span > 0.0:
        digits = min(max(DIGITS, DIGITS + size - math.floor(math.log10(span))), MOST_DIGITS)
    return float(f"{value:.{digits - 1}e}")
