"""Rank of the constraint rows: freedoms, redundant equations, and the groups of equations that say the same thing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

TOLERANCE = 1e-8  # of the largest singular value of the scaled rows
_DENSE = 1000  # rows and columns up to which a dense matrix is looked at
_KNOWN, _STILL, _FREE = "independent at", "still at", "free at"
_SAME = 1e-9  # scaled: positions so near to each other have the same independent rows
_IMPLIED = 1e-9  # of a row's own size: a pivot below this is that of a row implied by others, damped


def rank_of(rows: Array) -> int:
    """Number of independent rows."""
    if rows.size == 0:
        return 0
    if max(rows.shape) > 400:
        from scipy.linalg import qr

        values = np.abs(np.diag(qr(rows, mode="r", pivoting=True)[0]))
    else:
        values = np.linalg.svd(rows, compute_uv=False)
    return int(np.sum(values > TOLERANCE * max(values[0], 1e-300)))


def rank_at(equations: Equations) -> int:
    """Number of independent rows at the last evaluation; of large systems by the pivots of the sparse factor."""
    if equations.independent():
        return equations.m
    if max(equations.m, equations.n) > _DENSE:
        return equations.m - equations.implied(_IMPLIED)
    return rank_of(equations.jacobian())


def note_independent(system: System, q: Array, t: float) -> None:
    """Write down that no row is implied by others at a position: whoever asks again there need not count."""
    system.computed[_KNOWN] = q, t


def is_known_independent(system: System, q: Array, t: float) -> bool:
    """Whether somebody has written it down of this position, or of one that differs from it by rounding."""
    known = system.computed.get(_KNOWN)
    if known is None or known[1] != t:
        return False
    return _same(known[0], q) or bool((np.abs(known[0] - q) <= _SAME * system.column_scale).all())


def note_still(system: System, q: Array, t: float) -> None:
    """Write down that the equations ask for no rate at a position, where none is implied by others."""
    system.computed[_STILL] = q, t


def is_known_still(system: System, q: Array, t: float) -> bool:
    """Whether somebody has written it down of this very position."""
    known = system.computed.get(_STILL)
    return known is not None and known[1] == t and _same(known[0], q)


def note_freedoms(system: System, q: Array, t: float, count: int) -> None:
    """Write down how many degrees of freedom are left at a position where rows imply others."""
    system.computed[_FREE] = q, t, count


def _same(known: Array, q: Array) -> bool:
    """Whether two positions are the same, bit for bit; numpy's own questions take ten times as long."""
    return known is q or known.tobytes() == q.tobytes()


def freedoms(system: System, q: Array, t: float) -> int:
    """Degrees of freedom left at a position."""
    if is_known_independent(system, q, t):
        return len(system.coordinates) - len(system.equations)
    known = system.computed.get(_FREE)
    if known is not None and known[1] == t and _same(known[0], q):
        return int(known[2])
    equations = Equations(system)
    equations.evaluate(q, t)
    rank = rank_at(equations)
    if rank == equations.m:
        note_independent(system, q, t)
    return equations.n - rank


def left_null_space(rows: Array) -> Array:
    """Combinations of rows that vanish, as rows of a matrix in reduced form: few equations in each."""
    if rows.shape[0] == 0:
        return np.zeros((0, 0))
    u, values, _ = np.linalg.svd(rows, full_matrices=True)
    rank = int(np.sum(values > TOLERANCE * max(values[0], 1e-300)))
    return reduced(u[:, rank:].T)


def reduced(basis: Array) -> Array:
    """Row echelon form by full pivoting from the last equations on, so that combinations hold few equations."""
    basis = basis.copy()
    free = list(range(basis.shape[0]))
    for column in range(basis.shape[1] - 1, -1, -1):
        if not free:
            break
        best = max(free, key=lambda row: abs(basis[row, column]))
        if abs(basis[best, column]) < 1e-6:
            continue
        basis[best] /= basis[best, column]
        for row in range(basis.shape[0]):
            if row != best:
                basis[row] -= basis[row, column] * basis[best]
        free.remove(best)
    basis[np.abs(basis) < 1e-7] = 0.0
    return basis


def independent_coordinates(system: System, rows: Array, wanted: Sequence[str] = ()) -> list[str]:
    """Coordinates that can be chosen freely: the columns that full pivoting leaves over (Haug 4.4.8).

    Those wanted are left over as long as others can be taken as dependent.
    """
    left = independent_columns(rows, [system.coordinates.index(name) for name in wanted])
    return [system.coordinates[column] for column in left]


def independent_columns(rows: Array, wanted: Sequence[int] = ()) -> list[int]:
    """Columns of rows that full pivoting leaves over, those wanted as long as others can be taken as dependent."""
    pivots = _pivot_columns(rows, wanted) if rows.size else set()
    return [column for column in range(rows.shape[1]) if column not in pivots]


def _pivot_columns(rows: Array, last: Sequence[int] = ()) -> set[int]:
    """Columns that elimination with full pivoting takes as dependent, some only when no others are left."""
    rest, pivot_columns = np.array(rows.real), set()
    largest = float(np.max(np.abs(rest)))
    first = np.array([column not in last for column in range(rest.shape[1])])
    for _ in range(min(rest.shape)):
        sizes = np.abs(rest)
        if np.max(sizes[:, first], initial=0.0) > TOLERANCE * largest:
            sizes = sizes * first
        row, column = np.unravel_index(np.argmax(sizes), rest.shape)
        if abs(rest[row, column]) <= TOLERANCE * largest:
            break
        pivot_columns.add(int(column))
        rest -= np.outer(rest[:, column] / rest[row, column], rest[row])
        rest[row] = 0.0
    return pivot_columns
