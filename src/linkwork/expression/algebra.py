"""`Expression`: a number that the user gives, perhaps in terms of named parameters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from numbers import Real
from typing import Any

from linkwork.base.errors import ExpressionError, shown
from linkwork.expression.closures import COMPARISONS
from linkwork.expression.dimension_of import Kind, Known, dimension_of
from linkwork.expression.elementary import RESERVED, Scalar
from linkwork.expression.explain import explain
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
from linkwork.expression.parser import Parser
from linkwork.expression.quantities import is_quantity, text_of
from linkwork.expression.tape import decisions_of, switches_of, tape_of
from linkwork.expression.tokens import is_name

_NOTHING: Mapping[str, Scalar] = {}
_FAILURES = (KeyError, TypeError, ValueError, ZeroDivisionError, OverflowError)


class Expression:
    """An immutable formula, made by `parse`, `symbol` or operators; equal when its canonical text is."""

    __slots__ = ("_constant", "_evaluate", "_node")
    _node: Node

    def __init__(self, node: Node) -> None:
        self._node = node
        try:
            self._evaluate = node.evaluate
        except AttributeError:
            raise ExpressionError(
                f"an expression is made by as_expression, symbol or parse; found {shown(node)}"
            ) from None
        self._constant: Scalar | None = None
        if not node.names:
            try:
                value = node.evaluate(_NOTHING)
            except _FAILURES:
                return
            self._constant = value if value - value == 0 else None

    def __reduce__(self) -> Any:
        return parse, (self.text,)

    @property
    def text(self) -> str:
        """The canonical text, which `parse` reads back to an equal expression."""
        return self._node.text

    @property
    def names(self) -> frozenset[str]:
        """The parameters that must be known to evaluate it."""
        return self._node.names

    @property
    def units_above(self) -> frozenset[str]:
        """Units in it that stand behind no /."""
        return self._node.units_above

    @property
    def units_below(self) -> frozenset[str]:
        """Units that stand behind a / in it, as `s` in `3 m/s`."""
        return self._node.units_below

    @property
    def has_units(self) -> bool:
        """Whether a unit stands anywhere in it."""
        return bool(self._node.units_above or self._node.units_below)

    def kind(self, known: Known) -> Kind:
        """What kind of quantity it is, where `known` tells that of names; an ExpressionError where parts do not fit."""
        return dimension_of(self._node, known)

    @property
    def constant(self) -> float | None:
        """The value when there are no free names, otherwise None."""
        if self._constant is not None:
            return self._constant.real
        return None if self._node.names else self.value(_NOTHING).real

    @property
    def plain(self) -> float | None:
        """The number when it was given as a bare number (no unit, no formula), otherwise None."""
        node, sign = self._node, 1.0
        if type(node) is NumberNode:
            return node.number
        if isinstance(node, NegativeNode):
            node, sign = node.children[0], -1.0
        return sign * node.number if isinstance(node, NumberNode) else None

    @property
    def quantity(self) -> tuple[float, str] | None:
        """Number and unit when it was given as those alone (`-30 deg`, `0.2`), otherwise None."""
        node, sign = self._node, 1.0
        if isinstance(node, NegativeNode):
            node, sign = node.children[0], -1.0
        unit = node.unit.text if isinstance(node, UnitNode) else ""
        node = node.children[0] if isinstance(node, UnitNode) else node
        return (sign * node.number, unit) if isinstance(node, NumberNode) else None

    def value(self, env: Mapping[str, Any] = _NOTHING) -> Any:
        """The finite value, complex when a parameter is complex; ExpressionError if there is none."""
        if self._constant is not None:
            return self._constant
        try:
            result = self._evaluate(env)
            if result - result == 0:
                return result
        except _FAILURES:
            pass
        raise explain(self._node, env)

    def tape(self, variable: str) -> list[tuple[int, Expression | int | None]]:
        """The postfix program in one variable: steps (opcode of `numerics.opcodes`, argument).

        The argument of CONSTANT and POWER_CONSTANT is an expression without the variable, to be evaluated
        when the program is packed; that of CHOOSE is the number of its comparison.
        """
        return [
            (code, None if isinstance(argument, str) else argument)
            for code, argument in self.tape_of(frozenset({variable}))
        ]

    def tape_of(self, variables: frozenset[str]) -> list[tuple[int, Expression | int | str | None]]:
        """The same in several variables; the argument of VARIABLE is its name."""
        return [
            (code, Expression(argument) if isinstance(argument, Node) else argument)
            for code, argument in tape_of(self._node, variables)
        ]

    def decisions(self, variables: frozenset[str]) -> list[str]:
        """What the deciding steps of the tape look at, in their order."""
        return decisions_of(self._node, variables)

    def switches(self, variable: str) -> list[Expression]:
        """Expressions at whose zeros an `if`, abs, sign, min or max changes the formula."""
        return [Expression(node) for node in switches_of(self._node, variable)]

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from linkwork.expression.number import number_schema

        return number_schema()

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        return {"anyOf": [{"type": "number"}, {"type": "string"}]}

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Expression) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __add__(self, other: Any) -> Expression:
        return Expression(SumNode(self._node, ("+",), (node_of(other),)))

    def __radd__(self, other: Any) -> Expression:
        return Expression(SumNode(node_of(other), ("+",), (self._node,)))

    def __sub__(self, other: Any) -> Expression:
        return Expression(SumNode(self._node, ("-",), (node_of(other),)))

    def __rsub__(self, other: Any) -> Expression:
        return Expression(SumNode(node_of(other), ("-",), (self._node,)))

    def __mul__(self, other: Any) -> Expression:
        return Expression(ProductNode(self._node, ("*",), (node_of(other),)))

    def __rmul__(self, other: Any) -> Expression:
        return Expression(ProductNode(node_of(other), ("*",), (self._node,)))

    def __truediv__(self, other: Any) -> Expression:
        return Expression(ProductNode(self._node, ("/",), (node_of(other),)))

    def __rtruediv__(self, other: Any) -> Expression:
        return Expression(ProductNode(node_of(other), ("/",), (self._node,)))

    def __pow__(self, other: Any) -> Expression:
        return Expression(PowerNode(self._node, node_of(other)))

    def __rpow__(self, other: Any) -> Expression:
        return Expression(PowerNode(node_of(other), self._node))

    def __neg__(self) -> Expression:
        return Expression(NegativeNode(self._node))

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return call("abs", self)


def parse(text: str) -> Expression:
    """Read an expression such as `r/2`, `30 deg` or `2*pi*t`; an ExpressionError says what is wrong."""
    return Expression(Parser(text).tree())


def symbol(name: str) -> Expression:
    """The expression that is just the name of a parameter."""
    if name in RESERVED or not is_name(name):
        raise ExpressionError(f"'{name}' cannot be the name of a parameter{_why_not(name)}")
    return Expression(NameNode(name))


def named(channel: str) -> Expression:
    """The expression that is just a channel or signal; its name needs no quotes here."""
    return Expression(NameNode(channel))


def _why_not(name: str) -> str:
    if name in RESERVED:
        return "; expressions use it for a constant or a function"
    return "; names hold letters, digits, _, - and spaces and begin with a letter"


def _number_node(value: float) -> Node:
    if not math.isfinite(value):
        raise ExpressionError(f"a number must be finite, not {value}")
    return NegativeNode(NumberNode(-value)) if value < 0 else NumberNode(abs(value))


def node_of(value: object) -> Node:
    """The tree of anything that counts as a number."""
    if type(value) is float:
        return _number_node(value)
    if isinstance(value, Expression):
        return value._node
    if isinstance(value, str):
        return Parser(value).tree()
    if isinstance(value, Real) and not isinstance(value, bool):
        return _number_node(float(value))
    if is_quantity(value):
        return Parser(text_of(value)).tree()
    raise ExpressionError(f"expected a number or an expression, but got {shown(value)} ({type(value).__name__})")


def as_expression(value: object) -> Expression:
    """A number, a text or an expression as an Expression."""
    kind = type(value)
    if kind is Expression:
        return value  # type: ignore[return-value]
    if kind is float or kind is str or kind is int:
        return _known(value)
    return value if isinstance(value, Expression) else Expression(node_of(value))


@lru_cache(4096)
def _known(value: float | str) -> Expression:
    """The same for numbers and texts, of which a model has many alike; expressions never change."""
    return Expression(node_of(value))


def call(function: str, *arguments: object) -> Expression:
    """The expression `function(arguments)`."""
    return Expression(CallNode(function, tuple(node_of(argument) for argument in arguments)))


def choose(left: object, comparison: str, right: object, then: object, otherwise: object) -> Expression:
    """The expression `if(left < right, then, otherwise)`; the comparison is one of "<", "<=", ">", ">="."""
    if comparison not in COMPARISONS:
        raise ExpressionError(f"unknown comparison {comparison!r}; comparisons are: {' '.join(COMPARISONS)}")
    return Expression(ChoiceNode(comparison, *map(node_of, (left, right, then, otherwise))))
