"""Multipliers of one element from what it must pass at one of its bodies, and what they do to its bodies.

The remainder, the forces still to be carried at every body, lies where the right side of the whole system does.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COLUMNS,
    FIRST_ROW,
    INTS_AT,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    RHS,
    ROW_SCALE,
    ROWS,
    WIDTH,
)


@njit
def take_from_bodies(k, w, record):
    """Take from the remainder what an element's multipliers do to its bodies and own coordinates."""
    rows, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
    jacobian, multiplier = k[OUT] + k[record + OUT_AT] + 3 * rows, k[MULTIPLIERS] + k[record + FIRST_ROW]
    size = k[COLUMNS]
    rest = k[RHS] - size
    for side in range(2):
        place, at = k[ints + 1 + 2 * side], jacobian + size * side
        if place >= size:
            place += rest
            for row in range(rows):
                force = w[multiplier + row]
                for column in range(size):
                    w[place + column] -= w[at + column] * force
                at += width
    for local in range(2 * size, width):
        place = rest + k[ints + 5 + 2 * (local - 2 * size)]
        for row in range(rows):
            w[place] -= w[jacobian + row * width + local] * w[multiplier + row]


@njit
def find_multipliers(k, p, w, record, side, spare):
    """Multipliers with which an element passes the remainder of its child body, by scaled normal equations."""
    rows, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
    size = k[COLUMNS]
    jacobian = k[OUT] + k[record + OUT_AT] + 3 * rows + size * side
    first, scale = k[ints + 1 + 2 * side] - size, k[ROW_SCALE] + k[record + FIRST_ROW]
    solved, multiplier = spare + rows * rows, k[MULTIPLIERS] + k[record + FIRST_ROW]
    units, rest = k[COLUMN_SCALE] + first, k[RHS] + first
    for row in range(rows):
        at, unit, other_at, right = jacobian + row * width, p[scale + row], jacobian, 0.0 * w[rest]
        for other in range(row + 1):
            total = 0.0 * w[rest]
            for column in range(size):
                total += w[at + column] * w[other_at + column] * (p[units + column] * p[units + column])
            w[spare + row * rows + other] = total * unit * p[scale + other]
            other_at += width
        for column in range(size):
            right += w[at + column] * w[rest + column] * (p[units + column] * p[units + column])
        w[solved + row] = right * unit
    solve_symmetric(w, spare, solved, rows)
    for row in range(rows):
        w[multiplier + row] = w[solved + row] * p[scale + row]


@njit
def solve_symmetric(w, matrix, x, size):
    """Solve for x in its place, with a positive matrix given by its lower half, which is lost (L D L')."""
    for i in range(size):
        for j in range(i):
            total = w[matrix + i * size + j]
            for inner in range(j):
                total -= w[matrix + i * size + inner] * w[matrix + j * size + inner] * w[matrix + inner * (size + 1)]
            w[matrix + i * size + j] = total / w[matrix + j * (size + 1)]
        for j in range(i):
            lower = w[matrix + i * size + j]
            w[matrix + i * (size + 1)] -= lower * lower * w[matrix + j * (size + 1)]
            w[x + i] -= lower * w[x + j]
    for i in range(size - 1, -1, -1):
        w[x + i] /= w[matrix + i * (size + 1)]
        for j in range(i + 1, size):
            w[x + i] -= w[matrix + j * size + i] * w[x + j]
