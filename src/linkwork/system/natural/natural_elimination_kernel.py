"""Solutions of the rows of natural coordinates: one solution and a basis of what is free, or the shortest one."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.system.constraints.elimination_kernel import LIMIT
from linkwork.system.formulations.formulation_kernel import FIRMEST, GRIP, OPTIONS, option, own
from linkwork.system.formulations.joint_dense_kernel import add_freedoms
from linkwork.system.natural.natural_layout_kernel import COUNT, COUNTED, FOUND, INERTIA, MARKS, RANK, SIDE, TABLE
from linkwork.system.natural.natural_rows_kernel import all_rows

SMALL = 3e-4  # of the firmest grip
ANY = 1 << 30  # rows that may count as independent


@njit
def eliminate(k, w, table, most):
    """A solution of the rows of the table to the place of what is found, and a basis B; returns the freedoms.

    At most so many rows count as independent: off the constraints redundant ones contradict each other. Beside a
    singular position a pivot far below those of other positions is none: rounding makes more of it than motion does.
    """
    limit = max(LIMIT, SMALL * w[own(k) + FIRMEST].real)
    n, m, rows = k[table + COUNT], all_rows(k, table), k[table + TABLE]
    solved, basis, row_of, width = k[table + FOUND], k[table + INERTIA] + n * n, k[table + MARKS], n + 1
    w[own(k) + GRIP] = reduce_table(w, rows, m, n, row_of, most, limit)
    freedoms = 0
    for free in range(n):
        row = int(w[row_of + free].real)
        w[solved + free] = 0.0
        if row >= 0:
            w[solved + free] = w[rows + row * width + n]
            continue
        for column in range(n):
            row = int(w[row_of + column].real)
            w[basis + freedoms * n + column] = -w[rows + row * width + free] if row >= 0 else 0.0
        w[basis + freedoms * n + free] = 1.0
        freedoms += 1
    return freedoms


@njit
def reduce_table(w, table, rows, columns, row_of, most, limit):
    """Gauss-Jordan elimination with full pivoting and one right-hand side; returns the smallest pivot, used or not.

    Afterwards row_of[column] is the row in which a pivot column has its 1, and -1 for all other columns.
    """
    used, width, smallest = row_of + columns, columns + 1, 0.0
    for column in range(columns):
        w[row_of + column] = -1.0
    for row in range(rows):
        w[used + row] = 0.0
    for _ in range(min(rows, columns, most)):
        best, pivot_row, pivot_column = 0.0, -1, -1
        for row in range(rows):
            if w[used + row].real == 0.0:
                for column in range(columns):
                    size = abs(w[table + row * width + column].real)
                    if size > best and w[row_of + column].real < 0.0:
                        best, pivot_row, pivot_column = size, row, column
        if best < limit:
            smallest = best if best > LIMIT else smallest
            break
        clear_column(w, table, rows, width, pivot_row, pivot_column)
        w[used + pivot_row], w[row_of + pivot_column], smallest = 1.0, pivot_row, best
    return smallest


@njit
def clear_column(w, table, rows, width, pivot_row, pivot_column):
    """Make a pivot 1 and clear its column."""
    at = table + pivot_row * width
    inverse = 1.0 / w[at + pivot_column]
    for column in range(width):
        w[at + column] *= inverse
    for row in range(rows):
        other = table + row * width
        factor = w[other + pivot_column]
        if row != pivot_row and factor != 0.0:
            for column in range(width):
                w[other + column] -= factor * w[at + column]
            w[other + pivot_column] = 0.0


@njit
def rank(k, w):
    """How many of the equations are independent, as far as it is known; of a start any number."""
    known_rank = int(option(k, w, RANK).real)
    return known_rank if known_rank > 0 else ANY


@njit
def shortest(k, w, table, most):
    """The shortest solution of the rows of the table, in model lengths and radians; returns its largest number."""
    n, inertia, side = k[table + COUNT], k[table + INERTIA], k[table + SIDE]
    freedoms = eliminate(k, w, table, most)
    w[own(k) + OPTIONS + COUNTED] = n - freedoms
    for i in range(n):
        for j in range(n):
            w[inertia + n * i + j] = 1.0 if i == j else 0.0
        w[side + i] = 0.0
    add_freedoms(w, inertia, n, freedoms, k[table + FOUND], side)
    largest = 0.0
    for i in range(n):
        size = abs(w[k[table + FOUND] + i].real)
        if not size <= largest:
            largest = size if size == size else 1e300  # not a number: larger than any step
    return largest
