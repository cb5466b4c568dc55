"""Recording arithmetic: how numbers of the tables follow from parameters, as a tape that compiled code can play again.

A `Recorded` number behaves as a float where it is added, multiplied or handed to an elementary function; what is done
with it goes onto its tape. A comparison is entered with the answer that it gave: where other values of the parameters
would answer otherwise, the tape does not hold for them. It cannot become a plain number: code that wants one fails.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import partial, reduce
from typing import Any, NoReturn

from linkwork.numerics import opcodes


class Tape:
    """Numbers, inputs first, and the steps that make further ones of them."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self.steps: list[int] = []  # four each: code, where its result goes (of a comparison: its answer), operands
        self.made: dict[int, int] = {}  # where the step begins that makes a number
        self._constants: dict[float, int] = {}
        self._results: dict[tuple[int, int, int], int] = {}  # places of what known steps give
        self._answered: set[tuple[int, int, int]] = set()

    def input(self, value: float) -> Recorded:
        """A further input, with the value it has while the tape is recorded."""
        return self._new(float(value))

    def step(self, code: int, one: Any, other: Any, value: float) -> Recorded:
        """A step with two operands (or twice the same one) and its result; one that was made is not made again."""
        first, second = self.place(one), self.place(other)
        known = self._results.get((code, first, second))
        if known is not None:
            return Recorded(self, known, value)
        result = self._new(value)
        self.made[result.place] = len(self.steps)
        self.steps += [code, result.place, first, second]
        self._results[code, first, second] = result.place
        return result

    def answer(self, code: int, one: Any, other: Any, answer: bool) -> bool:
        """Enter the answer of a comparison, once."""
        asked = code, self.place(one), self.place(other)
        if asked not in self._answered:
            self._answered.add(asked)
            self.steps += [code, int(answer), *asked[1:]]
        return answer

    def place(self, operand: Any) -> int:
        """Where an operand stands; constants are entered on first use."""
        if operand.__class__ is Recorded:
            return int(operand.place)
        number = float(operand)
        if number not in self._constants:
            self._constants[number] = self._new(number).place
        return self._constants[number]

    def is_constant(self, place: int) -> bool:
        """Whether a number was entered as a constant."""
        return self._constants.get(self.values[place]) == place

    def _new(self, value: float) -> Recorded:
        self.values.append(value)
        return Recorded(self, len(self.values) - 1, value)


class Recorded:
    """A number on a tape, with the value that it has while the tape is recorded."""

    __slots__ = ("place", "tape", "value")

    def __init__(self, tape: Tape, place: int, value: float) -> None:
        self.tape, self.place, self.value = tape, place, value

    @property
    def real(self) -> Recorded:
        """The number itself."""
        return self

    @property
    def imag(self) -> float:
        """No derivative is carried."""
        return 0.0

    def __float__(self) -> NoReturn:
        raise TypeError("a recorded number has no plain value")

    def _then(self, code: int, other: Any, value: float) -> Recorded:
        return self.tape.step(code, self, other, value)

    def _after(self, code: int, other: Any, value: float) -> Recorded:
        return self.tape.step(code, other, self, value)

    def __add__(self, other: Any) -> Recorded:
        return self._then(opcodes.ADD, other, self.value + plain(other))

    def __radd__(self, other: Any) -> Recorded:
        return self._after(opcodes.ADD, other, plain(other) + self.value)

    def __sub__(self, other: Any) -> Recorded:
        return self._then(opcodes.SUBTRACT, other, self.value - plain(other))

    def __rsub__(self, other: Any) -> Recorded:
        return self._after(opcodes.SUBTRACT, other, plain(other) - self.value)

    def __mul__(self, other: Any) -> Recorded:
        return self._then(opcodes.MULTIPLY, other, self.value * plain(other))

    def __rmul__(self, other: Any) -> Recorded:
        return self._after(opcodes.MULTIPLY, other, plain(other) * self.value)

    def __truediv__(self, other: Any) -> Recorded:
        return self._then(opcodes.DIVIDE, other, self.value / plain(other))

    def __rtruediv__(self, other: Any) -> Recorded:
        return self._after(opcodes.DIVIDE, other, plain(other) / self.value)

    def __pow__(self, other: Any) -> Recorded:
        return self._then(opcodes.POWER, other, self.value ** plain(other))

    def __rpow__(self, other: Any) -> Recorded:
        return self._after(opcodes.POWER, other, plain(other) ** self.value)

    def __neg__(self) -> Recorded:
        return self._then(opcodes.NEGATE, self, -self.value)

    def __pos__(self) -> Recorded:
        return self

    def __abs__(self) -> Recorded:
        return -self if self < 0.0 else self

    def sqrt(self) -> Recorded | None:
        """Its square root; numpy calls this method, and the next two."""
        return record(opcodes.SQRT, math.sqrt, self)

    def cos(self) -> Recorded | None:
        """Its cosine."""
        return record(opcodes.COS, math.cos, self)

    def sin(self) -> Recorded | None:
        """Its sine."""
        return record(opcodes.SIN, math.sin, self)

    def __lt__(self, other: Any) -> bool:
        return self.tape.answer(opcodes.IS_LESS, self, other, self.value < plain(other))

    def __le__(self, other: Any) -> bool:
        return self.tape.answer(opcodes.IS_LESS_OR_EQUAL, self, other, self.value <= plain(other))

    def __gt__(self, other: Any) -> bool:
        return self.tape.answer(opcodes.IS_LESS, other, self, self.value > plain(other))

    def __ge__(self, other: Any) -> bool:
        return self.tape.answer(opcodes.IS_LESS_OR_EQUAL, other, self, self.value >= plain(other))

    def __eq__(self, other: object) -> bool:
        return self.tape.answer(opcodes.IS_EQUAL, self, other, self.value == plain(other))

    def __hash__(self) -> int:
        """By the value: what is found in a table by it is then found equal, and that answer is entered."""
        return hash(self.value)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return self != 0.0


def plain(value: Any) -> float:
    """The value of a number, recorded or not."""
    return float(value.value if value.__class__ is Recorded else value)


def record(code: int, value: Any, one: Any, other: Any = None) -> Recorded | None:
    """The result of a function of one or two numbers on their tape; none when neither is recorded."""
    for operand in (one, other):
        if operand.__class__ is Recorded:
            second = one if other is None else other
            given = (plain(one),) if other is None else (plain(one), plain(other))
            step: Recorded = operand.tape.step(code, one, second, float(value(*given)))
            return step
    return None


def largest(values: Iterable[Any]) -> Any:
    """The largest of some numbers, whichever of them it is."""
    return _reduced(opcodes.MAX, max, values)


def smallest(values: Iterable[Any]) -> Any:
    """The smallest of some numbers, whichever of them it is."""
    return _reduced(opcodes.MIN, min, values)


def diagonal(sides: Iterable[Any]) -> Any:
    """The root of the sum of squares."""
    return _reduced(opcodes.HYPOT, math.hypot, sides)


def _reduced(code: int, value: Any, values: Iterable[Any]) -> Any:
    given = list(values)
    for each in given:
        if each.__class__ is Recorded:
            return reduce(partial(_two, code, value), given)
    return reduce(value, given)


def _two(code: int, value: Any, one: Any, other: Any) -> Any:
    step = record(code, value, one, other)
    return value(one, other) if step is None else step


_Sum = tuple[float, dict[int, float]]  # the constant, and factors by the places of what they multiply


def sums_of(numbers: Sequence[Any]) -> tuple[list[float], list[tuple[Recorded, list[float]]]]:
    """Constants of some numbers, plain or recorded, and each recorded number that is added with its factors."""
    constants, columns = [0.0] * len(numbers), dict[int, list[float]]()
    known: _Sums | None = None
    for row, number in enumerate(numbers):
        if number.__class__ is not Recorded:
            constants[row] = float(number)
            continue
        known = known or _Sums(number.tape)
        constants[row], factors = known.sum(number.place)
        for place, factor in factors.items():
            columns.setdefault(place, [0.0] * len(numbers))[row] = factor
    if known is None:
        return constants, []
    tape = known.tape
    return constants, [(Recorded(tape, place, tape.values[place]), column) for place, column in columns.items()]


class _Sums:
    """The sums of a tape: what is made of equal numbers by equal steps counts as one number."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self._known = dict[int, _Sum]()
        self._alike = dict[tuple[Any, ...], int]()

    def sum(self, place: int) -> _Sum:
        """The sum that a number is."""
        waiting = [place]  # no recursion: a long sum is as deep as it is long
        while waiting:
            at = waiting[-1]
            missing = [x for x in self._operands(at) if x not in self._known]
            if missing:
                waiting += missing
                continue
            self._known.setdefault(at, self._made(at))
            waiting.pop()
        return self._known[place]

    def _operands(self, place: int) -> list[int]:
        first = self.tape.made.get(place)
        return [] if first is None else self.tape.steps[first + 2 : first + 4]

    def _made(self, place: int) -> _Sum:
        if self.tape.is_constant(place):
            return self.tape.values[place], {}
        first = self.tape.made.get(place)
        if first is None:
            return 0.0, {place: 1.0}
        code = self.tape.steps[first]
        one, other = (self._known[x] for x in self._operands(place))
        if code == opcodes.ADD:
            return _added(one, other, 1.0)
        if code == opcodes.SUBTRACT:
            return _added(one, other, -1.0)
        if code == opcodes.NEGATE:
            return _added((0.0, {}), one, -1.0)
        if code == opcodes.MULTIPLY and not (one[1] and other[1]):
            return _added((0.0, {}), one, other[0]) if one[1] else _added((0.0, {}), other, one[0])
        if code == opcodes.DIVIDE and not other[1] and other[0] != 0.0:
            return one[0] / other[0], {x: factor / other[0] for x, factor in one[1].items()}
        key = (code, *((constant, *sorted(factors.items())) for constant, factors in (one, other)))
        return 0.0, {self._alike.setdefault(key, place): 1.0}


def _added(one: _Sum, other: _Sum, factor: float) -> _Sum:
    factors = dict(one[1])
    for place, each in other[1].items():
        factors[place] = factors.get(place, 0.0) + factor * each
    return one[0] + factor * other[0], {place: each for place, each in factors.items() if each != 0.0}
