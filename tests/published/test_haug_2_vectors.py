"""Haug Examples 2.1.3, 2.2.4 and Eq. 2.1.15: angles between vectors, dependent columns.

The other examples of Secs. 2.1 and 2.2 are sums and products of small matrices, which the program leaves to NumPy.
"""

from __future__ import annotations

from math import pi

import numpy as np

from linkwork.elements.planar.direction import direction_angle
from linkwork.mechanism.planar import Planar
from linkwork.system.constraints.rank import left_null_space, rank_of
from published.by_hand import move_to
from published.case import Case
from published.case import tests_of as checks_of

A = (1.0, 1.0)
COLUMNS = np.array([[1.0, 1, 0], [1, 0, 1], [1, 2, -1]])


def angle_between(a: tuple[float, float], b: tuple[float, float]) -> float:
    """The angle by which a slide along a of the ground turns a body that slides along its own vector b."""
    m = Planar("two directions")
    body = m.body("body", estimate=(0, 0, direction_angle(*a) - direction_angle(*b)))
    m.translational("slide", m.ground.line((0, 0), a), body.line((0, 0), b))
    m.drive("position", joint="slide", position=1)
    return -float(move_to(m, 0.0)["body.angle"][0])


def test_antiparallel_vectors_are_half_a_turn_apart() -> None:
    """Eq. 2.1.15 takes sgn(0) = 0 and so says 0; atan2 does not."""
    formula = np.sign(-A[1] * -A[0] + A[0] * -A[1]) * np.arccos(-1.0)
    assert formula == 0.0
    assert abs(abs(angle_between(A, (-1.0, -1.0))) - pi) < 1e-12


def test_three_dependent_columns_have_rank_two() -> None:
    assert rank_of(COLUMNS.T) == 2


def test_the_dependence_is_found_with_its_coefficients() -> None:
    """-2 a1 + a2 + a3 = 0."""
    combination = left_null_space(COLUMNS)
    assert combination.shape == (1, 3)
    assert np.allclose(combination[0], [-2, 1, 1], rtol=0, atol=1e-12)


def cases() -> list[Case]:
    return [
        Case(
            "Haug Prob. 2.1.3",
            f"angle from i + j to {name} (rad)",
            None,
            lambda b=b: angle_between(A, b),
            0.0,
            exact=exact,
            exact_tolerance=1e-12,
        )
        for name, b, exact in (("j", (0.0, 1.0), pi / 4), ("i", (1.0, 0.0), -pi / 4))
    ]


test_cases = checks_of(cases)
