"""The heavy symmetric top against quadrature: nutation between two inclinations, precession in a period.

With u the cosine of the inclination, released with its axis at rest (Landau and Lifshitz, Mechanics, section 35, or
Goldstein, 5.7): u'^2 = b (u0 - u)(1 - u^2) - a^2 (u0 - u)^2, with a = C w / A and b = 2 m g l / A. The period is
2 int du / u', the precession in it 2 int a (u0 - u) / (1 - u^2) du / u'.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt

import numpy as np
import pytest
from scipy.integrate import quad

import linkwork as lw
from linkwork.places.spatial.rotations import matrix
from published.case import Case
from published.case import tests_of as checks_of

M, L, G, A, C, SPIN, TILT = 1.3, 0.4, 9.81, 0.35, 0.05, 90.0, pi / 3  # A about the fixed point
SOURCE = "Heavy top, quadrature"


def top() -> lw.Spatial:
    m = lw.Spatial("heavy top")
    body = m.body("top", (0, 0, 0), orientation={"axis": [1, 0, 0], "angle": TILT})
    m.mass(body, mass=M, center=(0, 0, L), inertia=[A - M * L * L, A - M * L * L, C])
    m.set_gravity(0, 0, -G)
    m.spherical("O", m.ground, body, at=(0, 0, 0))
    return m


@cache
def motion() -> tuple[float, float, float]:
    """Lowest cosine of the inclination, period, precession in a period; u = low + (u0 - low) sin^2 s / 2 is smooth."""
    a, b, u0 = C * SPIN / A, 2.0 * M * G * L / A, cos(TILT)
    roots = np.roots([-b, a * a, b - a * a * u0])
    low = float(next(u.real for u in roots if -1.0 < u.real < u0))
    far = float(next(u.real for u in roots if u.real > 1.0))

    def at(s: float) -> tuple[float, float]:
        u = low + (u0 - low) * sin(0.5 * s) ** 2
        return u, 1.0 / sqrt(b * (far - u))  # ds / u'; f = b (u0 - u)(u - low)(far - u)

    period = 2.0 * quad(lambda s: at(s)[1], 0.0, pi, epsabs=1e-14)[0]
    turned = 2.0 * quad(lambda s: a * (u0 - at(s)[0]) / (1.0 - at(s)[0] ** 2) * at(s)[1], 0.0, pi, epsabs=1e-14)[0]
    return low, period, turned


@cache
def axis_at(share: float, formulation: str) -> np.ndarray:
    """The direction of the top's axis after a share of the period."""
    options = {"formulation": formulation, "rtol": 1e-11, "atol": 1e-13, "progress": False}
    run = top().simulate(share * motion()[1], 2, speeds={"top.omega.z": SPIN}, **options)
    return matrix(run.q[-1, 3:6])[:, 2]


def azimuth(axis: np.ndarray) -> float:
    """By which angle the axis has gone round the vertical since the start, from -y towards x."""
    return float(np.arctan2(axis[0], -axis[1]))


def cases() -> list[Case]:
    low, _, turned = motion()
    found = []
    for formulation in ("projection", "joint"):
        for share in (0.5, 4.5):
            what = f"{formulation}: cosine of the largest inclination, after {share} periods"
            found.append(
                Case(
                    SOURCE,
                    what,
                    None,
                    lambda a=(share, formulation): float(axis_at(*a)[2]),
                    0.0,
                    exact=low,
                    exact_tolerance=1e-8,
                )
            )
        for periods in (1, 5):
            what = f"{formulation}: precession in {periods} periods (rad)"
            expected = float(np.angle(np.exp(1j * periods * turned)))
            found.append(
                Case(
                    SOURCE,
                    what,
                    None,
                    lambda a=(periods, formulation): azimuth(axis_at(*a)),
                    0.0,
                    exact=expected,
                    exact_tolerance=1e-8,
                )
            )
    return found


test_cases = checks_of(cases)


@pytest.mark.parametrize("formulation", ["projection", "joint"])
def test_after_whole_periods_the_axis_is_back_at_its_inclination(formulation):
    assert axis_at(5, formulation)[2] == pytest.approx(cos(TILT), abs=1e-8)
