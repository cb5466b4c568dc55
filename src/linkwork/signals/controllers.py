"""Controllers by matrices: state space and observer, whose rates and outputs are sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions.expression import Formula
from linkwork.functions.law import Law, PythonLaw
from linkwork.signals.parts import UNIT, SignalPart, law_states

if TYPE_CHECKING:
    from linkwork.places.row import Row

Matrix = tuple[tuple[Number, ...], ...]
_ZERO = as_expression(0)


class ByMatrices(SignalPart):
    """What signals with a state by matrices have in common."""

    A: Matrix = Field(description="of the states in their rates: a row a state")
    inputs: tuple[Law, ...] = Field(default=(), description="laws of what goes in")
    B: Matrix = Field(default=(), description="of the inputs in the rates of the states: a row a state")
    C: tuple[Number, ...] = Field(description="of the states in the output")
    D: tuple[Number, ...] = Field(default=(), description="of the inputs in the output; nothing when left out")
    start: tuple[Number, ...] = Field(default=(), description="states at the start; zero when left out")
    unit: str = UNIT

    def states(self) -> dict[str, Number]:
        order = len(self.A)
        start = self.start if len(self.start) == order else (_ZERO,) * order
        own = {f"x{n + 1}": value for n, value in enumerate(start)}
        for law in self.inputs:
            own |= getattr(law, "states", {})
        return own | law_states(self)

    @property
    def reads(self) -> set[str]:
        """What the laws of its inputs read."""
        reads = set[str]()
        for law in self.inputs:
            reads |= law.value.names if isinstance(law, Formula) else {str(getattr(law, "of", ""))}
            reads |= {*law.inputs.values(), *law.arguments()} if isinstance(law, PythonLaw) else set()
        return reads

    def _check(self, row: Row) -> int:
        """The number of states, where everything has a size that fits."""
        order, count = len(self.A), len(self.inputs)
        if order == 0:
            row.fail("A has no rows; give a row for every state, or use a formula")
        sizes = {
            "a row of A": {len(line) for line in self.A} - {order},
            "B": {len(self.B)} - {order, 0 if count == 0 else order},
            "a row of B": {len(line) for line in self.B} - {count},
            "C": {len(self.C)} - {order},
            "D": {len(self.D)} - {count, 0},
            "start": {len(self.start)} - {order, 0},
        }
        for what, wrong in sizes.items():
            if wrong:
                row.fail(f"{what} has {wrong.pop()} entries; there are {order} states and {count} inputs")
        return order

    def _numbers(self, row: Row) -> tuple[list[list[Any]], list[list[Any]], list[Any], list[Any]]:
        def of(values: Sequence[Number]) -> list[Any]:
            return [row.number(value) for value in values]

        through = of(self.D) or [0.0] * len(self.inputs)
        return [of(line) for line in self.A], [of(line) for line in self.B] or [[] for _ in self.A], of(self.C), through


def _sum(row: Row, terms: Sequence[tuple[Any, int]], into: int) -> None:
    """A sum of numbers of the memory into a place."""
    kept = [(factor, place) for factor, place in terms if factor != 0.0]
    row.signal("linear", [factor for factor, _ in kept], [into, len(kept), *(place for _, place in kept)])


class StateSpace(ByMatrices):
    """A linear system: x' = A x + B u, y = C x + D u."""

    type: Literal["state_space"] = "state_space"

    def pack(self, row: Row) -> int:
        order = self._check(row)
        a, b, c, d = self._numbers(row)
        given = [row.law(law) for law in self.inputs]
        places = [row.state(f"x{n + 1}") for n in range(order)]
        now = [place for place, _ in places]
        for line, own, (_, rate) in zip(a, b, places, strict=True):
            _sum(row, [*zip(line, now, strict=True), *zip(own, given, strict=True)], rate)
        place = row.cell()
        _sum(row, [*zip(c, now, strict=True), *zip(d, given, strict=True)], place)
        return place


class Observer(ByMatrices):
    """An observer: x' = A x + B u + L (y - C x - D u), whose states come to those of what it watches."""

    type: Literal["observer"] = "observer"
    measured: Law = Field(description="what is measured, y")
    gain: tuple[Number, ...] = Field(description="L: of what the estimate is off in the rates of the states")

    def pack(self, row: Row) -> int:
        order = self._check(row)
        if len(self.gain) != order:
            row.fail(f"gain has {len(self.gain)} entries; there are {order} states")
        a, b, c, d = self._numbers(row)
        given, seen = [row.law(law) for law in self.inputs], row.law(self.measured)
        places = [row.state(f"x{n + 1}") for n in range(order)]
        now = [place for place, _ in places]
        place, off = row.cell(), row.cell()
        _sum(row, [*zip(c, now, strict=True), *zip(d, given, strict=True)], place)
        _sum(row, [(1.0, seen), (-1.0, place)], off)
        for line, own, gain, (_, rate) in zip(a, b, self.gain, places, strict=True):
            _sum(row, [*zip(line, now, strict=True), *zip(own, given, strict=True), (row.number(gain), off)], rate)
        return place
