"""Expressions: reading, writing, evaluating, and refusing what is not an expression."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork import expression as ex
from linkwork.base.errors import ExpressionError, MechanismError
from linkwork.expression import Expression, as_expression, parse, resolve_parameters, symbol

ENV = {"a": 0.7, "b": -1.3, "m": 2.0, "s": 0.5, "t": 0.25}
UNITS = ["mm", "deg", "m/s", "mm/s^2", "rpm", "m^2", "km/h", "in", "kg m^2", "N/mm", "W/(m^2 K)", "s^-2", "1/s", "t"]


def _grow(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(children, st.sampled_from(["+", "-", " * ", "/"]), children).map("".join),
        st.tuples(children, st.sampled_from(["^", "**"]), children).map(lambda x: f"({x[0]}){x[1]}({x[2]})"),
        children.map(lambda text: f"({text})"),
        children.map(lambda text: f"-{text}"),
        st.tuples(st.sampled_from(["sin", "sqrt", "abs", "exp"]), children).map(lambda x: f"{x[0]}({x[1]})"),
        st.tuples(children, children).map(lambda x: f"atan2({x[0]}, {x[1]})"),
        st.tuples(children, st.sampled_from(UNITS)).map(lambda x: f"(1+{x[0]}) {x[1]}"),
        st.tuples(children, st.sampled_from(["<", ">="]), children).map(lambda x: f"if({x[0]}{x[1]}1,{x[2]},a)"),
    )


LEAVES = st.one_of(
    st.sampled_from([*ENV, "pi"]),
    st.floats(0, 1e6, allow_nan=False).map(repr),
    st.tuples(st.integers(0, 99), st.sampled_from(UNITS)).map(lambda x: f"{x[0]} {x[1]}"),
)
TEXTS = st.recursive(LEAVES, _grow, max_leaves=12)


def _value_or_error(expression: Expression) -> float | str:
    try:
        return expression.value(ENV)
    except ExpressionError:
        return "error"


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_the_canonical_text_parses_back_to_the_same_expression(text: str) -> None:
    expression = parse(text)
    again = parse(expression.text)
    assert again == expression
    assert hash(again) == hash(expression)
    assert again.text == expression.text
    assert again.names == expression.names
    assert _value_or_error(again) == _value_or_error(expression)


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS, st.sampled_from("+-*/^"))
def test_operators_build_what_the_text_would_parse_to(left: str, right: str, sign: str) -> None:
    a, b = parse(left), parse(right)
    built = {
        "+": lambda: a + b,
        "-": lambda: a - b,
        "*": lambda: a * b,
        "/": lambda: a / b,
        "^": lambda: a**b,
    }
    assert built[sign]() == parse(f"({left}){sign}({right})")
    assert parse(built[sign]().text) == built[sign]()


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab12.+-*/^()<>=, mst_'e", max_size=30))
def test_any_text_is_read_or_refused_with_a_column(text: str) -> None:
    try:
        expression = parse(text)
    except ExpressionError as error:
        assert error.column is not None
        assert 1 <= error.column <= len(text) + 1
    else:
        assert parse(expression.text) == expression
        value = _value_or_error(expression)
        assert value == "error" or math.isfinite(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2+3*4", 14),
        ("-2^2", -4),
        ("2^-1", 0.5),
        ("2**3**2", 512),
        ("8/4/2", 1),
        ("8-4-2", 2),
        ("1e3", 1000),
        (".5e-1", 0.05),
        ("30 deg", math.pi / 6),
        ("30deg", math.pi / 6),
        ("35 mm", 0.035),
        ("(10+25) mm", 0.035),
        ("sqrt(4) mm", 0.002),
        ("100 mm/s^2", 0.1),
        ("36 km/h", 10),
        ("60 rpm", 2 * math.pi),
        ("1 rev/min", 2 * math.pi / 60),
        ("2 m^2", 2),
        ("10 kHz", 1e4),
        ("1 in", 0.0254),
        ("30 deg/2", math.pi / 12),
        ("if(1 < 2, 3, 1/0)", 3),
        ("max(1, 5, 2)-min(4, 3)", 2),
        ("hypot(3, 4)", 5),
        ("sign(-2)*abs(-3)", -3),
    ],
)
def test_values(text: str, value: float) -> None:
    assert parse(text).constant == pytest.approx(value, rel=1e-15)


def test_units_follow_numbers_and_parentheses_only() -> None:
    assert parse("2 m").names == frozenset()
    assert parse("2*m").names == {"m"}
    assert parse("(2 m)/s").names == {"s"}
    assert parse("2 m/s").names == frozenset()
    assert parse("(5 mm)/h").names == {"h"}
    assert parse("2 m/a").names == {"a"}
    assert parse("30 deg").text == "30 deg"
    assert parse("100mm/s**2").text == "100 mm/s^2"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "empty"),
        ("   ", 1, "empty"),
        ("2*", 3, "expected a number, a name or '(', but the text ends"),
        ("(a+b", 1, "unbalanced"),
        ("a+b)", 4, "unbalanced"),
        ("2+sinn(a)", 3, "unknown function 'sinn'; did you mean sin"),
        ("2 mmm", 3, "unknown unit 'mmm'; did you mean mm"),
        ("2 pi", 3, "for a product write *"),
        ("0,5", 2, "decimals are written with a point"),
        ("a < b", 3, "only inside if"),
        ("if(a, 1, 2)", 5, "expected a comparison"),
        ("if(a < 1, 2)", 12, "otherwise"),
        ("sin", 1, "needs its arguments"),
        ("atan2(1)", 1, "takes 2 arguments, but 1"),
        ("a b", 3, "expected an operator"),
        ("(2 m) mm", 7, "already has a unit"),
        ("2 m^-x", 6, "power of a unit"),
        ("2 m/", 5, "the text ends"),
        ("1e999", 1, "too large"),
        ("a._b", 2, "unexpected '.'"),
        ("a==b", 2, "comparisons are"),
        ("arm@tip.y", 4, "a name with @ stands in quotes"),
        ("x" * 10001, 10001, "too long"),
        ("(" * 101 + "1" + ")" * 101, 101, "nested too deep"),
        ("-" * 9000 + "1", 9002, "nested too deep"),
        ("2^" * 4000 + "1", 8002, "nested too deep"),
    ],
)
def test_errors_say_what_and_where(text: str, column: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert message in str(caught.value)
    assert caught.value.column == column


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')",
        "().__class__",
        "a.__class__",
        "lambda: 1",
        "[1]",
        "{}",
        "a;b",
        "open(a)",
        "eval(1)",
        "\x00",
        "№",
        "²",
    ],
)
def test_hostile_texts_are_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


def test_a_tower_of_powers_overflows_at_once() -> None:
    start = time.process_time()
    with pytest.raises(ExpressionError, match="too large"):
        parse("9**9**9**9").value()
    assert time.process_time() - start < 20.0


def test_deep_and_long_texts_within_the_limits_are_evaluated() -> None:
    assert parse("(" * 100 + "1" + ")" * 100).value() == 1
    assert parse("sin(" * 100 + "0" + ")" * 100).value() == 0
    assert parse("+".join(["a"] * 4999)).value({"a": 1.0}) == 4999


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1/(a-a)", "division by zero"),
        ("sqrt(b)", "sqrt of a negative number (-1.3)"),
        ("log(a-a)", "log needs a positive number, not 0"),
        ("exp(1000)", "too large"),
        ("1e300*1e300", "too large"),
        ("b^0.5", "has no power 0.5"),
        ("acos(2)", "acos is not defined at 2"),
        ("2+1/(a-a)", "division by zero in '1/(a-a)'"),
        ("mm", "unknown name 'mm'; did you mean m?"),
    ],
)
def test_evaluation_errors_name_the_expression_and_the_cause(text: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text).value(ENV)
    assert text in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, True, None, 1j, [1], {}])
def test_what_is_not_a_finite_number_is_refused(value: object) -> None:
    with pytest.raises(ExpressionError):
        as_expression(value)


def test_an_environment_must_hold_finite_numbers() -> None:
    for value in (math.nan, math.inf, "x", True, None):
        with pytest.raises(ExpressionError, match="'a'"):
            parse("a+1").value({"a": value})
    assert parse("a/2").value({"a": 3}) == 1.5


SMOOTH = [
    "sin(a)*cos(a)/tan(a)", "asin(a)+acos(a)*atan(a)", "sinh(a)-cosh(a)/tanh(a)", "exp(a)*log(a)+sqrt(a)",
    "atan2(a, b-a)", "hypot(a, b)", "a^2.5+2^a+a^a+(a-1)^3", "abs(a-1)*sign(a-1)+min(a, 1)*max(a, b)",
    "if(a < 1, a^2, a)", "30 deg*a+(a) mm", "-a/(1-a)",
]  # fmt: skip


@pytest.mark.parametrize("text", SMOOTH)
def test_a_complex_parameter_carries_the_derivative(text: str) -> None:
    expression, h = parse(text), 1e-5
    value = expression.value({**ENV, "a": 0.7 + 1e-30j})
    assert value.real == expression.value(ENV)
    ahead, behind = (expression.value({**ENV, "a": 0.7 + step}) for step in (h, -h))
    assert value.imag * 1e30 == pytest.approx((ahead - behind) / (2 * h), rel=1e-7, abs=1e-8)


def test_python_operators_and_functions() -> None:
    r, l = symbol("r"), symbol("l")  # noqa: E741
    env = {"r": 0.2, "l": 0.5}
    assert (2 * r - l / 2 + 1).text == "2*r-l/2+1"
    assert (-(r**2)).text == "-r^2"
    assert (1 / (r * l)).text == "1/(r*l)"
    assert (r - -1).text == "r-(-1)"
    assert (2**r).value(env) == 2**0.2
    assert (1 - r + "2 mm").value(env) == 1 - 0.2 + 0.002
    assert abs(r - l).value(env) == pytest.approx(0.3)
    assert ex.atan2(ex.sin(r), ex.sqrt(l)).value(env) == math.atan2(math.sin(0.2), math.sqrt(0.5))
    assert ex.maximum(r, l).text == "max(r, l)"
    assert ex.choose(r, "<", l, 1, 2).value(env) == 1
    assert repr(r / 2) == "Expression('r/2')"
    with pytest.raises(ExpressionError, match="'pi' cannot be the name"):
        symbol("pi")


def test_parameters_are_resolved_in_the_order_of_their_dependence() -> None:
    given_parameters = {"a": parse("b*2"), "b": parse("c+1 mm"), "c": parse("3 mm")}
    assert resolve_parameters(given_parameters) == {"a": 0.008, "b": 0.004, "c": 0.003}
    assert resolve_parameters(given_parameters, {"b": 1})["a"] == 2
    assert resolve_parameters(given_parameters, {"c": 1 + 1e-20j})["a"].imag == 2e-20


@pytest.mark.parametrize(
    ("definitions", "overrides", "message"),
    [
        ({"a": "b", "b": "a"}, {}, "parameters form a cycle: a -> b -> a"),
        ({"a": "a+1"}, {}, "parameters form a cycle: a -> a"),
        ({"length": "1", "b": "lenght"}, {}, "parameter 'b': unknown name 'lenght'; did you mean length?"),
        ({"a": "1/b", "b": "0"}, {}, "parameter 'a': expression '1/b': division by zero"),
        ({"pi": "1"}, {}, "parameter 'pi': expressions use this name"),
        ({"radius": "1"}, {"radios": 2}, "parameter 'radios' is not defined; did you mean radius?"),
    ],
)
def test_wrong_parameters(definitions: dict[str, str], overrides: dict[str, float], message: str) -> None:
    with pytest.raises(MechanismError) as caught:
        resolve_parameters({name: parse(text) for name, text in definitions.items()}, overrides)
    assert str(caught.value).startswith(message)


def test_a_longer_cycle_follows_the_definitions() -> None:
    with pytest.raises(MechanismError) as caught:
        resolve_parameters({"a": parse("b"), "b": parse("c"), "c": parse("a")})
    cycle = str(caught.value).removeprefix("parameters form a cycle: ").split(" -> ")
    follows = {"a": "b", "b": "c", "c": "a"}
    assert all(follows[one] == two for one, two in pairwise(cycle))


def test_describing_imports_no_numerical_library() -> None:
    code = (
        "import sys, linkwork.expression.number, linkwork.functions.outlines.outline\n"
        "print([m for m in ('numba', 'scipy', 'matplotlib') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
