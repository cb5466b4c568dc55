"""Haug Examples 6.3.2 and 6.3.5: a slider-crank of two bars; the 11 equations of the book's lost page, as forces.

The book's multipliers belong to its way of writing the constraints: the third and fourth row hold the rod to the ground
by the crank's angle. With F the pin force on the rod, N the force of the slide and O the pin force on the crank:
F = (-l3, l5 - l4), N = -l5, O = (-l1 - l3, l5 - l2 - l4).
"""

from __future__ import annotations

from functools import cache
from math import asin, cos, pi, sin

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

L1, L2, M1, M2, G, ANGLE = 1.0, 2.0, 1.0, 1.0, 9.81, pi / 4
ACCELERATIONS = {
    "crank.ax": 1.574379,
    "crank.ay": -2.988593,
    "crank.alpha": -3.226509,
    "rod.ax": 3.972900,
    "rod.ay": -2.988593,
    "rod.alpha": 1.543475,
}
MULTIPLIERS = {
    1.0: (-1.574379, -6.821407, -3.972900, -6.821407, -4.711526),
    0.0: (-2.022194, -7.787806, -4.808705, -7.787806, -5.187843),
}


def two_bars() -> lw.Planar:
    m = lw.Planar("slider-crank of two bars")
    tilt = -asin(L1 * sin(ANGLE) / L2)
    crank = m.body("crank", estimate=(L1 * cos(ANGLE), L1 * sin(ANGLE), ANGLE))
    rod = m.body("rod", estimate=(2 * L1 * cos(ANGLE) + L2 * cos(tilt), L1 * sin(ANGLE), tilt))
    m.mass(crank, mass=M1, inertia=M1 * L1**2 / 3)
    m.mass(rod, mass=M2, inertia=M2 * L2**2 / 3)
    m.set_gravity(0, -G)
    m.revolute("O", m.ground.at(0, 0), crank.at(-L1, 0))
    m.revolute("A", crank.at(L1, 0), rod.at(-L2, 0))
    m.absolute_y("slide", rod.at(L2, 0), 0)
    return m


@cache
def started(speed: float) -> Run:
    return two_bars().simulate(0.01, 2, hold={"crank.angle": ANGLE}, speeds={"crank.omega": speed}, progress=False)


def forces(speed: float) -> dict[str, float]:
    """Forces from the multipliers of the book's rows."""
    a, b, c, d, e = MULTIPLIERS[speed]
    return {"A.fx": -c, "A.fy": e - d, "slide.fy": -e, "O.fx": -a - c, "O.fy": e - b - d}


def cases() -> list[Case]:
    rows = [(1.0, name, value) for name, value in ACCELERATIONS.items()]
    rows += [(1.0, "rod.angle", -0.361367), (1.0, "rod.omega", -0.377964), (0.0, "crank.alpha", -2.859814)]
    rows += [(speed, name, value) for speed in MULTIPLIERS for name, value in forces(speed).items()]
    return [
        Case(
            "Haug Examples 6.3.2, 6.3.5",
            f"{name}, l1 = 1, l2 = 2, crank at 45 degrees and {speed:g} rad/s",
            None,
            lambda a=(speed, name): float(started(a[0])[a[1]][0]),
            0.0,
            exact=value,
            exact_tolerance=2e-6,
        )
        for speed, name, value in rows
    ]


test_cases = checks_of(cases)


def test_the_rows_of_the_book_give_the_same_by_their_eleven_equations() -> None:
    """Eq. 6.3.18 with the printed Jacobian and gamma, solved as it stands."""
    for speed, multipliers in MULTIPLIERS.items():
        tilt = -asin(L1 * sin(ANGLE) / L2)
        turn = -L1 * cos(ANGLE) / (L2 * cos(tilt)) * speed
        s1, c1, s2, c2 = L1 * sin(ANGLE), L1 * cos(ANGLE), L2 * sin(tilt), L2 * cos(tilt)
        rows = np.array(
            [
                [1, 0, s1, 0, 0, 0],
                [0, 1, -c1, 0, 0, 0],
                [0, 0, 2 * s1, 1, 0, s2],
                [0, 0, -2 * c1, 0, 1, -c2],
                [0, 0, 2 * c1, 0, 0, 2 * c2],
            ]
        )
        w, u = speed**2, turn**2
        gamma = -np.array([c1 * w, s1 * w, 2 * c1 * w + c2 * u, 2 * s1 * w + s2 * u, -2 * s1 * w - 2 * s2 * u])
        mass = np.diag([M1, M1, M1 * L1**2 / 3, M2, M2, M2 * L2**2 / 3])
        matrix = np.block([[mass, rows.T], [rows, np.zeros((5, 5))]])
        side = np.concatenate([[0, -M1 * G, 0, 0, -M2 * G, 0], gamma])
        found = np.linalg.solve(matrix, side)
        assert np.allclose(found[6:], multipliers, rtol=0, atol=1e-6)
        assert np.allclose(found[:6], started(speed).a[0], rtol=0, atol=1e-10)
