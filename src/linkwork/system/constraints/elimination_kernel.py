"""Dense elimination of the scaled constraint rows with full pivoting: dependent and independent coordinates.

Haug 4.4.8 and 7.2.7. Coordinates are in model lengths and radians, so that pivots of metres and radians compare. The
table has one row a constraint and COLUMNS + SIDES columns; rows that others imply are left over and ignored.
"""

from __future__ import annotations

from math import log

from linkwork.numerics.jit import njit
from linkwork.numerics.ldl_kernel import ENTRY, OTHER, ROW
from linkwork.places.layout_kernel import COORDINATES, EQUATIONS, PATTERN, VALUES

LIMIT = 1e-9  # a pivot below this counts as zero


@njit
def load_rows(k, w, table, sides):
    """The scaled Jacobian of the solver's values, dense, with free places for `sides` right-hand sides."""
    n, m, base, values = k[COORDINATES], k[EQUATIONS], k[PATTERN], k[VALUES]
    row, entry, other = base + k[base + ROW], base + k[base + ENTRY], base + k[base + OTHER]
    width = n + sides
    for i in range(m):
        at = table + i * width
        for column in range(width):
            w[at + column] = 0.0
        for term in range(k[row + n + i], k[row + n + i + 1]):
            w[at + k[other + term]] += w[values + k[entry + term]]


@njit
def reduce_rows(w, table, rows, columns, width, allowed, row_of):
    """Gauss-Jordan elimination with full pivoting in the columns marked by allowed[column] = 1.

    Afterwards row_of[column] is the row in which a pivot column has its 1, and -1 for all other columns; the right-hand
    sides of that row are the solution. Returns the number of pivots, the smallest of them, and their volume: the
    logarithm of their product.
    """
    used = row_of + columns
    for column in range(columns):
        w[row_of + column] = -1.0
    for row in range(rows):
        w[used + row] = 0.0
    count, smallest, volume = 0, 1e300, 0.0  # larger than any pivot
    for _ in range(min(rows, columns)):
        best, pivot_row, pivot_column = 0.0, -1, -1
        for row in range(rows):
            if w[used + row].real == 0.0:
                at = table + row * width
                for column in range(columns):
                    if w[allowed + column].real == 1.0 and w[row_of + column].real < 0.0:
                        size = abs(w[at + column].real)
                        if size > best:
                            best, pivot_row, pivot_column = size, row, column
        if best < LIMIT:
            break
        _eliminate(w, table, rows, width, pivot_row, pivot_column)
        w[used + pivot_row] = 1.0
        w[row_of + pivot_column] = pivot_row
        smallest = min(smallest, best)
        volume += log(best)
        count += 1
    return count, smallest, volume


@njit
def _eliminate(w, table, rows, width, pivot_row, pivot_column):
    """Make the pivot 1 and clear its column."""
    at = table + pivot_row * width
    inverse = 1.0 / w[at + pivot_column]
    for column in range(width):
        w[at + column] = w[at + column] * inverse
    w[at + pivot_column] = 1.0
    for row in range(rows):
        if row != pivot_row:
            other = table + row * width
            factor = w[other + pivot_column]
            if factor != 0.0:
                for column in range(width):
                    w[other + column] -= factor * w[at + column]
                w[other + pivot_column] = 0.0
