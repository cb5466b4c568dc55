"""A symmetric positive definite sparse matrix factorised by nested dissection, with dense fronts.

The unknowns lie somewhere in space; a plane cuts them into halves that only the unknowns beside it couple, and so on
(George, SIAM J. Numer. Anal. 10 (1973) 345). Each piece is eliminated as a dense matrix together with the unknowns
around it, what it leaves is added to the piece above (Duff and Reid, ACM TOMS 9 (1983) 302). For meshes that fill space
factors need little more than linear memory, and nearly all the work is done by products of dense matrices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LEAF = 200
"""Pieces of at most so many unknowns are not cut again."""
_SHARES = (0.42, 0.46, 0.5, 0.54, 0.58)
"""Where cuts are tried, by the share of the unknowns before them: the one with the smallest border is taken."""
_LARGEST_BORDER = 0.6
"""A border that has a larger share of a piece is not worth a cut."""


@dataclass(frozen=True)
class _Front:
    """One piece: its own unknowns, those around it that are eliminated later, and its two blocks of the factor."""

    own: Ints
    around: Ints
    corner: Floats
    below: Floats


class Dissected:
    """The factor L of a matrix = L L', in pieces; `LinAlgError` where it is not positive definite."""

    def __init__(self, matrix: Any, places: Floats) -> None:
        """`matrix` is sparse and symmetric, `places` has a row for each unknown."""
        matrix = matrix.tocsr()
        matrix.sort_indices()
        edges = matrix.tocoo()
        self._pieces: list[Ints] = []
        self._parents: list[int] = []
        apart = edges.row != edges.col
        _cut(np.arange(len(places)), edges.row[apart], edges.col[apart], places, self._pieces, self._parents, -1)
        self._fronts = _eliminated(matrix, self._pieces, self._parents)

    @property
    def numbers(self) -> int:
        """How many numbers the factor has."""
        return sum(front.corner.size + front.below.size for front in self._fronts)

    def solve(self, right: Floats) -> Floats:
        """The solution for one right-hand side or for several columns."""
        from scipy.linalg import solve_triangular

        x = np.array(right, dtype=float)
        for front in self._fronts:
            own = solve_triangular(front.corner, x[front.own], lower=True, check_finite=False)
            x[front.own] = own
            x[front.around] -= front.below @ own
        for front in reversed(self._fronts):
            own = x[front.own] - front.below.T @ x[front.around]
            x[front.own] = solve_triangular(front.corner, own, lower=True, trans="T", check_finite=False)
        return x


def _cut(
    members: Ints, row: Ints, column: Ints, places: Floats, pieces: list[Ints], parents: list[int], parent: int
) -> None:
    """Cut unknowns into pieces, those above before those below; `row` and `column` are their couplings."""
    halves = _halves(members, row, column, places) if len(members) > _LEAF else None
    if halves is None:
        pieces.append(members)
        parents.append(parent)
        return
    border, sides = halves
    here = parent
    if len(border):
        here = len(pieces)
        pieces.append(border)
        parents.append(parent)
    inside = np.zeros(len(places), dtype=bool)
    for side in sides:
        inside[side] = True
        kept = inside[row] & inside[column]
        _cut(side, row[kept], column[kept], places, pieces, parents, here)
        inside[side] = False


def _halves(members: Ints, row: Ints, column: Ints, places: Floats) -> tuple[Ints, tuple[Ints, Ints]] | None:
    """The border of the best cut across the longest side, and what lies on both sides of it."""
    at = places[members]
    along = places[:, int(np.argmax(np.ptp(at, axis=0)))]
    sorted_places = np.sort(along[members])
    first = np.zeros(len(places), dtype=bool)
    best: tuple[Ints, tuple[Ints, Ints]] | None = None
    for share in _SHARES:
        limit = sorted_places[int(share * len(members))]
        first[members] = along[members] < limit
        crossing = first[row] & ~first[column]
        for border in (np.unique(row[crossing]), np.unique(column[crossing])):
            if best is not None and len(border) >= len(best[0]):
                continue
            on_border = np.zeros(len(places), dtype=bool)
            on_border[border] = True
            before = members[first[members] & ~on_border[members]]
            behind = members[~first[members] & ~on_border[members]]
            if len(before) and len(behind) and len(border) < _LARGEST_BORDER * len(members):
                best = border, (before, behind)
    return best


def _eliminated(matrix: Any, pieces: list[Ints], parents: list[int]) -> list[_Front]:
    """The fronts of all pieces, those below first."""
    from scipy.linalg import cholesky, solve_triangular

    size = matrix.shape[0]
    piece_of = np.empty(size, dtype=np.int64)
    for number, piece in enumerate(pieces):
        piece_of[piece] = number
    left: dict[int, list[tuple[Ints, Floats]]] = {}
    place = np.empty(size, dtype=np.int64)
    fronts = []
    for number in range(len(pieces) - 1, -1, -1):
        own, handed = pieces[number], left.pop(number, [])
        rows = matrix[own].tocoo()
        above = rows.col[piece_of[rows.col] < number]
        around = np.unique(np.concatenate([above, *(names[piece_of[names] < number] for names, _ in handed)]))
        count = len(own)
        names = np.concatenate([own, around])
        place[names] = np.arange(len(names))
        front = np.zeros((len(names), len(names)))
        kept = piece_of[rows.col] <= number
        front[place[rows.col[kept]], rows.row[kept]] = rows.data[kept]
        for others, share in handed:
            at = place[others]
            front[np.ix_(at, at)] += share
        corner = cholesky(front[:count, :count], lower=True, check_finite=False)
        below = solve_triangular(corner, front[count:, :count].T, lower=True, check_finite=False).T
        fronts.append(_Front(own, around, corner, below))
        if len(around):
            left.setdefault(parents[number], []).append((around, front[count:, count:] - below @ below.T))
    return fronts
