"""Haug Examples 2.4.1, 2.4.2, 2.5.1, 2.6.1: the two-body positioning mechanism, actuators in its two pins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published.by_hand import move_to
from published.case import Case
from published.case import tests_of as checks_of

pytestmark = pytest.mark.both_coordinates

SPEEDS = (0.7, -1.9)


def arm(first: str, second: str) -> Planar:
    """Two links of length 1; theta_1 and theta_2 as functions of t."""
    m = Planar("positioning mechanism")
    upper, lower = m.body("upper"), m.body("lower", points={"P": (1, 0)})
    m.revolute("O", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("Q", upper.at(1, 0), lower.at(0, 0))
    m.drive("theta 1", joint="O", angle=first)
    m.drive("theta 2", joint="Q", angle=second)
    return m


def tip(run: Run) -> list[NDArray[Any]]:
    """Position, velocity, acceleration of P, one row a time."""
    return [np.stack([run[f"lower.P.{mark}x"], run[f"lower.P.{mark}y"]], axis=1) for mark in ("", "v", "a")]


def constant_speeds() -> Run:
    return move_to(arm(f"{SPEEDS[0]}*t", f"{SPEEDS[1]}*t"), 0.0, 0.4, 1.1, 2.3)


def unit(angle: Any) -> NDArray[Any]:
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def perpendicular(vector: NDArray[Any]) -> NDArray[Any]:
    return np.stack([-vector[..., 1], vector[..., 0]], axis=-1)


def test_constant_speeds_move_the_tip_as_direct_differentiation_says() -> None:
    """Ex. 2.5.1: r = u(w1 t) + u((w1 + w2) t)."""
    run = constant_speeds()
    w1, w12 = SPEEDS[0], sum(SPEEDS)
    one, both = unit(w1 * run.t), unit(w12 * run.t)
    r, v, a = tip(run)
    assert np.allclose(r, one + both, rtol=0, atol=1e-12)
    assert np.allclose(v, w1 * perpendicular(one) + w12 * perpendicular(both), rtol=0, atol=1e-12)
    assert np.allclose(a, -(w1**2) * one - w12**2 * both, rtol=0, atol=1e-12)


def test_changing_speeds_give_all_terms_of_equation_2_6_12() -> None:
    """Ex. 2.6.1, with the Coriolis term 2 theta_1' theta_2' B1 B12 s2."""
    run = move_to(arm("0.3*t^3 - t", "sin(2*t)"), 0.2, 0.9, 1.7)
    t = run.t
    angle1, rate1, second1 = 0.3 * t**3 - t, 0.9 * t**2 - 1, 1.8 * t
    angle2, rate2, second2 = np.sin(2 * t), 2 * np.cos(2 * t), -4 * np.sin(2 * t)
    s1, s12 = unit(angle1), unit(angle1 + angle2)  # A1 s1 and A1 A12 s2; B1 s1 = perpendicular(s1), B1 B12 s2 = -s12
    columns = [x[:, None] for x in (rate1, second1, rate2, second2)]
    w1, dw1, w2, dw2 = columns
    r, v, a = tip(run)
    assert np.allclose(r, s1 + s12, rtol=0, atol=1e-12)
    velocity = w1 * perpendicular(s1 + s12) + w2 * perpendicular(s12)
    assert np.allclose(v, velocity, rtol=0, atol=1e-12)
    acceleration = dw1 * perpendicular(s1 + s12) + dw2 * perpendicular(s12)
    acceleration += -(w1**2) * (s1 + s12) - w2**2 * s12 - 2 * w1 * w2 * s12
    assert np.allclose(a, acceleration, rtol=0, atol=1e-11)


def test_with_the_second_actuator_locked_the_tip_turns_as_one_body() -> None:
    """Prob. 2.5.2: r' = w1 r_perp and r'' = -w1^2 r when w2 = 0."""
    r, v, a = tip(move_to(arm("0.7*t", "0"), 0.0, 0.5, 2.0))
    assert np.allclose(v, 0.7 * perpendicular(r), rtol=0, atol=1e-12)
    assert np.allclose(a, -(0.7**2) * r, rtol=0, atol=1e-12)


def test_the_angle_of_the_second_joint_is_the_difference_of_the_bodies() -> None:
    """Ex. 2.4.1: phi_1 = theta_1, phi_2 = theta_1 + theta_2."""
    run = constant_speeds()
    assert np.allclose(run["Q.angle"], SPEEDS[1] * run.t, rtol=0, atol=1e-12)
    assert np.allclose(run["angle(upper, lower)"], run["lower.angle"] - run["upper.angle"], rtol=0, atol=0)
    assert np.allclose(run["lower.angle"], sum(SPEEDS) * run.t, rtol=0, atol=1e-12)


def cases() -> list[Case]:
    t = 1.1
    w1, w12 = SPEEDS[0], sum(SPEEDS)
    exact = {
        "x": np.cos(w1 * t) + np.cos(w12 * t),
        "vy": w1 * np.cos(w1 * t) + w12 * np.cos(w12 * t),
        "ax": -(w1**2) * np.cos(w1 * t) - w12**2 * np.cos(w12 * t),
    }
    what = {"x": "x (m)", "vy": "dy/dt (m/s)", "ax": "d2x/dt2 (m/s^2)"}
    return [
        Case(
            "Haug Ex. 2.5.1",
            f"two-link arm, w1 = 0.7, w2 = -1.9, t = 1.1: tip {what[name]}",
            None,
            lambda name=name: float(constant_speeds()[f"lower.P.{name}"][2]),
            0.0,
            exact=float(value),
            exact_tolerance=1e-12,
        )
        for name, value in exact.items()
    ]


test_cases = checks_of(cases)
