"""Closures: how the equations of closed loops in joint coordinates are stored, as slots behind the table of a tree.

H and J are dense, and H is as narrow as the branches of the tree are long.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.system import tree_kernel as kernel
from linkwork.system.paths import Paths

Integers = NDArray[np.int64]


def with_closures(k: Integers, scalar: str, sparse: bool | None = None) -> Integers:
    """The int table with the slots of its tree behind it; a tree without cuts needs none."""
    paths = Paths(k)
    n, m, head = paths.freedoms, paths.rows, paths.head
    found = k.copy()
    if m == 0:
        return found
    matrix = [row * n + column for row, column in paths.matrix()]
    rows = [row * n + column for row, column in paths.closures()]
    found[head + kernel.MATRIX_SLOTS], found[head + kernel.ROW_SLOTS] = len(k), len(k) + len(matrix)
    found[head + kernel.MATRIX_SIZE], found[head + kernel.ROWS_SIZE] = n * n, n * m
    found[head + kernel.SOLVER_SIZE] = n * m + m * m + m
    return np.concatenate([found, np.array(matrix + rows, np.int64)])
