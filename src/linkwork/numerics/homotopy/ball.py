"""Complex balls: a number and a radius within which the true one lies whatever was rounded, many side by side.

Every operation adds what rounding may do to its middle (u = 2^-53, u |a| |b| sqrt(5) for a product: Brent, Percival and
Zimmermann 2007; here with room to spare) and rounds radii up by a factor that covers the few operations made on them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array

_ROUNDING = 2.0**-50
_UP = 1.0 + 2.0**-48
_TINY = 1e-290  # below it products may lose bits without that they are counted


@dataclass
class Ball:
    """Middles (complex) and radii."""

    middle: Array
    radius: Array

    @property
    def size(self) -> Array:
        """A bound of the absolute values."""
        return (np.abs(self.middle) * _UP + self.radius) * _UP

    def __add__(self, other: Ball) -> Ball:
        middle = self.middle + other.middle
        return Ball(middle, (self.radius + other.radius + _ROUNDING * np.abs(middle)) * _UP)

    def __mul__(self, other: Ball) -> Ball:
        middle = self.middle * other.middle
        one, two = np.abs(self.middle) * _UP, np.abs(other.middle) * _UP
        radius = one * other.radius + self.radius * two + self.radius * other.radius + _ROUNDING * one * two + _TINY
        return Ball(middle, radius * _UP)


def exact(values: Array | complex) -> Ball:
    """Numbers that are what they are."""
    middle = np.asarray(values, complex)
    return Ball(middle, np.zeros(middle.shape))


def upwards(values: Array) -> Array:
    """A sum or product of few numbers that are not negative, rounded up."""
    return np.asarray(values * _UP + _TINY)
