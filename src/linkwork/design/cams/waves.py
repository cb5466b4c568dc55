"""Waves: the pieces of which follower motions are made, each a polynomial plus one sine, with exact derivatives.

s(x) = c0 + c1 y + c2 y^2 + ... + A sin(w y + p),   y = x - begin
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


def horner(coefficients: tuple[float, ...], y: Any) -> Any:
    """c0 + c1 y + c2 y^2 + ..., of numbers, arrays or expressions."""
    highest = max((power for power, c in enumerate(coefficients) if c), default=0)
    total: Any = coefficients[highest]
    for coefficient in reversed(coefficients[:highest]):
        total = total * y + coefficient if coefficient else total * y
    return total


def polynomial_derivative(coefficients: tuple[float, ...], order: int) -> tuple[float, ...]:
    """Coefficients of the derivative of this order."""
    return tuple(math.perm(power, order) * c for power, c in enumerate(coefficients))[order:]


@dataclass(frozen=True)
class Wave:
    """One piece, from `begin` to `end`."""

    begin: float
    end: float
    coefficients: tuple[float, ...]
    amplitude: float = 0.0
    frequency: float = 1.0
    phase: float = 0.0

    def derivative(self, order: int = 1) -> Wave:
        """The piece of the derivative of this order."""
        return Wave(
            self.begin,
            self.end,
            polynomial_derivative(self.coefficients, order) or (0.0,),
            self.amplitude * self.frequency**order,
            self.frequency,
            self.phase + 0.5 * math.pi * order,
        )

    def value(self, x: Any, maths: Any) -> Any:
        """Its value, with the sine of `maths`: numbers of `math`, arrays of `numpy`, or expressions."""
        y = x - self.begin if self.begin else x
        height = horner(self.coefficients, y)
        return height + self.amplitude * maths.sin(self.frequency * y + self.phase) if self.amplitude else height

    def slopes(self, x: float, orders: int) -> tuple[float, ...]:
        """Value and derivatives up to an order at one place."""
        return tuple(float(self.derivative(order).value(x, math)) for order in range(orders + 1))

    def stretched(self, begin: float, over: float, low: float, height: float) -> Wave:
        """The piece of a law from (0, 0) to (1, 1), put where the motion begins and made as long and high as it is."""
        scaled = [height * c / over**power for power, c in enumerate(self.coefficients)]
        return Wave(
            begin + over * self.begin,
            begin + over * self.end,
            (low + scaled[0], *scaled[1:]),
            height * self.amplitude,
            self.frequency / over,
            self.phase,
        )
