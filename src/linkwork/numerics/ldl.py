"""The one linear solver: a sparse LDL^T of K = [[W + d, J^T], [J, -e]] whose pattern is analysed once.

W (n by n, symmetric, positive semidefinite) weighs the coordinates, J (m by n) holds the constraint rows. J
may be rectangular and rank deficient, W may be singular. `analyse` makes the table for
`linkwork.numerics.ldl_kernel`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from linkwork.base.late_dataclass import dataclass
from linkwork.numerics.jit import address
from linkwork.numerics.ldl_factor_kernel import factor_any
from linkwork.numerics.ldl_kernel import HEADER, solve_any
from linkwork.numerics.ordering import Elimination, eliminate

Integers = NDArray[np.int64]
Pair = tuple[int, int]
_REMEMBERED = 32


@dataclass(frozen=True)
class Pattern:
    """An analysed pattern: the table for the kernels, and how many numbers they need."""

    table: Integers  # may be copied to any place of a larger integer table
    n: int
    m: int
    value_count: int  # entries of K: those of W, then those of J, in the order given
    factor_count: int  # numbers of the factor block
    solve_work: int  # work numbers of `solve`
    refine_work: int  # work numbers of `solve_refined`
    l_count: int  # entries of L below the diagonal
    operations: int  # products of one factorisation
    rule: str  # how rows were ordered: "safe", "matched" or "mixed", see `linkwork.numerics.ordering`


def analyse(
    n: int,
    m: int,
    w_rows: ArrayLike,
    w_cols: ArrayLike,
    j_rows: ArrayLike,
    j_cols: ArrayLike,
    values: ArrayLike | None = None,
    scalar: str = "real",
) -> Pattern:
    """Analyse the pattern of W (lower triangle) and J once, for any number of factorisations.

    A coordinate without diagonal entry in W is massless; typical `values` (of W, then of J) may be given
    and tell this too, and then rows are paired with columns that are large in them. Entries given twice are
    added. `scalar` ("real" or "complex") is the type of the numbers that will be factored. The last patterns are
    remembered: variants of a mechanism share one.
    """
    numbers = None if values is None else np.abs(np.asarray(values).real)
    known = None if numbers is None else tuple(numbers.tolist())
    return _analysed(n, m, _pairs(w_rows, w_cols), _pairs(j_rows, j_cols), known, scalar)


@lru_cache(maxsize=_REMEMBERED)
def _analysed(
    n: int, m: int, of_w: tuple[Pair, ...], of_j: tuple[Pair, ...], values: tuple[float, ...] | None, scalar: str
) -> Pattern:
    w_pairs, j_pairs, numbers = list(of_w), list(of_j), None if values is None else np.array(values)
    row_entries: list[list[int]] = [[] for _ in range(m)]
    for entry, (row, _) in enumerate(j_pairs):
        row_entries[row].append(entry)
    massless = set(range(n)) - {
        row for i, (row, col) in enumerate(w_pairs) if row == col and (numbers is None or numbers[i] > 0.0)
    }
    augmented = [row for row in range(m) if any(j_pairs[entry][1] in massless for entry in row_entries[row])]
    cliques = [[j_pairs[entry][1] for entry in row_entries[row]] for row in augmented]
    k_pairs = w_pairs + [(n + row, col) for row, col in j_pairs]
    strength = None if numbers is None else _strength(n, w_pairs, j_pairs, numbers)
    row_columns = [_columns(entries, j_pairs, strength) for entries in row_entries]
    elimination = eliminate(_couplings(n + m, k_pairs, cliques), row_columns, n, frozenset(augmented))
    layout = _Layout(n + m, elimination)
    augment, squares = _augmentation(n, len(w_pairs), augmented, row_entries, j_pairs, layout)
    lists = [
        elimination.order,
        layout.step,
        layout.column,
        layout.index,
        layout.targets(),
        [layout.place(*pair) for pair in k_pairs],
        *_by_rows(n + m, k_pairs),
        augment,
        squares,
    ]
    counts = [n, m, len(layout.index), len(w_pairs), len(k_pairs), len(augment) // 3, len(squares) // 3]
    return Pattern(
        table=_table(counts, lists, scalar),
        n=n,
        m=m,
        value_count=len(k_pairs),
        factor_count=n + m + len(layout.index) + len(augment) // 3,
        solve_work=n + m,
        refine_work=1 + 7 * (n + m),
        l_count=len(layout.index),
        operations=elimination.operations,
        rule=elimination.rule,
    )


def _pairs(rows: ArrayLike, cols: ArrayLike) -> tuple[Pair, ...]:
    row_list: list[int] = np.asarray(rows, dtype=np.int64).tolist()
    col_list: list[int] = np.asarray(cols, dtype=np.int64).tolist()
    return tuple(zip(row_list, col_list, strict=True))


def _strength(n: int, w_pairs: list[Pair], j_pairs: list[Pair], numbers: NDArray[np.float64]) -> list[float]:
    """How large each entry of J is in the metric of W: j^2 / w, massless columns last."""
    weight = np.zeros(n)
    for (row, col), number in zip(w_pairs, numbers.tolist(), strict=False):
        weight[row] += number if row == col else 0.0
    weight[weight == 0.0] = np.inf
    return [
        float(number * number / weight[col])
        for (_, col), number in zip(j_pairs, numbers[len(w_pairs) :].tolist(), strict=True)
    ]


def _columns(entries: list[int], j_pairs: list[Pair], strength: list[float] | None) -> list[int]:
    """The columns of a row, the strongest first."""
    if strength is not None:
        entries = sorted(entries, key=lambda entry: -strength[entry])
    return list(dict.fromkeys(j_pairs[entry][1] for entry in entries))


def _couplings(total: int, k_pairs: Iterable[Pair], cliques: Iterable[list[int]]) -> list[set[int]]:
    neighbours: list[set[int]] = [set() for _ in range(total)]
    for row, col in k_pairs:
        neighbours[row].add(col)
        neighbours[col].add(row)
    for columns in cliques:
        for col in columns:
            neighbours[col].update(columns)
    for unknown, adjacent in enumerate(neighbours):
        adjacent.discard(unknown)
    return neighbours


class _Layout:
    """Where the entries of the factor block lie: inverse pivots by steps, then L by columns."""

    def __init__(self, total: int, elimination: Elimination) -> None:
        self.total = total
        self.step = [0] * total
        for step, unknown in enumerate(elimination.order):
            self.step[unknown] = step
        self.columns = [sorted(self.step[other] for other in coupled) for coupled in elimination.coupled]
        self.column = [0]
        for steps in self.columns:
            self.column.append(self.column[-1] + len(steps))
        self.index = list(chain.from_iterable(self.columns))
        self.offset = [
            {row: total + start + i for i, row in enumerate(steps)}
            for start, steps in zip(self.column, self.columns, strict=False)
        ]

    def place(self, one: int, other: int) -> int:
        """The place of the entry of K for two unknowns."""
        low, high = sorted((self.step[one], self.step[other]))
        return low if low == high else self.offset[low][high]

    def targets(self) -> list[int]:
        """Where the products of two entries of a column are subtracted, in the order of the kernel."""
        targets: list[int] = []
        for steps in self.columns:
            for i, low in enumerate(steps):
                targets.append(low)
                places = self.offset[low]
                targets.extend([places[high] for high in steps[i + 1 :]])
        return targets


def _by_rows(total: int, k_pairs: list[Pair]) -> tuple[list[int], list[int], list[int]]:
    """K by rows, both triangles: where each row starts, the entries, the unknowns they multiply."""
    terms: list[list[Pair]] = [[] for _ in range(total)]
    for entry, (row, col) in enumerate(k_pairs):
        terms[row].append((entry, col))
        if row != col:
            terms[col].append((entry, row))
    starts = [0]
    for row_terms in terms:
        starts.append(starts[-1] + len(row_terms))
    flat = list(chain.from_iterable(terms))
    return starts, [entry for entry, _ in flat], [other for _, other in flat]


def _augmentation(
    n: int,
    w_count: int,
    rows: list[int],
    row_entries: list[list[int]],
    j_pairs: list[Pair],
    layout: _Layout,
) -> tuple[list[int], list[int]]:
    """The augmented entries as (entry, step of row, step of column) and J^T J as (place, entry, entry)."""
    augment: list[int] = []
    squares: list[int] = []
    for row in rows:
        for entry in row_entries[row]:
            col = j_pairs[entry][1]
            augment += [w_count + entry, layout.step[n + row], layout.step[col]]
            for other in row_entries[row]:
                if col >= j_pairs[other][1]:
                    squares += [layout.place(col, j_pairs[other][1]), w_count + entry, w_count + other]
    return augment, squares


def _table(counts: Sequence[int], lists: Sequence[Sequence[int]], scalar: str) -> Integers:
    starts = [HEADER]
    for numbers in lists:
        starts.append(starts[-1] + len(numbers))
    header = [*counts, *starts[:-1], address(factor_any, "factor", scalar), address(solve_any, "solve", scalar)]
    assert len(header) == HEADER
    return np.fromiter(chain(header, *lists), dtype=np.int64, count=starts[-1])
