"""The sparse LU on a pattern that stays, beside NumPy: real and complex, new numbers, new pivots, singular matrices."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.numerics.jit import njit, part
from linkwork.numerics.sparse import lu_kernel
from linkwork.numerics.sparse.lu import Pattern, analyse


@njit
def solved(s, room, a, f, b, x):
    table = part(s, 0)
    good = lu_kernel.factor(table, 0, room, part(a, 0), part(f, 0))
    if good:
        lu_kernel.solve(table, 0, room, part(f, 0), part(b, 0), part(x, 0))
    return good


class Problem:
    """A chain of blocks with constraint rows between neighbours: [[M, J'], [J, 0]]."""

    def __init__(self, blocks: int, kind: type, seed: int) -> None:
        self.draw, n = np.random.default_rng(seed), 3 * blocks
        self.size, self.kind = 5 * blocks, kind
        places = {
            (3 * i + a, 3 * j + b)
            for i in range(blocks)
            for j in (i - 1, i)
            if j >= 0
            for a in range(3)
            for b in range(3)
        }
        rows = {
            (n + 2 * i + r, 3 * j + a)
            for i in range(blocks)
            for j in (i - 1, i)
            if j >= 0
            for r in (0, 1)
            for a in range(3)
        }
        places |= rows
        places |= {(column, row) for row, column in places} | {(row, row) for row in range(self.size)}
        self.rows, self.columns = (list(part_of) for part_of in zip(*sorted(places), strict=True))
        self.waiting = range(n, self.size)
        self.pattern: Pattern = analyse(self.rows, self.columns, self.size, self.waiting)
        self.s = np.concatenate([self.pattern.table, np.zeros(self.pattern.room, np.int64)])
        self.f = np.zeros(self.pattern.numbers, kind)

    def numbers(self) -> np.ndarray:
        """Random entries, none on the diagonals of the constraints."""
        a = self.draw.normal(size=len(self.rows)).astype(self.kind)
        if self.kind is complex:
            a += 1j * self.draw.normal(size=len(a))
        own = np.array([row == column for row, column in zip(self.rows, self.columns, strict=True)])
        last = np.array(self.rows) >= self.waiting[0]
        a[own & ~last] += 4.0
        a[own & last] = 0.0
        return a

    def full(self, a: np.ndarray) -> np.ndarray:
        matrix = np.zeros((self.size, self.size), self.kind)
        matrix[self.rows, self.columns] = a
        return matrix

    def error(self, a: np.ndarray) -> float:
        """Residual of a solution with these entries, relative to its terms."""
        b, x = self.draw.normal(size=self.size).astype(self.kind), np.zeros(self.size, self.kind)
        assert solved(self.s, len(self.pattern.table), a, self.f, b.copy(), x)
        matrix = self.full(a)
        return float(np.abs(matrix @ x - b).max() / (np.abs(matrix) @ np.abs(x)).max())


@pytest.mark.parametrize("kind", [float, complex])
@pytest.mark.parametrize("blocks", [1, 2, 7, 40])
def test_solution_is_exact_to_rounding_and_stays_so_with_new_numbers(blocks: int, kind: type) -> None:
    problem = Problem(blocks, kind, blocks)
    assert max(problem.error(problem.numbers()) for _ in range(5)) < 1e-11


def test_pivots_are_chosen_anew_where_old_ones_vanish() -> None:
    problem = Problem(6, float, 3)
    a = problem.numbers()
    problem.error(a)
    room = len(problem.pattern.table)
    before = problem.s[room + 1 : room + 1 + problem.size].copy()
    own = np.array([row == column < 3 for row, column in zip(problem.rows, problem.columns, strict=True)])
    a[own] = 0.0
    assert problem.error(a) < 1e-11
    assert not np.array_equal(before, problem.s[room + 1 : room + 1 + problem.size])


def test_a_singular_matrix_is_told_and_the_next_one_is_solved() -> None:
    problem = Problem(4, float, 5)
    a = problem.numbers()
    empty = np.where(np.array(problem.columns) == 2, 0.0, a)
    b, x = np.ones(problem.size), np.zeros(problem.size)
    assert not solved(problem.s, len(problem.pattern.table), empty, problem.f, b, x)
    assert problem.error(a) < 1e-11


def test_operations_of_a_chain_grow_in_proportion_to_its_length() -> None:
    short, long = (Problem(blocks, float, 1).pattern.operations for blocks in (50, 200))
    assert long < 4.4 * short
