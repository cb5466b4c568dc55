"""Polynomials along a line from 0 to 1 by their values at Gauss points: integrals from 0, values anywhere, products."""

from __future__ import annotations

import numpy as np
from numpy.polynomial import legendre

from linkwork.base.arrays import Array


class Line:
    """Values at `points` stand for the polynomial through them; exact up to its number of points less one."""

    def __init__(self, count: int) -> None:
        x, weights = legendre.leggauss(count)
        self.points, self.weights = 0.5 * (x + 1.0), 0.5 * weights
        degrees = np.arange(count)
        self._coefficients = (degrees[:, None] + 0.5) * legendre.legvander(x, count - 1).T * weights
        self._integral = self._integrals(x)

    def _integrals(self, x: Array) -> Array:
        """Of every basis polynomial its integral from 0 to points x of (-1, 1)."""
        count = len(self.points)
        columns = [0.5 * legendre.legval(x, legendre.legint(np.eye(count)[n], lbnd=-1)) for n in range(count)]
        return np.stack(columns, axis=1)

    def integral(self, values: Array) -> Array:
        """The integral from 0 to every point."""
        return np.tensordot(self._integral @ self._coefficients, values, axes=1)

    def at(self, places: Array, values: Array) -> Array:
        """The polynomial at other places."""
        basis = legendre.legvander(2.0 * np.asarray(places) - 1.0, len(self.points) - 1)
        return np.tensordot(basis @ self._coefficients, values, axes=1)

    def functions(self, count: int) -> Array:
        """The first Legendre polynomials of the line, by points."""
        return legendre.legvander(2.0 * self.points - 1.0, count - 1) if count else np.zeros((len(self.points), 0))


def gauss(begin: float, end: float, count: int) -> tuple[Array, Array]:
    """Points and weights between two places."""
    x, weights = legendre.leggauss(count)
    half = 0.5 * (end - begin)
    return begin + half * (x + 1.0), half * weights
