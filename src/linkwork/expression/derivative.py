"""The derivative of a formula by one of its names, as a formula."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.base.errors import ExpressionError
from linkwork.expression.algebra import Expression, as_expression, call, choose, node_of
from linkwork.expression.nodes import (
    CallNode,
    ChoiceNode,
    NameNode,
    NegativeNode,
    Node,
    PowerNode,
    ProductNode,
    SumNode,
    UnitNode,
)

_ZERO, _ONE = as_expression(0), as_expression(1)


def derivative(formula: Expression, name: str) -> Expression:
    """The formula's derivative by a name, written without terms that are zero and factors that are one."""
    return _of(node_of(formula), name)


def plus(first: Expression, second: Expression) -> Expression:
    """A sum in which zeros do not stand."""
    if first == _ZERO:
        return second
    return first if second == _ZERO else first + second


def times(first: Expression, second: Expression) -> Expression:
    """A product in which ones do not stand; zero where a factor is."""
    if _ZERO in (first, second):
        return _ZERO
    if first == _ONE:
        return second
    return first if second == _ONE else first * second


def over(first: Expression, second: Expression) -> Expression:
    """A quotient; zero where the first is."""
    return _ZERO if first == _ZERO else first if second == _ONE else first / second


def minus(value: Expression) -> Expression:
    """The negative; zero where the value is."""
    return _ZERO if value == _ZERO else -value


_SLOPES: dict[str, Callable[[Expression], Expression]] = {
    "sin": lambda x: call("cos", x),
    "cos": lambda x: -call("sin", x),
    "tan": lambda x: 1 / call("cos", x) ** 2,
    "asin": lambda x: 1 / call("sqrt", 1 - x**2),
    "acos": lambda x: -1 / call("sqrt", 1 - x**2),
    "atan": lambda x: 1 / (1 + x**2),
    "sinh": lambda x: call("cosh", x),
    "cosh": lambda x: call("sinh", x),
    "tanh": lambda x: 1 / call("cosh", x) ** 2,
    "exp": lambda x: call("exp", x),
    "log": lambda x: 1 / x,
    "sqrt": lambda x: 1 / (2 * call("sqrt", x)),
    "abs": lambda x: call("sign", x),
    "sign": lambda _x: _ZERO,
}


def _of(node: Node, name: str) -> Expression:
    if name not in node.names:
        return _ZERO
    if isinstance(node, NameNode):
        return _ONE
    parts = [Expression(child) for child in node.children]
    slopes = [_of(child, name) for child in node.children]
    if isinstance(node, NegativeNode):
        return minus(slopes[0])
    if isinstance(node, SumNode):
        total = slopes[0]
        for sign, slope in zip(node.signs, slopes[1:], strict=True):
            total = plus(total, slope if sign == "+" else minus(slope))
        return total
    if isinstance(node, ProductNode):
        return _product(node, parts, slopes)
    if isinstance(node, PowerNode):
        return _power(parts, slopes)
    if isinstance(node, ChoiceNode):
        left, right, *_ = parts
        return choose(left, node.comparison, right, slopes[2], slopes[3])
    if isinstance(node, CallNode):
        return _call(node.function.name, parts, slopes)
    if isinstance(node, UnitNode):
        return slopes[0] * node.unit.numerator / node.unit.denominator
    raise ExpressionError(f"{type(node).__name__} has no derivative")


def _product(node: ProductNode, parts: list[Expression], slopes: list[Expression]) -> Expression:
    value, slope = parts[0], slopes[0]
    for sign, factor, rise in zip(node.signs, parts[1:], slopes[1:], strict=True):
        if sign == "*":
            slope = plus(times(slope, factor), times(value, rise))
            value = value * factor
        else:
            slope = plus(over(slope, factor), minus(over(times(value, rise), factor**2)))
            value = value / factor
    return slope


def _power(parts: list[Expression], slopes: list[Expression]) -> Expression:
    (base, exponent), (rise, grown) = parts, slopes
    plain = exponent.plain
    lower = base if plain == 2.0 else _ONE if plain == 1.0 else base ** (exponent - 1 if plain is None else plain - 1)
    slope = times(times(exponent, lower), rise)
    return slope if grown == _ZERO else plus(slope, times(times(base**exponent, call("log", base)), grown))


def _call(function: str, parts: list[Expression], slopes: list[Expression]) -> Expression:
    if function in _SLOPES:
        return times(_SLOPES[function](parts[0]), slopes[0])
    if function in ("min", "max"):
        value, slope = parts[0], slopes[0]
        for other, rise in zip(parts[1:], slopes[1:], strict=True):
            first, second = (value, other) if function == "min" else (other, value)
            slope = choose(first, "<", second, slope, rise)
            value = call(function, value, other)
        return slope
    if function in ("hypot", "atan2"):
        (a, b), (da, db) = parts, slopes
        if function == "hypot":
            return (plus(times(a, da), times(b, db))) / call("hypot", a, b)
        return (plus(times(b, da), minus(times(a, db)))) / (a**2 + b**2)
    raise ExpressionError(f"the derivative of {function} is not known")
