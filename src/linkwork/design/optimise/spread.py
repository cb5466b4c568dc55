"""Designs spread over the bounds, evaluated once for all criteria: where searches for the least of each begin."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np

from linkwork.base.arrays import Array
from linkwork.design.optimise.functions import Functions

BEGINS = 3
"""From so many of them searches go on."""
_APART = 0.1  # of the bounds: nearer ones are taken for one
_CORNERS = 16


class Spread:
    """A Latin hypercube between the bounds, with its corners where they are few.

    Empty where a bound is missing, and where one design is asked for: the one that is given.
    """

    def __init__(self, functions: Functions, count: int, seed: int) -> None:
        space = functions.space
        self.unbounded = [
            name
            for name, low, high in zip(space.names, space.low, space.high, strict=True)
            if not (np.isfinite(low) and np.isfinite(high))
        ]
        self.designs: list[tuple[Array, Array]] = []
        if self.unbounded or count == 1:
            return
        from scipy.stats import qmc

        size = len(space.names)
        rows = list(qmc.LatinHypercube(size, rng=np.random.default_rng(seed)).random(count))
        if 2**size <= _CORNERS:
            rows += [np.array(corner, float) for corner in product((0.0, 1.0), repeat=size)]
        for x in [space.seen(space.start), *rows]:
            values = functions.values(x)
            if values is not None:
                self.designs.append((x, values))

    def best(self, worth: Callable[[Array], float]) -> list[Array]:
        """The designs, as a method sees them, whose functions are worth most (least numbers), apart from each other."""
        best: list[Array] = []
        for x, _ in sorted(self.designs, key=lambda design: worth(design[1])):
            if all(np.max(np.abs(x - other)) > _APART for other in best):
                best.append(x)
            if len(best) == BEGINS:
                break
        return best
