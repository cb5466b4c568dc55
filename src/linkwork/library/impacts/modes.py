"""Which modes still matter after a blow: each dies out at its own rate and is dropped when its share is too small."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made


@public
@publicly_made
@dataclass(frozen=True)
class ModesToKeep:
    """The times in s after a contact at which modes are dropped, the lowest mode first."""

    times: Array

    def count(self, time: float) -> int:
        """How many modes are kept at a time after the contact."""
        return int(np.sum(self.times > time))

    def mode_seconds(self, until: float) -> float:
        """The sum over the modes of the times for which they are kept."""
        return float(np.minimum(self.times, until).sum())


@public
def modes_to_keep(frequencies: Any, damping: float, share: float = 1e-3) -> ModesToKeep:
    """When each mode may be dropped, for damping in proportion to stiffness (`damping` in s times the stiffness).

    A mode of circular frequency w dies out at the rate damping w^2/2; of N modes each may leave `share`/N of its
    amplitude (Schiehlen, Hu and Seifried 2005, Eqs. 44 to 48).
    """
    try:
        values = np.atleast_1d(np.asarray(frequencies, float))
    except (TypeError, ValueError):
        values = np.zeros(0)
    if not (values.ndim == 1 and len(values) and np.all(np.isfinite(values)) and np.all(values > 0)):
        raise MechanismError("modes_to_keep: give the circular frequencies of one mode or more, all positive")
    if not (math.isfinite(damping) and damping > 0):
        raise MechanismError(f"modes_to_keep: damping must be positive, not {damping:g}: without it no mode dies out")
    if not 0 < share < 1:
        raise MechanismError(f"modes_to_keep: share lies between 0 and 1, not at {share:g}")
    rates = damping * values**2 / 2
    return ModesToKeep(-math.log(share / len(values)) / rates)
