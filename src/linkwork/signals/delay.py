"""A delay in time: by the past of its input, or by a rational function of s."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions.law import Law
from linkwork.signals.parts import UNIT, SignalPart
from linkwork.signals.sampled_layout import BEHIND, SAMPLER

if TYPE_CHECKING:
    from linkwork.places.row import Row

_ZERO = as_expression(0)
_SHORTEST = 1e-9


class Delay(SignalPart):
    """Its output is its input a time ago."""

    type: Literal["delay"] = "delay"
    input: Law = Field(description="what is delayed")
    time: Number = Field(description="by how much, in s")
    start: Number = Field(default=_ZERO, description="output until the start of the run has come through")
    pieces: int = Field(
        default=32, ge=8, le=10000, description="samples of the input that are kept a delay; a polynomial joins them"
    )
    pade: int | None = Field(
        default=None,
        ge=1,
        le=10,
        description="order of a rational function of s (Pade) in place of the past: linear, for `linearise` as well",
    )
    unit: str = UNIT

    def states(self) -> dict[str, Number]:
        return {} if self.pade is None else {f"x{n + 1}": _ZERO for n in range(self.pade)}

    def pack(self, row: Row) -> int:
        if self.pade is not None:
            return self._rational(row)
        place = row.table.places[row.name]
        source = row.law(self.input)
        row.signal("delay_takes", [], [source, self.pieces, place + 1])
        row.sampler(place + 1, self._time(row) / self.pieces)
        return place

    def output(self, row: Row) -> int:
        """Place of the output, which comes from the past: what it is fed back to may stand in its input."""
        distance = self._time(row) / self.pieces
        place = row.cell(1 + SAMPLER + self.pieces + BEHIND)
        row.signal("delayed", [distance, row.number(self.start)], [place, self.pieces, place + 1])
        return place

    def _time(self, row: Row) -> Any:
        time = row.above_zero(self.time, "time")
        if time.real < _SHORTEST:
            row.fail(f"time {time.real:g} s is too short; at least {_SHORTEST:g} s")
        return time

    def _rational(self, row: Row) -> int:
        """exp(-T s) = q(-s)/q(s), q of the order asked for."""
        order, time = self.pade or 0, self._time(row)
        if self.start != _ZERO:
            row.fail("a rational delay begins at rest, with the output zero; leave `start` out")
        below = [
            math.factorial(2 * order - n) / (math.factorial(n) * math.factorial(order - n)) * time**n
            for n in range(order + 1)
        ]
        above = [(-1) ** n * value for n, value in enumerate(below)]
        lead = below[-1]
        above, below = [value / lead for value in above], [value / lead for value in below[:-1]]
        weights = [above[n] - above[order] * below[n] for n in range(order)]
        source = row.law(self.input)
        state, rate = row.state("x1")
        place = row.cell()
        row.signal("transfer", [*below, *weights, above[order]], [place, source, order, state, rate])
        return place
