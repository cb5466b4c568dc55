"""A move from one value to another within limits of speed, acceleration and jerk: trapezoid and S-curve."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from linkwork.base.errors import MechanismError
from linkwork.expression import as_expression
from linkwork.expression.number import Number
from linkwork.functions.base import Environment, Function, Interval
from linkwork.functions.packed import Packed

_ZERO = as_expression(0)
Stretch = tuple[Any, Any]
"""How long, and the jerk there (of a trapezoid the acceleration)."""


class Move(Function):
    """A move by a distance: its rate is a trapezoid; with a jerk it is an S-curve, whose acceleration is one."""

    type: Literal["move"] = "move"
    distance: Number = Field(description="By how much the value changes; below zero backwards.")
    speed: Number = Field(description="Largest rate, per s.")
    acceleration: Number = Field(description="Largest rate of the rate, per s^2.")
    jerk: Number | None = Field(default=None, description="Largest rate of the acceleration, per s^3; none: it jumps.")
    begin: Number = Field(default=_ZERO, description="Where the move begins; before it the value is `start`.")
    start: Number = Field(default=_ZERO, description="Value before the move.")

    def pack(self, env: Environment, variable: str = "t") -> Packed:
        """The kernel of its stretches, each a cubic from where it begins, and their numbers in this environment."""
        from linkwork.functions.table_kernel import HOLD, table

        places, pieces = self._pieces(env)
        knots = [*places, places[-1] + 1.0]
        return Packed(table, [*knots, *(number for piece in pieces for number in piece)], [len(knots), HOLD])

    def joints(self, env: Environment, variable: str = "t", within: Interval | None = None) -> list[Any]:
        """Where a stretch of it begins or ends."""
        return self._pieces(env)[0]

    def _pieces(self, env: Environment) -> tuple[list[Any], list[list[Any]]]:
        """Where stretches begin and end, and the polynomials from there on in rising powers, the last one constant."""
        value, t = self.start.value(env), self.begin.value(env)
        speed = acceleration = 0.0
        places, pieces = [t], list[list[Any]]()
        for duration, highest in self._stretches(env):
            jerk = 0.0 if self.jerk is None else highest
            if self.jerk is None:
                acceleration = highest
            pieces.append([value, speed, acceleration / 2, jerk / 6, 0.0, 0.0])
            value = value + duration * (speed + duration * (acceleration / 2 + duration * jerk / 6))
            speed = speed + duration * (acceleration + duration * jerk / 2)
            acceleration = acceleration + duration * jerk
            t = t + duration
            places.append(t)
        return places, [*pieces, [value, 0.0, 0.0, 0.0, 0.0, 0.0]]

    def _stretches(self, env: Environment) -> list[Stretch]:
        limits = {"speed": self.speed, "acceleration": self.acceleration}
        limits |= {} if self.jerk is None else {"jerk": self.jerk}
        stretches = {name: number.value(env) for name, number in limits.items()}
        for name, number in stretches.items():
            if not number.real > 0.0:
                raise MechanismError(f"move: {name} must be greater than zero; it is {number.real:g}")
        way = self.distance.value(env)
        sign = -1.0 if way.real < 0.0 else 1.0
        if self.jerk is None:
            return _trapezoid(sign, sign * way, stretches["speed"], stretches["acceleration"])
        return _s_curve(sign, sign * way, stretches["speed"], stretches["acceleration"], stretches["jerk"])


def _trapezoid(sign: float, way: Any, speed: Any, acceleration: Any) -> list[Stretch]:
    """Faster, even, slower; where the way is too short for its speed there is no even stretch."""
    reached = speed if (speed * speed).real < (way * acceleration).real else (way * acceleration) ** 0.5
    if reached == 0.0:
        return []
    rising = reached / acceleration
    even = way / reached - rising
    stretches = [(rising, sign * acceleration), (even, 0.0), (rising, -sign * acceleration)]
    return [one for one in stretches if one[0].real > 0.0]


def _s_curve(sign: float, way: Any, speed: Any, acceleration: Any, jerk: Any) -> list[Stretch]:
    """Seven stretches of even jerk (Biagiotti and Melchiorri 2008, 3.4), fewer where a limit is not reached."""
    if way == 0.0:
        return []
    bends = acceleration / jerk if (speed * jerk).real >= (acceleration**2).real else (speed / jerk) ** 0.5
    rising = bends + speed / acceleration if (speed * jerk).real >= (acceleration**2).real else 2.0 * bends
    even = way / speed - rising
    if even.real < 0.0:
        even = 0.0 * even
        bends = acceleration / jerk
        rising = bends / 2.0 + (bends * bends / 4.0 + way / acceleration) ** 0.5
        if rising.real < 2.0 * bends.real:
            bends = (way / (2.0 * jerk)) ** (1.0 / 3.0)
            rising = 2.0 * bends
    held, push = rising - 2.0 * bends, sign * jerk
    half = [(bends, push), (held, 0.0), (bends, -push)]
    stretches = [*half, (even, 0.0), *((duration, -value) for duration, value in half)]
    return [one for one in stretches if one[0].real > 1e-12 * rising.real]
