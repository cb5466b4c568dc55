"""What the implicit methods for constrained motion share: mass matrix, constraint rows and multipliers in full.

Matrices are dense and lie in the integrator's array `z`, row after row; their unknowns are the scaled coordinates, the
scaled multipliers and the states that the elements own.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    ADD_INERTIA,
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    EQUATIONS,
    FIRST_ROW,
    FUNCTIONS,
    INERTIA_COLUMNS,
    INTS_AT,
    OUT,
    OUT_AT,
    RECORD,
    ROW_SCALE,
    ROWS,
    WIDTH,
)

REDUNDANT = 1e-9  # on the diagonal of the multipliers: picks one of those that redundant constraints leave open


@njit
def copy_rows(k, w, z, at):
    """The constraint rows just evaluated, as a full matrix (rows, coordinates)."""
    n, record, columns = k[COORDINATES], k[ELEMENT_AT], k[COLUMNS]
    for i in range(n * k[EQUATIONS]):
        z[at + i] = 0.0
    for _ in range(k[ELEMENTS]):
        rows, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        source, target = k[OUT] + k[record + OUT_AT] + 3 * rows, at + k[record + FIRST_ROW] * n
        for column in range(width):
            if column < 2 * columns:
                side = column // columns
                place = k[ints + 1 + 2 * side] + column - side * columns - columns
            else:
                place = k[ints + 5 + 2 * (column - 2 * columns)] - columns
            if place >= 0:
                for row in range(rows):
                    z[target + row * n + place] += w[source + row * width + column]
        record += RECORD


@njit
def add_row_forces(k, w, z, multipliers, target):
    """Add Phi_q' lambda with the constraint rows just evaluated."""
    record, columns = k[ELEMENT_AT], k[COLUMNS]
    for _ in range(k[ELEMENTS]):
        rows, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        source, first = k[OUT] + k[record + OUT_AT] + 3 * rows, multipliers + k[record + FIRST_ROW]
        for column in range(width):
            if column < 2 * columns:
                side = column // columns
                place = k[ints + 1 + 2 * side] + column - side * columns - columns
            else:
                place = k[ints + 5 + 2 * (column - 2 * columns)] - columns
            if place >= 0:
                for row in range(rows):
                    z[target + place] += w[source + row * width + column] * z[first + row]
        record += RECORD


@njit
def copy_values(k, w, z, at):
    """The values of the constraint equations just evaluated."""
    record = k[ELEMENT_AT]
    for _ in range(k[ELEMENTS]):
        source, target = k[OUT] + k[record + OUT_AT], at + k[record + FIRST_ROW]
        for row in range(k[record + ROWS]):
            z[target + row] = w[source + row]
        record += RECORD


@njit
def add_inertia(k, p, w, z, acceleration, target, factor):
    """Add factor M a at the poses of the workspace."""
    call_world(k[k[FUNCTIONS] + ADD_INERTIA], k, p, w, part(z, 0), acceleration, target, factor + 0.0 * w[0])


@njit
def border(k, p, z, rows, matrix, size, both):
    """The scaled constraint rows beside the equations of motion and below them; `both` false: only beside.

    Unknown multipliers are scaled so that the entries beside are those below, whatever the step length.
    """
    n, m, column_scale, row_scale = k[COORDINATES], k[EQUATIONS], k[COLUMN_SCALE], k[ROW_SCALE]
    for row in range(m):
        for column in range(n):
            entry = z[rows + row * n + column] * p[row_scale + row] * p[column_scale + column]
            z[matrix + column * size + n + row] = entry
            if both:
                z[matrix + (n + row) * size + column] = entry
        if both:
            z[matrix + (n + row) * size + n + row] = -REDUNDANT


@njit
def inertia_columns(k, p, w, z, matrix, size, factor):
    """Add the scaled mass matrix at the poses of the workspace, times a factor."""
    call_world(k[k[FUNCTIONS] + INERTIA_COLUMNS], k, p, w, part(z, 0), matrix, size, factor + 0.0 * w[0])
