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
_NONE, _USED = -1, -2  # instead of a column: a row without a number that could be a pivot, one that has its pivot


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

    Behind row_of stands of every row where its largest number is: it is looked for again in rows that a pivot has
    changed, and of many loops these are few.
    """
    largest = row_of + columns
    for column in range(columns):
        w[row_of + column] = -1.0
    for row in range(rows):
        w[largest + row] = _largest_in(w, table + row * width, columns, allowed, row_of)
    count, smallest, volume = 0, 1e300, 0.0  # larger than any pivot
    for _ in range(min(rows, columns)):
        best, pivot_row, pivot_column = 0.0, -1, -1
        for row in range(rows):
            column = int(w[largest + row].real)
            if column >= 0:
                size = abs(w[table + row * width + column].real)
                if size > best:
                    best, pivot_row, pivot_column = size, row, column
        if best < LIMIT:
            break
        w[row_of + pivot_column] = pivot_row
        w[largest + pivot_row] = _USED
        _eliminate(w, table, rows, columns, width, allowed, row_of, pivot_row, pivot_column)
        smallest = min(smallest, best)
        volume += log(best)
        count += 1
    return count, smallest, volume


@njit
def _largest_in(w, at, columns, allowed, row_of):
    """The first of the columns in which a row has its largest number, of those allowed and without a pivot."""
    best, place = 0.0, _NONE
    for column in range(columns):
        size = abs(w[at + column].real)
        if size > best and w[allowed + column].real == 1.0 and w[row_of + column].real < 0.0:
            best, place = size, column
    return place


@njit
def _eliminate(w, table, rows, columns, width, allowed, row_of, pivot_row, pivot_column):
    """Make the pivot 1 and clear its column; rows that change and have no pivot yet are looked at again."""
    at, largest = table + pivot_row * width, row_of + columns
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
                if w[largest + row].real != _USED:
                    w[largest + row] = _largest_in(w, other, columns, allowed, row_of)
