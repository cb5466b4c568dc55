"""Where the numbers of closed loops in joint coordinates lie: behind the blocks of the bodies and the units.

Right side (coordinates, then rows) and solution (likewise); H; J; then what the solver of the closures needs for
itself. H and J are dense (nz nz, rows nz) or lists of the entries that can differ from zero. Sums along paths write
them through lists of slots, which say for each path sum and each coordinate on the path where its entry lies.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import TREE
from linkwork.system.tree.tree_kernel import CUT_ROWS, FREEDOMS, MATRIX_SIZE, ROWS_SIZE, vectors_at


@njit
def side_at(k):
    """Where the right side of the coordinates lies; that of the rows follows it."""
    return vectors_at(k) + k[k[TREE] + FREEDOMS]


@njit
def given_at(k):
    """Where the right side of the rows lies."""
    return vectors_at(k) + 2 * k[k[TREE] + FREEDOMS]


@njit
def solution_at(k):
    """Where the solution for the coordinates lies; the multipliers follow it."""
    return given_at(k) + k[k[TREE] + CUT_ROWS]


@njit
def multipliers_at(k):
    """Where the solution for the rows lies."""
    return solution_at(k) + k[k[TREE] + FREEDOMS]


@njit
def matrix_at(k):
    """Where H lies."""
    return multipliers_at(k) + k[k[TREE] + CUT_ROWS]


@njit
def rows_at(k):
    """Where J lies."""
    return matrix_at(k) + k[k[TREE] + MATRIX_SIZE]


@njit
def solver_at(k):
    """Where the numbers of the solver itself lie: L^-1 J', J H^-1 J' and inverse pivots, or the sparse factor."""
    return rows_at(k) + k[k[TREE] + ROWS_SIZE]
