"""An outline through points."""

from __future__ import annotations

import math
from itertools import accumulate
from typing import Annotated, Any, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.functions.base import Environment
from linkwork.functions.outlines.curve import TURN, Curve, Point
from linkwork.functions.packed import Packed

_SAME = 1e-9  # of the size: two points so near are one


class Points(Curve):
    """A quintic spline through points; alpha grows with the chord length, 0 to 2 pi closed, 0 to 1 open."""

    type: Literal["points"] = "points"
    points: Annotated[tuple[Point, ...], Field(min_length=3)] = Field(
        description="In order along the curve; a closed one need not repeat its first point."
    )
    closed: bool = True

    def pack(self, env: Environment) -> Packed:
        """The kernel of the curve and its numbers in this environment."""
        from linkwork.functions.outlines.pair_kernel import pair
        from linkwork.functions.splines.quintic import quintic_spline
        from linkwork.functions.table_kernel import EXTEND, PERIODIC, table

        xs, ys, knots = self.knots(env)
        ends, mode = ("periodic", PERIODIC) if self.closed else ("natural", EXTEND)
        parts = []
        for values in (xs, ys):
            coefficients = quintic_spline(knots, values, ends).ravel().tolist()
            parts.append(Packed(table, [*knots, *coefficients], [len(knots), mode]))
        return Packed(pair, [0.0, 0.0], [0], 4, parts, None if self.closed else (0.0, 1.0))

    def period(self, env: Environment) -> float | None:
        """2 pi on a closed curve, None on an open one."""
        return TURN if self.closed else None

    def range(self, env: Environment) -> tuple[float, float] | None:
        """Where alpha runs once along the curve."""
        return (0.0, TURN if self.closed else 1.0)

    def knots(self, env: Environment) -> tuple[list[Any], list[Any], list[Any]]:
        """x, y and alpha of the points, the first once more at the end of a closed curve; bad ones are refused."""
        xs = [x.value(env) for x, _ in self.points]
        ys = [y.value(env) for _, y in self.points]
        if self.closed:
            _close(xs, ys)
        if len(xs) < 3 + self.closed:
            raise MechanismError("outline through points: at least 3 different points are needed")
        return xs, ys, _chord_lengths(xs, ys, TURN if self.closed else 1.0)


def _close(xs: list[Any], ys: list[Any]) -> None:
    """Let the curve end at its first point, which may be written again within rounding."""
    width, height = (max(value.real for value in values) - min(value.real for value in values) for values in (xs, ys))
    if math.hypot((xs[-1] - xs[0]).real, (ys[-1] - ys[0]).real) <= _SAME * math.hypot(width, height):
        del xs[-1], ys[-1]
    xs.append(xs[0])
    ys.append(ys[0])


def _chord_lengths(xs: list[Any], ys: list[Any], total: float) -> list[Any]:
    chords = []
    for place in range(len(xs) - 1):
        square = (xs[place + 1] - xs[place]) ** 2 + (ys[place + 1] - ys[place]) ** 2
        if square.real <= 0:
            raise MechanismError(f"outline through points: point {place + 2} repeats the one before it")
        chords.append(square**0.5)
    length = sum(chords)
    knots = [total * partial / length for partial in accumulate(chords, initial=0.0)]
    knots[-1] = total
    return knots
