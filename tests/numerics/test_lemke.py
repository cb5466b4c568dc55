"""Lemke's method: solutions, rays and degenerate problems."""

from __future__ import annotations

import numpy as np

from linkwork.numerics.cones.lemke_kernel import FOUND, RAY, lemke


def solve(matrix: object, side: object) -> tuple[int, np.ndarray]:
    """Solve y = M z + q with a cover of ones."""
    m, q = np.asarray(matrix, dtype=float), np.asarray(side, dtype=float)
    n = len(q)
    w = np.concatenate([m.ravel(), q, np.ones(n), np.zeros(n), np.zeros(n * (2 * n + 3))])
    outcome = lemke(w, n, 0, n * n, n * n + n, n * n + 2 * n, n * n + 3 * n)
    return outcome, w[n * n + 2 * n : n * n + 3 * n]


def test_a_right_side_that_is_positive_needs_nothing() -> None:
    outcome, z = solve([[2.0, 1.0], [1.0, 2.0]], [1.0, 0.0])
    assert outcome == FOUND and not z.any()


def test_two_unknowns_that_are_both_positive_solve_the_equations() -> None:
    """Two equations in two unknowns, solved by hand."""
    outcome, z = solve([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0])
    assert outcome == FOUND
    np.testing.assert_allclose(z, [4 / 3, 7 / 3], rtol=1e-14)


def test_no_solution_ends_in_a_ray_that_names_the_unknown() -> None:
    outcome, z = solve([[1.0, 0.0], [0.0, -1.0]], [1.0, -1.0])
    assert outcome == RAY
    assert z[1] > 0.0


def test_random_problems_are_complementary_to_rounding() -> None:
    random = np.random.default_rng(0)
    for _ in range(500):
        n = int(random.integers(1, 12))
        factor = random.normal(size=(n, n + 1))
        twist = random.normal(size=(n, n))
        matrix, side = factor @ factor.T + twist - twist.T, random.normal(size=n)
        outcome, z = solve(matrix, side)
        y = matrix @ z + side
        assert outcome == FOUND
        assert z.min() >= 0.0 and y.min() > -1e-10 and abs(y * z).max() < 1e-10


def test_degenerate_and_semidefinite_problems_do_not_cycle() -> None:
    random = np.random.default_rng(1)
    for _ in range(300):
        n, rank = int(random.integers(2, 10)), int(random.integers(1, 3))
        factor = random.integers(-1, 2, size=(n, rank)).astype(float)
        matrix, side = factor @ factor.T, factor @ random.integers(-1, 2, size=rank)
        outcome, z = solve(matrix, side)
        y = matrix @ z + side
        assert outcome == FOUND
        assert y.min() > -1e-10 and abs(y * z).max() < 1e-10
