"""Elimination with full pivoting: the largest number left over is the next pivot, and few numbers are looked at."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwork.program.plain_kernels import plain_module

Matrix = NDArray[np.float64]
reduce_rows = plain_module("linkwork.system.constraints.elimination_kernel").reduce_rows


class Read(list[float]):
    """Numbers that count how often they are asked for."""

    count = 0

    def __getitem__(self, place: int) -> float:  # type: ignore[override]
        self.count += 1
        return super().__getitem__(place)


def by_kernel(matrix: Matrix, allowed: list[float], sides: int = 1) -> tuple[Matrix, list[int], tuple, int]:
    """Reduced rows, the row of every column's pivot, what the kernel tells, and how many numbers it read."""
    rows, width = matrix.shape
    columns = width - sides
    w = Read([*matrix.ravel().tolist(), *allowed, *[0.0] * (columns + rows)])
    table, marks = 0, rows * width
    told = reduce_rows(w, table, rows, columns, width, marks, marks + columns)
    numbers = np.array(list(w))
    reduced, row_of = numbers[:marks].reshape(rows, width), numbers[marks + columns :][:columns]
    return reduced, row_of.astype(int).tolist(), told, w.count


def by_the_book(matrix: Matrix, allowed: list[float], sides: int = 1) -> tuple[Matrix, list[int], tuple]:
    """The same in few lines: of all numbers left over the largest, of equal ones the first."""
    left, (rows, width) = matrix.copy(), matrix.shape
    row_of, pivots = [-1] * (width - sides), []
    for _ in range(min(rows, width - sides)):
        sizes = np.abs(left[:, : width - sides]) * (np.array(allowed) == 1.0) * (np.array(row_of) < 0)
        sizes[[row for row in row_of if row >= 0]] = 0.0
        row, column = np.unravel_index(int(np.argmax(sizes)), sizes.shape)
        if sizes[row, column] < 1e-9:
            break
        pivots.append(float(sizes[row, column]))
        row_of[column] = int(row)
        left[row] = left[row] * (1.0 / left[row, column])
        left[row, column] = 1.0
        for other in range(rows):
            if other != row and (factor := left[other, column]) != 0.0:
                left[other] -= factor * left[row]
                left[other, column] = 0.0
    return left, row_of, (len(pivots), min(pivots), float(np.sum(np.log(pivots))))


@pytest.mark.parametrize("seed", range(12))
def test_pivots_and_rows_are_those_of_the_book(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows, columns = int(random.integers(1, 9)), int(random.integers(2, 11))
    filled = random.random((rows, columns + 1)) < 0.5
    matrix = np.where(filled, random.integers(-3, 4, filled.shape), 0.0)  # whole numbers: many are equally large
    matrix[0, 0] = 4.0
    if rows > 2:
        matrix[-1] = matrix[0] - matrix[1]  # a row that others imply
    allowed = [1.0, *(float(chosen) for chosen in random.random(columns - 1) < 0.8)]
    reduced, row_of, told, _ = by_kernel(matrix, allowed)
    expected, places, numbers = by_the_book(matrix, allowed)
    assert row_of == places
    assert np.array_equal(reduced, expected)
    assert told == pytest.approx(numbers, rel=1e-14, abs=1e-14)


def loops(count: int) -> Matrix:
    """Rows of loops side by side, each with a freedom of its own."""
    matrix = np.zeros((2 * count, 3 * count + 1))
    for loop in range(count):
        matrix[2 * loop : 2 * loop + 2, 3 * loop : 3 * loop + 3] = [[1.0, 0.3, 0.2], [0.2, 1.5, 0.4]]
    return matrix


def test_what_is_read_grows_with_the_table_of_many_loops_and_not_faster() -> None:
    reads = [by_kernel(matrix, [1.0] * (matrix.shape[1] - 1))[3] for matrix in (loops(6), loops(12), loops(24))]
    assert reads[2] < 4.2 * reads[1] < 4.2**2 * reads[0]
