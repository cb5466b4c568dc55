"""Hertz's stiffness from material and curvature (Schiehlen, Hu and Seifried 2005)."""

from __future__ import annotations

import math

import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.elements.hertz import elliptic_integrals

STEEL, ALUMINIUM = (210e9, 0.30), (71.08e9, 0.33)


def test_a_sphere_on_the_end_of_a_rod() -> None:
    """Section 5.3.1: 9.680e9 N/m^1.5."""
    assert lw.hertz_stiffness(*STEEL, *ALUMINIUM, 0.015) == pytest.approx(9.680e9, rel=1e-4)


def test_a_sphere_across_a_beam() -> None:
    """Section 5.3.2: 7.567e9 N/m^1.5 with the printed q_k = 0.3414, which is 0.2 % from the elliptic integrals."""
    found = lw.hertz_stiffness(*STEEL, 67.7e9, 0.33, 0.015, 0.010, across_2=math.inf)
    assert found == pytest.approx(7.567e9, rel=3e-3)


def test_equal_curvatures_are_the_limit_of_nearly_equal_ones() -> None:
    round_one = lw.hertz_stiffness(*STEEL, *STEEL, 0.02)
    nearly = lw.hertz_stiffness(*STEEL, *STEEL, 0.02, across_1=0.02 * 1.0001)
    assert nearly == pytest.approx(round_one, rel=1e-4)


def test_two_radii_add_their_curvatures() -> None:
    """A ball in a hollow is stiffer: E* sqrt(R) with 1/R = 1/R1 - 1/R2."""
    modulus = 1 / (2 * (1 - 0.3**2) / 210e9)
    found = lw.hertz_stiffness(*STEEL, *STEEL, 0.0095, -0.01)
    assert found == pytest.approx(4 / 3 * modulus * math.sqrt(0.19), rel=1e-9)


def test_elliptic_integrals_have_their_known_values() -> None:
    """K and E of parameter 1/2 (Abramowitz and Stegun, table 17.1)."""
    assert elliptic_integrals(math.sqrt(0.5)) == pytest.approx((1.854074677301372, 1.350643881047675), rel=1e-14)


def test_bodies_that_fit_into_each_other_are_refused() -> None:
    with pytest.raises(MechanismError, match="Hertz's law is for contact in a point"):
        lw.hertz_stiffness(*STEEL, *STEEL, 0.01, -0.01)
    with pytest.raises(MechanismError, match="modulus must be greater than zero"):
        lw.hertz_stiffness(0, 0.3, *STEEL, 0.01)
