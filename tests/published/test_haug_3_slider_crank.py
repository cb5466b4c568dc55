"""Haug Examples 3.1.2 and 3.3.1: the slider-crank of two bodies and six coordinates, with the book's own rows."""

from __future__ import annotations

from math import acos, cos, sin, sqrt

import numpy as np
import pytest

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published.by_hand import move_to, rows_of
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

ROD = 2.0


def slider_crank(rod: float = ROD) -> Planar:
    """Ex. 3.3.1 builds Eq. 3.1.11: frame 1 in the shaft, frame 2 on the slide, the rod along the y axis of body 2."""
    m = Planar("slider-crank of Ex. 3.1.2")
    crank = m.body("crank", estimate=(0, 0, 0.5))
    coupler = m.body("coupler", estimate=(2.8, 0, 1.3))
    m.absolute_x("x1", crank.at(0, 0), 0)
    m.absolute_y("y1", crank.at(0, 0), 0)
    m.absolute_y("y2", coupler.at(0, 0), 0)
    m.relative_x("pin x", coupler.at(0, rod), crank.at(1, 0), 0)
    m.relative_y("pin y", coupler.at(0, rod), crank.at(1, 0), 0)
    m.drive("motor", on=crank, angle="t")
    return m


def run() -> Run:
    return move_to(slider_crank(), 0.5, 1.9)


def closed_form(t: float) -> dict[str, float]:
    """Eqs. 3.1.11 to 3.1.15 solved, w = 1."""
    root = sqrt(ROD**2 - sin(t) ** 2)
    phi, rate = acos(sin(t) / ROD), -cos(t) / root
    second = sin(t) / root - cos(t) ** 2 * sin(t) / root**3
    slope = sin(t) * cos(t) / root
    curve = (cos(t) ** 2 - sin(t) ** 2) / root + (sin(t) * cos(t)) ** 2 / root**3
    return {
        "coupler.angle": phi,
        "coupler.x": cos(t) + root,
        "coupler.vx": -sin(t) - slope,
        "coupler.omega": rate,
        "coupler.ax": -cos(t) - curve,
        "coupler.alpha": second,
    }


def test_the_jacobian_is_the_one_printed_in_equation_3_1_14() -> None:
    found = run()
    for index in range(2):
        _, _, phi1, _, _, phi2 = found.q[index]
        printed = [
            [1, 0, 0, 0, 0, 0],
            [0, 1, 0, 0, 0, 0],
            [0, 0, 0, 0, 1, 0],
            [1, 0, -sin(phi1), -1, 0, ROD * cos(phi2)],
            [0, 1, cos(phi1), 0, -1, ROD * sin(phi2)],
            [0, 0, 1, 0, 0, 0],
        ]
        assert np.allclose(rows_of(found, index).jacobian, printed, rtol=0, atol=1e-14)


def test_the_right_sides_are_those_printed_in_equations_3_1_14_and_3_1_15() -> None:
    found = run()
    for index in range(2):
        _, _, phi1, _, _, phi2 = found.q[index]
        w2 = found["coupler.omega"][index]
        rows = rows_of(found, index)
        assert np.allclose(rows.nu, [0, 0, 0, 0, 0, 1], rtol=0, atol=1e-14)
        four = cos(phi1) + ROD * w2**2 * sin(phi2)
        five = sin(phi1) - ROD * w2**2 * cos(phi2)
        assert np.allclose(rows.gamma, [0, 0, 0, four, five, 0], rtol=0, atol=1e-13)


def test_the_determinant_is_minus_l_sin_phi_2_and_never_vanishes_for_a_rod_longer_than_the_crank() -> None:
    found = move_to(slider_crank(), *np.linspace(0.0, 6.3, 64).tolist())
    determinants = [rows_of(found, index).determinant for index in range(64)]
    assert np.allclose(determinants, -ROD * np.sin(found["coupler.angle"]), rtol=0, atol=1e-12)
    assert max(determinants) <= -sqrt(ROD**2 - 1) + 1e-12
    assert found.events == []


def test_motion_agrees_with_the_closed_form_on_a_whole_turn() -> None:
    found = move_to(slider_crank(), *np.linspace(0.0, 6.3, 64).tolist())
    for index, t in enumerate(found.t):
        for name, value in closed_form(float(t)).items():
            assert abs(found[name][index] - value) < 1e-11


def cases() -> list[Case]:
    units = {"angle": "rad", "x": "m", "vx": "m/s", "omega": "rad/s", "ax": "m/s^2", "alpha": "rad/s^2"}
    listed = [
        Case(
            "Haug Ex. 3.1.2",
            f"l = 2, w = 1, t = 0.5: {name} ({units[name.partition('.')[2]]})",
            None,
            lambda name=name: float(run()[name][0]),
            0.0,
            exact=value,
            exact_tolerance=1e-12,
        )
        for name, value in closed_form(0.5).items()
    ]
    determinant = -ROD * sin(closed_form(0.5)["coupler.angle"])
    listed.append(
        Case(
            "Haug Ex. 3.1.2",
            "determinant of Eq. 3.1.14 at l = 2, t = 0.5",
            None,
            lambda: rows_of(run(), 0).determinant,
            0.0,
            exact=determinant,
            exact_tolerance=1e-12,
        )
    )
    return listed


test_cases = checks_of(cases)
