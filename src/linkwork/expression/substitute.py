"""Other expressions in place of names."""

from __future__ import annotations

from collections.abc import Mapping

from linkwork.expression.algebra import Expression, node_of
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


def substituted(expression: Expression, names: Mapping[str, Expression]) -> Expression:
    """The expression with each of these names replaced by an expression."""
    if not expression.names & names.keys():
        return expression
    return Expression(_replaced(node_of(expression), {name: node_of(value) for name, value in names.items()}))


def _replaced(node: Node, names: Mapping[str, Node]) -> Node:
    if not node.names & names.keys():
        return node
    if isinstance(node, NameNode):
        return names[node.name]
    first, *others = (_replaced(child, names) for child in node.children)
    rest = tuple(others)
    if isinstance(node, UnitNode):
        return UnitNode(first, node.unit)
    if isinstance(node, NegativeNode):
        return NegativeNode(first)
    if isinstance(node, SumNode):
        return SumNode(first, node.signs, rest)
    if isinstance(node, ProductNode):
        return ProductNode(first, node.signs, rest)
    if isinstance(node, PowerNode):
        return PowerNode(first, rest[0])
    if isinstance(node, ChoiceNode):
        return ChoiceNode(node.comparison, first, *rest)
    if isinstance(node, CallNode):
        return CallNode(node.function.name, (first, *rest))
    raise TypeError(f"{type(node).__name__} is no part of an expression")
