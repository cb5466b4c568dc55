"""The unit of a response, where it follows from that of one channel."""

from __future__ import annotations

from typing import Any

from linkwork.analysis.responses.reader import AT, AT_EVENT, REDUCTIONS, TIME, Call, Formula
from linkwork.base.errors import LinkworkError
from linkwork.expression.nodes import CallNode, NameNode, NegativeNode, Node

_OF_MODES = {"frequency": "rad/s", "hertz": "Hz", "damping": ""}


def unit_of(formula: Formula, asked: Any) -> str:
    """The unit of a formula that is one channel or one function of one, perhaps with a sign or its size."""
    node: Node = formula.node
    while isinstance(node, NegativeNode) or (isinstance(node, CallNode) and node.function.name == "abs"):
        node = node.children[0]
    if not isinstance(node, NameNode):
        return ""
    if node.name in formula.calls:
        return _of_call(formula.calls[node.name], asked)
    try:
        return str(asked.run.unit(formula.channels.get(node.name, node.name)))
    except LinkworkError:
        return ""


def _of_call(call: Call, asked: Any) -> str:
    if call.name == TIME:
        return "s"
    if call.name in _OF_MODES:
        return _OF_MODES[call.name]
    if call.inner is None or call.name not in (*REDUCTIONS, AT, AT_EVENT):
        return ""
    unit = unit_of(call.inner, asked)
    return f"{unit} s" if call.name == "integral" and unit else unit
