"""Drivers whose functions are not finite, or jump."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.kinematics.driving import check_functions, check_start, jumps_between

pytestmark = pytest.mark.both_coordinates


def pendulum(angle: Any) -> lw.Planar:
    m = lw.Planar("pendulum")
    bar = m.body("bar", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.drive("m", joint="O", angle=angle)
    return m


@pytest.mark.parametrize(
    ("angle", "words"),
    [
        ("1/t", "value is not finite"),
        ("log(t)", "value is not finite"),
        ("sqrt(t-1)", "value is not finite"),
        ("sqrt(t)", "first derivative is not finite"),
        ("t^1.5", "second derivative is not finite"),
        ("exp(250-t)", "value is too large"),
    ],
)
def test_functions_must_be_finite_at_the_start(angle: str, words: str) -> None:
    with pytest.raises(lw.AnalysisError, match=rf"^driver 'm': its {words} at t = 0$"):
        check_start(pendulum(angle).system(), 0.0)


def test_functions_must_be_finite_on_the_grid() -> None:
    system = pendulum("1/(t-1)").system()
    check_start(system, 0.0)
    with pytest.raises(lw.AnalysisError, match=r"^driver 'm': its value is not finite at t = 1$"):
        check_functions(system, np.linspace(0, 2, 5))


def test_jumps_of_formulas_are_named() -> None:
    system = pendulum("sign(t-0.5) + abs(sin(4*t))").system()
    assert jumps_between(system, 0.1, 1.0) == [
        "the value of driver 'm' jumps at t = 0.5 s",
        "the velocity of driver 'm' jumps at t = 0.785398 s",
    ]
