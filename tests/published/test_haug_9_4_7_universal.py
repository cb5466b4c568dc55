"""Haug Example 9.4.7: the angles of two shafts joined by a universal joint, and the angle at which it locks."""

from __future__ import annotations

from math import atan, cos, degrees, radians, sin, tan

import numpy as np

from elements.spatial.spatial_tables import Place, Table, drawing, joint, matrix, parameters
from linkwork.places.spatial.rotation import parameters_of
from published.case import Case
from published.case import tests_of as checks_of

PINS = [{"first": {"axis": [0, -1, 0]}}, {"second": {"axis": [0, 0, -1]}}]


def universal() -> Table:
    """h1' = [0, -1, 0], h2' = [0, 0, -1]."""
    still = ((0, 0, 0), (0, 0, 0))
    return Table(drawing(first=still, second=still), joint(type="universal", between=PINS))


def shafts(first: float, second: float, bend: float) -> list[Place]:
    """Both shafts in the x-y plane, turned about their own x axes, the second bent by an angle about z."""
    a = matrix(parameters([0, 0, 1], bend)) @ matrix(parameters([1, 0, 0], second))
    p = parameters_of(tuple(map(tuple, a)))
    return [Place(np.zeros(3), parameters([1, 0, 0], first)), Place(np.zeros(3), np.array(p))]


def second_angle(first: float, bend: float) -> float:
    """The second shaft's angle by Newton's method with the joint's own rows."""
    table, angle = universal(), first
    for _ in range(20):
        rows = table.rows(shafts(first, angle, bend), np.zeros(12))
        angle -= rows.phi[3] / rows.jacobian[3, 9]
    return float(angle)


def test_the_equation_is_the_printed_one() -> None:
    for first, second, bend in np.random.default_rng(7).uniform(-3, 3, size=(20, 3)):
        phi = universal().rows(shafts(first, second, bend), np.zeros(12)).phi
        assert np.allclose(phi[:3], 0.0)
        assert abs(phi[3] - (-cos(first) * sin(second) * cos(bend) + sin(first) * cos(second))) < 1e-14


def test_the_speeds_of_the_shafts_follow_the_variation() -> None:
    """Eq. 9.4.21, the variation of tan th1 = tan th2 cos phi."""
    bend = radians(30)
    for first in np.radians([10, 35, 80]):
        second = second_angle(first, bend)
        rows = universal().rows(shafts(first, second, bend), np.zeros(12))
        speed = -rows.jacobian[3, 3] / rows.jacobian[3, 9]
        assert abs(speed - cos(second) ** 2 / (cos(first) ** 2 * cos(bend))) < 1e-12


def test_square_shafts_lock_the_first_and_free_the_second() -> None:
    """phi = 90 degrees: sin th1 cos th2 = 0."""
    for second in np.radians([-50, 10, 70]):
        rows = universal().rows(shafts(0.0, second, radians(90)), np.zeros(12))
        assert abs(rows.phi[3]) < 1e-15
        assert abs(rows.jacobian[3, 9]) < 1e-15 and abs(rows.jacobian[3, 3] - cos(second)) < 1e-14


def cases() -> list[Case]:
    return [
        Case(
            "Haug Ex. 9.4.7, Eq. 9.4.20",
            f"shafts bent by {bend} deg, first at {first} deg: second (deg)",
            None,
            lambda first=first, bend=bend: degrees(second_angle(radians(first), radians(bend))),
            0.0,
            exact=degrees(atan(tan(radians(first)) / cos(radians(bend)))),
            exact_tolerance=1e-9,
        )
        for bend in (15, 30, 45)
        for first in (30, 45, 60)
    ]


test_cases = checks_of(cases)
