"""The value of an expression for arrays, which may carry derivatives."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork.expression.closures import COMPARISONS
from linkwork.expression.elementary import CONSTANTS
from linkwork.expression.nodes import (
    CallNode,
    ChoiceNode,
    NameNode,
    NegativeNode,
    Node,
    NumberNode,
    PowerNode,
    ProductNode,
    SumNode,
    UnitNode,
)
from linkwork.numerics import analytic

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": analytic.sin,
    "cos": analytic.cos,
    "tan": analytic.tan,
    "asin": analytic.arcsin,
    "acos": analytic.arccos,
    "atan": analytic.arctan,
    "sinh": analytic.sinh,
    "cosh": analytic.cosh,
    "tanh": analytic.tanh,
    "exp": analytic.exp,
    "log": analytic.log,
    "sqrt": analytic.sqrt,
    "abs": analytic.absolute,
    "sign": analytic.sign,
    "atan2": analytic.arctan2,
    "hypot": analytic.hypot,
    "min": analytic.smallest,
    "max": analytic.largest,
}
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}


def evaluated(node: Node, env: Mapping[str, Any]) -> Any:
    """The value where names are arrays or numbers; no number where it is not defined."""
    with np.errstate(all="ignore"):
        return _value(node, env)


def _value(node: Node, env: Mapping[str, Any]) -> Any:
    if isinstance(node, NumberNode):
        return np.float64(node.number)
    if isinstance(node, NameNode):
        return np.float64(CONSTANTS[node.name]) if node.name in CONSTANTS else _plain(env[node.name])
    parts = [_value(child, env) for child in node.children]
    if isinstance(node, UnitNode):
        return parts[0] * node.unit.numerator / node.unit.denominator + node.unit.zero
    if isinstance(node, NegativeNode):
        return -parts[0]
    if isinstance(node, SumNode | ProductNode):
        value = parts[0]
        for sign, part in zip(node.signs, parts[1:], strict=True):
            value = _SIGNS[sign](value, part)
        return value
    if isinstance(node, PowerNode):
        return analytic.power(*parts)
    if isinstance(node, ChoiceNode):
        return np.where(COMPARISONS[node.comparison](np.real(parts[0]), np.real(parts[1])), parts[2], parts[3])
    if isinstance(node, CallNode):
        return _FUNCTIONS[node.function.name](*parts)
    raise TypeError(f"{type(node).__name__} is no part of an expression")


def _plain(value: Any) -> Any:
    return value if isinstance(value, np.ndarray) else np.asarray(value)[()]
