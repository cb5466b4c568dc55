"""Whether a rate counts cycles or turns through angles: 1 Hz and 1 rev/s fit by their dimension and differ by 6.28.

Of every product the powers of what tells are counted: units of angles, cycles, and pi. A formula has one such count
for each term that its value may come from.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from linkwork.expression import dimensions as dim
from linkwork.expression.elementary import CONSTANTS
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
from linkwork.expression.units import UNITS, Unit

_ANGLES = frozenset(word for word, (_, _, kind) in UNITS.items() if kind == dim.PLAIN)
_TIMES = frozenset(word for word, (_, _, kind) in UNITS.items() if kind == dim.TIME)
_CYCLES = frozenset(word for word in UNITS if word.endswith("Hz"))
_NEAR = 1e-3
"""How far 6.28 and 3.14 may be from 2 pi and pi."""


class Count(NamedTuple):
    """The powers of what tells in one product."""

    cycles: int = 0
    """Of Hz; a speed in turns, as rpm and deg/s, is cycles times an angle."""
    turn: int = 0
    """Of units that are a part of a turn: rev, deg, rpm."""
    radian: int = 0
    pi: int = 0
    unsure: int = 0
    """1: units of other quantities, with which pi may be of a circumference; 2: names that may be an angle."""

    @property
    def angle(self) -> int:
        """The power of all angles."""
        return self.turn + self.radian

    @property
    def tells(self) -> bool:
        """Whether it has any of them."""
        return any(self[:4])

    @property
    def is_angular(self) -> bool:
        """Whether a rate is surely one in rad/s."""
        of_cycles = self.cycles == 1 and self.unsure == 0
        return self.angle + self.pi >= 1 and (self.angle >= 1 or of_cycles)

    @property
    def is_of_cycles(self) -> bool:
        """Whether a rate is surely one in Hz."""
        return self[:4] == (1, 0, 0, 0) and self.unsure < 2

    @property
    def is_for_each_turn(self) -> bool:
        """Whether it is so much for each unit of an angle, as 5 mm/rev."""
        return self.angle < 0 and self.angle + self.pi < 0

    def times(self, other: Count, power: int = 1) -> Count:
        """That of a product with a power of another."""
        cycles, turn, radian, pi = (one + power * more for one, more in zip(self[:4], other[:4], strict=True))
        return Count(cycles, turn, radian, pi, max(self.unsure, other.unsure))

    def half(self) -> Count:
        """That of a square root."""
        cycles, turn, radian, pi = (power // 2 for power in self[:4])
        return Count(cycles, turn, radian, pi, self.unsure)


Counts = frozenset[Count]
"""None of them where nothing can be told."""

PLAIN: Counts = frozenset((Count(),))
_PI: Counts = frozenset((Count(pi=1),))
_NONE: Counts = frozenset()


def counts_of(node: Node, known: Callable[[str], Counts]) -> Counts:
    """Those of an expression, where `known` tells them of a name."""
    if isinstance(node, NameNode):
        return _PI if node.name in CONSTANTS else known(node.name)
    if isinstance(node, NumberNode):
        return _of_number(node.number)
    counts = [counts_of(child, known) for child in node.children]
    if isinstance(node, UnitNode):  # pi in the number before a unit is only a number: (2*pi) rad/s
        unit = _of_unit(node.unit)
        return frozenset(unit.times(count._replace(pi=0)) for count in counts[0])
    if isinstance(node, NegativeNode | SumNode):
        return _NONE.union(*counts)
    if isinstance(node, ProductNode):
        return _product(node, counts)
    if isinstance(node, PowerNode):
        return _power(node, counts[0])
    if isinstance(node, ChoiceNode):
        return counts[2] | counts[3]
    return _call(node, counts) if isinstance(node, CallNode) else _NONE


def of_variable(dimension: dim.Dimension | None) -> Counts:
    """Those of a variable or channel of that dimension, whose angles are in rad."""
    if dimension is None:
        return frozenset((Count(unsure=2),))
    if dimension in (dim.PLAIN, dim.RATE, dim.ANGULAR_ACCELERATION):
        return frozenset((Count(radian=1),))
    return PLAIN if dimension == dim.TIME else frozenset((Count(unsure=1),))


def _of_number(number: float) -> Counts:
    """2 pi and pi may be written as 6.28 and 3.14, and 1/(2 pi) as 0.159."""
    if any(abs(number / one - 1) < _NEAR for one in (math.pi, math.tau)):
        return _PI
    return frozenset((Count(pi=-1),)) if abs(number * math.tau - 1) < _NEAR else PLAIN


@cache
def _of_unit(unit: Unit) -> Count:
    above, _, below = unit.text.partition("/")
    count = Count()
    for text, sign in ((above, 1), (below, -1)):
        for word, power in re.findall(r"([^\W\d_]+)(?:\^(-?\d+))?", text):
            count = count.times(_of_word(word), sign * int(power or 1))
    if unit.dimension == dim.RATE and count.turn == 1 and count.cycles == 0:
        return count._replace(cycles=1)
    return count


def _of_word(word: str) -> Count:
    if word == "rpm":
        return Count(cycles=1, turn=1)
    if word in _CYCLES:
        return Count(cycles=1)
    if word in _ANGLES:
        return Count(radian=1) if word.endswith("rad") else Count(turn=1)
    return Count() if word in _TIMES else Count(unsure=1)


def _product(node: ProductNode, counts: list[Counts]) -> Counts:
    product = counts[0]
    for sign, factor in zip(node.signs, counts[1:], strict=True):
        power = 1 if sign == "*" else -1
        product = frozenset(one.times(other, power) for one, other in itertools.product(product, factor))
    return product


def _power(node: PowerNode, base: Counts) -> Counts:
    exponent = node.children[1]
    try:
        power = None if exponent.names else exponent.evaluate({}).real
    except (ArithmeticError, ValueError):
        power = None
    if power is not None and float(power).is_integer():
        return frozenset(Count().times(one, int(power)) for one in base)
    return frozenset(one for one in base if not one.tells)


def _call(node: CallNode, counts: list[Counts]) -> Counts:
    name = node.function.name
    if name in ("abs", "min", "max", "hypot"):
        return _NONE.union(*counts)
    if name == "sqrt":
        even = (one for one in counts[0] if not any(power % 2 for power in one[:4]))
        return frozenset(one.half() for one in even)
    return _NONE if name in ("asin", "acos", "atan", "atan2") else PLAIN
