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
        offset -= self.length * np.rint(offset / self.length)
        x = offset / self.spacings
        table = np.zeros((3, *x.shape))
        at, which = np.nonzero(np.abs(x) < 2)
        alive, distance = x[at, which], self.spacings[which]
        u, sign = np.abs(alive), np.sign(alive)
        near, v = u < 1, 2 - u
        table[0, at, which] = np.where(near, 2 / 3 - u**2 + u**3 / 2, v**3 / 6)
        table[1, at, which] = np.where(near, -2 * u + 1.5 * u**2, -(v**2) / 2) * sign / distance
        table[2, at, which] = np.where(near, -2 + 3 * u, v) / distance**2
        return table

    def only(self, wanted: Array) -> ClosedSplines:
        """Those of the functions for which `wanted` is true."""
        return ClosedSplines(self.length, self.centres[wanted], self.spacings[wanted])

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
        width, done = float(self.spacings[0]), list[Array]()
        begins = width * np.arange(round(self.length / width))
        while len(begins):
            finer = self.centres[self.spacings < 0.75 * width]
            reach = 2 * self.spacings[self.spacings < 0.75 * width] + 0.499 * width
            offset = begins[:, None] + 0.5 * width - finer
            split = np.any(np.abs(offset - self.length * np.rint(offset / self.length)) < reach, axis=1)
            done.append(np.column_stack([begins[~split], np.full(np.sum(~split), width)]))
            width *= 0.5
            begins = (begins[split, None] + np.array([0.0, width])).ravel()
        cells = np.concatenate(done)
        return np.asarray(cells[np.argsort(cells[:, 0])])


def closed_splines(length: float, count: int, zones: list[list[tuple[float, float]]]) -> ClosedSplines:
    """`count` functions all around, then a level of finer ones for every list of zones (from, to), inside of them."""
    centres = [length * np.arange(count) / count]
    spacings = [np.full(count, length / count)]
    for level, zone in enumerate(zones, 1):
        distance = length / (count * 2**level)
        places = distance * (2 * np.arange(count * 2 ** (level - 1)) + 1)
        inside = np.zeros(len(places), bool)
        for begin, end in zone:
            inside |= (places - begin) % length <= end - begin
        places = places[inside]
        centres.append(places)
        spacings.append(np.full(len(places), distance))
    return ClosedSplines(length, np.concatenate(centres), np.concatenate(spacings))
