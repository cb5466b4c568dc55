"""Haug Examples 2.4.3, 2.5.2, 2.5.3: the slider-crank seen by its crank angle and the angle in the crank pin."""

from __future__ import annotations

from math import asin, cos, pi, sin, sqrt

import numpy as np

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published.by_hand import Rows, move_to
from published.case import Case
from published.case import tests_of as checks_of

ROD = 2.0


def slider_crank() -> Planar:
    """Crank 1, rod l, the rod's end P on the x axis: two bodies, theta_1 = pi/4 + t."""
    m = Planar("slider-crank in joint angles")
    rod = m.parameters(l=ROD)
    crank = m.body("crank", estimate=(0, 0, "pi/4"))
    coupler = m.body("coupler", estimate=(0.7, 0.7, "2*pi - 0.36"), points={"P": (rod, 0)})
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("Q", crank.at(1, 0), coupler.at(0, 0))
    m.absolute_y("slide", coupler.at("P"), 0)
    m.drive("motor", joint="O", angle="pi/4 + t")
    return m


def run() -> Run:
    return move_to(slider_crank(), 0.0, 0.5)


def by_solving(theta1: float) -> tuple[float, float, float]:
    """theta_2, theta_2', theta_2'' for theta_1' = 1, theta_1'' = 0 (Eqs. 2.5.18, 2.5.19, 2.5.22)."""
    theta2 = 2 * pi - asin(sin(theta1) / ROD) - theta1
    rate = -(cos(theta1) / sqrt(ROD**2 - sin(theta1) ** 2) + 1)
    both = theta1 + theta2
    second = (sin(theta1) + ROD * (1 + rate) ** 2 * sin(both)) / (ROD * cos(both))
    return theta2, rate, second


def test_the_joint_angle_agrees_with_the_solved_equation_at_both_times() -> None:
    found = run()
    for index, t in enumerate(found.t):
        exact = by_solving(pi / 4 + t)
        ours = [found[f"Q.{name}"][index] for name in ("angle", "omega", "alpha")]
        assert np.allclose(ours, exact, rtol=0, atol=1e-12)


def test_differentiating_the_constraint_gives_the_same_speed_as_solving_it() -> None:
    """Eq. 2.5.21 at the angles the program found."""
    found = run()
    theta1, theta2 = found["O.angle"], found["Q.angle"]
    speed = -(np.cos(theta1) / (ROD * np.cos(theta1 + theta2)) + 1)
    assert np.allclose(found["Q.omega"], speed, rtol=0, atol=1e-12)


def test_the_rows_eliminated_to_joint_angles_are_those_of_example_2_5_2() -> None:
    """dPhi/d(theta) = (row of `slide`) times the motion that each joint angle alone gives."""
    found = run()
    t1, t2 = float(found["O.angle"][0]), float(found["Q.angle"][0])
    rows = Rows(found.mechanism, found.q[0])
    by_theta1 = [0, 0, 1, -sin(t1), cos(t1), 1]  # crank and coupler turn together about O
    by_theta2 = [0, 0, 0, 0, 0, 1]
    slide = [equation.element for equation in rows.system.equations].index("slide")
    gradient = rows.jacobian[slide] @ np.array([by_theta1, by_theta2]).T
    assert np.allclose(gradient, [cos(t1) + ROD * cos(t1 + t2), ROD * cos(t1 + t2)], rtol=0, atol=1e-12)


def cases() -> list[Case]:
    exact = by_solving(pi / 4)
    names = {"angle": "theta_2 (rad)", "omega": "theta_2' (rad/s)", "alpha": "theta_2'' (rad/s^2)"}
    return [
        Case(
            "Haug Ex. 2.5.3",
            f"l = 2, theta_1 = 45 deg, theta_1' = 1: {text}",
            None,
            lambda name=name: float(run()[f"Q.{name}"][0]),
            0.0,
            exact=value,
            exact_tolerance=1e-12,
        )
        for (name, text), value in zip(names.items(), exact, strict=True)
    ]


test_cases = checks_of(cases)
