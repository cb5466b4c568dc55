"""Haug Example 6.3.3 and Problem 6.3.2: when multipliers exist, by the program's own solver."""

from __future__ import annotations

from functools import cache

import numpy as np

from published.by_hand import solve_dense
from published.case import Case
from published.case import tests_of as checks_of

A = np.array([[-1.0, 0.0, 1.0], [2.0, 3.0, 1.0]])
B = np.array([1.0, 3.0, 2.0])
WITHOUT = np.array([1.0, 3.0, 1.0])


@cache
def multipliers() -> np.ndarray:
    """b^T x + lambda^T A x = 0 for all x: A^T lambda = -b."""
    return solve_dense(A.T, -B)


def cases() -> list[Case]:
    return [
        Case(
            "Haug Example 6.3.3",
            f"multiplier {i + 1}",
            -1.0,
            lambda i=i: float(multipliers()[i]),
            1e-12,
        )
        for i in range(2)
    ]


test_cases = checks_of(cases)


def test_with_multipliers_the_sum_vanishes_for_every_x() -> None:
    assert np.max(np.abs(A.T @ multipliers() + B)) < 1e-12


def test_problem_6_3_2_an_x_in_the_null_space_shows_that_there_are_none() -> None:
    x = np.array([1.0, -1.0, 1.0])
    assert np.array_equal(A @ x, [0.0, 0.0]) and WITHOUT @ x == -1.0
    nearest = solve_dense(A.T, -WITHOUT)
    missing = A.T @ nearest + WITHOUT
    assert np.allclose(missing, x * (WITHOUT @ x) / (x @ x), atol=1e-9)
