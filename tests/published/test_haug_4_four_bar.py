"""Haug Example 4.2.1 and Probs. 4.2.1 to 4.2.3: the sparse Jacobian of a four-bar with its ground as a body."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin, sqrt

import numpy as np
import pytest

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published.by_hand import Rows, move_to, rows_of
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

OFF = [0.4, -0.2, 0.9, 1.1, 0.3, -0.5, 2.0, 0.7, 1.9, 0.05, -0.03, 0.2]  # a position off all constraints


def four_bar() -> Planar:
    """Bars 2, 4, 4 on a base of 2."""
    m = Planar("four-bar 2-4-4-2")
    crank = m.body("crank", estimate=(0.5, 0.87, "pi/3"))
    coupler = m.body("coupler", estimate=(2.93, 2.27, 0.27))
    rocker = m.body("rocker", estimate=(3.43, 1.40, 0.78))
    base = m.body("base", estimate=(0, 0, 0))
    m.revolute("R1", crank.at(-1, 0), base.at(0, 0))
    m.revolute("R2", crank.at(1, 0), coupler.at(-2, 0))
    m.revolute("R3", coupler.at(2, 0), rocker.at(2, 0))
    m.revolute("R4", rocker.at(-2, 0), base.at(2, 0))
    m.absolute_x("base x", base.at(0, 0), 0)
    m.absolute_y("base y", base.at(0, 0), 0)
    m.absolute_angle("base angle", base, 0)
    m.drive("motor", on=crank, angle="pi/3 + t")
    return m


def run() -> Run:
    return move_to(four_bar(), 0.0, 0.3)


def test_the_jacobian_is_the_printed_one() -> None:
    s1, c1, s2, c2 = sin(OFF[2]), cos(OFF[2]), sin(OFF[5]), cos(OFF[5])
    s3, c3, s4, c4 = sin(OFF[8]), cos(OFF[8]), sin(OFF[11]), cos(OFF[11])
    printed = np.zeros((12, 12))
    printed[0, [0, 2, 9]] = -1, -s1, 1
    printed[1, [1, 2, 10]] = -1, c1, 1
    printed[2, [0, 2, 3, 5]] = -1, s1, 1, 2 * s2
    printed[3, [1, 2, 4, 5]] = -1, -c1, 1, -2 * c2
    printed[4, [3, 5, 6, 8]] = -1, 2 * s2, 1, -2 * s3
    printed[5, [4, 5, 7, 8]] = -1, -2 * c2, 1, 2 * c3
    printed[6, [6, 8, 9, 11]] = -1, -2 * s3, 1, -2 * s4
    printed[7, [7, 8, 10, 11]] = -1, 2 * c3, 1, 2 * c4
    printed[8, 9], printed[9, 10], printed[10, 11], printed[11, 2] = 1, 1, 1, 1
    assert np.allclose(Rows(four_bar(), OFF).jacobian, printed, rtol=0, atol=1e-14)


def test_the_right_sides_have_the_printed_zeros() -> None:
    """nu = [0, ..., 0, w]; gamma of the revolutes is A_j s_j w_j^2 - A_i s_i w_i^2, of the last four rows zero."""
    speeds = np.array([0.3, -0.2, 1.0, 0.5, 0.1, -0.7, 0.2, 0.9, 0.4, 0.0, 0.0, 0.6])
    rows = Rows(four_bar(), OFF, 0.0, speeds)
    assert np.allclose(rows.nu, [0] * 11 + [1], rtol=0, atol=1e-15)
    assert np.allclose(rows.gamma[8:], 0.0, atol=1e-15)
    arm = [(11, 0.0, 2, -1.0), (5, -2.0, 2, 1.0), (8, 2.0, 5, 2.0), (11, 2.0, 8, -2.0)]
    for joint, (j, sj, i, si) in enumerate(arm):
        square_j, square_i = speeds[j] ** 2 * sj, speeds[i] ** 2 * si
        x = square_j * cos(OFF[j]) - square_i * cos(OFF[i])
        y = square_j * sin(OFF[j]) - square_i * sin(OFF[i])
        assert np.allclose(rows.gamma[2 * joint : 2 * joint + 2], [x, y], rtol=0, atol=1e-14)


def test_with_the_base_at_angle_zero_one_more_entry_vanishes() -> None:
    """-2 sin phi4 of row 7: 33 numbers are left of the 34 places."""
    assert np.count_nonzero(Rows(four_bar(), [*OFF[:11], 0.0]).jacobian) == 33


def closed_form(angle: float) -> dict[str, float]:
    """Circles of radius 4 about A and C on the left of A -> C, and loop speeds for w = 1."""
    ax, ay = 2 * cos(angle), 2 * sin(angle)
    dx, dy = 2 - ax, -ay
    base = hypot(dx, dy)
    rise = sqrt(16 - base**2 / 4)
    bx, by = ax + dx / 2 - rise * dy / base, ay + dy / 2 + rise * dx / base
    p2, p3 = atan2(by - ay, bx - ax), atan2(by, bx - 2)
    w2 = 0.5 * sin(p3 - angle) / sin(p2 - p3)
    w3 = 0.5 * sin(p2 - angle) / sin(p2 - p3)
    sides = np.array(  # second derivative of the loop 2 u1 + 4 u2 - 4 u3 = const
        [
            2 * cos(angle) + 4 * w2**2 * cos(p2) - 4 * w3**2 * cos(p3),
            2 * sin(angle) + 4 * w2**2 * sin(p2) - 4 * w3**2 * sin(p3),
        ]
    )
    a2, a3 = np.linalg.solve([[-4 * sin(p2), 4 * sin(p3)], [4 * cos(p2), -4 * cos(p3)]], sides)
    return {
        "coupler.x": (ax + bx) / 2,
        "coupler.y": (ay + by) / 2,
        "coupler.angle": p2,
        "rocker.x": (2 + bx) / 2,
        "rocker.y": by / 2,
        "rocker.angle": p3,
        "coupler.omega": w2,
        "rocker.omega": w3,
        "coupler.alpha": float(a2),
        "rocker.alpha": float(a3),
    }


def test_the_motion_agrees_with_the_closed_form() -> None:
    found = run()
    for index, t in enumerate(found.t):
        for name, value in closed_form(pi / 3 + float(t)).items():
            assert abs(found[name][index] - value) < 1e-11
    assert np.allclose(found.q[:, 9:], 0.0, atol=1e-14)


def test_near_the_flat_position_the_determinant_is_8_phi() -> None:
    """Another four-bar with a change point: equal neighbours fold flat at phi1 = 0."""
    found = move_to(four_bar(), 0.005 - pi / 3)
    assert abs(abs(rows_of(found).determinant) / 0.005 - 8) < 0.01


def cases() -> list[Case]:
    listed = [
        Case(
            "Haug Ex. 4.2.1",
            "four-bar with its ground as a body: entries of the 12 x 12 Jacobian that are not zero",
            34.0,
            lambda: float(np.count_nonzero(Rows(four_bar(), OFF).jacobian)),
            0.0,
        )
    ]
    listed += [
        Case(
            "Haug Ex. 4.2.1",
            f"four-bar 2-4-4-2, phi1 = 60 deg, w = 1: {name}",
            None,
            lambda name=name: float(run()[name][0]),
            0.0,
            exact=value,
            exact_tolerance=1e-11,
        )
        for name, value in closed_form(pi / 3).items()
    ]
    return listed


test_cases = checks_of(cases)
