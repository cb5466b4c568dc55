"""All zeros of a formula of one variable are found, however near they are to each other."""

from __future__ import annotations

import math

import numpy as np
import pytest

from linkwork.expression import parse
from linkwork.functions.bounds import bounds
from linkwork.functions.isolation import zeros

NARROW = 1e-5 * math.sqrt(math.log(2))

# formula, interval, its zeros
FORMULAS = [
    ("abs(t-0.7) - 1e-4", (0, 1), [0.6999, 0.7001]),
    ("t^2 - 1e-12", (-1, 1), [-1e-6, 1e-6]),
    ("exp(-((t-0.7)/1e-5)^2) - 0.5", (0, 1), [0.7 - NARROW, 0.7 + NARROW]),
    ("t*(t-0.5)*(t-0.50001)", (0, 1), [0, 0.5, 0.50001]),
    ("(t-0.3)^2", (0, 1), [0.3]),
    ("1/(t-0.5)", (0, 1), [0.5]),
    ("tan(t)", (1, 5), [math.pi / 2, math.pi, 1.5 * math.pi]),
    ("if(t < 0.5, -1, 1)", (0, 1), [0.5]),
    ("sign(t-0.3)", (0, 1), [0.3]),
    ("max(0, t-0.5)", (0, 1), [0.5]),
    ("t - if(t < 1, t, 2-t)", (0, 2), [1]),
    ("sqrt(t-0.5) - 0.1", (0, 1), [0.51]),
    ("hypot(t-0.5, 1e-3) - 2e-3", (0, 1), [0.5 - 1e-3 * math.sqrt(3), 0.5 + 1e-3 * math.sqrt(3)]),
    ("atan2(t-0.5, 1)", (0, 1), [0.5]),
    ("acos(t) - 1", (-1, 1), [math.cos(1)]),
    ("cosh(t) - 1.0001", (-1, 1), [-math.acosh(1.0001), math.acosh(1.0001)]),
    ("a^t - 1.5", (0, 1), [math.log2(1.5)]),
    ("log(t) + 1", (0, 1), [math.exp(-1)]),
    ("t^2 + 1", (-1, 1), []),
]


@pytest.mark.parametrize(("text", "within", "places"), FORMULAS, ids=[case[0] for case in FORMULAS])
def test_zeros_jumps_and_poles_of_a_formula(text: str, within: tuple[float, float], places: list[float]) -> None:
    found = zeros(parse(text), {"a": 2.0}, "t", within)
    assert found.all_found
    assert found.places == pytest.approx(places, abs=2e-13)


def test_thousands_of_zeros_are_all_found() -> None:
    found = zeros(parse("sin(50*t)"), {}, "t", (0.0, 100.0))
    assert found.places == pytest.approx(np.pi / 50 * np.arange(1592), rel=1e-14)


def test_a_formula_that_is_zero_over_a_stretch_is_told() -> None:
    assert not zeros(parse("sin(t)^2 + cos(t)^2 - 1"), {}, "t", (0.0, 1.0)).all_found


@pytest.mark.parametrize(
    "text",
    [
        "sin(3*t)*exp(-t) + t^3",
        "cos(t)/(2 + sin(5*t))",
        "tanh(4*t) - asin(0.3*t)*acos(0.2*t)",
        "atan(t) + sinh(t)*cosh(t) + sqrt(t+3)",
        "abs(t) + sign(t-0.2)*min(t, 0.1, -t) + max(t^2, 0.3)",
        "hypot(t, 1) + atan2(t, t-0.5) + (t+3)^(t) + (t+2)^-1.5",
        "if(t < 0.1, t^2, if(sin(9*t) > 0.3, 1, -t))",
    ],
)
def test_bounds_hold_what_a_formula_and_its_slope_are(text: str) -> None:
    formula, rng = parse(text), np.random.default_rng(3)
    low = rng.uniform(-1.0, 1.0, 60)
    high = low + 10.0 ** rng.uniform(-6, -0.5, 60)
    found = bounds(formula.tape("t"), {}, low, high)
    for share in np.linspace(0.0, 1.0, 9):
        values = np.array([formula.value({"t": float(x)}) for x in low + share * (high - low)])
        assert np.all((found.value.low <= values) & (values <= found.value.high))
    slopes = [formula.value({"t": complex(x, 1e-30)}).imag / 1e-30 for x in 0.5 * (low + high)]
    assert np.all((found.slope.low <= slopes) & (slopes <= found.slope.high))
