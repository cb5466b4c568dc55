"""Which arrays compiled code takes as they are."""

from __future__ import annotations

from typing import Any

import numpy as np

_REAL = np.dtype(np.float64)


def are_plain(values: Any, count: int) -> bool:
    """Whether these are so many real numbers one behind the other."""
    return (
        type(values) is np.ndarray
        and values.dtype is _REAL
        and values.shape == (count,)
        and bool(values.flags.c_contiguous)
    )
