"""Haug Ex. 5.1.1: five-bar parallelogram. Redundancy and its repair, bifurcation and lock-up with a third bar l3."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from linkwork.analysis.check.check import Report
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import rank_of
from published.case import Case
from published.case import tests_of as checks_of
from published.closed_form import asin, determinant, sin, time, worst
from published.mechanisms import five_bar, five_bar_repaired

pytestmark = pytest.mark.both_coordinates

START = 0.3  # rad; the driver turns the first bar at 1 rad/s from here


@cache
def report(repaired: bool) -> Report:
    return (five_bar_repaired() if repaired else five_bar()).check()


@cache
def moved(l3: float) -> Run:
    m = five_bar_repaired()
    m.set(l3=l3)
    return m.kinematics(until=2.5, points=251, progress=False)


def event_angle(l3: float) -> float:
    """Angle of the first bar at the event."""
    return START + moved(l3).events[-1].t


def cases() -> list[Case]:
    """Counts of the example, and where its third bar bifurcates or locks.

    The book counts its ground as a body: 15 coordinates and equations where we have 12.
    """
    found = [
        Case("Haug Ex. 5.1.1", "mobility by count, six revolutes", 0, lambda: report(False).count_mobility, 0),
        Case("Haug Ex. 5.1.1", "mobility expected", 1, lambda: float(report(False).mobility or 0), 0),
        Case("Haug Ex. 5.1.1", "redundant equations", 1, lambda: len(report(False).redundant), 0),
        Case("Haug Ex. 5.1.1", "mobility by count, repaired", 1, lambda: report(True).count_mobility, 0),
        Case("Haug Ex. 5.1.1", "redundant equations, repaired", 0, lambda: len(report(True).redundant), 0),
        Case(
            "Haug Ex. 5.1.1",
            "bifurcation, l3 = 1 (rad)",
            None,
            lambda: event_angle(1.0),
            0,
            exact=np.pi / 2,
            exact_tolerance=1e-8,
        ),
    ]
    for l3 in (0.9, 0.7):
        lock = Case(
            "Haug Ex. 5.1.1",
            f"lock-up, l3 = {l3} (rad)",
            None,
            lambda l3=l3: event_angle(l3),
            0,
            exact=float(np.arcsin(l3)),
            exact_tolerance=1e-8,
        )
        found.append(lock)
    return found


test_case = checks_of(cases)


def test_redundant_group_holds_every_revolute_joint() -> None:
    """Any of the twelve equations may be called the redundant one; the report names them all."""
    (group,) = report(False).redundant
    assert set(group.elements()) == {"A", "B", "C", "D", "E", "F"}
    assert report(False).coordinates == 12 and report(False).equations == 12
    assert not report(False).isolated and report(True).redundant == []


def test_rank_falls_by_one_in_general_and_by_two_in_the_flat_position() -> None:
    equations = Equations(five_bar().system(drivers=False))
    for angle, rank in ((0.7, 11), (2.0, 11), (0.0, 10), (np.pi, 10)):
        bars = [value for i in range(3) for value in (float(i), 0.0, angle)]
        q = np.array([*bars, np.cos(angle), np.sin(angle), 0.0])
        equations.evaluate(q, 0.0)
        assert rank_of(equations.jacobian()) == rank


def test_mechanism_with_the_redundant_joint_moves_as_a_parallelogram() -> None:
    run = five_bar().kinematics(until=2.5, points=251, progress=False)
    assert run.completed
    for bar in ("bar1", "bar2", "bar3"):
        assert worst(run, f"{bar}.angle", START + time(run.t)) < 1e-9
    assert np.max(np.abs(run["coupler.angle"])) < 1e-11


@pytest.mark.parametrize("l3", [1.1, 0.9, 0.7])
def test_third_bar_reaches_the_height_of_the_coupler(l3: float) -> None:
    """l3 sin phi3 = sin phi1, up to lock-up at asin(l3) when l3 is less than 1."""
    run = moved(l3)
    right = asin(sin(START + time(run.t)) * (1.0 / l3))
    assert worst(run, "bar3.angle", right) < 1e-9


def test_equal_bars_bifurcate_when_upright_and_the_motion_goes_on_smoothly() -> None:
    run = moved(1.0)
    assert [event.kind for event in run.events] == ["bifurcation"] and run.completed
    assert event_angle(1.0) == pytest.approx(np.pi / 2, abs=1e-8)
    assert "bar3" in run.events[0].text
    assert worst(run, "bar3.angle", START + time(run.t)) < 1e-8


def test_grid_point_on_the_bifurcation_is_passed_too() -> None:
    m = five_bar_repaired()
    run = m.kinematics(until=2 * (np.pi / 2 - START), points=101, progress=False)
    assert run["bar1.angle"][50] == pytest.approx(np.pi / 2, abs=1e-14)
    assert [event.kind for event in run.events] == ["bifurcation"]
    assert worst(run, "bar3.angle", START + time(run.t)) < 1e-6


def test_longer_third_bar_does_not_bifurcate() -> None:
    run = moved(1.1)
    assert run.completed and run.events == []


@pytest.mark.parametrize("l3", [0.9, 0.7])
def test_shorter_third_bar_locks_up_where_the_closed_form_says(l3: float) -> None:
    run = moved(l3)
    assert not run.completed and run.events[-1].kind == "lock-up"
    assert event_angle(l3) == pytest.approx(np.arcsin(l3), abs=1e-8)


def test_determinant_is_that_of_the_reference_and_changes_sign_only_for_equal_bars() -> None:
    """|det| = l3 sin phi1 |cos phi3|: 0.4927 at 0.7 rad, 0.0208 at 1.55, -0.0292 at 1.60; 0.458 upright with 1.1."""
    run = moved(1.0)
    for angle, reference in ((0.7, 0.4927), (1.55, 0.0208), (1.60, 0.0292)):
        index = round(100 * (angle - START))
        assert determinant(run, index) == pytest.approx(np.sin(angle) * abs(np.cos(angle)), rel=1e-8)
        assert determinant(run, index) == pytest.approx(reference, abs=6e-5)
    assert run.sigma[0] * run.sigma[-1] < 0.0 < moved(1.1).sigma[0] * moved(1.1).sigma[-1]
    upright = moved(1.1)
    index = int(np.argmin(np.abs(upright["bar1.angle"] - np.pi / 2)))
    assert determinant(upright, index) == pytest.approx(0.458, abs=5e-4)
