"""McPhee, chapter 6 of Ambrosio's Advances (2005), section 2.2: inverted double pendulum, four sets of coordinates.

A cart on a rail carries two point masses on massless rods, one on the other. The chapter counts seven absolute
coordinates (the cart has one, a rod three) with four constraints, which is 11 equations; seven stiff ones with
compliant joints; three in the coordinates of the joints. With all three coordinates of the cart and the two rows of its
rail ours has 9 + 6 = 15.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
import sympy as sp

import linkwork as lw
from published.case import Case
from published.case import tests_of as checks_of

STIFF, DAMPING = 1e7, 2e2


def pendulum(joints: str = "rigid", inertia: float = 0.0) -> lw.Planar:
    """The mechanism, its two pins rigid, rigid but cut, or compliant; masses are points, or have an inertia."""
    m = lw.Planar("inverted double pendulum")
    m.parameters(m=3.0, m1=1.0, m2=0.5, l1=0.8, l2=0.6, g=9.81)
    m.input_signal("F", unit="N")
    one_angle, two_angle = 1.4, 1.7
    knee = (0.8 * float(np.cos(one_angle)), 0.8 * float(np.sin(one_angle)))
    cart = m.body("cart", estimate=(0, 0, 0))
    one, two = m.body("one", estimate=(0, 0, one_angle)), m.body("two", estimate=(*knee, two_angle))
    m.translational("rail", m.ground.line((0, 0), (1, 0)), cart.line((0, 0), (1, 0)))
    if joints == "compliant":
        soft: dict[str, Any] = {"stiffness": (STIFF, STIFF, 0), "damping": (DAMPING, DAMPING, 0)}
        m.bushing("O", cart.line((0, 0), (1, 0)), one.line((0, 0), (1, 0)), **soft)
        m.bushing("A", one.line((0.8, 0), (1.8, 0)), two.line((0, 0), (1, 0)), **soft)
    else:
        m.revolute("O", cart.at(0, 0), one.at(0, 0))
        m.revolute("A", one.at("l1", 0), two.at(0, 0))
    if joints == "cut":
        m.tree(cut=["O", "A"])
    m.mass(cart, mass="m", inertia=1)
    m.mass(one, mass="m1", center=("l1", 0), inertia=inertia)
    m.mass(two, mass="m2", center=("l2", 0), inertia=inertia)
    m.set_gravity(0, "-g")
    m.force("push", cart, x="F")
    return m


def equations(joints: str, coordinates: str) -> float:
    """Coordinates and constraints together."""
    p = pendulum(joints).program(coordinates=coordinates)
    return float(sum(p.recorded.shapes["jacobian"]))


def cases() -> list[Case]:
    """The chapter's counts."""
    source = "McPhee 6, section 2.2 (inverted double pendulum)"
    return [
        Case(source, f"equations, {what}", printed, partial(equations, joints, "joints"), 0.0)
        for what, printed, joints in (
            ("absolute coordinates", 11, "cut"),
            ("compliant joints", 7, "compliant"),
            ("joint coordinates", 3, "rigid"),
        )
    ]


test_cases = checks_of(cases)


def test_with_all_coordinates_of_the_cart_there_are_fifteen_equations() -> None:
    assert equations("rigid", "bodies") == 9 + 6


def test_the_rows_of_the_cut_pin_are_those_of_the_chapter() -> None:
    """Eqs. 27, 28: the rod's end is at the cart; the chapter takes x1, y1 at the tip and angles from the vertical."""
    p = pendulum("cut").program(coordinates="joints")
    rows = p.symbolic("residual")
    at = [number for number, name in enumerate(p.recorded.equations) if "'O'" in name or name.startswith("O")]
    cart, x, y = sp.Symbol("rail.position"), sp.Symbol("free(one).x"), sp.Symbol("free(one).y")
    found = [sp.simplify(rows[number]) for number in at]
    assert len(found) == 2
    assert {sp.simplify(found[0] ** 2 - (x - cart) ** 2), sp.simplify(found[1] ** 2 - y**2)} == {0}


def test_all_sets_of_coordinates_give_the_same_accelerations() -> None:
    seen = []
    for joints, coordinates in (("rigid", "bodies"), ("cut", "joints"), ("rigid", "joints")):
        m = pendulum(joints)
        p = m.program(coordinates=coordinates, outputs=["cart.ax", "one.alpha", "two.alpha"])
        values = dict(zip(p.coordinates, p.recorded.start, strict=True)) | p.recorded.begin | {"F": 3.0}
        seen.append(p.evaluate("outputs", values))
    assert seen[1] == pytest.approx(seen[0], rel=1e-11) and seen[2] == pytest.approx(seen[0], rel=1e-11)


def test_compliant_joints_have_the_same_slow_motion_and_cost_more_steps() -> None:
    runs: dict[str, Any] = {}
    for joints, method in (("rigid", "dop853"), ("cut", "dop853"), ("compliant", "radau")):
        runs[joints] = pendulum(joints, 0.01).simulate(until=0.5, points=6, method=method, formulation="joint")
    assert runs["cut"]["two.angle"] == pytest.approx(runs["rigid"]["two.angle"], abs=1e-7)
    assert runs["compliant"]["two.angle"] == pytest.approx(runs["rigid"]["two.angle"], abs=1e-4)
    assert runs["compliant"].statistics["steps"] > 2 * runs["rigid"].statistics["steps"]
