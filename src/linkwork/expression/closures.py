"""Evaluating the nodes of an expression: each maker returns a function of the environment (name -> value).

They raise KeyError for an unknown name and the errors of `math`; `explain` turns those into messages.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from numbers import Complex, Real

from linkwork.expression.each_design import OfEachDesign
from linkwork.expression.elementary import Scalar, power
from linkwork.expression.recorded import Recorded

Evaluate = Callable[[Mapping[str, Scalar]], Scalar]

COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def number(value: float) -> Evaluate:
    """A constant."""
    return lambda env: value


def _plain(value: object) -> Scalar:
    if isinstance(value, Real) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, OfEachDesign):
        return value  # type: ignore[return-value]
    if isinstance(value, Complex) and not isinstance(value, bool):
        return complex(value)
    raise TypeError(f"is {value!r}, not a number")


def name(key: str) -> Evaluate:
    """The value that the environment gives; integers and numpy numbers become Python's."""

    def evaluate(env: Mapping[str, Scalar]) -> Scalar:
        value = env[key]
        if value.__class__ is float or value.__class__ is complex or value.__class__ is Recorded:
            return value
        return _plain(value)

    return evaluate


def with_unit(inner: Evaluate, numerator: float, denominator: float, zero: float = 0.0) -> Evaluate:
    """A value in SI units; `zero` is that of a scale which does not begin there."""
    if zero:
        return lambda env: inner(env) * numerator / denominator + zero
    return lambda env: inner(env) * numerator / denominator


def negative(inner: Evaluate) -> Evaluate:
    """Minus a value."""
    return lambda env: -inner(env)


def total(first: Evaluate, signs: tuple[str, ...], others: list[Evaluate]) -> Evaluate:
    """Terms added or subtracted from left to right."""
    if len(others) == 1:
        other = others[0]
        if signs[0] == "+":
            return lambda env: first(env) + other(env)
        return lambda env: first(env) - other(env)
    steps = [(sign == "+", other) for sign, other in zip(signs, others, strict=True)]

    def evaluate(env: Mapping[str, Scalar]) -> Scalar:
        result = first(env)
        for plus, term in steps:
            result = result + term(env) if plus else result - term(env)
        return result

    return evaluate


def product(first: Evaluate, signs: tuple[str, ...], others: list[Evaluate]) -> Evaluate:
    """Factors multiplied or divided from left to right."""
    if len(others) == 1:
        other = others[0]
        if signs[0] == "*":
            return lambda env: first(env) * other(env)
        return lambda env: first(env) / other(env)
    steps = [(sign == "*", other) for sign, other in zip(signs, others, strict=True)]

    def evaluate(env: Mapping[str, Scalar]) -> Scalar:
        result = first(env)
        for times, factor in steps:
            result = result * factor(env) if times else result / factor(env)
        return result

    return evaluate


def power_of(base: Evaluate, exponent: Evaluate) -> Evaluate:
    """A power."""
    return lambda env: power(base(env), exponent(env))


def call(function: Callable[..., Scalar], arguments: list[Evaluate]) -> Evaluate:
    """A function of its arguments."""
    if len(arguments) == 1:
        argument = arguments[0]
        return lambda env: function(argument(env))
    return lambda env: function(*[argument(env) for argument in arguments])


def choice(comparison: str, left: Evaluate, right: Evaluate, then: Evaluate, otherwise: Evaluate) -> Evaluate:
    """One of two branches, chosen by real parts."""
    holds = COMPARISONS[comparison]
    return lambda env: then(env) if holds(left(env).real, right(env).real) else otherwise(env)
