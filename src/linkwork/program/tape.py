"""Tape: a straight-line program as a list of operations, with constants folded and equal operations made once.

A node is a number of the tape: a constant, an input, or an operation of earlier nodes. `Number` is a node that behaves
as a float in the kernels. It is compared only where both sides are constants: a decision that depends on an input would
be answered for one state and hold for no other, so that it is refused by name unless the kernel leaves it to a switch.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from linkwork.base.errors import AnalysisError
from linkwork.program.lookups import LOOKUPS

CONSTANT, INPUT, TABLE = "constant", "input", "table"
LEAVES = (CONSTANT, INPUT, TABLE)  # what is no operation
BINARY: dict[str, Callable[[float, float], float]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "atan2": math.atan2,
    "hypot": math.hypot,
    "pow": lambda x, y: x**y,
    **LOOKUPS,
}
UNARY: dict[str, Callable[[float], float]] = {
    "neg": lambda x: -x,
    "abs": abs,
    "floor": lambda x: float(math.floor(x)),
    "trunc": lambda x: float(math.trunc(x)),
    "round": lambda x: float(round(x)),
    **{
        name: getattr(math, name)
        for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "sqrt")
    },
}
COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "eq": lambda x, y: x == y,
}
SELECT = "select"  # of a comparison's node: the second operand where it holds, else the third


class UndecidedError(AnalysisError):
    """A kernel decides by a number that depends on inputs: why, and what the kernels on the way to it were given."""

    def __init__(self, message: str, reason: str = "", calls: Sequence[tuple[Any, ...]] = ()) -> None:
        super().__init__(message)
        self.reason, self.calls = reason or message, list(calls)


@dataclass
class Tape:
    """Operations in the order in which they were made."""

    codes: list[str] = field(default_factory=list)
    operands: list[tuple[int, ...]] = field(default_factory=list)
    values: list[float] = field(default_factory=list)  # of constants
    names: dict[int, str] = field(default_factory=dict)  # of inputs
    tables: dict[int, tuple[float, ...]] = field(default_factory=dict)  # numbers that are looked up, node by node
    _made: dict[tuple[Any, ...], int] = field(default_factory=dict)
    _constants: dict[float, int] = field(default_factory=dict)  # but zero, of which there are two
    decided: Callable[[Truth], bool] | None = None

    def constant(self, value: float) -> int:
        """A constant's node."""
        number = value if value.__class__ is float else float(value)
        place = self._constants.get(number) if number else None
        if place is None:
            place = self._node(CONSTANT, (), (CONSTANT, number, math.copysign(1.0, number)), number)
            if number:
                self._constants[number] = place
        return place

    def input(self, name: str) -> Number:
        """A further input."""
        place = self._node(INPUT, (), (INPUT, name))
        self.names[place] = name
        return Number(self, place)

    def table(self, numbers: Sequence[float]) -> Number:
        """Numbers that are looked up: the second operand of a lookup."""
        listed = tuple(float(number) for number in numbers)
        place = self._node(TABLE, (), (TABLE, listed))
        self.tables[place] = listed
        return Number(self, place)

    def _node(self, code: str, operands: tuple[int, ...], key: tuple[Any, ...], value: float = 0.0) -> int:
        place = self._made.get(key)
        if place is None:
            place = self._made[key] = len(self.codes)
            self.codes.append(code)
            self.operands.append(operands)
            self.values.append(value)
        return place

    def place(self, operand: Any) -> int:
        """The node of an operand."""
        return operand.place if operand.__class__ is Number else self.constant(operand)

    def known(self, place: int) -> float | None:
        """The value of a constant, none of anything else."""
        return self.values[place] if self.codes[place] == CONSTANT else None

    def number(self, place: int) -> Any:
        """A node as a number."""
        known = self.known(place)
        return Number(self, place) if known is None else known

    def unary(self, code: str, operand: Any) -> Any:
        """An operation of one number; of a constant it is made at once."""
        x = self.place(operand)
        value = self.known(x)
        if value is not None:
            return UNARY[code](value)
        if code == "neg" and self.codes[x] == "neg":
            return Number(self, self.operands[x][0])
        if code == "neg" and self.codes[x] == "sub":
            return self.binary("sub", *(self.number(place) for place in reversed(self.operands[x])))
        return Number(self, self._node(code, (x,), (code, x)))

    def binary(self, code: str, one: Any, other: Any) -> Any:
        """An operation of two numbers, with what adds zero or multiplies by one left out."""
        # millions of these are made for a large model: what follows calls nothing that it need not
        x = one.place if one.__class__ is Number else self.constant(one)
        y = other.place if other.__class__ is Number else self.constant(other)
        codes = self.codes
        kind, other_kind = codes[x], codes[y]
        a = self.values[x] if kind == CONSTANT else None
        b = self.values[y] if other_kind == CONSTANT else None
        if code in LOOKUPS:
            key = code, x, y
            return Number(self, self._node(code, (x, y), key)) if a is None else LOOKUPS[code](a, self.tables[y])
        if a is not None or b is not None:
            if a is not None and b is not None:
                return BINARY[code](a, b)
            match _simplified(code, a, b):
                case "zero":
                    return 0.0
                case "first":
                    return Number(self, x)
                case "second":
                    return Number(self, y)
                case "minus first":
                    return self.unary("neg", Number(self, x))
                case "minus second":
                    return self.unary("neg", Number(self, y))
        if (kind == "neg" or other_kind == "neg") and code in ("add", "sub", "mul", "div"):
            return self._signed(code, x, y)
        if code == "sub" and x == y:
            return 0.0
        if code == "mul":
            binary = self._scaled(a, y) if a is not None else self._scaled(b, x) if b is not None else None
            if binary is not None:
                return binary
        if code == "add" and kind == "mul" and other_kind == "mul" and self._is_one(x, y):
            return 1.0
        if code in ("add", "mul") and x > y:
            x, y = y, x
        key = code, x, y
        place = self._made.get(key)
        return Number(self, self._node(code, (x, y), key) if place is None else place)

    def _signed(self, code: str, x: int, y: int) -> Any:
        """An operation with the signs of its operands taken out: equal ones of either sign are then made once."""
        minus = [self.codes[place] == "neg" for place in (x, y)]
        one, other = (
            self.number(self.operands[place][0] if turned else place)
            for place, turned in zip((x, y), minus, strict=True)
        )
        if code in ("mul", "div"):
            binary = self.binary(code, one, other)
            return binary if minus[0] == minus[1] else -binary
        plus = minus[1] != (code == "sub")  # whether the second is taken away
        if minus[0]:
            return -self.binary("add", one, other) if plus else self.binary("sub", other, one)
        return self.binary("sub" if plus else "add", one, other)

    def _scaled(self, factor: float, place: int) -> Any:
        """A constant times what is a constant times something: one product."""
        if self.codes[place] != "mul":
            return None
        for known, other in (self.operands[place], self.operands[place][::-1]):
            value = self.known(known)
            if value is not None:
                return self.binary("mul", factor * value, self.number(other))
        return None

    def _is_one(self, x: int, y: int) -> bool:
        """Whether two numbers are the squares of sine and cosine of one angle."""
        squares = []
        for place in (x, y):
            if self.codes[place] != "mul" or self.operands[place][0] != self.operands[place][1]:
                return False
            squares.append(self.operands[place][0])
        kinds = {self.codes[place] for place in squares}
        return kinds == {"sin", "cos"} and self.operands[squares[0]] == self.operands[squares[1]]

    def compare(self, code: str, one: Any, other: Any) -> Any:
        """A comparison: a plain answer of constants, else a node that a selection may use."""
        x, y = self.place(one), self.place(other)
        a, b = self.known(x), self.known(y)
        if a is not None and b is not None:
            return COMPARISONS[code](a, b)
        if x == y:
            return code != "lt"
        chosen = self._chosen(code, x, y)
        if chosen is not None:
            return chosen
        return Truth(self, self._node(code, (x, y), (code, x, y)))

    def _chosen(self, code: str, x: int, y: int) -> Any:
        """A constant compared with one of two constants that a selection chooses: the selection's own question."""
        for place, other, turned in ((x, y, False), (y, x, True)):
            if self.codes[place] != SELECT:
                continue
            truth, one, two = self.operands[place]
            constant, yes, no = (self.known(node) for node in (other, one, two))
            if constant is None or yes is None or no is None:
                continue
            first, second = (
                COMPARISONS[code](constant, value) if turned else COMPARISONS[code](value, constant)
                for value in (yes, no)
            )
            if first == second:
                return first
            if first:
                return Truth(self, truth)
        return None

    def selected(self, truth: int, one: Any, other: Any) -> Any:
        """The same for the node of a comparison."""
        return self.select(Truth(self, truth), one, other)

    def select(self, truth: Any, one: Any, other: Any) -> Any:
        """One number where a comparison holds, another where not."""
        if truth.__class__ is not Truth:
            return one if truth else other
        x, y = self.place(one), self.place(other)
        if x == y:
            return one
        return Number(self, self._node(SELECT, (truth.place, x, y), (SELECT, truth.place, x, y)))


def _simplified(code: str, a: float | None, b: float | None) -> str | None:
    """Which operand an operation with a constant comes to."""
    if code == "add":
        return "second" if a == 0.0 else "first" if b == 0.0 else None
    if code == "sub":
        return "minus second" if a == 0.0 else "first" if b == 0.0 else None
    if code == "mul":
        if a == 0.0 or b == 0.0:
            return "zero"
        if a in (1.0, -1.0):
            return "second" if a == 1.0 else "minus second"
        if b in (1.0, -1.0):
            return "first" if b == 1.0 else "minus first"
        return None
    if code == "div":
        return "zero" if a == 0.0 else "first" if b == 1.0 else "minus first" if b == -1.0 else None
    return None


class Truth:
    """The answer of a comparison that depends on inputs."""

    __slots__ = ("place", "tape")

    def __init__(self, tape: Tape, place: int) -> None:
        self.tape, self.place = tape, place

    def __bool__(self) -> bool:
        if self.tape.decided is not None:
            return self.tape.decided(self)
        raise UndecidedError("a decision depends on the state")

    def __eq__(self, other: object) -> bool:
        """Compared with another answer it is asked for its own: as objects two answers never are the same."""
        return bool(self) == bool(other)

    __hash__ = object.__hash__


class Number:
    """A node that behaves as a float."""

    __slots__ = ("place", "tape")

    def __init__(self, tape: Tape, place: int) -> None:
        self.tape, self.place = tape, place

    @property
    def real(self) -> Number:
        """The number itself."""
        return self

    @property
    def imag(self) -> float:
        """No derivative is carried."""
        return 0.0

    def conjugate(self) -> Number:
        """The number itself."""
        return self

    def __float__(self) -> NoReturn:
        raise UndecidedError("a kernel wants the plain value of a number that depends on the state")

    __int__ = __index__ = __float__

    def __add__(self, other: Any) -> Any:
        return self.tape.binary("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return self.tape.binary("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return self.tape.binary("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return self.tape.binary("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return self.tape.binary("mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return self.tape.binary("mul", other, self)

    def __truediv__(self, other: Any) -> Any:
        return self.tape.binary("div", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self.tape.binary("div", other, self)

    def __pow__(self, other: Any) -> Any:
        if other == 2 and other.__class__ in (int, float):
            return self * self
        return self.tape.binary("pow", self, other)

    def __rpow__(self, other: Any) -> Any:
        return self.tape.binary("pow", other, self)

    def __neg__(self) -> Any:
        return self.tape.unary("neg", self)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Any:
        return self.tape.unary("abs", self)

    def __round__(self, digits: Any = None) -> Any:
        return self.tape.unary("round", self)

    def __mod__(self, other: Any) -> Any:
        return self - other * self.tape.unary("floor", self / other)

    def __lt__(self, other: Any) -> Any:
        return self.tape.compare("lt", self, other)

    def __le__(self, other: Any) -> Any:
        return self.tape.compare("le", self, other)

    def __gt__(self, other: Any) -> Any:
        return self.tape.compare("lt", other, self)

    def __ge__(self, other: Any) -> Any:
        return self.tape.compare("le", other, self)

    def __eq__(self, other: object) -> Any:
        return self.tape.compare("eq", self, other)

    def __ne__(self, other: object) -> Any:
        equal = self.tape.compare("eq", self, other)
        return not equal

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self != 0.0)


def _named(code: str) -> Callable[[Number], Any]:
    def method(number: Number) -> Any:
        return number.tape.unary(code, number)

    return method


def _paired(code: str) -> Callable[[Number, Any], Any]:
    def method(number: Number, other: Any) -> Any:
        return number.tape.binary(code, number, other)

    return method


# numpy finds the functions of its arrays of objects under its own names
for _name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "sqrt"):
    setattr(Number, _name, _named(_name))
for _name in ("asin", "acos", "atan"):
    setattr(Number, f"arc{_name[1:]}", _named(_name))
Number.arctan2 = _paired("atan2")  # type: ignore[attr-defined]
Number.hypot = _paired("hypot")  # type: ignore[attr-defined]
