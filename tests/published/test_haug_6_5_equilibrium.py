"""Haug 6.5: pendulum with a torsional spring, double pendulum with a force at its tip, constrained double pendulum."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest
from scipy.optimize import brentq

import linkwork as lw
from linkwork.analysis.equilibrium.rest_result import Equilibrium
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

G = 9.81
SPRUNG = "Haug Ex. 6.5.1"
DOUBLE = "Haug Ex. 6.5.2"
TIED = "Haug Prob. 6.5.2"
TRACTOR = "Haug Ex. 6.1.1"


def sprung_pendulum(stiffness: float) -> lw.Planar:
    """A bar of mass 1 with its centre 1 m from the pin, and a torsional spring free at angle 0."""
    m = lw.Planar("pendulum with torsional spring")
    bar = m.body("bar", estimate=(0, 0, -1))
    m.revolute("O", m.ground.at(0, 0), bar.at(-1, 0))
    m.mass("bar", mass=1, inertia=1 / 3)
    m.torsion_spring("coil", "ground", "bar", stiffness=stiffness)
    m.set_gravity(0, -G)
    return m


def double_pendulum(force: float = 0.0, tied: bool = False) -> lw.Planar:
    """Two bars of mass 1 and length 1, a horizontal force at the tip; tied: the tip stays at x = 1."""
    m = lw.Planar("double pendulum")
    one, two = m.body("one", estimate=(0.2, -0.5, -1.2)), m.body("two", estimate=(0.7, -1.2, -0.8))
    m.revolute("O", m.ground.at(0, 0), one.at(-0.5, 0))
    m.revolute("A", one.at(0.5, 0), two.at(-0.5, 0))
    if tied:
        m.absolute_x("wall", two.at(0.5, 0), 1.0)
    for body in ("one", "two"):
        m.mass(body, mass=1, inertia=1 / 12)
    m.force("pull", two.at(0.5, 0), x=force)
    m.set_gravity(0, -G)
    return m


def tractor() -> lw.Planar:
    """Front and rear tyres as vertical springs, free lengths such that it stands level at a height of 1 m."""
    m = lw.Planar("tractor")
    body = m.body("body", estimate=(0, 1.1, 0.02))
    m.absolute_x("brake", body.at(0, 0), 0)
    m.mass("body", mass=2000, inertia=1500)
    m.set_gravity(0, -G)
    front, rear, stiffness = 1.4, 0.8, 3e5
    loads = 2000 * G * rear / (front + rear), 2000 * G * front / (front + rear)
    for name, x, load in zip(("front", "rear"), (front, -rear), loads, strict=True):
        m.spring(name, m.ground.at(x, 0), body.at(x, 0), stiffness=stiffness, free_length=1.0 + load / stiffness)
    return m


@cache
def sprung(stiffness: float) -> Equilibrium:
    return sprung_pendulum(stiffness).equilibrium()


@cache
def pulled(force: float) -> Equilibrium:
    return double_pendulum(force).equilibrium()


@cache
def tied(force: float) -> Equilibrium:
    return double_pendulum(force, tied=True).equilibrium()


@cache
def standing() -> Equilibrium:
    return tractor().equilibrium()


def _root(stiffness: float, low: float, high: float) -> float:
    return float(brentq(lambda phi: stiffness * phi + G * np.cos(phi), low, high, xtol=1e-15))


def _tied_angles() -> tuple[float, float]:
    """cos phi1 + cos phi2 = 1 and 3 cot phi1 = cot phi2, both angles in the fourth quadrant."""

    def miss(phi: float) -> float:
        other = -np.arccos(1.0 - np.cos(phi))
        return float(3.0 / np.tan(phi) - 1.0 / np.tan(other))

    phi = float(brentq(miss, -1.5, -1.1, xtol=1e-15))
    return phi, float(-np.arccos(1.0 - np.cos(phi)))


def _angle(found: Equilibrium, body: str) -> float:
    return found[f"{body}.angle"] % (2 * np.pi)


def cases() -> list[Case]:
    found = [
        Case(SPRUNG, f"angle with stiffness {k:g} N m/rad (rad)", None, partial(_sprung_angle, k), 0.0, exact=exact)
        for k, exact in ((20.0, _root(20.0, -1.0, 0.0)), (5.0, _root(5.0, -1.5, 0.0)))
    ]
    for body, weight in (("one", 3.0), ("two", 1.0)):
        for force in (10.0, -10.0):
            exact = float(np.arctan(-weight * G / (2 * force)) + (np.pi if force < 0 else 0.0)) % (2 * np.pi)
            quantity = f"angle of bar {body}, tip force {force:g} N (rad)"
            found.append(Case(DOUBLE, quantity, None, lambda b=body, f=force: _angle(pulled(f), b), 0.0, exact=exact))
    prints = (5.0233, 5.4795)
    for body, printed, exact in zip(("one", "two"), prints, _tied_angles(), strict=True):
        quantity = f"angle of bar {body} (rad)"
        computed = partial(_tied_angle, body)
        found.append(Case(TIED, quantity, printed, computed, 5e-5, exact=exact % (2 * np.pi)))
    found.append(Case(TRACTOR, "height when level (m)", None, lambda: standing()["body.y"], 0.0, exact=1.0))
    found.append(Case(TRACTOR, "pitch (rad)", None, lambda: standing()["body.angle"], 0.0, exact=0.0))
    return found


def _sprung_angle(stiffness: float) -> float:
    return sprung(stiffness)["bar.angle"]


def _tied_angle(body: str) -> float:
    return _angle(tied(0.0), body)


test_cases = checks_of(cases)


@pytest.mark.bodies_only
def test_seven_equilibria_with_a_soft_spring_are_found_and_judged() -> None:
    expected = {
        -7.051846: "stable",
        -5.280819: "unstable",
        -1.425019: "stable",
        1.750163: "unstable",
        4.262859: "stable",
        9.020961: "unstable",
        9.621257: "stable",
    }
    found = sprung_pendulum(1.0).equilibria()
    judged = {round(one["bar.angle"], 6): one.stability for one in found}
    assert judged == expected
    assert "7 equilibria found" in found.text() and "not proven complete" in found.text()
    for one in found:
        angle = one["bar.angle"]
        assert abs(angle + G * np.cos(angle)) < 1e-12


def test_energy_ends_in_a_minimum_where_equations_stay_at_the_maximum_nearby() -> None:
    m = sprung_pendulum(1.0)
    low, high = (m.equilibrium(method, near={"bar.angle": 1.7}) for method in ("energy", "equations"))
    assert low.stability == "stable" and abs(low["bar.angle"] + 1.425019) < 1e-6
    assert high.stability == "unstable" and abs(high["bar.angle"] - 1.750163) < 1e-6


def test_the_tip_force_does_not_matter_where_the_wall_takes_it() -> None:
    assert np.allclose(tied(0.0).q, tied(25.0).q, atol=1e-12)
    assert tied(25.0).reaction("wall")[0] - tied(0.0).reaction("wall")[0] == pytest.approx(-25.0, abs=1e-9)
