"""Equations to first order in small variables with few operations: terms of higher order go where that saves some.

A product of two numbers that both depend on small variables s is, strictly, x(0) y + Dx(0) s y(0): two products and a
sum instead of one product. Where x(0) and y(0) are not zero it stays x y here, which differs by what is of second order
alone. What is zero at s = 0 is multiplied by what the other number is there, or goes with it; functions of what is a
constant at s = 0 become straight lines.
"""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from linkwork.program.elimination import is_zero
from linkwork.program.tangent import slope_of_one
from linkwork.program.tape import BINARY, COMPARISONS, INPUT, SELECT, Number, Truth

if TYPE_CHECKING:
    from linkwork.program.small import Linearised

NO_VALUE = (ZeroDivisionError, ValueError, OverflowError)


def is_plain(value: Any) -> bool:
    """Whether a number, or an answer, is known."""
    return value.__class__ not in (Number, Truth)


class FirstOrder:
    """Operations of a tape once more, each as one operation at most of the same numbers to first order."""

    def __init__(self, linearised: Linearised) -> None:
        self.tape, self.value, self.depends = linearised.tape, linearised.value, linearised.depends
        self.whole = dict[int, Any]()
        moved = set[int]()  # what depends on small variables in any way, decisions included
        for place in linearised.order:
            operands = self.tape.operands[place]
            if place in self.depends or any(operand in moved for operand in operands):
                moved.add(place)
                self.whole[place] = self._made(place)
            else:
                self.whole[place] = self.value[place]

    def _made(self, place: int) -> Any:
        tape, code, value = self.tape, self.tape.codes[place], self.value[place]
        if code == INPUT:
            return tape.number(place)
        if is_plain(value) and place not in self.depends:  # decided, or a step, wherever the small variables are
            return value
        parts = [self.whole[operand] for operand in tape.operands[place]]
        if code == SELECT:
            return tape.select(*parts)
        if any(part.__class__ is float and isnan(part) for part in parts):
            return code in COMPARISONS or float("nan")
        try:
            if code in COMPARISONS:
                return tape.compare(code, *parts)
            if code in ("mul", "div"):
                return self._product(place, *parts)
            return tape.binary(code, *parts) if code in BINARY else self._function(place, parts[0])
        except NO_VALUE:
            return float("nan")  # of what a selection leaves out

    def _product(self, place: int, x: Any, y: Any) -> Any:
        """A product or quotient of x and y: beside what is zero at s = 0 the other is what it is there."""
        code, (one, other) = self.tape.codes[place], self.tape.operands[place]
        nothing = [is_zero(self.value[operand]) for operand in (one, other)]
        if code == "mul" and all(nothing):
            return 0.0
        if nothing[0] and is_plain(self.value[other]):
            y = self.value[other]
        elif code == "mul" and nothing[1] and is_plain(self.value[one]):
            x = self.value[one]
        return self.tape.binary(code, x, y)

    def _function(self, place: int, x: Any) -> Any:
        """A function of x; of what is a constant c at s = 0 it is f(c) + f'(c) (x - c)."""
        code, c, value = self.tape.codes[place], self.value[self.tape.operands[place][0]], self.value[place]
        if code == "neg" or not is_plain(c) or place not in self.depends:
            return self.tape.unary(code, x)
        slope = slope_of_one(self.tape, code, value, c)
        return slope * x + (value - slope * c)
