"""Order: crank angles at which points are met, brought into the order of the points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array

_SAME = 1e-12


def pooled(theta: Array, own: NDArray[np.int64]) -> tuple[Array, NDArray[np.int64]] | None:
    """Crank angles with neighbours that are met in a wrong order joined in one; none when all are in order.

    `own` numbers the angles that are free: points with the same number share theirs. The crank goes the way that most
    of the points ask for.
    """
    steps = np.diff(theta)
    if any(np.sum((way * steps + _SAME) % (2.0 * np.pi) - _SAME) <= 2.0 * np.pi for way in (1.0, -1.0)):
        return None
    steps = steps - 2.0 * np.pi * np.round(steps / (2.0 * np.pi))
    way = 1.0 if np.sum(steps > 0.0) >= np.sum(steps < 0.0) else -1.0
    wrong = way * steps < -_SAME
    if not np.any(wrong):
        return None
    groups = np.concatenate([[0], np.cumsum(~wrong & (own[1:] != own[:-1]))])
    new = np.empty_like(theta)
    unwound = np.concatenate([[theta[0]], theta[0] + np.cumsum(steps)])
    for group in np.unique(groups):
        new[groups == group] = np.mean(unwound[groups == group])
    return new, groups.astype(np.int64)
