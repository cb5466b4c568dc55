"""Where the numbers of closed loops in joint coordinates lie: behind the blocks of the bodies and the units.

Right side and solution (nz each), H (nz nz), J and L^-1 J' (rows nz each), J H^-1 J' (rows rows), and three vectors
of rows: inverse pivots, right side, multipliers.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.system.tree_kernel import CUT_ROWS, FREEDOMS, TREE, vectors_at


@njit
def side_at(k):
    """Where the right side of the coordinates lies; the solution follows it."""
    return vectors_at(k) + k[k[TREE] + FREEDOMS]


@njit
def matrix_at(k):
    """Where H lies."""
    return vectors_at(k) + 3 * k[k[TREE] + FREEDOMS]


@njit
def rows_at(k):
    """Where J lies; L^-1 J' follows it."""
    n = k[k[TREE] + FREEDOMS]
    return matrix_at(k) + n * n


@njit
def square_at(k):
    """Where J H^-1 J' lies; then inverse pivots, right side and multipliers of the rows."""
    return rows_at(k) + 2 * k[k[TREE] + FREEDOMS] * k[k[TREE] + CUT_ROWS]
