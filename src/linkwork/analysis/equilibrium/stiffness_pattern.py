"""The pattern of K = d(Phi_q' lambda - Q)/dq: which columns are moved together, and which entries each move gives.

Units of a mechanism that no equation shares are moved together, so that the number of evaluations does not grow with
the number of bodies.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.dynamics.dynamics import Dynamics, slope
from linkwork.system.system import System
from linkwork.system.tangent.couplings import Couplings, moved_together


class StiffnessPattern:
    """Rows and columns of the entries of K, scaled, and the moves that give them."""

    def __init__(self, dynamics: Dynamics) -> None:
        units = Couplings(dynamics.system, whole=True)
        rows_of = [[column for unit in loaded for column in units.columns[unit]] for loaded in units.loads]
        rows, columns = list[int](), list[int]()
        self._moves: list[tuple[Array, slice]] = []
        for group, axis, motion in moved_together(units, dynamics.scale):
            first = len(rows)
            for unit in group:
                rows += rows_of[unit]
                columns += [units.columns[unit][axis]] * len(rows_of[unit])
            self._moves.append((motion, slice(first, len(rows))))
        self.rows, self.columns = np.array(rows, np.int64), np.array(columns, np.int64)

    def slopes(self, twin: Dynamics, change: Callable[[Array, Any], Array]) -> Array:
        """Entries of the derivative of a function of a motion and its size, by all moves of the twin."""
        entries = np.zeros(len(self.rows))
        for motion, given in self._moves:
            entries[given] = slope(twin, partial(change, motion))[self.rows[given]]
        return entries


def carried(system: System, entries: Array, multipliers: Array) -> Array:
    """Phi_q' lambda, from the scaled entries of the rows."""
    parts, columns, n = entries * multipliers[system.entry_rows], system.entry_columns, len(system.coordinates)
    real = np.bincount(columns, parts.real, n)
    return real + 1j * np.bincount(columns, parts.imag, n) if np.iscomplexobj(parts) else real
