"""The dimension of an expression: carried through sums, products, powers and functions.

A bare number has the dimension that its place needs, whatever that is, and so has a product with one: `10*t` may be an
angle. What has a unit is *firm*. A variable (`t`, a channel) has a dimension that counts in products with something
firm, so that `60 mm*t` is a length times a time; alone it is taken as a bare number is, as in `sin(t)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from linkwork.base.errors import ExpressionError
from linkwork.expression import dimensions as dim
from linkwork.expression.dimensions import Dimension
from linkwork.expression.elementary import CONSTANTS
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


class Kind(NamedTuple):
    """What kind of quantity something is; `dimension` is None where it is what its place needs."""

    dimension: Dimension | None
    firm: bool = False


ANY = Kind(None)
RATIO = Kind(dim.PLAIN)
_ALIKE = ("min", "max", "hypot", "abs")
Known = Callable[[str], Kind]


def misfit(expression: Any, wanted: Dimension, parameters: Mapping[str, Any]) -> str:
    """Why an expression is not of this kind, in words; empty where it is, or where nothing tells."""

    def known(name: str) -> Kind:
        given = parameters.get(name)
        return ANY if given is None else cast(Kind, given.kind(known))

    kind = expression.kind(known)
    if not kind.firm or kind.dimension in (None, wanted):
        return ""
    return f"'{expression.text}' is {dim.words(kind.dimension)}, but {dim.words(wanted)} is needed"


def dimension_of(node: Node, known: Known, bare: Kind = ANY) -> Kind:
    """The kind of an expression, where `known` tells that of a name; an ExpressionError says what does not fit.

    `bare` is the kind of numbers without a unit.
    """
    if isinstance(node, NameNode):
        return bare if node.name in CONSTANTS else known(node.name)
    kinds = [dimension_of(child, known, bare) for child in node.children]
    if isinstance(node, UnitNode):
        inner = kinds[0]
        unit = node.unit.dimension
        return Kind(dim.times(inner.dimension, unit) if inner.firm and inner.dimension else unit, True)
    if isinstance(node, NegativeNode):
        return kinds[0]
    if isinstance(node, SumNode):
        return _common(node, node.children, kinds, "added")
    if isinstance(node, ProductNode):
        return _product(node, kinds)
    if isinstance(node, PowerNode):
        return _power(node, kinds)
    if isinstance(node, ChoiceNode):
        _common(node, node.children[:2], kinds[:2], "compared")
        return _common(node, node.children[2:], kinds[2:], "results of one if")
    return _call(node, kinds) if isinstance(node, CallNode) else bare


def _common(node: Node, parts: tuple[Node, ...], kinds: list[Kind], what: str) -> Kind:
    """The kind that all of them have."""
    firm = [(part, kind.dimension) for part, kind in zip(parts, kinds, strict=True) if kind.firm and kind.dimension]
    for part, other in firm[1:]:
        first, wanted = firm[0]
        if other != wanted and wanted is not None and other is not None:
            raise ExpressionError(
                f"in '{node.text}' {dim.words(wanted)} ('{first.text}') and {dim.words(other)} ('{part.text}') "
                f"cannot be {what}"
            )
    if firm:
        return Kind(firm[0][1], True)
    return kinds[0] if len({kind.dimension for kind in kinds}) == 1 else ANY


def _product(node: ProductNode, kinds: list[Kind]) -> Kind:
    times = kinds[0].dimension
    for sign, kind in zip(node.signs, kinds[1:], strict=True):
        if times is None or kind.dimension is None:
            return ANY
        times = dim.times(times, kind.dimension, 1 if sign == "*" else -1)
    return Kind(times, any(kind.firm for kind in kinds)) if times is not None else ANY


def _power(node: PowerNode, kinds: list[Kind]) -> Kind:
    base, exponent = kinds
    _must_be_plain(node, node.children[1], exponent, "a power")
    if base.dimension is None or base.dimension == dim.PLAIN:
        return base
    if node.children[1].names:
        return ANY
    value = node.children[1].evaluate({})
    return Kind(dim.to_power(base.dimension, value.real), base.firm)


def _call(node: CallNode, kinds: list[Kind]) -> Kind:
    name = node.function.name
    if name in _ALIKE:
        return _common(node, node.children, kinds, "compared" if name != "hypot" else "added")
    if name == "atan2":
        _common(node, node.children, kinds, "the sides of one angle")
        return RATIO
    if name == "sqrt":
        return kinds[0] if kinds[0].dimension is None else Kind(dim.to_power(kinds[0].dimension, 0.5), kinds[0].firm)
    if name != "sign":
        _must_be_plain(node, node.children[0], kinds[0], name)
    return RATIO


def _must_be_plain(node: Node, part: Node, kind: Kind, what: str) -> None:
    if kind.firm and kind.dimension is not None and kind.dimension != dim.PLAIN:
        raise ExpressionError(
            f"in '{node.text}' {what} is asked of {dim.words(kind.dimension)} ('{part.text}'); it takes "
            f"{dim.words(dim.PLAIN)}"
        )
