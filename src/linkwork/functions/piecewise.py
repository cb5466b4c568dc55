"""Functions one after another."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions.base import Description, Environment, Function, Interval
from linkwork.functions.packed import Packed

if TYPE_CHECKING:
    from linkwork.functions.time_function import TimeFunction

_MOST = 10_000  # periods in an interval; shorter ones are no events of time but a texture


class Piece(Description):
    """A function and where it ends."""

    until: Number | None = Field(
        default=None, description="Where the next piece begins; only the last piece goes without."
    )
    function: TimeFunction


def _common(first: Interval, second: Interval | None) -> Interval | None:
    """The part that two intervals share; None when it is not bounded, or empty."""
    low, high = (max(first[0], second[0]), min(first[1], second[1])) if second is not None else first
    return (low, high) if isfinite(low) and isfinite(high) and low < high else None


def _repeated(joints: list[Any], period: Any, within: Interval) -> list[Any]:
    """Joints of one period in all periods within an interval, and in the one that is given."""
    low, high = within
    copies = []
    for joint in joints:
        first, last = (int((end - joint.real) // period.real) for end in (low, high))
        turns = {0, *range(first + 1, last + 1)} if last - first <= _MOST else {0}
        copies += [joint + turn * period for turn in sorted(turns)]
    return copies


class Piecewise(Function):
    """Pieces one after another; each is a formula in the variable itself, not counted from its beginning."""

    type: Literal["piecewise"] = "piecewise"
    pieces: Annotated[tuple[Piece, ...], Field(min_length=1)]
    period: Number | None = Field(
        default=None, description="Repeat: the variable is taken modulo this, from `start` on."
    )
    start: Number = Field(default=as_expression(0), description="Where the first piece begins when there is a period.")

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The kernel of the function and its numbers in this environment."""
        from linkwork.functions.piecewise_kernel import piecewise

        parts = [piece.function.pack(env, variable) for piece in self.pieces]
        start, period, ends = self._places(env)
        self._check_parts(parts, [start, *ends, None if period is None else start + period])
        floats = [start, period or 0.0, *ends]
        scratch = max(part.scratch for part in parts)
        ints = [len(parts), int(period is not None)]
        return Packed(piecewise, floats, ints, scratch, parts, self.range(env))

    def range(self, env: Environment) -> tuple[float, float] | None:
        """From the beginning of the first piece's range to the end of the last one's."""
        if self.period is not None:
            return None
        first = self.pieces[0].function.range(env)
        last = self.pieces[-1].function.range(env)
        if first is None and last is None:
            return None
        return (first[0] if first else float("-inf"), last[1] if last else float("inf"))

    def joints(self, env: Environment, variable: str = "t", within: Interval | None = None) -> list[Any]:
        """The ends of the pieces, the closure of the period, and the joints within the pieces, again every period."""
        start, period, ends = self._places(env)
        first = start.real if period is not None else float("-inf")
        last = (start + period).real if period is not None else float("inf")
        edges = [first, *(end.real for end in ends), last]
        knots = [*([] if period is None else [start]), *ends]
        for piece, begin, end in zip(self.pieces, edges[:-1], edges[1:], strict=True):
            inside = _common((begin, end), within if period is None else (first, last))
            knots += [x for x in piece.function.joints(env, variable, inside) if begin < x.real < end]
        if period is not None and within is not None:
            knots = _repeated(knots, period, within)
        return sorted(knots, key=lambda joint: float(joint.real))

    def _places(self, env: Environment) -> tuple[Any, Any, list[Any]]:
        start = self.start.value(env)
        period = None if self.period is None else self.period.value(env)
        if period is not None and period.real <= 0:
            raise MechanismError(f"piecewise function: the period must be positive, not {period.real:.6g}")
        ends = []
        for place, piece in enumerate(self.pieces[:-1]):
            if piece.until is None:
                raise MechanismError(f"piecewise function: piece {place + 1} needs 'until'; only the last may omit it")
            ends.append(piece.until.value(env))
        self._check_order(start, period, ends, env)
        return start, period, ends

    def _check_order(self, start: Any, period: Any, ends: list[Any], env: Environment) -> None:
        last = self.pieces[-1].until
        edges = [start.real] if period is not None else []
        edges += [end.real for end in ends]
        edges += [] if last is None else [last.value(env).real]
        for before, after in pairwise(edges):
            if after <= before:
                raise MechanismError(f"piecewise function: 'until' must rise; {after:.6g} follows {before:.6g}")
        if period is not None and edges[-1] > (start + period).real * (1 + 1e-12) + 1e-12:
            raise MechanismError(f"piecewise function: the last 'until', {edges[-1]:.6g}, is beyond the period's end")

    def _check_parts(self, parts: list[Packed], edges: list[Any]) -> None:
        for place, part in enumerate(parts):
            if part.range is None:
                continue
            begin = edges[place] if place > 0 or edges[-1] is not None else None
            end = edges[place + 1] if place + 1 < len(edges) else None
            low, high = part.range
            slack = 1e-9 * (high - low)
            if (begin is not None and begin.real < low - slack) or (end is not None and end.real > high + slack):
                raise MechanismError(
                    f"piecewise function: piece {place + 1} is used beyond its table, {low:.6g} to {high:.6g}"
                )
