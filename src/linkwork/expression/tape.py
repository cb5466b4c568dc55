"""Translating an expression in some variables into a postfix program for the kernel of expressions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

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
from linkwork.numerics import opcodes

_SIGNS = {
    "+": opcodes.ADD,
    "-": opcodes.SUBTRACT,
    "*": opcodes.MULTIPLY,
    "/": opcodes.DIVIDE,
}
_COMPARISONS = {
    "<": opcodes.LESS,
    "<=": opcodes.LESS_OR_EQUAL,
    ">": opcodes.GREATER,
    ">=": opcodes.GREATER_OR_EQUAL,
}
Steps = list[tuple[int, Node | int | str | None]]


Names = frozenset[str]


def tape_of(node: Node, variables: Names) -> Steps:
    """Steps (opcode, argument); parts without a variable become constants whose argument is their node.

    The argument of VARIABLE is its name.
    """
    if not variables & node.names:
        return [(opcodes.CONSTANT, node)]
    return _TRANSLATORS[type(node)](node, variables)


def decisions_of(node: Node, variables: Names) -> list[str]:
    """What every step of the tape that decides looks at, in words and in the order of the steps."""
    if not variables & node.names:
        return []
    decisions = [text for child in node.children for text in decisions_of(child, variables)]
    if isinstance(node, ChoiceNode):
        left, right = node.children[:2]
        decisions.append(f"{left.text} {node.comparison} {right.text}")
    elif isinstance(node, CallNode) and node.function.name in ("abs", "sign"):
        decisions.append(f"{node.children[0].text} > 0")
    elif isinstance(node, CallNode) and node.function.name in ("min", "max"):
        decisions += [f"order in {node.text}"] * (len(node.children) - 1)
    return decisions


def switches_of(node: Node, variable: str) -> list[Node]:
    """What changes its sign where the formula changes: in `if`, abs, sign, min and max."""
    if variable not in node.names:
        return []
    switches = [value for child in node.children for value in switches_of(child, variable)]
    if isinstance(node, ChoiceNode):
        switches.append(_difference(*node.children[:2]))
    elif isinstance(node, CallNode) and node.function.name in ("abs", "sign"):
        switches.append(node.children[0])
    elif isinstance(node, CallNode) and node.function.name in ("min", "max"):
        switches += [_difference(left, right) for left, right in combinations(node.children, 2)]
    return [value for value in switches if variable in value.names]


def _difference(left: Node, right: Node) -> Node:
    return SumNode(left, ("-",), (right,))


def _name(node: Node, variables: Names) -> Steps:
    assert isinstance(node, NameNode)
    return [(opcodes.VARIABLE, node.name)]


def _unit(node: Node, variables: Names) -> Steps:
    assert isinstance(node, UnitNode)
    size = NumberNode(node.unit.numerator / node.unit.denominator)
    steps = [*tape_of(node.children[0], variables), (opcodes.CONSTANT, size), (opcodes.MULTIPLY, None)]
    return [*steps, (opcodes.CONSTANT, NumberNode(node.unit.zero)), (opcodes.ADD, None)] if node.unit.zero else steps


def _negative(node: Node, variables: Names) -> Steps:
    return [*tape_of(node.children[0], variables), (opcodes.NEGATE, None)]


def _chain(node: Node, variables: Names) -> Steps:
    assert isinstance(node, SumNode | ProductNode)
    steps = tape_of(node.children[0], variables)
    for sign, child in zip(node.signs, node.children[1:], strict=True):
        steps += tape_of(child, variables)
        steps.append((_SIGNS[sign], None))
    return steps


def _power(node: Node, variables: Names) -> Steps:
    base, exponent = node.children
    if not variables & exponent.names:
        return [*tape_of(base, variables), (opcodes.POWER_CONSTANT, exponent)]
    return [*tape_of(base, variables), *tape_of(exponent, variables), (opcodes.POWER, None)]


def _call(node: Node, variables: Names) -> Steps:
    assert isinstance(node, CallNode)
    steps = tape_of(node.children[0], variables)
    if len(node.children) == 1:
        return [*steps, (node.function.opcode, None)]
    for child in node.children[1:]:
        steps += tape_of(child, variables)
        steps.append((node.function.opcode, None))
    return steps


def _choice(node: Node, variables: Names) -> Steps:
    assert isinstance(node, ChoiceNode)
    steps: Steps = []
    for child in node.children:
        steps += tape_of(child, variables)
    return [*steps, (opcodes.CHOOSE, _COMPARISONS[node.comparison])]


_TRANSLATORS: dict[type[Node], Callable[[Node, Names], Steps]] = {
    NameNode: _name,
    UnitNode: _unit,
    NegativeNode: _negative,
    SumNode: _chain,
    ProductNode: _chain,
    PowerNode: _power,
    CallNode: _call,
    ChoiceNode: _choice,
}
