"""Plans of points drawn between limits: random numbers, Latin hypercubes, Sobol points; each from its seed alone."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError, shown
from linkwork.design.studies.plan import Plan
from linkwork.design.studies.tolerance import Tolerance, as_tolerance

_BLOCK = 1024
"""Variants that share a stream of random numbers."""
MOST = 2**30


class Sampled(Plan):
    """Points in the unit cube, turned into values by the distribution of each parameter."""

    def __init__(self, count: int, seed: int, spreads: Mapping[str, Any]) -> None:
        self.count = _whole(f"{self.kind}: count", count, 1)
        self.seed = _whole(f"{self.kind}: seed", seed, 0)
        if not spreads:
            raise MechanismError(f"{self.kind}: give at least one parameter, as in l='2 +- 0.05' or l=(2, 3)")
        self.given = dict(spreads)
        self.tolerances: dict[str, Tolerance] = {name: as_tolerance(name, spreads[name]) for name in spreads}
        self.names = tuple(self.tolerances)

    def resolved(self, model: Mapping[str, float]) -> Self:
        known = {name: tolerance.resolved(model[name]) for name, tolerance in self.tolerances.items()}
        return type(self)(self.count, self.seed, known)

    def rows(self, first: int, last: int) -> NDArray[np.float64]:
        shares = self.shares(first, last)
        columns = [tolerance.values(shares[:, place]) for place, tolerance in enumerate(self.tolerances.values())]
        return np.column_stack(columns)

    @abstractmethod
    def shares(self, first: int, last: int) -> NDArray[np.float64]:
        """Points of the unit cube, without its faces."""

    def data(self) -> dict[str, Any]:
        spreads = {name: tolerance.data() for name, tolerance in self.tolerances.items()}
        return {"kind": self.kind, "count": self.count, "seed": self.seed, "spreads": spreads}


class InBlocks(Sampled):
    """Points that are drawn in blocks, each of which can be had alone; more of them leave those before as they are."""

    grows = True

    def shares(self, first: int, last: int) -> NDArray[np.float64]:
        blocks = range(first // _BLOCK, (last - 1) // _BLOCK + 1)
        drawn = np.concatenate([self._block(number) for number in blocks])
        begin = first - blocks[0] * _BLOCK
        return drawn[begin : begin + last - first]

    @abstractmethod
    def _block(self, number: int) -> NDArray[np.float64]:
        """A block of them."""


class MonteCarlo(InBlocks):
    """Random values, independent of each other."""

    kind = "monte_carlo"

    def _block(self, number: int) -> NDArray[np.float64]:
        generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence((self.seed, number))))
        # whole numbers of 52 bits, taken in the middle of their cells: never 0 and never 1
        return np.asarray((generator.integers(0, 2**52, (_BLOCK, len(self.names))) + 0.5) * 2.0**-52, np.float64)


class LatinHypercube(Sampled):
    """Every parameter has one value in each of `count` layers of equal share."""

    kind = "latin_hypercube"

    def shares(self, first: int, last: int) -> NDArray[np.float64]:
        return self._table[first:last]

    @cached_property
    def _table(self) -> NDArray[np.float64]:
        columns = []
        for place in range(len(self.names)):
            generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence((self.seed, place))))
            layers = generator.permutation(self.count)
            within = (generator.integers(0, 2**52, self.count) + 0.5) * 2.0**-52
            columns.append((layers + within) / self.count)
        return np.clip(np.column_stack(columns), 2.0**-54, 1.0 - 2.0**-53)


class Sobol(InBlocks):
    """Points that fill the cube evenly, however many are taken (scrambled Sobol sequence)."""

    kind = "sobol"

    def _block(self, number: int) -> NDArray[np.float64]:
        from scipy.stats.qmc import Sobol as Sequence

        if len(self.names) > Sequence.MAXDIM:
            raise MechanismError(f"sobol: at most {Sequence.MAXDIM} parameters can vary; found {len(self.names)}")
        sequence = Sequence(len(self.names), scramble=True, seed=np.random.default_rng(self.seed))
        if number:
            sequence.fast_forward(number * _BLOCK)
        return np.asarray(sequence.random(_BLOCK)) + 2.0**-31


def _whole(what: str, value: Any, least: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise MechanismError(f"{what}: expected a whole number; found {shown(value)}") from None
    if isinstance(value, bool) or not least <= number <= MOST:
        raise MechanismError(f"{what}: expected a whole number from {least} to {MOST}; found {shown(value)}")
    return number
