"""The muscle of Thelen (2003) with the constants of OpenSim: its curves, and a muscle at work."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.expression import parse
from linkwork.muscles import Muscle, Thelen
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Thelen 2003, as in OpenSim"
LAW = Thelen()
MUSCLE = Muscle(600, 0.12, 0.2, pennation=0.2)
CURVES = {
    "active": {0.5: 0.5737534207, 0.6: 0.7007840106, 0.8: 0.9149472287, 1.0: 1.0},
    "passive": {1.1: 0.0088253715, 1.2: 0.0291323385, 1.3: 0.07585818, 1.4: 0.1833732148, 1.5: 0.4307627179, 1.6: 1.0},
    "tendon": {
        0.005: 0.0191985126,
        0.01: 0.0597140020,
        0.015: 0.1452156712,
        0.02: 0.3256537101,
        0.025: 0.5850007904,
        0.033: 1.0,
        0.04: 1.3631243084,
    },
}
SPEEDS = {0.0: -1.0, 0.25: -0.375, 0.5: -0.1666666667, 0.75: -0.0625, 1.2: 0.0266666667, 1.4: 0.08, 1.6: 0.24}


def _value(text: str, **numbers: float) -> float:
    return float(parse(text).value(numbers))


def cases() -> list[Case]:
    curves = [
        Case(SOURCE, f"{curve} force at {at:g}", value, lambda c=curve, x=at: _value(getattr(LAW, c)("x"), x=x), 1e-9)
        for curve, values in CURVES.items()
        for at, value in values.items()
    ]
    return curves + [
        Case(SOURCE, f"speed under {force:g}", value, lambda f=force: _value(LAW.speed("1", "1", "f"), f=f), 1e-9)
        for force, value in SPEEDS.items()
    ]


test_cases = checks_of(cases)


def test_the_speed_goes_on_straight_where_it_would_grow_without_bound() -> None:
    edge = 0.95 * LAW.lengthening_limit
    for activation, active in ((1.0, 1.0), (0.3, 0.7)):

        def speed(share: float, a: float = activation, f: float = active) -> float:
            return _value(LAW.speed("a", "f", "x"), a=a, f=f, x=share * a * f)

        before = (speed(edge - 1e-6) - speed(edge - 2e-6)) / 1e-6
        after = (speed(edge + 2e-6) - speed(edge + 1e-6)) / 1e-6
        assert speed(edge - 1e-9) == pytest.approx(speed(edge + 1e-9), rel=1e-6)
        assert before == pytest.approx(after, rel=1e-4)
        assert speed(edge + 1) - speed(edge + 0.5) == pytest.approx(speed(edge + 0.5) - speed(edge), rel=1e-9)


def test_an_isometric_muscle_ends_in_the_balance_of_fibres_and_tendon() -> None:
    m = lw.Planar("held")
    block = m.body("block", estimate=(0, 0, 0))
    m.translational("rail", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("block", mass=1e13, inertia=1)
    MUSCLE.attach(m, "muscle", m.ground.at(-0.32, 0), block.at(0, 0), excitation="if(t > 0.05, 0.6, 0.1)", length=0.32)
    run = m.simulate(1.5, 301, method="radau", progress=False, rtol=1e-10, atol=1e-12)  # the held tendon is stiff
    assert run["muscle.activation"][-1] == pytest.approx(0.6, abs=1e-9)
    fibre = MUSCLE.fibre_at_rest(0.32, 0.6)
    assert run["muscle.fibre"][-1] == pytest.approx(fibre, abs=1e-7)
    cosine = math.sqrt(1 - (math.sin(0.2) / fibre) ** 2)
    pull = 0.6 * _value(LAW.active("x"), x=fibre) + _value(LAW.passive("x"), x=fibre)
    assert run["muscle.strength"][-1] == pytest.approx(600 * pull * cosine, rel=1e-6)
    still = run["muscle.fibre"][run.t < 0.05]
    np.testing.assert_allclose(still, still[0], atol=1e-9)


def test_activation_follows_the_closed_form_while_it_falls() -> None:
    """a' = -(a - u)(0.5 + 1.5 a)/T has a closed solution."""
    m = lw.Planar("held")
    block = m.body("block", estimate=(0, 0, 0))
    m.translational("rail", m.ground.line((0, 0), (1, 0)), block.line((0, 0), (1, 0)))
    m.mass("block", mass=1e13, inertia=1)
    MUSCLE.attach(m, "muscle", m.ground.at(-0.32, 0), block.at(0, 0), excitation="if(t > 0, 0.2, 0.9)", length=0.32)
    run = m.simulate(0.2, 41, method="radau", progress=False, rtol=1e-10)
    start, end, time = run["muscle.activation"][1], 0.2, 0.04
    t = run.t[1:] - run.t[1]
    rate = (0.5 + 1.5 * end) / time
    ratio = (start - end) / (0.5 + 1.5 * start) * np.exp(-rate * t)
    np.testing.assert_allclose(run["muscle.activation"][1:], (end + 0.5 * ratio) / (1 - 1.5 * ratio), rtol=1e-7)


def test_what_makes_no_muscle_is_named() -> None:
    with pytest.raises(MechanismError, match="strength must be positive"):
        Muscle(0, 0.1, 0.2)
    with pytest.raises(MechanismError, match="pennation"):
        Muscle(100, 0.1, 0.2, pennation=2)
    with pytest.raises(AnalysisError, match=r"no equilibrium over 0\.9 m"):
        MUSCLE.fibre_at_rest(0.9, 0.5)
    with pytest.raises(MechanismError, match="above 1"):
        Thelen(lengthening_limit=0.9)


def test_a_muscle_in_space_moves_an_arm_as_in_the_plane() -> None:
    length, law = math.hypot(0.04, 0.3), "if(t > 0.05, 0.4, 0.05)"
    plane = lw.Planar("arm")
    arm = plane.body("arm", estimate=(0, 0, 0))
    plane.revolute("O", plane.ground.at(0, 0), arm.at(0, 0))
    plane.mass("arm", mass=1.5, center=(0.15, 0), inertia=0.02)
    plane.set_gravity(0, -9.81)
    MUSCLE.attach(plane, "muscle", plane.ground.at(0, 0.3), arm.at(0.04, 0), excitation=law, length=length)
    space = lw.Spatial("arm")
    limb = space.body("arm", estimate=(0, 0, 0), mass={"mass": 1.5, "center": [0.15, 0, 0], "inertia": [0.02] * 3})
    space.revolute("O", space.ground, limb, at=(0, 0, 0), axis=(0, 0, 1))
    space.set_gravity(0, -9.81, 0)
    MUSCLE.attach(space, "muscle", space.ground.at(0, 0.3, 0), limb.at(0.04, 0, 0), excitation=law, length=length)
    angles = [m.simulate(0.3, 31, progress=False, rtol=1e-10)["O.angle"] for m in (plane, space)]
    assert np.ptp(angles[0]) > 0.3
    np.testing.assert_allclose(angles[1], angles[0], atol=1e-7)


def test_a_muscle_over_a_point_of_another_body_pulls_with_one_tension() -> None:
    m = lw.Planar("over a point")
    arm = m.body("arm", estimate=(0, 0, 0.2))
    m.revolute("elbow", m.ground.at(0, 0), arm.at(0, 0))
    m.mass("arm", mass=1.5, center=(0.15, 0), inertia=0.02)
    m.set_gravity(0, -9.81)
    x, y = 0.04 * math.cos(0.2), 0.04 * math.sin(0.2)
    length = math.hypot(x, 0.2 - y) + math.hypot(0.1 - x, 0.12 - y)
    ends = m.ground.at(0, 0.2), m.ground.at(0.1, 0.12)
    MUSCLE.attach(m, "muscle", *ends, via=[arm.at(0.04, 0)], excitation="0.3", length=length)
    run = m.simulate(0.2, 41, progress=False, rtol=1e-9, atol=1e-11)
    taken = run["energy.kinetic"] + run["energy.potential"]
    assert np.ptp(taken - run["energy.given"]) < 1e-6
    assert run["muscle.length"][0] == pytest.approx(length, abs=1e-9)
    assert np.abs(run["energy.balance"]).max() < 1e-6
