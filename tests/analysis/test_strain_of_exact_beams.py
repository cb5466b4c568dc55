"""A strain gauge on an exact beam: a law of the turns of its nodes, which its weight bends."""

from __future__ import annotations

import pytest

import linkwork as lw

MODULUS, HIGH = 2.1e11, 0.02


def cantilever() -> lw.Planar:
    """Of 1 m, under its weight."""
    m = lw.Planar("cantilever")
    section = {"type": "rectangle", "height": HIGH, "width": 0.01}
    arm = m.beam("arm", start=(0, 0), end=(1, 0), section=section, E=MODULUS, rho=7850, elements=16)
    m.fixed("clamp", m.ground, arm.at(0), at=(0, 0))
    m.set_gravity(0, -9.81)
    return m


def test_the_curvature_of_elements_is_read_from_its_nodes() -> None:
    """At rest that of its weight: w (L - x)^2 / 2 EI, in the mean over a quarter of it."""
    m = cantilever()
    m.signal("gauge", "(arm_8.angle - arm_4.angle)/0.25")
    read = m.equilibrium()["gauge"]
    line, bending = 7850 * 0.01 * HIGH * 9.81, MODULUS * 0.01 * HIGH**3 / 12
    assert read == pytest.approx(-line / (6 * bending) * (0.75**3 - 0.5**3) / 0.25, rel=1e-3)


def test_a_law_of_the_moment_in_an_element_is_refused_with_what_to_read_instead() -> None:
    m = cantilever()
    m.sensor("gauge", "arm_element_1.moment")
    with pytest.raises(lw.LinkworkError, match="a strain gauge on 'arm' is a law of how much the nodes at both ends"):
        m.simulate(0.05, 2)
