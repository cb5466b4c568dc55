"""Sharp, Evangelou and Limebeer, chapter 3 of Ambrosio's Advances (2005), 4.2 and 4.3: Monoshock linkages and a chain.

Honda's Pro-link (Eqs. 20 to 25) and Suzuki's full floater (Eqs. 26 to 33), with lengths and masses of our own, each as
the literal loop, by the closed form of the strut's length with its force by virtual power (Eq. 19), and by a polynomial
in place of the closed form. z points down in the chapter, y up here. Eq. 28 needs arctan2. The tangents of a chain on
two sprockets are those of Eqs. 42 and 43.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy as sp

import linkwork as lw

STIFFNESS, DAMPING, BEGIN = 60e3, 800.0, 0.1
PRO = {"l1": 0.16, "l2": 0.12, "l3": 0.18, "l4": 0.10, "phi0": 0.8, "x19": 0.02, "z19": 0.15, "x13": 0.0, "z13": -0.25}
FLOAT = {"l1": 0.15, "l2": 0.28, "l3": 0.2, "l4": 0.12, "l5": 0.1, "th0": 0.3, "x19": -0.05, "z19": -0.30}
KINDS = ("pro-link", "full floater")
THETA = sp.Symbol("theta")


def strut(kind: str) -> Any:
    """Length of the strut by the angle of the swing arm: Eqs. 24, 25 or 28 to 33; the arm's pivot is the origin."""
    p = PRO if kind == "pro-link" else FLOAT
    c1, c2 = p["x19"] + p["l3"] * sp.cos(THETA), p["z19"] - p["l3"] * sp.sin(THETA)
    c = sp.sqrt(c1**2 + c2**2)
    if kind == "pro-link":
        zeta = sp.acos((-(p["l1"] ** 2) + p["l2"] ** 2 + c**2) / (2 * p["l2"] * c)) + sp.atan2(c2, c1)
        x = -p["l3"] * sp.cos(THETA) + p["l2"] * sp.cos(zeta) - p["l4"] * sp.cos(zeta + p["phi0"])
        z = p["l3"] * sp.sin(THETA) + p["l2"] * sp.sin(zeta) - p["l4"] * sp.sin(zeta + p["phi0"])
        return sp.sqrt((x - p["x13"]) ** 2 + (z - p["z13"]) ** 2)
    delta = -sp.acos((p["l1"] ** 2 - p["l2"] ** 2 + c**2) / (2 * p["l1"] * c)) - sp.atan2(c2, c1)
    x = p["x19"] + p["l4"] * sp.cos(delta) + p["l5"] * sp.cos(THETA - p["th0"])
    z = p["z19"] - p["l4"] * sp.sin(delta) - p["l5"] * sp.sin(THETA - p["th0"])
    return sp.sqrt(x**2 + z**2)


@cache
def length(kind: str) -> Any:
    """The strut's length as a function of an angle."""
    return sp.lambdify(THETA, strut(kind))


def swing_arm(kind: str) -> tuple[lw.Planar, Any]:
    """A swing arm with its mass; its angle is theta."""
    m = lw.Planar(kind)
    arm = m.body("arm", estimate=(0, 0, BEGIN))
    m.revolute("P11", m.ground.at(0, 0), arm.at(0, 0))
    m.mass(arm, mass=15, center=(-0.3, 0), inertia=0.5)
    m.set_gravity(0, -9.81)
    return m, arm


def literal(kind: str) -> lw.Planar:
    """The loop itself, its links without mass."""
    p = PRO if kind == "pro-link" else FLOAT
    m, arm = swing_arm(kind)
    pivot, knee = (p["x19"], -p["z19"]), (-p["l3"] * math.cos(BEGIN), -p["l3"] * math.sin(BEGIN))
    if kind == "pro-link":
        c1, c2 = p["x19"] + p["l3"] * math.cos(BEGIN), p["z19"] - p["l3"] * math.sin(BEGIN)
        c = math.hypot(c1, c2)
        zeta = math.acos((-(p["l1"] ** 2) + p["l2"] ** 2 + c * c) / (2 * p["l2"] * c)) + math.atan2(c2, c1)
        link = m.body("link", estimate=(*knee, -zeta))
        m.revolute("A", arm.at(-p["l3"], 0), link.at(0, 0))
        m.revolute_revolute("rod", link.at(p["l2"], 0), m.ground.at(*pivot), length=p["l1"])
        upper = m.ground.at(p["x13"], -p["z13"])
        lower = link.at(p["l2"] - p["l4"] * math.cos(p["phi0"]), p["l4"] * math.sin(p["phi0"]))
    else:
        link = m.body("link", estimate=(*pivot, 0.25))
        m.revolute("A", m.ground.at(*pivot), link.at(0, 0))
        m.revolute_revolute("rod", link.at(-p["l1"], 0), arm.at(-p["l3"], 0), length=p["l2"])
        upper = link.at(p["l4"], 0)
        lower = arm.at(-p["l5"] * math.cos(p["th0"]), p["l5"] * math.sin(p["th0"]))
    free = float(length(kind)(BEGIN)) + 0.005
    m.spring("strut", upper, lower, stiffness=STIFFNESS, free_length=free, damping=DAMPING)
    return m


def by_law(kind: str, found: Any) -> lw.Planar:
    """The arm alone with the moment of the strut by virtual power, its length being given as a formula."""
    m, arm = swing_arm(kind)
    parts, (ell, slope) = sp.cse((found, sp.diff(found, THETA)), sp.numbered_symbols("s"))
    for symbol, formula in parts:
        m.signal(str(symbol), words(formula))
    m.signal("slope", words(slope))
    free = float(length(kind)(BEGIN)) + 0.005
    pull = f"{STIFFNESS}*({words(ell)} - {free!r}) + {DAMPING}*slope*arm.omega"
    m.force("strut", arm, torque=f"-({pull})*slope")
    return m


def words(formula: Any) -> str:
    """A formula as a law has it."""
    return f"({formula})".replace("**", "^").replace("theta", "arm.angle")


def fitted(kind: str) -> Any:
    """A polynomial of fifth degree over the angles of the arm."""
    angles = np.linspace(-0.05, 0.25, 61)
    values = np.polyfit(angles, [float(length(kind)(each)) for each in angles], 5)
    return sp.Poly([float(each) for each in values], THETA).as_expr()


@pytest.mark.parametrize("kind", KINDS)
def test_the_strut_of_the_loop_has_the_length_of_the_chapter(kind: str) -> None:
    m = literal(kind)
    m.drive("swing", joint="P11", angle="0.25 - 0.3*t")
    run = m.kinematics(until=1.0, points=21)
    wanted = [float(length(kind)(angle)) for angle in run["arm.angle"]]
    assert run["strut.length"] == pytest.approx(wanted, abs=1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_loop_closed_form_and_fit_have_the_same_motion_and_ever_fewer_operations(kind: str) -> None:
    models = [literal(kind), by_law(kind, strut(kind)), by_law(kind, fitted(kind))]
    runs = [m.simulate(until=0.5, points=26, hold={"arm.angle": BEGIN}) for m in models]
    assert runs[1]["arm.angle"] == pytest.approx(runs[0]["arm.angle"], abs=1e-8)
    assert runs[2]["arm.angle"] == pytest.approx(runs[0]["arm.angle"], abs=1e-5)
    assert np.ptp(runs[0]["arm.angle"]) > 0.005
    counts = [sum(m.program(coordinates="joints").count("rates", "accelerations").values()) for m in models]
    assert counts[0] > counts[1] > counts[2]


def test_the_runs_of_a_chain_touch_both_sprockets() -> None:
    """Eqs. 42, 43 with the sprockets of section 5.2, the wheel's at the end of the swing arm; to rounding."""
    r_w, r_g, r_arm, x, z = 0.104, 0.041, 0.57, 0.06, -0.02
    for theta in (-0.1, 0.0, 0.15, 0.3):
        d1, d2 = r_arm * math.cos(theta) + x, r_arm * math.sin(theta) - z
        wheel, gear = np.array([-r_arm * math.cos(theta), r_arm * math.sin(theta)]), np.array([x, z])
        for side in (-1.0, 1.0):
            eta = math.asin(-side * (r_g - r_w) / math.hypot(d1, d2)) + math.atan2(d2, d1)
            normal = np.array([math.sin(eta), math.cos(eta)])
            run = (gear + side * r_g * normal) - (wheel + side * r_w * normal)
            assert abs(run @ normal) < 1e-15
