"""The pattern of an unsymmetric sparse matrix, analysed once for `linkwork.numerics.sparse.lu_kernel`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.ordering import eliminate
from linkwork.numerics.sparse import lu_kernel as kernel

ROOM = 3  # times the fill of diagonal pivots: what other pivots may need


@dataclass(frozen=True)
class Pattern:
    """An analysed pattern: the table for the kernels, and what a factor needs."""

    table: NDArray[np.int64]
    size: int
    entries: int
    room: int  # integers of a factor
    numbers: int  # numbers of a factor
    operations: int  # products of one factorisation with diagonal pivots


def analyse(rows: Sequence[int], columns: Sequence[int], size: int, waiting: Sequence[int]) -> Pattern:
    """Analyse the pattern of entries at (rows, columns), each given once.

    `waiting` are unknowns without a diagonal entry worth the name, such as multipliers: they are eliminated after the
    unknowns that their equations hold.
    """
    number = {unknown: i for i, unknown in enumerate(waiting, size - len(waiting))}
    others = (unknown for unknown in range(size) if unknown not in number)
    number |= {unknown: i for i, unknown in enumerate(others)}
    known = [0] * size
    for unknown, i in number.items():
        known[i] = unknown
    first = size - len(waiting)
    neighbours: list[set[int]] = [set() for _ in range(size)]
    held: list[list[int]] = [[] for _ in waiting]
    by_column: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for entry, (row, column) in enumerate(zip(rows, columns, strict=True)):
        by_column[column].append((row, entry))
        i, j = number[row], number[column]
        if i != j:
            neighbours[i].add(j)
            neighbours[j].add(i)
        if i >= first > j:
            held[i - first].append(j)
    elimination = eliminate(neighbours, held, first)
    order = [known[i] for i in elimination.order]
    columns_of = [by_column[unknown] for unknown in order]
    starts = [0]
    for column_entries in columns_of:
        starts.append(starts[-1] + len(column_entries))
    flat = list(chain.from_iterable(columns_of))
    fill = sum(map(len, elimination.coupled))
    room = min(ROOM * fill, size * (size + 1) // 2) + size
    lists = [order, starts, [row for row, _ in flat], [entry for _, entry in flat]]
    begins = [kernel.HEADER]
    for numbers in lists:
        begins.append(begins[-1] + len(numbers))
    header = [size, len(flat), room, room, *begins[:-1]]
    return Pattern(
        table=np.fromiter(chain(header, *lists), np.int64, begins[-1]),
        size=size,
        entries=len(flat),
        room=kernel.room_of(size, room, room),
        numbers=kernel.numbers_of(size, room, room),
        operations=sum(len(coupled) ** 2 for coupled in elimination.coupled),
    )
