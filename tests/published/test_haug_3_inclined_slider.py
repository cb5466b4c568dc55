"""Haug Example 3.1.3 and Prob. 3.2.3: equations that follow from the geometry but do not imply it.

The bad pair is made of library joints: P1 on the line y = x of the ground (3.1.16), and the ground's origin on the x'
axis of the body (3.1.17), each a revolute-translational joint. Their signed distances are the book's equations divided
by sqrt(2) and multiplied by -1, so that our determinant is the book's divided by -sqrt(2).
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np
import pytest

from linkwork.analysis.kinematics.kinematics import kinematics
from linkwork.mechanism.planar import Planar
from published.by_hand import Rows, move_to
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates


def bad() -> Planar:
    m = Planar("inclined slider, badly put")
    block = m.body("block", estimate=(-1, -1, "pi/4"))
    m.revolute_translational("on the slide", m.ground.line((0, 0), (1, 1)), block.at(0, 0))
    m.revolute_translational("axis through the origin", block.line((0, 0), (1, 0)), m.ground.at(0, 0))
    m.drive("v", on=block.at(0, 0), x="t")
    return m


def good() -> Planar:
    m = Planar("inclined slider, well put")
    block = m.body("block", estimate=(-1, -1, "pi/4"))
    m.revolute_translational("on the slide", m.ground.line((0, 0), (1, 1)), block.at(0, 0))
    m.absolute_angle("along the slide", block, "pi/4")
    m.drive("v", on=block.at(0, 0), x="t")
    return m


def determinant(x: float, y: float, phi: float) -> float:
    """The book's determinant by our rows."""
    return -sqrt(2) * Rows(bad(), [x, y, phi]).determinant


@pytest.mark.parametrize(("x", "y", "phi"), [(0.7, 0.7, pi / 4), (-0.3, 0.2, 1.1), (0.0, 0.0, 0.5)])
def test_the_determinant_is_the_printed_one_anywhere(x: float, y: float, phi: float) -> None:
    assert abs(determinant(x, y, phi) + y * sin(phi) + x * cos(phi)) < 1e-14


def test_at_the_origin_the_bad_equations_hold_for_every_angle() -> None:
    for phi in (0.0, 0.5, 2.0, -1.3):
        rows = Rows(bad(), [0.0, 0.0, phi])
        assert np.allclose(rows.phi, 0.0, atol=1e-16)
        assert abs(rows.determinant) < 1e-16


def test_the_run_over_the_bad_point_reports_the_singularity_and_still_moves_straight_through() -> None:
    run = kinematics(bad(), 1.0, 40, start=-1.0, progress=False)
    assert run.completed
    assert [event.kind for event in run.events] == ["bifurcation"]
    assert abs(run.events[0].t) < 1e-6
    assert np.allclose(run["block.angle"], pi / 4, rtol=0, atol=1e-9)


def test_the_good_equations_have_a_constant_determinant_and_no_event() -> None:
    run = kinematics(good(), 1.0, 41, start=-1.0, progress=False)
    assert run.events == []
    found = [Rows(good(), q).determinant for q in run.q]
    assert np.allclose(found, found[0], rtol=0, atol=1e-14) and abs(found[0]) > 0.5
    assert np.allclose(run["block.y"], run.t, rtol=0, atol=1e-12)


def test_the_good_block_passes_the_origin_with_its_speed() -> None:
    run = move_to(good(), 0.0)
    assert np.allclose(run.v[0], [1, 1, 0], rtol=0, atol=1e-14)


def cases() -> list[Case]:
    return [
        Case(
            "Haug Ex. 3.1.3",
            f"inclined slider, bad formulation: determinant at x = y = {x:g}",
            None,
            lambda x=x: determinant(x, x, pi / 4),
            0.0,
            exact=-sqrt(2) * x,
            exact_tolerance=1e-14,
        )
        for x in (1.0, 0.0, -1.0)
    ]


test_cases = checks_of(cases)
