"""Haug Example 3.6.1: a block held on the x axis by two, three and three contradicting equations.

y + sin phi = 0 and y - sin phi = 0 are the heights of the points (1, 0) and (-1, 0) of the block.
"""

from __future__ import annotations

from math import cos, sin, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.base.errors import AnalysisError
from linkwork.mechanism.planar import Planar
from linkwork.system.constraints.rank import left_null_space, rank_of
from published.by_hand import Rows
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates


def block(angle: float | None) -> Planar:
    """The block with both end heights held, and its angle held as well unless None."""
    m = Planar("block on the x axis")
    body = m.body("block", estimate=(0.2, 0.1, 0.05))
    m.absolute_y("right end", body.at(1, 0), 0)
    m.absolute_y("left end", body.at(-1, 0), 0)
    if angle is not None:
        m.absolute_angle("angle", body, angle)
    return m


def contradiction() -> Assembly:
    """Closest position in the book's measure, metres and radians alike."""
    return block(0.1).assemble(weights="unit")


def least_squares() -> tuple[float, float]:
    """phi and the norm of Phi where 2 sin^2 phi + (phi - 0.1)^2 is least; y = 0 by symmetry."""
    phi = brentq(lambda p: 2 * sin(p) * cos(p) + p - 0.1, 0.0, 0.1, xtol=1e-15)
    return phi, sqrt(2 * sin(phi) ** 2 + (phi - 0.1) ** 2)


def test_the_rows_are_the_printed_ones() -> None:
    for phi in (0.0, 0.3):
        rows = Rows(block(0.1), [0.5, -0.2, phi])
        assert np.allclose(rows.phi, [-0.2 + sin(phi), -0.2 - sin(phi), phi - 0.1], rtol=0, atol=1e-15)
        assert np.allclose(rows.jacobian, [[0, 1, cos(phi)], [0, 1, -cos(phi)], [0, 0, 1]], rtol=0, atol=1e-15)


def test_two_equations_are_independent_and_leave_one_freedom() -> None:
    report = block(None).check()
    assert (report.count_mobility, report.mobility, report.redundant) == (1, 1, [])
    assert report.independent == ["block.x"]


def test_the_third_equation_is_a_consistent_redundancy_and_assembles() -> None:
    m = block(0.0)
    assembly = m.assemble()
    assert assembly.ok
    assert abs(assembly["block.angle"]) < 1e-11 and abs(assembly["block.y"]) < 1e-11
    assert abs(assembly["block.x"] - 0.2) < 1e-11
    report = m.check()
    assert (report.count_mobility, report.mobility) == (0, 1)
    assert len(report.redundant) == 1
    assert set(report.redundant[0].elements()) == {"right end", "left end", "angle"}
    assert not report.isolated


def test_a_driver_moves_the_redundant_block_all_the_same() -> None:
    m = block(0.0)
    m.drive("push", on="block", x="sin(t)")
    run = m.kinematics(until=3.0, points=31, progress=False)
    assert np.allclose(run["block.x"], np.sin(run.t), rtol=0, atol=1e-12)
    assert np.allclose(run.q[:, 1:], 0.0, atol=1e-12)


def test_the_jacobians_of_both_redundancies_are_the_same_and_lack_one_rank() -> None:
    """Phi_q does not tell consistent from inconsistent: only assembly does."""
    zero, tenth = Rows(block(0.0), [0, 0, 0]).jacobian, Rows(block(0.1), [0, 0, 0]).jacobian
    assert np.array_equal(zero, tenth)
    assert rank_of(tenth) == 2
    combination = left_null_space(tenth)
    assert np.allclose(combination, [[-0.5, 0.5, 1.0]], rtol=0, atol=1e-12)


def test_the_inconsistent_redundancy_is_refused_with_the_joints_that_stay_open() -> None:
    assembly = block(0.1).assemble()
    assert not assembly.ok
    assert assembly.branch == "not assembled"
    assert {gap.element for gap in assembly.gaps} == {"right end", "left end", "angle"}
    text = assembly.text()
    assert "cannot be assembled" in text and "joint 'angle' stays open by" in text
    m = block(0.1)
    m.drive("push", on="block", x="t")
    with pytest.raises(AnalysisError, match="cannot be assembled"):
        m.kinematics(until=1.0, points=3, progress=False)


def test_the_gaps_of_the_closest_position_are_its_residuals() -> None:
    assembly = contradiction()
    gaps = {gap.element: gap for gap in assembly.gaps}
    phi, norm = least_squares()
    assert abs(gaps["right end"].length - sin(phi)) < 1e-7
    assert abs(gaps["left end"].length - sin(phi)) < 1e-7
    assert abs(gaps["angle"].angle - (0.1 - phi)) < 1e-7
    assert assembly.gaps[0].element == "angle"
    total = sqrt(sum(gap.length**2 + gap.angle**2 for gap in assembly.gaps))
    assert abs(total - norm) < 1e-12


def _norm() -> float:
    return float(np.linalg.norm(Rows(block(0.1), contradiction().q).phi))


def cases() -> list[Case]:
    phi, norm = least_squares()
    return [
        Case(
            "Haug Ex. 3.6.1, third case",
            "closest position of the contradicting equations: phi (rad)",
            None,
            lambda: contradiction()["block.angle"],
            0.0,
            exact=phi,
            exact_tolerance=1e-7,
        ),
        Case(
            "Haug Ex. 3.6.1, third case",
            "closest position of the contradicting equations: norm of Phi",
            None,
            _norm,
            0.0,
            exact=norm,
            exact_tolerance=1e-12,
        ),
        Case(
            "Haug Ex. 3.6.1",
            "rank of the three rows",
            2.0,
            lambda: float(rank_of(Rows(block(0.0), [0, 0, 0]).jacobian)),
            0.0,
        ),
    ]


test_cases = checks_of(cases)
