"""Reading an expression: a recursive descent in which only parentheses recurse.

sum     = product {("+" | "-") product}
product = signed {("*" | "/") signed}
signed  = {"-" | "+"} power
power   = value {"^" {"-" | "+"} value}                  from right to left; -2^2 is -(2^2)
value   = (number | "(" sum ")" | function "(" arguments ")") [unit] | name
unit    see `unit_reader`
"""

from __future__ import annotations

import math

from linkwork.base.errors import ExpressionError
from linkwork.expression.close_names import close_matches
from linkwork.expression.closures import COMPARISONS
from linkwork.expression.elementary import CONSTANTS, FUNCTIONS
from linkwork.expression.nodes import (
    DEEPEST,
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
from linkwork.expression.tokens import QUOTING, Token, quote
from linkwork.expression.unit_reader import UnitReader


class Parser(UnitReader):
    """Reads one text; `tree` is its node."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.level = 0

    def tree(self) -> Node:
        """The whole text as one node."""
        try:
            node = self._sum()
        except ExpressionError as error:
            raise ExpressionError(str(error), error.column or self._token.column) from None
        if self._token.kind != "end":
            raise self._left_over(self._token)
        return node

    def _left_over(self, token: Token) -> ExpressionError:
        if token.kind == "raised":
            return ExpressionError(
                f"expression {quote(self.text)}: unexpected '{token.text}' at column {token.column}; "
                "powers are written with ^",
                token.column,
            )
        if token.text == ")":
            return self._error("unbalanced ')', no '(' before it,", token)
        if token.text in COMPARISONS:
            return self._error(f"'{token.text}' is allowed only inside if(condition, then, otherwise)", token)
        if token.text == ",":
            return self._error("found ',' (decimals are written with a point)", token)
        if token.kind in ("name", "quoted", "number") and self.tokens[self.place - 1].kind == "name":
            wanted = f"an operator such as + - * / ^ or the end ({QUOTING})"
            return self._expected(wanted, token)
        return self._expected("an operator such as + - * / ^ or the end", token)

    def _sum(self) -> Node:
        first = self._product()
        signs, others = [], []
        while sign := self._take("+", "-"):
            signs.append(sign)
            others.append(self._product())
        return SumNode(first, tuple(signs), tuple(others)) if signs else first

    def _product(self) -> Node:
        first = self._signed()
        signs, others = [], []
        while sign := self._take("*", "/"):
            signs.append(sign)
            others.append(self._signed())
        return ProductNode(first, tuple(signs), tuple(others)) if signs else first

    def _minus_signs(self) -> int:
        count = 0
        while sign := self._take("-", "+"):
            count += sign == "-"
        return count

    def _signed(self) -> Node:
        chain = [(self._minus_signs(), self._value())]
        while self._take("^"):
            chain.append((self._minus_signs(), self._value()))
        node: Node | None = None
        for minus_signs, value in reversed(chain):
            node = value if node is None else PowerNode(value, node)
            for _ in range(minus_signs):
                node = NegativeNode(node)
        assert node is not None
        return node

    def _value(self) -> Node:
        token = self._next()
        if token.kind == "number":
            return self._with_unit(self._number(token))
        if token.text == "(":
            return self._with_unit(self._inside(token))
        if token.kind == "quoted":
            return NameNode(token.text)
        if token.kind == "name" and self._token.text == "(":
            return self._with_unit(self._call(token))
        if token.kind == "name":
            return self._name(token)
        if token.kind == "raised":
            raise self._left_over(token)
        raise self._expected("a number, a name or '('", token)

    def _number(self, token: Token) -> Node:
        value = float(token.text)
        if not math.isfinite(value):
            raise self._error(f"the number {token.text} is too large", token)
        return NumberNode(value)

    def _name(self, token: Token) -> Node:
        if token.text in FUNCTIONS or token.text == "if":
            raise self._error(f"the function {token.text} needs its arguments: {token.text}(...)", token)
        return NameNode(token.text)

    def _open(self, token: Token) -> None:
        self.level += 1
        if self.level > DEEPEST:
            raise self._error(f"nested too deep, at most {DEEPEST} levels,", token)

    def _close(self, opening: Token) -> None:
        if not self._take(")"):
            token = self._token
            if token.kind == "end":
                raise self._error("unbalanced parentheses: no ')' for the '('", opening)
            if token.text in COMPARISONS or token.kind == "raised":
                raise self._left_over(token)
            raise self._expected("')' or an operator", token)
        self.level -= 1

    def _inside(self, opening: Token) -> Node:
        self._open(opening)
        if self._token.text == ")":
            raise self._expected("an expression between the parentheses", self._token)
        node = self._sum()
        self._close(opening)
        return node

    def _call(self, name: Token) -> Node:
        if name.text not in FUNCTIONS and name.text != "if":
            raise self._unknown_function(name)
        opening = self._next()
        self._open(opening)
        node = self._choice() if name.text == "if" else self._function(name)
        self._close(opening)
        return node

    def _unknown_function(self, name: Token) -> ExpressionError:
        if name.text in CONSTANTS:
            return self._error(f"'{name.text}' is a number, not a function; for a product write *,", name)
        known = [*FUNCTIONS, "if"]
        hint = close_matches(name.text, known) or f"; functions are: {', '.join(known)}"
        return self._error(f"unknown function '{name.text}'{hint}", name)

    def _function(self, name: Token) -> Node:
        function = FUNCTIONS[name.text]
        arguments = []
        if self._token.text != ")":
            arguments.append(self._sum())
            while self._take(","):
                arguments.append(self._sum())
        if len(arguments) < function.least or (function.most is not None and len(arguments) > function.most):
            least = function.least
            wanted = f"{least} argument{'s' if least > 1 else ''}"
            wanted = wanted if function.most else f"at least {wanted}"
            raise self._error(f"{name.text} takes {wanted}, but {len(arguments)} are given", name)
        return CallNode(name.text, tuple(arguments))

    def _choice(self) -> Node:
        left = self._sum()
        comparison = self._take(*COMPARISONS)
        if comparison is None:
            raise self._expected("a comparison < <= > >= in if(condition, then, otherwise)", self._token)
        parts = [self._sum()]
        for what in ("', then'", "', otherwise'"):
            if not self._take(","):
                raise self._expected(f"{what} of if(condition, then, otherwise)", self._token)
            parts.append(self._sum())
        return ChoiceNode(comparison, left, *parts)

    def _with_unit(self, node: Node) -> Node:
        if not self._unit_begins():
            return node
        token, before = self._token, self.tokens[self.place - 1]
        if token.text == "t" and not token.spaced:
            raise self._error(f"for the time write {before.text}*t, for tonnes {before.text} t;", token)
        unit = self._unit()
        if isinstance(node, UnitNode):
            raise self._error(f"'{node.text}' already has a unit; found another one, '{token.text}',", token)
        return UnitNode(node, unit)
