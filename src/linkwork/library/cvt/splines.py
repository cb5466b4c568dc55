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

    def places_of(self, fewer: ClosedSplines) -> list[int]:
        """The numbers that functions of a coarser description, which are all among these, have here."""
        finest = float(self.spacings.min())
        all_here = {
            (round(centre / finest), round(spacing / finest)): number
            for number, (centre, spacing) in enumerate(zip(self.centres, self.spacings, strict=True))
        }
        wanted = zip(fewer.centres, fewer.spacings, strict=True)
        return [all_here[round(centre / finest), round(spacing / finest)] for centre, spacing in wanted]

    def cells(self) -> Array:
        """Where each piece begins and how long it is between the knots of all functions that live there, a row each."""
        widest = float(self.spacings[0])
        cells, waiting = [], [(widest * k, widest) for k in range(round(self.length / widest))][::-1]
        while waiting:
            begin, width = waiting.pop()
            offset = np.abs((self.centres - begin - 0.5 * width + 0.5 * self.length) % self.length - 0.5 * self.length)
            if np.any((self.spacings < 0.75 * width) & (offset < 2 * self.spacings + 0.499 * width)):
                waiting += [(begin + 0.5 * width, 0.5 * width), (begin, 0.5 * width)]
            else:
                cells.append((begin, width))
        return np.array(cells)


def closed_splines(length: float, count: int, zones: list[list[tuple[float, float]]]) -> ClosedSplines:
    """`count` functions all around, then a level of finer ones for every list of zones (from, to), inside of them; the
    first finer level is everywhere."""
    centres = [length * np.arange(count) / count]
    spacings = [np.full(count, length / count)]
    for level, zone in enumerate(zones, 1):
        distance = length / (count * 2**level)
        places = distance * (2 * np.arange(count * 2 ** (level - 1)) + 1)
        if level > 1:
            inside = np.zeros(len(places), bool)
            for begin, end in zone:
                inside |= (places - begin) % length <= end - begin
            places = places[inside]
        centres.append(places)
        spacings.append(np.full(len(places), distance))
    return ClosedSplines(length, np.concatenate(centres), np.concatenate(spacings))
