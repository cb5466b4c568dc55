"""Functions of one variable: values, derivatives, complex twins, ranges, kinks."""

from __future__ import annotations

import math

import jsonschema
import numpy as np
import pytest
from function_checks import ENV, check_derivatives, check_parameter_derivative, function_of
from pydantic import TypeAdapter, ValidationError

from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.expression import parse
from linkwork.functions.expression_kernel import expression as expression_kernel
from linkwork.functions.polynomial_kernel import polynomial as polynomial_kernel
from linkwork.functions.sample import sample
from linkwork.functions.time_function import TimeFunction

XS = np.random.default_rng(1).uniform(0.05, 0.95, 12)
CAM = "5/4-cos(3*t)/4"
STEP_UP = {"type": "table", "ends": "clamped", "points": [[0, 0], [1, 1]]}

FORMULAS = [
    "sin(t)*cos(2*t)+tan(t)", "asin(t)-acos(t)*atan(w*t)", "sinh(t)/cosh(t)-tanh(w*t)^2",
    "exp(-t^2)*log(t+1)", "sqrt(t+r)/(1+t)", "atan2(sin(t), cos(w*t))", "hypot(t, r)-hypot(1, t^2)",
    "abs(t-2)+abs(t+1)", "sign(t)*t^3",
    "min(t, t^2)+max(t, t^2, r)", "t^2.5+t^(-2)+t^r", "(1+t)^t", "2^t", "if(t < r, t^3, sin(t))",
    "if(t >= r, 1/t, t) deg", "if(r > 0, t^2, 1)", "(t^2+1)/(t-2)/w*t", "-(t^2)", "(t-2)^3", "r*t+1", "w",
    "(1-t)*w/2-(-t)",
]  # fmt: skip

DESCRIBED = [
    {"type": "constant", "value": "2*r"},
    {"type": "polynomial", "coefficients": [1, "r", -2, 3, "w", 0.5]},
    {"type": "harmonic", "amplitude": "r", "frequency": "w", "mean": 1, "phase": "30 deg"},
    {"type": "table", "points": [[0, 0], [0.2, "r"], [0.5, -1], ["r", 2], [1, 1]]},
    {"type": "table", "points": [[0, 0], [0.2, "r"], [0.5, -1], ["r", 2], [1, 1]], "ends": "clamped"},
    {"type": "table", "points": [[0, 0], [0.1, "r"], [0.3, -1]], "ends": "periodic", "period": "r/2"},
    {"type": "piecewise", "pieces": [{"until": 0.5, "function": "t^2"}, {"function": "r*sin(w*t)"}]},
    {
        "type": "piecewise",
        "period": "r/2",
        "pieces": [{"until": 0.1, "function": "t^2"}, {"function": "t^3/r"}],
    },
]


@pytest.mark.parametrize("given", [*FORMULAS, *DESCRIBED], ids=str)
def test_derivatives_and_complex_twin(given: object) -> None:
    function = function_of(given)
    check_derivatives(function.pack(ENV), XS)
    for name in ENV:
        check_parameter_derivative(function, name, XS)


def test_a_polynomial_says_between_which_values_it_holds() -> None:
    given = {"type": "polynomial", "coefficients": [1, 2]}
    assert function_of(given).pack(ENV).range is None
    assert function_of(given | {"between": ["-r", 1]}).pack(ENV).range == (-ENV["r"], 1.0)
    with pytest.raises(MechanismError, match="between goes from a value to a larger one, not from 1 to 1"):
        function_of(given | {"between": [1, 1]}).pack(ENV)


@pytest.mark.parametrize("text", FORMULAS)
def test_the_kernel_of_formulas_agrees_with_the_evaluation_in_python(text: str) -> None:
    values = sample(function_of(text).pack(ENV), XS)[:, 0]
    expected = [parse(text).value({**ENV, "t": x}) for x in XS.tolist()]
    np.testing.assert_allclose(values, expected, rtol=1e-14)


def test_another_variable_may_be_named() -> None:
    assert sample(function_of("alpha^2*r").pack(ENV, "alpha"), [2.0])[0, 2] == pytest.approx(1.4)


def test_linear_formulas_use_the_small_kernel() -> None:
    packed = function_of("2*pi*(t-1)/w+r").pack(ENV)
    assert packed.body is polynomial_kernel
    assert sample(packed, [1.0])[0].tolist() == pytest.approx([0.7, 2 * math.pi / 3, 0, 0])
    assert function_of("t*t").pack(ENV).body is expression_kernel


def test_powers_have_all_derivatives_at_zero_and_below() -> None:
    assert sample(function_of("t^2").pack({}), [0.0])[0].tolist() == [0, 0, 2, 0]
    assert sample(function_of("t^3").pack({}), [-1.0])[0].tolist() == [-1, 3, -6, 6]


def test_an_unknown_name_in_a_formula_lists_the_variable() -> None:
    with pytest.raises(ExpressionError, match="unknown name 'theta'; known names are: alpha, r, w"):
        function_of("sin(theta)").pack(ENV, "alpha")


@pytest.mark.parametrize(
    "given",
    [
        {
            "type": "piecewise",
            "period": "2*pi",
            "pieces": [{"until": "2*pi/3", "function": CAM}, {"function": 1}],
        },
        f"if(t <= 2*pi/3, {CAM}, 1)",
    ],
)
def test_the_book_cam_jumps_in_the_second_derivative(given: object) -> None:
    """Example 3.4.3: rho = 5/4 - cos(3 alpha)/4 up to 2 pi/3, 1 elsewhere."""
    kinks = dict(function_of(given).kinks({}))
    assert kinks[2 * math.pi / 3] == 2
    rows = sample(function_of(given).pack({}), [1.0, 3.0])
    assert rows[:, 0] == pytest.approx([1.25 - math.cos(3) / 4, 1])


def test_periodic_pieces_repeat() -> None:
    given = {
        "type": "piecewise",
        "period": 3,
        "start": -1,
        "pieces": [{"until": 0, "function": "t"}, {"function": 5}],
    }
    values = sample(function_of(given).pack({}), [-1, -0.5, 0.5, 1.9, 2, 2.5, -1.5, 302])[:, 0]
    assert values.tolist() == pytest.approx([-1, -0.5, 5, 5, -1, -0.5, 5, -1])
    assert function_of(given).kinks({}) == [(-1.0, 0), (0.0, 0)]


def test_smooth_joints_are_no_kinks() -> None:
    pieces = [{"until": 1, "function": "t^2"}, {"until": 2, "function": "t^2"}, {"function": "t^2+(t-2)^3"}]
    assert function_of({"type": "piecewise", "pieces": pieces}).kinks({}) == [(2.0, 3)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pieces": [{"function": 1}, {"function": 2}]}, "piece 1 needs 'until'"),
        ({"pieces": [{"until": 2, "function": 1}, {"until": 1, "function": 2}]}, "'until' must rise"),
        ({"pieces": [{"until": 2, "function": 1}, {"function": 2}], "period": 1}, "beyond the period's end"),
        ({"pieces": [{"function": 1}], "period": 0}, "period must be positive"),
        (
            {"pieces": [{"until": 2, "function": STEP_UP}, {"function": 1}]},
            "piece 1 is used beyond its table",
        ),
    ],
)
def test_wrong_pieces(given: dict[str, object], message: str) -> None:
    with pytest.raises(MechanismError, match=message):
        function_of({"type": "piecewise", **given}).pack({})


@pytest.mark.parametrize("given", [True, None, "2*(", {"type": "constant", "value": 1, "more": 2}, {"type": "line"}])
def test_wrong_descriptions_are_refused(given: object) -> None:
    with pytest.raises(ValidationError):
        function_of(given)


@pytest.mark.parametrize("given", [2, 0.5, "2*pi*t", *DESCRIBED], ids=str)
def test_written_and_read_again_it_is_the_same_and_fits_the_schema(given: object) -> None:
    adapter = TypeAdapter(TimeFunction)
    function = adapter.validate_python(given)
    written = adapter.dump_python(function, mode="json")
    assert adapter.validate_python(written) == function
    assert isinstance(written, dict) == isinstance(given, dict)
    jsonschema.validate(given, adapter.json_schema())
    jsonschema.validate(written, adapter.json_schema())
