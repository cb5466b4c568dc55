"""Quintic interpolating splines with complex-valued data allowed (derivatives by the complex step).

The unknowns are the first and second derivatives d, e at the knots; between two knots the spline is the
quintic Hermite polynomial, and the third and fourth derivatives agree at the knots. With y the rise of an
interval and h its length, the third derivative at its left end is
(60 y - 36 d0 h - 24 d1 h - 9 e0 h^2 + 3 e1 h^2)/h^3, and so on.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from scipy.sparse import csc_matrix, csr_matrix
from scipy.sparse.linalg import SuperLU, splu

from linkwork.base.arrays import Array
from linkwork.base.errors import MechanismError
from linkwork.expression.recorded import sums_of

# Coefficients of y, d0 h, e0 h^2, d1 h, e1 h^2 in h^3 f''' and h^4 f'''' at either end of an interval.
_THIRD_LEFT = (60.0, -36.0, -9.0, -24.0, 3.0)
_THIRD_RIGHT = (60.0, -24.0, -3.0, -36.0, 9.0)
_FOURTH_LEFT = (-360.0, 192.0, 36.0, 168.0, -24.0)
_FOURTH_RIGHT = (360.0, -168.0, -24.0, -192.0, 36.0)
_FEW = 8  # recorded numbers: each is six products an interval, where equations that are solved are about fifty


class _Equations:
    """A sparse linear system that is filled row by row."""

    def __init__(self, knots: Array, values: Array, unknowns: int) -> None:
        self.steps, self.rises = np.diff(knots), np.diff(values)
        self.unknowns = unknowns
        self.entries: list[tuple[int, int, Any]] = []
        self.right: list[Any] = []

    def new_row(self) -> None:
        self.right.append(0.0)

    def unknown_is_zero(self, unknown: int) -> None:
        self.new_row()
        self.entries.append((len(self.right) - 1, unknown, 1.0))

    def derivative(self, interval: int, order: int, pattern: tuple[float, ...], factor: float) -> None:
        """Add `factor` times a third or fourth derivative at an end of an interval to the newest row."""
        row, h = len(self.right) - 1, self.steps[interval]
        scale = factor / h**order
        self.right[row] -= scale * pattern[0] * self.rises[interval]
        first = 2 * interval
        for place, coefficient in enumerate(pattern[1:]):
            unknown = (first + place) % self.unknowns
            self.entries.append((row, unknown, scale * coefficient * h ** (1 + place % 2)))

    def solved(self) -> Array:
        if self.steps.dtype == object:
            raise TypeError("the variable of a table follows from it")
        recorded = self.rises.dtype == object  # values that follow from parameters, in a way that is kept
        kind = np.result_type(self.steps) if recorded else np.result_type(self.steps, self.rises)
        rows, columns, numbers = zip(*self.entries, strict=True)
        size = len(self.right)
        matrix = csc_matrix((np.array(numbers, kind), (rows, columns)), shape=(size, size))
        if np.all(np.isfinite(matrix.data)):
            with contextlib.suppress(RuntimeError):  # singular to rounding
                factor = splu(matrix)
                if recorded:
                    return _substituted(factor, self.right)
                return np.asarray(factor.solve(np.array(self.right, kind)))
        steps = np.sort(np.real(self.steps))
        raise MechanismError(
            "table: its points lie too unevenly for a smooth curve: "
            f"the shortest step of the variable is {steps[0] / steps[-1]:.1g} of the longest"
        )


def _substituted(factor: SuperLU, right: list[Any]) -> Array:
    """The solution for recorded numbers, whose operations grow with the entries of the factors only."""
    lower, upper = csr_matrix(factor.L), csr_matrix(factor.U)
    solution = np.empty(len(right), object)
    solution[factor.perm_r] = right
    for matrix, rows in ((lower, range(len(right))), (upper, range(len(right) - 1, -1, -1))):
        for row in rows:
            entries = slice(matrix.indptr[row], matrix.indptr[row + 1])
            pairs = dict(zip(matrix.indices[entries].tolist(), matrix.data[entries].tolist(), strict=True))
            diagonal = pairs.pop(row)
            terms = [-pairs[column] * solution[column] for column in pairs]
            whole = _total([solution[row], *terms])
            solution[row] = whole if diagonal == 1.0 else whole / diagonal
    return np.asarray(solution[factor.perm_c])


def _total(terms: list[Any]) -> Any:
    """The sum with its plain terms first: they are one number of the tape."""
    plain = [term for term in terms if isinstance(term, float)]
    return sum((term for term in terms if not isinstance(term, float)), start=sum(plain))


def _smooth(equations: _Equations, before: int, after: int) -> None:
    equations.new_row()
    equations.derivative(before, 3, _THIRD_RIGHT, 1.0)
    equations.derivative(after, 3, _THIRD_LEFT, -1.0)
    equations.new_row()
    equations.derivative(before, 4, _FOURTH_RIGHT, 1.0)
    equations.derivative(after, 4, _FOURTH_LEFT, -1.0)


def _slopes(knots: Array, values: Array, ends: str) -> Array:
    count = len(knots)
    unknowns = 2 * (count - 1) if ends == "periodic" else 2 * count
    equations = _Equations(knots, values, unknowns)
    for interval in range(1, count - 1):
        _smooth(equations, interval - 1, interval)
    if ends == "periodic":
        _smooth(equations, count - 2, 0)
        solution = equations.solved()
        return np.concatenate([solution, solution[:2]]).reshape(-1, 2)
    if ends == "clamped":
        for unknown in (0, 1, unknowns - 2, unknowns - 1):
            equations.unknown_is_zero(unknown)
    else:
        for interval, order, pattern in (
            (0, 3, _THIRD_LEFT),
            (0, 4, _FOURTH_LEFT),
            (count - 2, 3, _THIRD_RIGHT),
            (count - 2, 4, _FOURTH_RIGHT),
        ):
            equations.new_row()
            equations.derivative(interval, order, pattern, 1.0)
    return equations.solved().reshape(-1, 2)


def quintic_spline(knots: Sequence[Any] | Array, values: Sequence[Any], ends: str) -> Array:
    """Six coefficients an interval, in rising powers of the distance from its left knot.

    ends: "periodic" (the last value equals the first; continuous up to the fourth derivative everywhere),
    "clamped" (first and second derivative zero), "natural" (third and fourth derivative zero).
    """
    x, y = np.asarray(knots), np.asarray(values)
    if y.dtype == object:
        constants, added = sums_of(values)
        if len(added) <= _FEW:
            return summed(lambda column: quintic_spline(x, column, ends), constants, added)
    scale = (x[-1] - x[0]) / (len(x) - 1)
    x = (x - x[0]) / scale
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        slopes = _slopes(x, y, ends)
    return hermite(x, y, slopes, scale)


def hermite(x: Array, y: Array, slopes: Array, scale: float) -> Array:
    """Six coefficients an interval from values and two derivatives at all knots, for knots `scale` times as far."""
    h, rise = np.diff(x), np.diff(y)
    d0, e0 = slopes[:-1].T
    d1, e1 = slopes[1:].T
    a = rise - d0 * h - e0 * h**2 / 2
    b = (d1 - d0 - e0 * h) * h
    c = (e1 - e0) * h**2
    rows = [
        y[:-1],
        d0,
        e0 / 2,
        (10 * a - 4 * b + c / 2) / h**3,
        (-15 * a + 7 * b - c) / h**4,
        (6 * a - 3 * b + c / 2) / h**5,
    ]
    return np.stack([row / scale**power for power, row in enumerate(rows)], axis=1)


def summed(
    spline: Callable[[list[float]], Array], constants: list[float], added: list[tuple[Any, list[float]]]
) -> Array:
    """The coefficients of values that are sums: they are the same sums of the coefficients of each term."""
    coefficients = spline(constants).astype(object)
    for number, factors in added:
        column = spline(factors)
        for place in zip(*np.nonzero(column), strict=True):
            coefficients[place] = coefficients[place] + column[place] * number
    return coefficients
