"""Multipliers of one element from what it must pass at one of its bodies, and what they do to its bodies.

The remainder, the forces still to be carried at every body, lies where the right side of the whole system does.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.system.layout_kernel import (
    COLUMN_SCALE,
    FIRST_ROW,
    INTS_AT,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    RHS,
    ROW_SCALE,
    ROWS,
    TWIST_SIZE,
    WIDTH,
)


@njit
def take_from_bodies(k, w, record):
    """Take from the remainder what an element's multipliers do to its bodies and own coordinates."""
    rows, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
    jacobian, multiplier = k[OUT] + k[record + OUT_AT] + 3 * rows, k[MULTIPLIERS] + k[record + FIRST_ROW]
    rest = k[RHS] - TWIST_SIZE
    for side in range(2):
        place = k[ints + 1 + 2 * side]
        if place >= TWIST_SIZE:
            place += rest
            x, y, turn, at = w[place], w[place + 1], w[place + 2], jacobian + TWIST_SIZE * side
            for row in range(rows):
                force = w[multiplier + row]
                x -= w[at] * force
                y -= w[at + 1] * force
                turn -= w[at + 2] * force
                at += width
            w[place], w[place + 1], w[place + 2] = x, y, turn
    for local in range(2 * TWIST_SIZE, width):
        place = rest + k[ints + 5 + 2 * (local - 2 * TWIST_SIZE)]
        for row in range(rows):
            w[place] -= w[jacobian + row * width + local] * w[multiplier + row]


@njit
def find_multipliers(k, p, w, record, side, spare):
    """Multipliers with which an element passes the remainder of its child body, by scaled normal equations."""
    rows, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
    jacobian = k[OUT] + k[record + OUT_AT] + 3 * rows + 3 * side
    column, scale = k[ints + 1 + 2 * side] - TWIST_SIZE, k[ROW_SCALE] + k[record + FIRST_ROW]
    found, multiplier = spare + rows * rows, k[MULTIPLIERS] + k[record + FIRST_ROW]
    units, rest = k[COLUMN_SCALE] + column, k[RHS] + column
    ux, uy, ut = p[units] * p[units], p[units + 1] * p[units + 1], p[units + 2] * p[units + 2]
    fx, fy, ft = w[rest], w[rest + 1], w[rest + 2]
    for row in range(rows):
        at, unit = jacobian + row * width, p[scale + row]
        x, y, turn = w[at] * ux * unit, w[at + 1] * uy * unit, w[at + 2] * ut * unit
        at = jacobian
        for other in range(row + 1):
            total = x * w[at] + y * w[at + 1] + turn * w[at + 2]
            w[spare + row * rows + other] = total * p[scale + other]
            at += width
        w[found + row] = x * fx + y * fy + turn * ft
    solve_symmetric(w, spare, found, rows)
    for row in range(rows):
        w[multiplier + row] = w[found + row] * p[scale + row]


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
