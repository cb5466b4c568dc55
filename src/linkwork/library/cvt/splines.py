"""Hierarchical cubic B-splines on a closed line: coarse functions stay as they are where finer ones are added.

Level l has uniform B-splines of the knot distance L / (count 2^l). Of a finer level only every second one is taken,
those whose centre lies between the centres of the coarser: with these the space is the whole finer one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array


@dataclass(frozen=True)
class ClosedSplines:
    """Cubic B-splines on a closed line of the given length; each has a centre and a knot distance."""

    length: float
    centres: Array
    spacings: Array

    @property
    def count(self) -> int:
        """How many functions there are."""
        return len(self.centres)

    def values(self, places: Array) -> Array:
        """Values, first and second derivatives of all functions: an array (3, places, functions)."""
        offset = np.asarray(places, float)[:, None] - self.centres[None, :]
        offset = (offset + 0.5 * self.length) % self.length - 0.5 * self.length
        x = offset / self.spacings
        near, far, sign = np.abs(x) < 1, (np.abs(x) >= 1) & (np.abs(x) < 2), np.sign(x)
        u, v = np.abs(x), 2 - np.abs(x)
        value = np.where(near, 2 / 3 - u**2 + u**3 / 2, np.where(far, v**3 / 6, 0.0))
        slope = np.where(near, (-2 * u + 1.5 * u**2) * sign, np.where(far, -(v**2) / 2 * sign, 0.0))
        bend = np.where(near, -2 + 3 * u, np.where(far, v, 0.0))
        return np.stack([value, slope / self.spacings, bend / self.spacings**2])


def closed_splines(length: float, count: int, zones: list[tuple[float, float]], levels: int) -> ClosedSplines:
    """`count` functions all around, then `levels` finer ones inside the zones (from, to; level 1 everywhere)."""
    centres = [length * np.arange(count) / count]
    spacings = [np.full(count, length / count)]
    for level in range(1, levels + 1):
        distance = length / (count * 2**level)
        places = distance * (2 * np.arange(count * 2 ** (level - 1)) + 1)
        if level > 1:
            inside = np.zeros(len(places), bool)
            for begin, end in zones:
                inside |= (places - begin) % length <= end - begin
            places = places[inside]
        centres.append(places)
        spacings.append(np.full(len(places), distance))
    return ClosedSplines(length, np.concatenate(centres), np.concatenate(spacings))
