"""The table in which the loop of a simulation keeps the states on both sides of events of contacts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.system.system import System

Array = NDArray[Any]


def empty_record(system: System) -> Array:
    """Room for the events of one slice of the loop; of a system in which nothing touches none."""
    from linkwork.system.event_record_kernel import ROWS, half_row

    if system.touch is None:
        return np.zeros((1, 1), system.dtype)
    record: Array = np.empty((1 + ROWS, 1 + 2 * half_row(len(system.coordinates))), system.dtype)
    record[0, 0] = 0.0
    return record


def take_record(record: Array) -> Array:
    """The rows that are filled, taken out."""
    count = int(record[0, 0].real)
    record[0, 0] = 0.0
    return record[1 : 1 + count].copy()
