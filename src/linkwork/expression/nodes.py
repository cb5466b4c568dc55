"""The tree of an expression: each node knows its canonical text, its free names and how to evaluate itself.

The canonical text parses back to the same tree. Chains `a-b+c` and `a*b/c` are one node each, and every other
nesting shows as a parenthesis, so that the depth of a tree is bounded by its `levels` of parentheses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from linkwork.base.errors import ExpressionError
from linkwork.expression import closures
from linkwork.expression.elementary import CONSTANTS, FUNCTIONS, Scalar
from linkwork.expression.tokens import LONGEST_TEXT, is_plain_name, quote
from linkwork.expression.units import Unit

DEEPEST = 100
SUM, PRODUCT, NEGATIVE, POWER, ATOM = 1, 2, 3, 4, 5
"""How strongly a node holds together; a weaker child stands in parentheses."""

_NOTHING: frozenset[str] = frozenset()
Evaluate = Callable[[Mapping[str, Scalar]], Scalar]


class Node:
    """A part of an expression; immutable."""

    rank = ATOM
    ends_in_unit = False

    def __init__(self, text: str, levels: int, children: tuple[Node, ...], evaluate: Evaluate) -> None:
        if levels > DEEPEST:
            raise ExpressionError(f"expression {quote(text)}: nested too deep; at most {DEEPEST} levels")
        if len(text) > LONGEST_TEXT:
            raise ExpressionError(
                f"expression {quote(text)}: {len(text)} characters are too long; at most {LONGEST_TEXT}"
            )
        self.text = text
        self.levels = levels
        self.children = children
        self.names: frozenset[str] = _NOTHING
        self.units_above: frozenset[str] = _NOTHING
        self.units_below: frozenset[str] = _NOTHING
        if children:
            self.names = _NOTHING.union(*(child.names for child in children))
            self.units_above = _NOTHING.union(*(child.units_above for child in children))
            self.units_below = _NOTHING.union(*(child.units_below for child in children))
        self.evaluate = evaluate


def _wrap(node: Node, wrapped: bool) -> tuple[str, int]:
    return (f"({node.text})", node.levels + 1) if wrapped else (node.text, node.levels)


def _like_rate(sign: str, below: Node) -> bool:
    return sign == "/" and below.text[0].isalpha()


class NumberNode(Node):
    """A number without sign."""

    def __init__(self, value: float) -> None:
        self.text = repr(value).removesuffix(".0").replace("e+", "e")
        self.levels, self.children = 0, ()
        self.names = self.units_above = self.units_below = _NOTHING
        self.evaluate, self.number = closures.number(value), value


class NameNode(Node):
    """A parameter, or one of the constants pi and e."""

    def __init__(self, name: str) -> None:
        constant = CONSTANTS.get(name)
        plain = is_plain_name(name) and name not in FUNCTIONS and name != "if"
        evaluate = closures.name(name) if constant is None else closures.number(constant)
        super().__init__(name if plain else f"'{name}'", 0, (), evaluate)
        self.name = name
        if constant is None:
            self.names = frozenset((name,))


class UnitNode(Node):
    """A value followed by its unit: `30 deg`, `(a+b) mm`."""

    ends_in_unit = True

    def __init__(self, inner: Node, unit: Unit) -> None:
        text, levels = _wrap(inner, not isinstance(inner, NumberNode | CallNode | ChoiceNode))
        evaluate = closures.with_unit(inner.evaluate, unit.numerator, unit.denominator, unit.zero)
        super().__init__(f"{text} {unit.text}", levels, (inner,), evaluate)
        self.unit = unit
        self.units_above |= unit.above
        self.units_below |= unit.below


class NegativeNode(Node):
    """`-a`."""

    rank = NEGATIVE

    def __init__(self, inner: Node) -> None:
        text, levels = _wrap(inner, inner.rank <= NEGATIVE)
        super().__init__("-" + text, levels, (inner,), closures.negative(inner.evaluate))
        self.ends_in_unit = inner.ends_in_unit and inner.rank > NEGATIVE


class SumNode(Node):
    """`a+b-c`: signs "+" or "-" between terms, evaluated from left to right."""

    rank = SUM
    signs: tuple[str, ...]

    def __init__(self, first: Node, signs: tuple[str, ...], others: tuple[Node, ...]) -> None:
        if isinstance(first, SumNode):
            signs, others, first = first.signs + signs, first.children[1:] + others, first.children[0]
        text, levels = _wrap(first, first.rank <= SUM)
        pieces = [text]
        for sign, term in zip(signs, others, strict=True):
            text, level = _wrap(term, term.rank <= SUM or term.rank == NEGATIVE)
            pieces += [sign, text]
            levels = max(levels, level)
        evaluate = closures.total(first.evaluate, signs, [term.evaluate for term in others])
        super().__init__("".join(pieces), levels, (first, *others), evaluate)
        self.signs = signs


class ProductNode(Node):
    """`a*b/c`: signs "*" or "/" between factors, evaluated from left to right."""

    rank = PRODUCT
    signs: tuple[str, ...]

    def __init__(self, first: Node, signs: tuple[str, ...], others: tuple[Node, ...]) -> None:
        if isinstance(first, ProductNode):
            signs, others, first = first.signs + signs, first.children[1:] + others, first.children[0]
        factors = (first, *others)
        pieces, levels = [], 0
        for place, factor in enumerate(factors):
            rate = factor.ends_in_unit and place < len(signs) and _like_rate(signs[place], others[place])
            signed = factor.rank == NEGATIVE and place > 0
            text, level = _wrap(factor, factor.rank <= PRODUCT or signed or rate)
            pieces += [text] if place == 0 else [signs[place - 1], text]
            levels = max(levels, level)
        evaluate = closures.product(first.evaluate, signs, [factor.evaluate for factor in others])
        super().__init__("".join(pieces), levels, factors, evaluate)
        self.signs = signs
        last = factors[-1]
        self.ends_in_unit = last.ends_in_unit and last.rank > NEGATIVE


class PowerNode(Node):
    """`a^b`."""

    rank = POWER

    def __init__(self, base: Node, exponent: Node) -> None:
        below, base_levels = _wrap(base, base.rank < ATOM or base.ends_in_unit)
        above, levels = _wrap(exponent, exponent.rank < ATOM or exponent.ends_in_unit)
        evaluate = closures.power_of(base.evaluate, exponent.evaluate)
        super().__init__(f"{below}^{above}", max(base_levels, levels), (base, exponent), evaluate)


class CallNode(Node):
    """`sin(a)`, `atan2(y, x)`."""

    def __init__(self, function: str, arguments: tuple[Node, ...]) -> None:
        text = f"{function}({', '.join(argument.text for argument in arguments)})"
        levels = 1 + max(argument.levels for argument in arguments)
        evaluate = closures.call(FUNCTIONS[function].value, [argument.evaluate for argument in arguments])
        super().__init__(text, levels, arguments, evaluate)
        self.function = FUNCTIONS[function]


class ChoiceNode(Node):
    """`if(left < right, then, otherwise)`; only the chosen branch is evaluated."""

    def __init__(self, comparison: str, left: Node, right: Node, then: Node, otherwise: Node) -> None:
        children = (left, right, then, otherwise)
        text = f"if({left.text} {comparison} {right.text}, {then.text}, {otherwise.text})"
        levels = 1 + max(child.levels for child in children)
        evaluate = closures.choice(comparison, *(child.evaluate for child in children))
        super().__init__(text, levels, children, evaluate)
        self.comparison = comparison
