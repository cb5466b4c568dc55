"""Nested dissection: the solution is that of the full matrix, fill stays small, indefinite matrices are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.linalg import LinAlgError
from scipy.sparse import csr_matrix, identity, kron
from scipy.sparse.linalg import spsolve

from linkwork.numerics.sparse.dissection import Dissected


def grid(*sizes: int, each: int = 1) -> tuple[Any, np.ndarray]:
    """A box of springs, each of whose nodes has several unknowns that are coupled; and the places of them."""
    places = np.array(np.meshgrid(*(np.arange(size) for size in sizes), indexing="ij")).reshape(len(sizes), -1).T
    matrix = identity(int(np.prod(sizes)), format="csr") * 0.1
    for axis in range(len(sizes)):
        size = sizes[axis]
        line = csr_matrix(np.diag(np.full(size, 2.0)) - np.diag(np.ones(size - 1), 1) - np.diag(np.ones(size - 1), -1))
        before, behind = int(np.prod(sizes[:axis])), int(np.prod(sizes[axis + 1 :]))
        matrix = matrix + kron(kron(identity(before), line), identity(behind))
    coupled = np.eye(each) + 0.3
    return kron(matrix, coupled).tocsc(), np.repeat(places, each, axis=0).astype(float)


@pytest.mark.parametrize("sizes", [(5,), (700,), (40, 30), (14, 9, 8)])
def test_solutions_are_those_of_the_whole_matrix(sizes: tuple[int, ...]) -> None:
    matrix, places = grid(*sizes, each=2)
    right = np.random.default_rng(3).standard_normal((matrix.shape[0], 3))
    factor = Dissected(matrix, places)
    exact = spsolve(matrix, right)
    assert np.abs(factor.solve(right) - exact).max() <= 1e-12 * np.abs(exact).max()
    assert np.abs(factor.solve(right[:, 1]) - exact[:, 1]).max() <= 1e-12 * np.abs(exact).max()


def test_parts_that_nothing_joins_and_unknowns_at_one_place_are_solved_too() -> None:
    one, places = grid(12, 12, 4)
    matrix = kron(identity(2), one).tocsc()
    for second in (places, places + 50.0):
        factor = Dissected(matrix, np.vstack([places, second]))
        right = np.arange(float(matrix.shape[0]))
        assert np.abs(matrix @ factor.solve(right) - right).max() <= 1e-9 * right.max()
    heap = Dissected(one, 0.0 * places)
    assert np.abs(one @ heap.solve(right[:576]) - right[:576]).max() <= 1e-9 * right.max()


def test_factors_of_longer_bars_grow_with_their_length() -> None:
    short, long = (Dissected(*grid(length, 6, 6)).numbers for length in (40, 160))
    assert long < 4.6 * short


def test_matrices_that_are_not_positive_definite_are_refused() -> None:
    matrix, places = grid(30, 20)
    with pytest.raises(LinAlgError):
        Dissected(matrix - 0.5 * identity(matrix.shape[0]), places)
