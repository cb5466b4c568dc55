"""Interface quantities between the ends of steps: constant, linear, quadratic."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.exchange.subsystem import DEGREES

INTERPOLATIONS = {"constant": 0, "linear": 1, "quadratic": 2}


class Past:
    """Values of some numbers at the ends of the last steps."""

    def __init__(self, t: float, values: Array) -> None:
        self.times: tuple[float, ...] = (t,)
        self.values: tuple[Array, ...] = (values.copy(),)

    def added(self, t: float, values: Array) -> None:
        """One more end of a step; the last three are kept."""
        self.times = (t, *self.times[: DEGREES - 1])
        self.values = (values.copy(), *self.values[: DEGREES - 1])

    def kept(self) -> tuple[tuple[float, ...], tuple[Array, ...]]:
        """All of it, to be taken back."""
        return self.times, self.values

    def inside(self, h: float, end: Array, degree: int) -> Array:
        """Coefficients over a step at whose end the values are `end`, through those of the ends before.

        `constant` is the value of the end all over the step.
        """
        if degree == 0:
            inside = np.zeros((DEGREES, len(end)))
            inside[0] = end
            return inside
        begin = self.values[0]
        return _through(begin, h, end, *self._before(degree))

    def ahead(self, degree: int) -> Array:
        """Coefficients over a step whose end is not known: on from the last ends."""
        ahead = np.zeros((DEGREES, len(self.values[0])))
        ahead[0] = self.values[0]
        if degree and len(self.times) > 1:
            begin, before = self.times[0], self.times[1]
            more = (self.times[2] - begin, self.values[2]) if degree == 2 and len(self.times) > 2 else (0.0, None)
            return _through(self.values[0], before - begin, self.values[1], *more)
        return ahead

    def _before(self, degree: int) -> tuple[float, Array | None]:
        if degree == 2 and len(self.times) > 1:
            return self.times[1] - self.times[0], self.values[1]
        return 0.0, None


def _through(begin: Array, s: float, there: Array, r: float, other: Array | None) -> Array:
    """The straight line through the values at 0 and s, or the parabola that also goes through those at r."""
    through = np.zeros((DEGREES, len(begin)))
    through[0] = begin
    slope = (there - begin) / s
    if other is None:
        through[1] = slope
        return through
    bend = ((other - begin) / r - slope) / (r - s)
    through[1], through[2] = slope - bend * s, bend
    return through
