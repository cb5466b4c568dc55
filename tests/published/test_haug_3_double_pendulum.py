"""Haug Example 3.6.2 and Prob. 4.6.1: the double pendulum with its tip on y = -1."""

from __future__ import annotations

from math import asin, cos, pi, sin, sqrt

import numpy as np
import pytest

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from linkwork.system.constraints.rank import left_null_space, rank_of
from published.by_hand import Rows, move_to, newton
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

START = [0.5, -0.8660, 5 * pi / 3, 1.5, -1.0, 6.14]
NAMES = ["x1", "y1", "phi1", "x2", "y2", "phi2"]


def double_pendulum() -> Planar:
    """Frames at the far ends of two bars of length 1, so that the rows are the book's."""
    m = Planar("double pendulum")
    upper = m.body("upper", estimate=tuple(START[:3]))
    lower = m.body("lower", estimate=tuple(START[3:]))
    m.absolute_x("O x", upper.at(-1, 0), 0)
    m.absolute_y("O y", upper.at(-1, 0), 0)
    m.relative_x("A x", upper.at(0, 0), lower.at(-1, 0), 0)
    m.relative_y("A y", upper.at(0, 0), lower.at(-1, 0), 0)
    m.absolute_y("tip", lower.at(0, 0), -1)
    m.drive("motor", on=upper, angle="5*pi/3 + pi/6*t")
    return m


def run() -> Run:
    return move_to(double_pendulum(), 0.0, 0.75, 1.5)


def closed_form(t: float) -> dict[str, float]:
    """phi2 from sin phi2 = -1 - sin phi1 in the fourth quadrant, and its derivatives."""
    w = pi / 6
    p1 = 5 * pi / 3 + w * t
    p2 = 2 * pi + asin(-1 - sin(p1))
    w2 = -w * cos(p1) / cos(p2)
    a2 = (w**2 * sin(p1) + w2**2 * sin(p2)) / cos(p2)
    return {
        "lower.x": cos(p1) + cos(p2),
        "lower.angle": p2,
        "lower.vx": -w * sin(p1) - w2 * sin(p2),
        "lower.omega": w2,
        "lower.ax": -(w**2) * cos(p1) - w2**2 * cos(p2) - a2 * sin(p2),
        "lower.alpha": a2,
    }


def book_rows(q: np.ndarray, v: np.ndarray | None = None) -> Rows:
    """Our rows; the book's third and fourth are ours plus the first two (it writes the chain out from O)."""
    return Rows(double_pendulum(), q, 0.0, v)


def book_gamma() -> np.ndarray:
    found = run()
    gamma = book_rows(found.q[0], found.v[0]).gamma
    return gamma + np.array([0, 0, gamma[0], gamma[1], 0, 0])


def test_the_rows_become_the_printed_ones_when_the_chain_is_written_out_from_o() -> None:
    q = np.array(START)
    jacobian = book_rows(q).jacobian
    jacobian[2:4] += jacobian[0:2]
    s1, c1, s2, c2 = sin(q[2]), cos(q[2]), sin(q[5]), cos(q[5])
    printed = [
        [1, 0, s1, 0, 0, 0],
        [0, 1, -c1, 0, 0, 0],
        [0, 0, s1, 1, 0, s2],
        [0, 0, -c1, 0, 1, -c2],
        [0, 0, 0, 0, 1, 0],
        [0, 0, 1, 0, 0, 0],
    ]
    assert np.allclose(jacobian, printed, rtol=0, atol=1e-15)
    assert np.allclose([s1, -c1, s2, -c2], [-0.8660, -0.5, -0.1427, -0.9898], rtol=0, atol=5e-5)
    assert abs(np.linalg.det(jacobian) + c2) < 1e-14


def test_two_newton_steps_end_within_the_books_tolerance() -> None:
    steps = newton(double_pendulum(), START, 0.0, 3)
    assert np.max(np.abs(steps[1] - steps[0])) > 1e-4
    assert np.max(np.abs(steps[2] - steps[1])) < 1e-4
    assert np.max(np.abs(book_rows(steps[2]).phi)) < 1e-4
    assert np.max(np.abs(steps[3] - steps[2])) < 1e-7


def test_the_motion_agrees_with_the_closed_form_to_the_end_of_the_interval() -> None:
    found = run()
    for index, t in enumerate(found.t):
        for name, value in closed_form(float(t)).items():
            assert abs(found[name][index] - value) < 1e-11


def redundant() -> Planar:
    """Prob. 4.6.1: the fourth equation replaced by x2 - x1 - cos phi2 = 0, the third written out from O.

    x2 - cos phi1 - cos phi2 holds two angles of bodies that it does not join; here it is the sum of the first equation
    and x2 - x1 - cos phi2, so the problem's rows are a combination of these five.
    """
    m = Planar("double pendulum, one equation twice")
    upper = m.body("upper", estimate=tuple(START[:3]))
    lower = m.body("lower", estimate=tuple(START[3:]))
    m.absolute_x("O x", upper.at(-1, 0), 0)
    m.absolute_y("O y", upper.at(-1, 0), 0)
    m.relative_x("A x", upper.at(0, 0), lower.at(-1, 0), 0)
    m.relative_x("A x again", upper.at(0, 0), lower.at(-1, 0), 0)
    m.absolute_y("tip", lower.at(0, 0), -1)
    return m


def problem_rows() -> np.ndarray:
    """The five rows of Prob. 4.6.1 at phi1 = 5 pi/3, phi2 = 6.14881, from those of the program."""
    p1, p2 = 5 * pi / 3, 6.14881
    jacobian = Rows(redundant(), [cos(p1), sin(p1), p1, cos(p1) + cos(p2), -1, p2]).jacobian
    jacobian[2] += jacobian[0]
    return jacobian


def test_problem_4_6_1_has_rank_4_because_equation_4_is_3_less_1() -> None:
    rows = problem_rows()
    assert rank_of(rows) == 4
    assert np.allclose(left_null_space(rows), [[1, 0, -1, 1, 0]], rtol=0, atol=1e-12)


def test_check_names_the_equations_of_problem_4_6_1_and_the_freedoms_by_rank() -> None:
    report = redundant().check()
    assert (report.count_mobility, report.mobility) == (1, 2)
    assert [group.elements() for group in report.redundant] == [["A x", "A x again"]]
    assert report.missing_drivers == 2
    assert not report.isolated


def cases() -> list[Case]:
    source = "Haug Ex. 3.6.2"
    exact = closed_form(0.0)
    # the book calculates with four decimals: values made from others may be one unit of the last place off
    found = [
        Case(source, "double pendulum, first Newton step: dx2 (m)", -0.0089, lambda: _step("x2"), 1e-4),
        Case(source, "double pendulum, first Newton step: dphi2 (rad)", 0.0088, lambda: _step("phi2"), 5e-5),
        Case(source, "double pendulum, after one step: x2 (m)", 1.4911, lambda: _after("x2", 1), 1e-4),
        Case(source, "double pendulum, after one step: phi2 (rad)", 6.1488, lambda: _after("phi2", 1), 5e-5),
    ]
    printed = {
        "lower.x": (1.4910, "x2 (m)", 5e-5),
        "lower.angle": (6.1488, "phi2 (rad)", 5e-5),
        "lower.vx": (0.4180, "dx2/dt (m/s)", 1e-4),
        "lower.omega": (-0.2642, "dphi2/dt (rad/s)", 5e-5),
        "lower.ax": (-0.2397, "d2x2/dt2 (m/s^2)", 1e-4),
        "lower.alpha": (-0.2490, "d2phi2/dt2 (rad/s^2)", 5e-5),
    }
    for name, (value, text, tolerance) in printed.items():
        quantity = f"double pendulum, t = 0: {text}"
        ours = _at_zero(name)
        found.append(Case(source, quantity, value, ours, tolerance, exact=exact[name], exact_tolerance=1e-11))
    w = pi / 6
    upper = {
        "upper.vx": (0.4534, w * sqrt(3) / 2, "dx1/dt (m/s)"),
        "upper.vy": (0.2618, w / 2, "dy1/dt (m/s)"),
        "upper.omega": (0.5236, w, "dphi1/dt (rad/s)"),
        "upper.ax": (-0.1371, -(w**2) / 2, "d2x1/dt2 (m/s^2)"),
        "upper.ay": (0.2374, w**2 * sqrt(3) / 2, "d2y1/dt2 (m/s^2)"),
    }
    for name, (value, right, text) in upper.items():
        quantity = f"double pendulum, t = 0: {text}"
        found.append(Case(source, quantity, value, _at_zero(name), 5e-5, exact=right, exact_tolerance=1e-11))
    found.append(Case(source, "double pendulum, t = 0: gamma_3", -0.2063, lambda: float(book_gamma()[2]), 1e-4))
    w2, p2 = exact["lower.omega"], exact["lower.angle"]
    found.append(
        Case(
            source,
            "double pendulum, t = 0: gamma_4",
            -0.2468,
            lambda: float(book_gamma()[3]),
            5e-5,
            exact=-(w**2) * sin(5 * pi / 3) - w2**2 * sin(p2),
            exact_tolerance=1e-11,
            erratum="The sign is wrong: gamma_4 = -w1^2 sin phi1 - w2^2 sin phi2 is positive, and the accelerations "
            "printed below it follow only from +0.2468.",
        )
    )
    last = closed_form(1.5)
    for name, text in (("lower.x", "x2 (m)"), ("lower.angle", "phi2 (rad)")):
        quantity = f"double pendulum, t = 1.5: {text}"
        ours = _at_end(name)
        found.append(Case(source, quantity, None, ours, 0.0, exact=last[name], exact_tolerance=1e-11))
    determinant = -cos(exact["lower.angle"])
    found.append(
        Case(
            source,
            "double pendulum, t = 0: determinant",
            None,
            _determinant,
            0.0,
            exact=determinant,
            exact_tolerance=1e-12,
        )
    )
    return found


def _at_zero(name: str):
    return lambda: float(run()[name][0])


def _at_end(name: str):
    return lambda: float(run()[name][-1])


def _after(name: str, steps: int) -> float:
    return float(newton(double_pendulum(), START, 0.0, steps)[steps][NAMES.index(name)])


def _step(name: str) -> float:
    return _after(name, 1) - START[NAMES.index(name)]


def _determinant() -> float:
    return book_rows(run().q[0]).determinant


test_cases = checks_of(cases)
