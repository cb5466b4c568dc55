"""In which order the unknowns of a constrained system are eliminated: little fill, no bad pivots.

The unknowns are n coordinates (0 ... n-1) and m constraint rows (n ... n+m-1) of K = [[W, J^T], [J, 0]].
A row's own diagonal is zero, therefore it has to wait until coordinates have given it a pivot. Three rules:

- `safe`: a row waits for all of its columns. Its pivot is then the squared distance (in the metric of W^-1)
  of the row from the rows before it: nothing can go wrong, and a tiny pivot means a redundant row.
- `matched`: a row waits for one column of its own, given by a matching of rows to columns. The pivots are
  nonzero for almost all values if no coordinate is massless, and bodies with very many joints do not couple all
  their rows. With massless coordinates the pivot may be that of the one entry alone: where it goes through zero in
  a motion the row looks redundant, as if the position were singular, though nothing is.
- `mixed`: rows on massless coordinates wait for all of their columns, the others for one, and the order may cost more
  than that of the matched rule.

Minimum degree: Tinney and Walker (1967); George and Liu, SIAM Review 31 (1989) 1.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence
from itertools import count

from linkwork.base.late_dataclass import dataclass

SAFE_MAY_COST = 2.0  # the safe rule is taken up to this many times the operations of the matched one, and one a
# coupling, because the solution of the matched one has to be looked at and refined
MIXED_MAY_COST = 8.0  # the mixed rule likewise: what it avoids is worse than time


@dataclass(frozen=True)
class Elimination:
    """An order of elimination, and for every step the later unknowns that the pivot is coupled with."""

    order: list[int]
    coupled: list[list[int]]
    operations: int
    rule: str


def match_rows(row_columns: Sequence[Sequence[int]]) -> list[int]:
    """Give as many rows as possible a column of their own (-1: none); earlier columns of a row are preferred.

    Augmenting paths after a greedy start (Duff, ACM TOMS 7 (1981) 315), without recursion.
    """
    column_of = [-1] * len(row_columns)
    row_of: dict[int, int] = {}
    for row, columns in enumerate(row_columns):
        free = next((column for column in columns if column not in row_of), -1)
        if free >= 0:
            column_of[row], row_of[free] = free, row
    for row in range(len(row_columns)):
        if column_of[row] < 0:
            _augment(row, row_columns, column_of, row_of)
    return column_of


def _augment(start: int, row_columns: Sequence[Sequence[int]], column_of: list[int], row_of: dict[int, int]) -> None:
    reached_from: dict[int, int] = {}
    queue = [start]
    for row in queue:
        for column in row_columns[row]:
            if column in reached_from:
                continue
            reached_from[column] = row
            if column in row_of:
                queue.append(row_of[column])
                continue
            while True:  # a free column: shift the matching along the path back to the start
                owner = reached_from[column]
                column_of[owner], row_of[column], column = column, owner, column_of[owner]
                if owner == start:
                    return


def minimum_degree(
    neighbours: Sequence[set[int]], waits_for: Sequence[Sequence[int]], rule: str, limit: float = float("inf")
) -> Elimination | None:
    """Eliminate next what has the fewest couplings and waits for nothing; None above `limit` operations.

    Among equals that which has been ready longest: chains are then eliminated from all their ends in turn, and the
    processor need not wait for one pivot before it divides by another.
    """
    graph = [set(adjacent) for adjacent in neighbours]
    waiting = [len(awaited) for awaited in waits_for]
    released: list[list[int]] = [[] for _ in graph]
    for unknown, awaited in enumerate(waits_for):
        for other in awaited:
            released[other].append(unknown)
    ready = count()
    heap = [(len(graph[unknown]), next(ready), unknown) for unknown, left in enumerate(waiting) if left == 0]
    heapq.heapify(heap)
    done = [False] * len(graph)
    order: list[int] = []
    coupled: list[list[int]] = []
    operations = 0
    while heap:
        degree, _, pivot = heapq.heappop(heap)
        if done[pivot] or degree != len(graph[pivot]):
            continue
        done[pivot] = True
        order.append(pivot)
        front = graph[pivot]
        coupled.append(list(front))
        operations += degree * (degree + 1) // 2
        if operations > limit:
            return None
        for unknown in released[pivot]:
            waiting[unknown] -= 1
        for unknown in sorted(front):
            adjacent = graph[unknown]
            adjacent |= front
            adjacent -= {unknown, pivot}
            if waiting[unknown] == 0:
                heapq.heappush(heap, (len(adjacent), next(ready), unknown))
    return Elimination(order, coupled, operations, rule)


def eliminate(
    neighbours: Sequence[set[int]],
    row_columns: Sequence[Sequence[int]],
    coordinates: int,
    massless: Collection[int] = (),
) -> Elimination:
    """The order of elimination for a graph of couplings; rows list their columns, preferred ones first.

    `massless` are the rows that move a coordinate without mass.
    """
    none: list[Sequence[int]] = [()] * coordinates
    partners = match_rows(row_columns)
    own = [[partner] if partner >= 0 else columns for partner, columns in zip(partners, row_columns, strict=True)]
    matched = minimum_degree(neighbours, [*none, *own], "matched")
    assert matched is not None  # without a limit there is always an order
    couplings = sum(len(adjacent) for adjacent in neighbours)
    limit = SAFE_MAY_COST * matched.operations + couplings
    safe = minimum_degree(neighbours, [*none, *row_columns], "safe", limit)
    if safe is not None or not massless:
        return safe or matched
    waiting = [row_columns[row] if row in massless else columns for row, columns in enumerate(own)]
    limit = MIXED_MAY_COST * matched.operations + couplings
    return minimum_degree(neighbours, [*none, *waiting], "mixed", limit) or matched
