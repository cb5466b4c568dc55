"""A problem as the methods see it: one objective, inequalities and equalities, all linear in functions of the design.

Further variables behind those of the design serve the largest of several functions, or the goals of several criteria:
least s with f - s <= 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.design.optimise.functions import Functions

_NOTHING = 1e-12
_WORSE = 10.0  # a design without values counts as so many times worse than the worst with values


@dataclass
class Rows:
    """Numbers `functions @ f + extras @ s + constant`, one a row."""

    functions: Array
    extras: Array
    constant: Array

    @classmethod
    def of(cls, weights: Any, extras: Any, constant: Any, count: int, more: int) -> Rows:
        """Rows from lists, empty ones too."""
        size = len(constant)
        return cls(
            np.array(weights, float).reshape(size, count),
            np.array(extras, float).reshape(size, more),
            np.array(constant, float),
        )

    def at(self, f: Array, s: Array) -> Array:
        """The numbers."""
        return np.asarray(self.functions @ f + self.extras @ s + self.constant)

    def slopes(self, g: Array) -> Array:
        """Their derivatives by the design and the further variables."""
        return np.hstack([self.functions @ g, self.extras])


@dataclass
class Formed:
    """The least of the objective (a number, or the length of several) with the inequalities at or below zero."""

    functions: Functions
    objective: Rows
    below: Rows
    zero: Rows
    extras: Array
    """Where the further variables start."""
    scale: float = 1.0
    worst: float = 0.0
    """The largest size of the objective so far."""
    _values: Array | None = None

    @property
    def start(self) -> Array:
        """Where a method starts."""
        return np.concatenate([self.functions.space.seen(self.functions.space.start), self.extras])

    def sized(self) -> Formed:
        """The same with an objective of size one at the start; one that is zero there is measured by its slope."""
        size = abs(self.value(self.start))
        if size < _NOTHING:
            size = float(np.max(np.abs(self.slope(self.start))))
        self.scale, self.worst = size if size > _NOTHING else 1.0, 1.0
        return self

    @property
    def bounds(self) -> tuple[Array, Array]:
        """Bounds of all variables; further ones have none."""
        low, high = self.functions.space.seen_bounds
        free = np.full(len(self.extras), np.inf)
        return np.concatenate([low, -free]), np.concatenate([high, free])

    def split(self, z: Array) -> tuple[Array, Array]:
        """Variables of the design, and further ones."""
        count = len(self.functions.space.names)
        return z[:count], z[count:]

    def value(self, z: Array) -> float:
        """The objective."""
        x, s = self.split(z)
        f = self._at(x)
        if f is None:
            return _WORSE * (1.0 + self.worst)
        value = float(_length(self.objective.at(f, s))) / self.scale
        self.worst = max(self.worst, abs(value))
        return value

    def slope(self, z: Array) -> Array:
        """The gradient of the objective."""
        x, s = self.split(z)
        rows = self.objective.slopes(self.functions.slopes(x))
        if len(rows) == 1:
            return rows[0] / self.scale
        values = self.objective.at(self._known(x), s)
        return values @ rows / max(float(_length(values)), 1e-300) / self.scale

    def rows(self, which: Rows, z: Array) -> Array:
        """Inequalities or equalities."""
        x, s = self.split(z)
        return which.at(self._known(x), s)

    def row_slopes(self, which: Rows, z: Array) -> Array:
        """Their derivatives."""
        x, _ = self.split(z)
        return which.slopes(self.functions.slopes(x))

    def violation(self, z: Array) -> float:
        """How much conditions are broken at most."""
        broken = [0.0, *self.rows(self.below, z), *np.abs(self.rows(self.zero, z))]
        return float(max(broken))

    def _at(self, x: Array) -> Array | None:
        f = self.functions.values(x)
        if f is not None:
            self._values = f
        return f

    def _known(self, x: Array) -> Array:
        """The functions there, or where they were known last."""
        f = self._at(x)
        known = self._values if f is None else f
        assert known is not None
        return known


def _length(values: Array) -> Any:
    return values[0] if len(values) == 1 else np.sqrt(np.sum(values * values))
