"""What rounding leaves open: far from the origin no position closes a joint better than its coordinates have digits.

A row Phi of coordinates q, which are known to a part of 2^-52, cannot be judged finer than that part of the sum of
|Phi_q| |q|; an angle counts one radian more, for its lever arm is rounded whatever the angle.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    FIRST_ROW,
    FLOATS,
    INTS_AT,
    OUT,
    OUT_AT,
    RECORD,
    ROW_SCALE,
    ROWS,
    WIDTH,
    Q,
)

DIGITS = 4.0 * 2.0**-52  # of a coordinate: its own rounding, and that of the few sums in which it stands
ROUNDING = 13  # single number in the workspace: what positions round that are no coordinates, of bodies on joints


@njit
def _rounded(k, p, w, column):
    """Size of a coordinate, and one unit of it."""
    return abs(w[k[Q] + column].real) + p[k[COLUMN_SCALE] + column].real


@njit
def _row_rounding(k, p, w, record, row):
    """Sum of |Phi_q| |q| of one row of an element just evaluated."""
    width, ints, size = k[record + WIDTH], k[record + INTS_AT], k[COLUMNS]
    at = k[OUT] + k[record + OUT_AT] + 3 * k[record + ROWS] + row * width
    total = 0.0
    for local in range(width):
        if local < 2 * size:
            first = k[ints + 1 + 2 * (local // size)] - size
            column = first + local % size if first >= 0 else -1
        else:
            column = k[ints + 5 + 2 * (local - 2 * size)] - size
        if column >= 0:
            total += abs(w[at + local].real) * _rounded(k, p, w, column)
    return total


@njit
def rounding(k, p, w):
    """Largest scaled error of the rows just evaluated that rounding alone may leave."""
    record, largest = k[ELEMENT_AT], 0.0
    for _ in range(k[ELEMENTS]):
        for row in range(k[record + ROWS]):
            scale = p[k[ROW_SCALE] + k[record + FIRST_ROW] + row].real
            largest = max(largest, scale * _row_rounding(k, p, w, record, row))
        record += RECORD
    for column in range(k[COORDINATES]):
        largest = max(largest, _rounded(k, p, w, column) / p[k[COLUMN_SCALE] + column].real)
    return max(DIGITS * largest, w[k[FLOATS] + ROUNDING].real)


@njit
def rounding_of_rows(k, p, w):
    """The same of the rows alone: the largest that `Equations.rounding` finds."""
    record, largest = k[ELEMENT_AT], 0.0
    for _ in range(k[ELEMENTS]):
        for row in range(k[record + ROWS]):
            scale = p[k[ROW_SCALE] + k[record + FIRST_ROW] + row].real
            known = max(DIGITS * (scale * _row_rounding(k, p, w, record, row) + 1.0), w[k[FLOATS] + ROUNDING].real)
            largest = max(largest, known)
        record += RECORD
    return largest
