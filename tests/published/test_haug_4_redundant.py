"""Haug Example 4.6.1 and Sec. 4.6: the parallelogram with a bar too many, and drivers too many or too few."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest

from linkwork.mechanism.planar import Planar
from linkwork.system.constraints.rank import left_null_space, rank_of
from published.by_hand import Rows
from published.case import Case
from published.case import tests_of as checks_of


def parallelogram(angle: float) -> Planar:
    """Unit cranks on (0, 0) and (1, 0), coupler with its frame on the second crank, a third unit bar from (2, 0).

    The coupler runs from -1 to 1 of its own x axis: pins at (-1, 0) and (0, 0), the bar's point at (1, 0).
    """
    m = Planar("parallelogram with a third bar")
    crank = m.body("crank", estimate=(0, 0, angle))
    coupler = m.body("coupler", estimate=(1 + cos(angle), sin(angle), 0))
    rocker = m.body("rocker", estimate=(1, 0, angle))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("C", m.ground.at(1, 0), rocker.at(0, 0))
    m.revolute("A", crank.at(1, 0), coupler.at(-1, 0))
    m.revolute("B", rocker.at(1, 0), coupler.at(0, 0))
    m.absolute_distance("bar AB", coupler.at(1, 0), (2, 0), 1)
    return m


def reduced_rows(angle: float) -> np.ndarray:
    """Eq. 4.6.10: columns phi1, x2, y2, phi2, phi3; the pins on ground hold the cranks' frames, so their columns go."""
    q = [0, 0, angle, 1 + cos(angle), sin(angle), 0, 1, 0, angle]
    rows = Rows(parallelogram(angle), q)
    assert np.allclose(rows.phi, 0.0, atol=1e-14)
    return rows.jacobian[4:][:, [2, 3, 4, 5, 8]]


def smallest(angle: float) -> float:
    """Smallest singular value but the zero of the redundancy, of the book's rows (the last is 2 l times ours)."""
    rows = reduced_rows(angle)
    rows[4] *= 2
    return float(np.linalg.svd(rows, compute_uv=False)[3])


def test_the_rows_are_those_of_equation_4_6_10() -> None:
    for angle in (pi / 3, 0.4, 0.0):
        s, c = sin(angle), cos(angle)
        x2, y2 = 1 + c, s
        last = [0, 2 * (x2 - 1), 2 * y2, 2 * y2, 0]
        printed = [[s, 1, 0, 0, 0], [-c, 0, 1, -1, 0], [0, 1, 0, 0, s], [0, 0, 1, 0, -c], last]
        rows = reduced_rows(angle)
        rows[4] *= 2
        assert np.allclose(rows, printed, rtol=0, atol=1e-14)


@pytest.mark.parametrize("angle", [pi / 3, pi / 3 + 0.01, 1.4])
def test_away_from_flat_one_equation_follows_from_the_others(angle: float) -> None:
    rows = reduced_rows(angle)
    assert rank_of(rows) == 4
    combination = left_null_space(rows)
    assert combination.shape == (1, 5) and abs(combination[0, 4]) == 1.0
    assert rank_of(rows[:4]) == 4


def test_check_names_the_whole_group_and_counts_by_rank() -> None:
    report = parallelogram(pi / 3).check()
    assert (report.count_mobility, report.mobility) == (0, 1)
    assert len(report.redundant) == 1 and "bar AB" in report.redundant[0].elements()
    assert {"A", "B"} <= set(report.redundant[0].elements())
    assert not report.isolated and report.missing_drivers == 1


def test_check_tells_the_flat_position_from_the_redundancy() -> None:
    """Rank 3 of 5 at phi1 = 0; a perturbation brings one back."""
    flat, upright = parallelogram(0.0).check(), parallelogram(pi / 3).check()
    assert flat.isolated and not upright.isolated
    assert (flat.count_mobility, flat.mobility, len(flat.redundant)) == (0, 1, 1)


def test_near_flat_the_smallest_singular_value_grows_in_proportion() -> None:
    """So a perturbation must not be too small to tell an isolated singularity."""
    ratios = [smallest(angle) / angle for angle in (1e-2, 1e-3, 1e-4)]
    assert np.allclose(ratios, ratios[-1], rtol=1e-3)
    assert smallest(0.0) < 1e-15


def test_the_redundant_parallelogram_is_driven_as_the_plain_one() -> None:
    m = parallelogram(pi / 3)
    m.drive("motor", joint="O", angle="pi/3 + t")
    run = m.kinematics(until=1.5, points=16, progress=False)
    assert run.completed
    assert np.allclose(run["rocker.angle"], pi / 3 + run.t, rtol=0, atol=1e-11)
    assert np.allclose(run["coupler.angle"], 0.0, atol=1e-11)
    assert np.allclose(run["coupler.ax"], -np.cos(pi / 3 + run.t), rtol=0, atol=1e-10)


def test_a_second_driver_on_the_same_freedom_is_named_and_the_joints_are_not_blamed() -> None:
    """Eqs. 4.6.6 to 4.6.8: kinematic rows are protected."""
    m = parallelogram(pi / 3)
    m.drive("motor", joint="O", angle="pi/3 + t")
    m.drive("second motor", joint="C", angle="pi/3 + t")
    report = m.check()
    assert report.missing_drivers == 0
    assert len(report.redundant_drivers) == 1
    assert "second motor" in report.redundant_drivers[0].elements()
    assert len(report.redundant) == 1


def test_without_a_driver_the_number_that_is_missing_is_told() -> None:
    assert parallelogram(pi / 3).check().missing_drivers == 1


def cases() -> list[Case]:
    return [
        Case(
            "Haug Ex. 4.6.1",
            "rank of the five rows at 60 deg",
            4.0,
            lambda: float(rank_of(reduced_rows(pi / 3))),
            0.0,
        ),
        Case(
            "Haug Ex. 4.6.1",
            "rank of the five rows in the flat position",
            3.0,
            lambda: float(rank_of(reduced_rows(0.0))),
            0.0,
        ),
        Case(
            "Haug Ex. 4.6.1",
            "redundant equations away from the flat position",
            1.0,
            lambda: float(len(parallelogram(pi / 3).check().redundant)),
            0.0,
        ),
    ]


test_cases = checks_of(cases)
