"""Closed loops in joint coordinates: the equations that join the tree and the rows of its cut elements.

    [[H, J'], [J, 0]] (z'', -mu) = (Q, gamma),   H by composite inertias, J = Phi_q dq/dz by sums along the paths

H is factored first, then J H^-1 J'. A row that others imply, or that vanishes, has a pivot of nearly zero there and is
left alone, smoothly; where coordinates have no mass, H is replaced by H + J' J, which changes no solution. Everything
is scaled: coordinates by their units, rows and masses as in the whole system.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import TREE
from linkwork.system.tree.closure_place_kernel import (
    given_at,
    matrix_at,
    multipliers_at,
    rows_at,
    side_at,
    solution_at,
    solver_at,
)
from linkwork.system.tree.tree_kernel import CUT_ROWS, FREEDOMS, LIGHT, SKY_AT

IMPLIED = 1e-40  # fourth power of the share of a row's own grip at which it is half left alone, as in the whole system
CERTAIN = 1e-3  # share from which a row is independent without doubt


@njit
def factor(k, w):
    """Factor H, then J H^-1 J'; returns how many rows others may imply."""
    table = k[TREE]
    n, m, sky = k[table + FREEDOMS], k[table + CUT_ROWS], k[table + SKY_AT]
    if k[table + LIGHT] > 0:
        add_square(k, w)
    factor_matrix(w, matrix_at(k), n, k, sky)
    h, rows, half = matrix_at(k), rows_at(k), solver_at(k)
    square = half + n * m
    for row in range(m):
        at, source, target = half + n * row, rows + n * row, square + m * row
        for other in range(row + 1):
            w[target + other] = 0.0
        for i in range(n):
            total = w[source + i]
            for j in range(k[sky + i], i):
                total -= w[h + n * i + j] * w[at + j]
            w[at + i] = total
            if total != 0.0:
                total *= w[h + (n + 1) * i]
                for other in range(row + 1):
                    w[target + other] += total * w[half + n * other + i]
    return factor_square(w, square, m, rows, n)


@njit
def add_square(k, w):
    """H + J' J, where some coordinates have no mass."""
    n, h, at = k[k[TREE] + FREEDOMS], matrix_at(k), rows_at(k)
    for _ in range(k[k[TREE] + CUT_ROWS]):
        for i in range(n):
            for j in range(i + 1):
                w[h + n * i + j] += w[at + i] * w[at + j]
        at += n


@njit
def factor_matrix(w, h, n, k, sky):
    """L D L' of H in its place: L below the diagonal, 1 / D on it, L D above; row i begins at column k[sky + i]."""
    for i in range(n):
        at, first = h + n * i, k[sky + i]
        pivot = w[at + i]
        for j in range(first, i):
            total = w[at + j]
            for inner in range(max(first, k[sky + j]), j):
                total -= w[at + inner] * w[h + n * inner + j]
            lower = total * w[h + (n + 1) * j]
            w[h + n * j + i] = total
            w[at + j] = lower
            pivot -= lower * total
        w[at + i] = 1.0 / pivot


@njit
def factor_square(w, square, m, rows, n):
    """L D L' of J H^-1 J' in its place, with the inverse pivots behind it; rows that others imply are left alone.

    So are rows that vanish: those that the tree itself fulfils, and a distance beside a singular position, where the
    exact solution is noise and would throw the motion onto another branch. Returns how many are not certain.
    """
    inverse, doubtful = square + m * m, 0
    for i in range(m):
        at, length = square + m * i, 0.0
        for j in range(n):
            length += w[rows + n * i + j].real ** 2
        pivot, size = w[at + i], w[at + i].real
        for j in range(i):
            total = w[at + j]
            for inner in range(j):
                total -= w[at + inner] * w[square + m * inner + j]
            lower = total * w[inverse + j]
            w[square + m * j + i] = total
            w[at + j] = lower
            pivot -= lower * total
        unit = min(length, 1.0) / size if size > 0.0 else 1.0
        share = pivot * unit
        if share.real > CERTAIN:
            w[inverse + i] = 1.0 / pivot
        else:
            cube = share * share * share
            w[inverse + i] = cube / (cube * share + IMPLIED) * unit
            doubtful += 1
    return doubtful


@njit
def solve(k, w):
    """Scaled coordinates and multipliers for the right sides, with the factor."""
    table = k[TREE]
    n, m, sky = k[table + FREEDOMS], k[table + CUT_ROWS], k[table + SKY_AT]
    h, rows, side, given = matrix_at(k), rows_at(k), side_at(k), given_at(k)
    x, multipliers, half = solution_at(k), multipliers_at(k), solver_at(k)
    square = half + n * m
    inverse = square + m * m
    for i in range(n):
        total = w[side + i]
        if k[table + LIGHT] > 0:
            for row in range(m):
                total += w[rows + n * row + i] * w[given + row]
        for j in range(k[sky + i], i):
            total -= w[h + n * i + j] * w[x + j]
        w[x + i] = total
    for row in range(m):
        w[multipliers + row] = w[given + row]
    for i in range(n):
        total = w[x + i] * w[h + (n + 1) * i]
        for row in range(m):
            w[multipliers + row] -= w[half + n * row + i] * total
    for row in range(m):
        total = w[multipliers + row]
        for j in range(row):
            total -= w[square + m * row + j] * w[multipliers + j]
        w[multipliers + row] = total
    for row in range(m - 1, -1, -1):
        total = w[multipliers + row] * w[inverse + row]
        for j in range(row + 1, m):
            total -= w[square + m * j + row] * w[multipliers + j]
        w[multipliers + row] = total
        for i in range(n):
            w[x + i] += w[half + n * row + i] * total
    for i in range(n):
        w[x + i] *= w[h + (n + 1) * i]
    for i in range(n - 1, -1, -1):
        total = w[x + i]
        for j in range(k[sky + i], i):
            w[x + j] -= w[h + n * i + j] * total
