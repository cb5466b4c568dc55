"""Closures: how the equations of closed loops in joint coordinates are stored and solved, behind the table of a tree.

Dense: H as narrow as the branches of the tree are long, J H^-1 J' full. Sparse: the entries of [[H, J'], [J, 0]] that
can differ from zero, on a pattern analysed once. Which one is taken follows from their products, counted: sparse, as it
passes singular positions better, except on long paths, where every joint is coupled with all above it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.numerics import ldl_kernel as ldl
from linkwork.numerics.ldl import Pattern, analyse
from linkwork.places import layout_kernel as layout
from linkwork.system.rods.rod_place_kernel import ROD_SHARED
from linkwork.system.tree import tree_kernel as kernel
from linkwork.system.tree.paths import Pair, Paths

Integers = NDArray[np.int64]
_MAY_COST = 1.25  # the sparse way is taken up to this many times the products of the dense one
_LONG = 16  # couplings of an unknown from which a dense factor is faster than a sparse one, which looks up its places
_LOOKED_UP = 1.5  # what a product of the sparse factor then costs, in products of the dense one


@dataclass(frozen=True)
class _Stored:
    """Slots of H and J, how many numbers they and their solver take, its products, and the pattern when sparse."""

    matrix: list[int]
    rows: list[int]
    sizes: tuple[int, int, int]
    products: int
    pattern: Pattern | None


def with_closures(k: Integers, p: Array, scalar: str, sparse: bool | None = None) -> Integers:
    """The int table with the slots of its tree behind it.

    A tree without cuts needs none, unless H is wanted dense, or contacts and dry friction ask how the tree responds.
    """
    paths = Paths(k)
    if paths.rows == 0 and sparse is not False and k[layout.CONTACTS] == 0:
        return k
    stored = _stored(paths, p, scalar, sparse)
    head = paths.head
    tables = [k.copy(), np.array(stored.matrix, np.int64), np.array(stored.rows, np.int64)]
    tables[0][head + kernel.MATRIX_SLOTS], tables[0][head + kernel.ROW_SLOTS] = len(k), len(k) + len(stored.matrix)
    tables[0][head + kernel.PRODUCTS] = stored.products
    for rod in paths.rods():
        tables[0][rod + ROD_SHARED] = paths.shared(rod)
    for place, size in zip((kernel.MATRIX_SIZE, kernel.ROWS_SIZE, kernel.SOLVER_SIZE), stored.sizes, strict=True):
        tables[0][head + place] = size
    if stored.pattern is not None:
        tables[0][head + kernel.SPARSE] = sum(len(part) for part in tables)
        tables[0][head + kernel.REFINED] = int(stored.pattern.rule != "safe")
        tables.append(stored.pattern.table)
    return np.concatenate(tables)


def _stored(paths: Paths, p: Array, scalar: str, sparse: bool | None) -> _Stored:
    """What the cheaper way stores, or the one asked for."""
    matrix, rows = list(paths.matrix()), list(paths.closures())
    dense = dense_products(paths, rows)
    if sparse or (sparse is None and _least_products(paths, rows) < _MAY_COST * dense):
        stored = _sparse(paths, p, scalar, matrix, rows)
        if sparse or stored.products < _MAY_COST * dense:
            return stored
    n, m = paths.freedoms, paths.rows
    places = [[row * n + column for row, column in pairs] for pairs in (matrix, rows)]
    return _Stored(places[0], places[1], (n * n, n * m, n * m + m * m + m), dense, None)


def _sparse(paths: Paths, p: Array, scalar: str, matrix: list[Pair], rows: list[Pair]) -> _Stored:
    """The entries once each, H before J; behind them one place for the entries that are not wanted."""
    numbers: dict[Pair, int] = {}
    for pair in matrix:
        if pair[0] >= pair[1]:
            numbers.setdefault(pair, len(numbers))
    row_numbers: dict[Pair, int] = {}
    for pair in rows:
        row_numbers.setdefault(pair, len(row_numbers))
    light = paths.light(p)
    pattern = analyse(
        paths.freedoms,
        paths.rows,
        *_split(numbers),
        *_split(row_numbers),
        [0.0 if column in light else 1.0 for _, column in numbers] + [1.0] * len(row_numbers),
        scalar,
    )
    spare = len(numbers) + len(row_numbers)
    return _Stored(
        [numbers.get(pair, spare) for pair in matrix],
        [row_numbers[pair] for pair in rows],
        (len(numbers), len(row_numbers) + 1, pattern.factor_count + pattern.refine_work),
        table_products(pattern.table, 0),
        pattern,
    )


def _split(pairs: Iterable[Pair]) -> tuple[list[int], list[int]]:
    """Rows and columns of pairs."""
    listed = list(pairs)
    return [row for row, _ in listed], [column for _, column in listed]


def dense_products(paths: Paths, rows: list[Pair]) -> int:
    """Products of one factorisation and solution, dense."""
    n, m, sky = paths.freedoms, paths.rows, np.array(paths.sky(), np.int64)
    width = np.arange(n) - sky
    matrix = sum(int(np.sum(np.arange(low, i) - np.maximum(low, sky[low:i]))) for i, low in enumerate(sky))
    square = sum(row + 1 for row, _ in rows) + m**3 // 6
    return matrix + int(np.sum(width)) * (m + 2) + square + 2 * n * m + m * m


def _least_products(paths: Paths, rows: list[Pair]) -> int:
    """Products of one sparse factorisation when every joint is coupled with its path and its rows alone."""
    loops_of = [0] * paths.freedoms
    for _, column in rows:
        loops_of[column] += 1
    degrees = [
        depth - 1 - number + loops_of[column]
        for place, depth in enumerate(paths.depths())
        for number, column in enumerate(paths.own(place))
    ]
    return _sparse_products(np.array(degrees))


def table_products(k: Integers, base: int) -> int:
    """Products of one factorisation and solution by the sparse solver whose table stands in k from `base` on."""
    total, column = int(k[base + ldl.N] + k[base + ldl.M]), base + int(k[base + ldl.COLUMN])
    return _sparse_products(np.diff(k[column : column + total + 1]))


def _sparse_products(degrees: Integers) -> int:
    """Products of a factorisation and a solution, from the number of couplings of each unknown."""
    squares = degrees * (degrees + 1) // 2
    return int(np.sum(squares * np.where(degrees > _LONG, _LOOKED_UP, 1.0)) + 2 * np.sum(degrees))
