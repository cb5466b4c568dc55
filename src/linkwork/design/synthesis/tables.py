"""Tables of a mechanism as functions of its free parameters.

Most tables hold their parameters as they are, or sums of them: their numbers are then straight-line functions of the
parameters, known once and for all. This is tried at random designs; where it does not hold the tables are refilled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.expression import resolve_parameters
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

STEP = 1e-40  # of a parameter, in the imaginary direction
_STRAIGHT = 1e-13  # of a number: how straight its function must be


class Tables:
    """The real tables and their complex twins with one set of drivers."""

    def __init__(self, mechanism: Mechanism, drivers: bool, names: list[str], low: Array, high: Array) -> None:
        self.names = names
        self.real = mechanism.system(drivers=drivers)
        self._twin = mechanism.system(drivers=drivers, scalar="complex")
        given = mechanism.parameters_by_name
        used = {name for definition in given.values() for name in definition.names}
        self._plain = not used & set(names)
        self._mechanism = mechanism
        self._rows = int(self.real.k[layout.COLUMN_SCALE])  # numbers of elements; those behind them are scales
        self._at = np.array([float(self.real.env[name].real) for name in names])
        self._slopes = self._straight(low, high)

    def at(self, b: Array) -> System:
        """The tables for these values."""
        values = dict(zip(self.names, (float(value) for value in b), strict=True))
        if self._slopes is None:
            return self.real.with_parameters(values)
        return self.real.replaced(p=self._numbers(b), env=self._environment(values))

    def twin(self, b: Array, number: int) -> System:
        """The complex tables with an imaginary step in one parameter."""
        values: dict[str, Any] = dict(zip(self.names, (float(value) for value in b), strict=True))
        values[self.names[number]] += 1j * STEP
        if self._slopes is None:
            return self._twin.with_parameters(values)
        p = self._numbers(b).astype(complex)
        p[: self._rows] += 1j * STEP * self._slopes[:, number]
        return self._twin.replaced(p=p, env=self._environment(values))

    def _environment(self, values: dict[str, Any]) -> dict[str, Any]:
        if self._plain:
            return {**self.real.env, **values}
        return resolve_parameters(self._mechanism.parameters_by_name, values)

    def _numbers(self, b: Array) -> Array:
        p = self.real.p.copy()
        p[: self._rows] += self._slopes @ (b - self._at)
        return p

    def _straight(self, low: Array, high: Array) -> Array | None:
        """Derivatives of the numbers by the parameters, when they are the same everywhere; else none."""
        random, middle, half = np.random.default_rng(0), 0.5 * (low + high), 0.25 * (high - low)
        try:
            ends = [(self._refilled(middle + way), self._refilled(middle - way)) for way in np.diag(half)]
            slopes = np.stack([one - other for one, other in ends], axis=-1) / (2.0 * half)
            for b in low + random.random((3, len(low))) * (high - low):
                numbers = self._refilled(b)
                expected = self._refilled(self._at) + slopes @ (b - self._at)
                if np.any(np.abs(expected - numbers) > _STRAIGHT * (1.0 + np.abs(numbers))):
                    return None
        except LinkworkError:
            return None
        return slopes

    def _refilled(self, b: Array) -> Array:
        values = dict(zip(self.names, map(float, b), strict=True))
        refilled: Array = self.real.with_parameters(values).p[: self._rows]
        return refilled
