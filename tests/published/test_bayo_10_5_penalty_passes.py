"""Garcia de Jalon and Bayo, Example 10.5: the passes of the augmented Lagrangian at a regular and a singular position.

The book's three coordinates (x1, y1, x2) are the natural coordinates of the mechanism; the passes are those of the
program's own kernel on their mass matrix and rows.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.natural.natural_coordinates import NaturalCoordinates
from linkwork.numerics.ldl import analyse
from linkwork.numerics.ldl_factor_kernel import factor
from linkwork.system.formulations.augmented_kernel import penalty_passes
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Garcia de Jalon and Bayo, Example 10.5"


@cache
def natural() -> NaturalCoordinates:
    """Crank and rod of 1 m and 1 kg; the rod's end on the line of the slider."""
    m = lw.Planar("slider-crank")
    crank, rod = m.body("crank", estimate=(0, 0, 0.7)), m.body("rod", estimate=(0.7, 0.7, -0.7))
    for body in (crank, rod):
        m.mass(body, mass=1, center=(0.5, 0), inertia="1/12")
    m.set_gravity(0, -9.81)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(1, 0), rod.at(0, 0))
    m.pin_in_slot("B", m.ground.line((0, 0), (1, 0)), rod.at(1, 0))
    return m.natural_coordinates()


def rows(q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Jacobian and right side of the accelerations: of quadratic rows, minus the Jacobian at the rates times these."""
    n = natural()
    return n.jacobian(q), -(n.jacobian(v) - n.jacobian(0 * v)) @ v


def accelerations(q: np.ndarray, v: np.ndarray, alpha: float, passes: int) -> np.ndarray:
    """Accelerations after some passes of the program's kernel."""
    jacobian, side = rows(q, v)
    lower = [(i, j) for i in range(3) for j in range(i + 1)]
    every = [(i, j) for i in range(2) for j in range(3)]
    w_rows, w_columns = zip(*lower, strict=True)
    j_rows, j_columns = zip(*every, strict=True)
    pattern = analyse(3, 2, w_rows, w_columns, j_rows, j_columns)
    values = np.array([natural().mass[place] for place in lower] + [jacobian[place] for place in every])
    factor_at = len(values)
    rhs_at = factor_at + pattern.factor_count
    x_at, work_at = rhs_at + 5, rhs_at + 10
    spare_at = work_at + pattern.refine_work
    w = np.zeros(spare_at + 10)
    w[:factor_at] = values
    w[rhs_at : rhs_at + 5] = np.concatenate([natural().weight, side])
    factor(pattern.table, 0, w, 0, factor_at, 0.0, 1.0 / alpha)
    penalty_passes(pattern.table, 0, w, 0, factor_at, rhs_at, x_at, work_at, spare_at, passes)
    return w[x_at : x_at + 3].copy()


def restated(q: np.ndarray, v: np.ndarray, alpha: float, passes: int) -> np.ndarray:
    """The same passes as the book writes them (10.91), with Omega = 0."""
    jacobian, side = rows(q, v)
    multipliers, a = np.zeros(2), np.zeros(3)
    for _ in range(passes):
        force = natural().weight + jacobian.T @ (alpha * side - multipliers)
        a = np.linalg.solve(natural().mass + alpha * jacobian.T @ jacobian, force)
        multipliers = multipliers + alpha * (jacobian @ a - side)
    return a


C = math.sqrt(0.5)
REGULAR = np.array([C, C, 2 * C]), np.array([-1.0, 1.0, -2.0])
SINGULAR = np.array([0.0, 1.0, 0.0]), np.array([-1.0, 0.0, -2.0])


def error(passes: int) -> float:
    """Distance of the accelerations from the solution of the whole system with multipliers."""
    jacobian, side = rows(*REGULAR)
    matrix = np.block([[natural().mass, jacobian.T], [jacobian, np.zeros((2, 2))]])
    exact = np.linalg.solve(matrix, np.concatenate([natural().weight, side]))[:3]
    return float(np.linalg.norm(accelerations(*REGULAR, 1e4, passes) - exact))


def cases() -> list[Case]:
    print_is = "the first pass divides by 2e4 + 1/3; the book's own printed matrix has 2 (1e4 + 1/3)"
    return [
        Case(SOURCE, "error after pass 1, Table 10.1", 6.5792e-4, lambda: error(1), 1e-4, relative=True),
        Case(SOURCE, "error after pass 2, Table 10.1", 4.3705e-8, lambda: error(2), 1e-4, relative=True),
        Case(SOURCE, "error after pass 3, Table 10.1", 2.9206e-12, lambda: error(3), 1e-11),
        Case(SOURCE, "error after pass 4, Table 10.1", 1.6107e-14, lambda: error(4), 1e-11),
        Case(
            SOURCE,
            "y1'' after pass 1 at the singular position (m/s^2)",
            -1.00047382543624272,
            lambda: float(accelerations(*SINGULAR, 1e4, 1)[1]),
            1e-9,
            exact=-1.000457151428286,
            exact_tolerance=1e-14,
            erratum=print_is,
        ),
        Case(
            SOURCE,
            "y1'' at the singular position (m/s^2)",
            None,
            lambda: float(accelerations(*SINGULAR, 1e4, 4)[1]),
            1e-11,
            exact=-1.0,
            exact_tolerance=1e-11,
        ),
    ]


test_cases = checks_of(cases)


def test_the_kernel_makes_the_passes_of_the_book() -> None:
    for state in (REGULAR, SINGULAR):
        for passes in (1, 2):
            one, other = accelerations(*state, 1e4, passes), restated(*state, 1e4, passes)
            assert np.allclose(one, other, rtol=0, atol=1e-10)


def test_the_natural_coordinates_are_those_of_the_book() -> None:
    n = natural()
    assert n.coordinates == ("A.x", "A.y", "B.s")
    assert n.mass == pytest.approx(np.array([[4, 0, 1], [0, 4, 0], [1, 0, 2]]) / 6, abs=1e-15)
    x1, y1, x2 = REGULAR[0]
    assert n.jacobian(REGULAR[0]) == pytest.approx(np.array([[x1, y1, 0], [x1 - x2, y1, x2 - x1]]), abs=1e-15)
    assert n.constraints(REGULAR[0]) == pytest.approx(np.zeros(2), abs=1e-15)
