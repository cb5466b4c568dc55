"""Haug Examples 4.4.1 to 4.4.5 and Probs. 4.4.1 to 4.4.6: linear equations by the program's solver and rank functions.

The program has one solver, a sparse LDL^T of [[W, A'], [A, 0]], and no row or full pivoting: the examples that differ
in the pivoting alone have the same result here.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from linkwork.system.constraints.rank import independent_coordinates, left_null_space, rank_of
from published.by_hand import solve_dense
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

SYSTEMS = {
    "Ex. 4.4.1": ([[3, 1, -1], [-1, 2, 1], [2, -3, 1]], [2, 6, -1], [1, 2, 3]),
    "Ex. 4.4.2": (
        [[4, -3, 5, 2], [-3, 1, 1, -6], [5, -5, 10, 0], [2, -3, 9, -7]],
        [-1.5, 9, 2.5, 13.5],
        [0.5, -1, -0.5, -2],
    ),
    "Ex. 4.4.3": ([[2, -1, 1], [-1, 0, 2], [1, 4, -2]], [0, 5, -5], [-1, 0, 2]),
    "Ex. 4.4.5": ([[2, 1, -2], [-1, 2.5, -5], [3, -4.5, 0]], [1, -9.5, 10.5], [2, -1, 1]),
}
PROBLEM_4_4_1 = np.array([[1.0, 2, 1], [2, 1, 1], [0, 1, 4]])
WIDE = np.array([[1.0, 0, 2, 1, 4], [1, 1, 2, 0, 3], [3, 1, 6, 2, 11]])
PROBLEM_4_4_6 = np.array([[1.0, 2, 0, 1], [0, 1, 0, 0], [1, 0, 3, 1], [2, 1, 0, 2]])
NAMES = SimpleNamespace(coordinates=("x1", "x2", "x3", "x4", "x5"))


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_examples_are_solved_to_round_off(name: str) -> None:
    matrix, right, solution = SYSTEMS[name]
    assert rank_of(np.array(matrix, float)) == len(matrix)
    assert np.allclose(solve_dense(matrix, right), solution, rtol=0, atol=1e-13)


def test_the_order_of_the_equations_does_not_matter() -> None:
    """What row and full pivoting do by hand."""
    matrix, right, solution = (np.array(part, float) for part in SYSTEMS["Ex. 4.4.2"])
    for order in ([2, 1, 0, 3], [3, 0, 2, 1], [1, 2, 3, 0]):
        assert np.allclose(solve_dense(matrix[order], right[order]), solution, rtol=0, atol=1e-12)
        assert np.allclose(solve_dense(matrix[:, order], right), solution[order], rtol=0, atol=1e-12)


def test_several_right_sides_are_solved_alike() -> None:
    inverse = np.array([solve_dense(PROBLEM_4_4_1, unit) for unit in np.eye(3)]).T
    assert np.allclose(PROBLEM_4_4_1 @ inverse, np.eye(3), rtol=0, atol=1e-14)


def test_example_4_4_4_has_rank_2_and_the_printed_dependence() -> None:
    """Row 3 = 2 row 1 + row 2, as the elimination shows."""
    assert rank_of(WIDE) == 2
    assert np.allclose(left_null_space(WIDE), [[-2, -1, 1]], rtol=0, atol=1e-12)


def test_the_consistent_right_side_is_met_and_leaves_three_unknowns_free() -> None:
    """x1 = 3 - 2 x3 - x4 - 4 x5 and x2 = -1 + x4 + x5."""
    x1, x2, x3, x4, x5 = solve_dense(WIDE, [3, 2, 8])
    assert abs(x1 - (3 - 2 * x3 - x4 - 4 * x5)) < 1e-12
    assert abs(x2 - (-1 + x4 + x5)) < 1e-12
    shortest = np.linalg.pinv(WIDE) @ [3, 2, 8]
    assert np.allclose([x1, x2, x3, x4, x5], shortest, rtol=0, atol=1e-12)


def test_the_inconsistent_right_side_of_problem_4_4_4_is_not_met() -> None:
    """b = [3, 2, 5]: the combination -2 b1 - b2 + b3 = -3 does not vanish; the nearest solution misses by that much."""
    b = np.array([3.0, 2, 5])
    combination = left_null_space(WIDE)[0]
    assert abs(combination @ b + 3) < 1e-12
    miss = WIDE @ solve_dense(WIDE, b) - b
    assert np.allclose(miss, -(combination @ b) * combination / (combination @ combination), rtol=0, atol=1e-9)


def test_full_pivoting_takes_x5_and_x2_as_dependent() -> None:
    """Prob. 4.4.5: largest element 11 in column 5, then column 2."""
    assert independent_coordinates(NAMES, WIDE) == ["x1", "x3", "x4"]
    rest = WIDE[:, [4, 1]]
    assert rank_of(rest) == 2


def test_the_matrix_of_problem_4_4_6_is_singular_as_read_and_its_equations_contradict() -> None:
    """Columns 1 and 4 are equal; equation 4 less twice equation 1 plus three times equation 2 says 0 = 1."""
    assert rank_of(PROBLEM_4_4_6) == 3
    combination = left_null_space(PROBLEM_4_4_6)
    assert np.allclose(combination, [[-2, 3, 0, 1]], rtol=0, atol=1e-12)
    assert abs(combination[0] @ [1, 1, 2, 0] - 1) < 1e-12


def _component(matrix: list[list[float]], right: list[float], place: int) -> float:
    return float(solve_dense(matrix, right)[place])


def cases() -> list[Case]:
    listed = [
        Case(
            f"Haug {name}",
            f"x{place + 1}",
            float(value),
            lambda matrix=matrix, right=right, place=place: _component(matrix, right, place),
            1e-13,
        )
        for name, (matrix, right, solution) in SYSTEMS.items()
        for place, value in enumerate(solution)
    ]
    listed += [
        Case(
            "Haug Probs. 4.4.1 to 4.4.3",
            f"x{place + 1}",
            None,
            lambda place=place: _component(PROBLEM_4_4_1.tolist(), [1, 0, 2], place),
            0.0,
            exact=value,
            exact_tolerance=1e-14,
        )
        for place, value in enumerate((-5 / 11, 6 / 11, 4 / 11))
    ]
    listed.append(Case("Haug Ex. 4.4.4", "rank of the 3 x 5 matrix", 2.0, lambda: float(rank_of(WIDE)), 0.0))
    return listed


test_cases = checks_of(cases)
