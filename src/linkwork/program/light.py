"""Light columns: coordinates whose masses are nothing, or next to nothing, beside those that the same rows move.

Where a row moves 1e-12 kg and 1 kg, its squared distance from others in the metric of the masses is a difference of
numbers some 1e12 large: the row looks implied, and is left alone. Such columns are treated as those without mass. That
takes the digits of a light body that moves freely, so it is done only where the plain way loses more: both are tried
in numbers where the mechanism was assembled, on accelerations that are known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.program.elimination import Elimination, Equations

LIGHT = 1e-10  # smallest eigenvalue of a scaled block of masses that has an inverse
MOVED = 1e-6  # entry of a scaled row below which it moves nothing there
UNEQUAL = 1e-4  # ratio of masses below which digits may be lost
LADDER = (1e-10, 1e-8, 1e-6, UNEQUAL)  # of the largest mass that a row moves: what counts as light
GOOD = 1e-11  # error of accelerations that asks for nothing better
LOST = 1e-6  # error at which there is no answer


@dataclass(frozen=True)
class Weights:
    """Which columns are light, and the rho of every row."""

    light: Collection[int]
    rho: Sequence[float]


class Masses:
    """Mass matrix and rows in numbers, where the mechanism was assembled; `units` scale columns and rows."""

    def __init__(self, mass: Array, rows: Array, units: tuple[Sequence[float], Sequence[float]], unit: float) -> None:
        self.mass, self.rows, self.mass_unit = mass, rows, unit
        self.column_units, self.row_units = np.array(units[0]), np.array(units[1])
        self.scaled = rows * np.outer(self.row_units, self.column_units)
        self.sizes: Array = np.diag(mass) * np.square(self.column_units)
        self.moved = (np.abs(self.scaled) > MOVED) & (self.sizes > 0.0)

    def plain(self) -> Weights:
        """Only the columns of blocks that have no inverse are light."""
        return Weights(light_columns(self.mass), self._rho(self.moved))

    def unequal(self) -> bool:
        """Whether some row moves masses of very different sizes."""
        return any(len(each) and each.min() < UNEQUAL * each.max() for each in self._moved_sizes())

    def lighter(self) -> Iterator[Weights]:
        """More and more columns taken as light: those far below the largest mass that one of their rows moves."""
        largest = np.array([each.max() if len(each) else 0.0 for each in self._moved_sizes()])
        beside: Array = np.max(np.where(self.moved, largest[:, None], 0.0), axis=0, initial=0.0)
        before = set[int]()
        for share in LADDER:
            light = {int(column) for column in np.flatnonzero(self.sizes < share * beside)}
            if light != before:
                heavy = self.moved & ~np.isin(np.arange(len(self.sizes)), list(light))
                yield Weights(light | light_columns(self.mass), self._rho(heavy))
            before = light

    def _moved_sizes(self) -> list[Array]:
        return [self.sizes[moved] for moved in self.moved]

    def _rho(self, counted: Array) -> list[float]:
        """Of every row the middle, in the sense of ratios, of the least and the largest mass that it moves."""
        middles = list[float]()
        for moved, unit in zip(counted, self.row_units, strict=True):
            sizes = self.sizes[moved]
            middle = float(np.sqrt(sizes.min()) * np.sqrt(sizes.max())) * unit**2 if len(sizes) else self.mass_unit
            middles.append(middle)
        return middles

    def error(self, elimination: Elimination) -> float:
        """How far accelerations by a factor are from those that right sides were made of; scaled by their units.

        Reactions as small as the lightest mass of their row tell of digits of light bodies, those as large as the
        heaviest of rows that are lost; what is light then follows the rounding of its forces, and is not compared.
        """
        heavy = self.sizes > UNEQUAL * self.sizes.max(initial=0.0)
        least, most = (
            np.array([pick(each) if len(each) else 1.0 for each in self._moved_sizes()]) for pick in (np.min, np.max)
        )
        return max(self._wrong(elimination, least, self.sizes > 0.0), self._wrong(elimination, most, heavy))

    def _wrong(self, elimination: Elimination, reactions: Array, compared: Array) -> float:
        random = np.random.default_rng(1)
        signs = random.choice((-1.0, 1.0), sum(self.rows.shape)) * random.uniform(0.5, 1.0, sum(self.rows.shape))
        true, shares = signs[: len(self.mass)], signs[len(self.mass) :]
        a = self.column_units * true
        forces = self.mass @ a + self.rows.T @ (shares * self.row_units * reactions)
        solved, _ = elimination.solved(forces.tolist(), (self.rows @ a).tolist())
        wrong = np.array(solved, float) / self.column_units - true
        worst = max(np.max(np.abs(self.scaled @ wrong), initial=0.0), np.max(np.abs(wrong[compared]), initial=0.0))
        return float(worst) if np.isfinite(worst) else float("inf")


def weights_of(masses: Masses, pattern: Equations, measured: bool, names: Sequence[str]) -> Weights:
    """Light columns and rho that lose the fewest digits; a refusal where that are too many.

    `pattern` has the entries of the equations on the tape, `measured` says whether rows may imply each other.
    """
    plain = masses.plain()
    if not masses.unequal():
        return plain
    mass = {at: float(masses.mass[at]) for at in pattern.mass}
    rows = {at: float(masses.rows[at]) for at in pattern.rows}
    equations = Equations(pattern.n, pattern.m, mass, rows)
    lengths = equations.lengths(masses.column_units.tolist(), masses.row_units.tolist()) if measured else None

    def error(weights: Weights) -> float:
        try:
            return masses.error(Elimination(equations, weights.rho, lengths, weights.light))
        except (ZeroDivisionError, OverflowError):
            return float("inf")

    best, least = plain, error(plain)
    for weights in masses.lighter() if least > GOOD else ():
        wrong = error(weights)
        if wrong < 0.1 * least:
            best, least = weights, wrong
    if least > LOST:
        sizes = np.where(masses.sizes > 0.0, masses.sizes, np.inf)
        raise AnalysisError(
            f"program: the mass that '{names[int(np.argmin(sizes))]}' moves is so small beside the others that the "
            "digits of the solution are lost; leave it out, or make it larger"
        )
    return best


def light_columns(mass: Array) -> set[int]:
    """Columns of those blocks of a mass matrix that have no inverse."""
    count, light, left = len(mass), set[int](), set(range(len(mass)))
    while left:
        block, waiting = set[int](), [min(left)]
        while waiting:
            column = waiting.pop()
            if column not in block:
                block.add(column)
                waiting += [other for other in range(count) if mass[column, other] != 0.0]
        left -= block
        listed = sorted(block)
        part = mass[np.ix_(listed, listed)]
        units = np.sqrt(np.abs(np.diag(part)))
        if not np.all(units > 0.0) or np.linalg.eigvalsh(part / np.outer(units, units))[0] < LIGHT:
            light |= block
    return light
