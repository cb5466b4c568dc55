"""The times at which an analysis gives its results."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def evenly(start: float, until: float, points: int) -> NDArray[np.float64]:
    """So many times, two at least, at equal distances: `numpy.linspace` without the questions that it asks."""
    times = np.arange(points, dtype=np.float64)
    times *= (until - start) / (points - 1)
    times += start
    times[-1] = until
    return times
