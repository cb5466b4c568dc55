"""The iteration inside a step: Newton's method with the gluing matrix from unit loads, updated by Broyden's formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from linkwork.base.arrays import Array

_RESPONSE = 1e-5  # how far a unit load should move the interfaces, m or rad: far from rounding and from curvature
_FAR = 1e3  # a response this many times too large or too small is measured again
_FAST = 0.01  # an iteration whose error falls less than to this share gets a new matrix
_USUAL = 2  # iterations in a step above which the next begins with a new matrix
_DROPPED = {True: 1e-12, False: 1e-8}  # shares of the largest singular value below which loads are none; by linear
_ROUNDING = 1e-13  # m or rad: what all unit loads move less than this, they do not move
_FEIGNED = 10.0  # times a gap in m or rad
_DOUBTFUL = 1e-4  # shares that the curvature of what unit loads do can feign

Probe = Callable[[Array], Callable[[Array], Array]]


@dataclass
class GluingMatrix:
    """Lambda = (d residual / d unknowns)^-1, for one length of a step."""

    linear: bool
    h: float = -1.0
    inverse: Array = field(default_factory=lambda: np.zeros((0, 0)))
    loads: Array = field(default_factory=lambda: np.zeros(0))
    condition: float = 1.0
    redundant: tuple[int, ...] = ()
    made: int = 0
    slow: bool = False
    """Whether the last step took so many iterations that the next is better begun with a new matrix."""

    def copied(self) -> GluingMatrix:
        """The same, which goes its own way."""
        return replace(self, loads=self.loads.copy())

    def measure(self, probe: Probe, at: Array, there: Array, h: float) -> None:
        """Find it by unit loads on the subsystems, each of a size that suits its response.

        `probe(at)` gives the residual as a function of unknowns near these.
        """
        residual = probe(at)
        if len(self.loads) != len(at):
            self.loads = np.ones(len(at))
        matrix = np.empty((len(there), len(at)))
        for column in range(len(at)):
            matrix[:, column] = self._column(residual, at, there, column)
        self.h, self.made = h, self.made + 1
        if not self.linear and _spread(matrix) < _DOUBTFUL:  # loads the other way tell what is curvature, what is none
            back = [self._response(residual, at, there, column, -self.loads[column]) for column in range(len(at))]
            matrix = (matrix + np.array(back).T) / 2.0
        if not self.linear:
            responses = np.abs(matrix) * self.loads
            matrix[np.max(responses, axis=1) < _ROUNDING] = 0.0
            matrix[:, np.max(responses, axis=0) < _ROUNDING] = 0.0
        self._invert(matrix, float(np.max(np.abs(there))))

    def _column(self, residual: Callable[[Array], Array], at: Array, there: Array, column: int) -> Array:
        for _ in range(3):
            size = self.loads[column]
            slopes = self._response(residual, at, there, column, size)
            response = float(np.max(np.abs(slopes))) * size
            if self.linear or response == 0.0:
                break
            if _RESPONSE / _FAR < response < _RESPONSE * _FAR:
                break
            self.loads[column] = size * min(max(_RESPONSE / response, 1e-12), 1e12)
        return slopes

    @staticmethod
    def _response(residual: Callable[[Array], Array], at: Array, there: Array, column: int, load: float) -> Array:
        """How the residual changes with a load, for each unit of it."""
        moved = at.copy()
        moved[column] += load
        return (residual(moved) - there) / (moved[column] - at[column])

    def _invert(self, matrix: Array, gap: float) -> None:
        """By singular values of rows and columns brought to one size; directions without response get no load.

        Of joints that repeat what others hold, the rows are dependent only where they are closed: a gap feigns
        responses of its own size.
        """
        least = _DROPPED[self.linear]
        if not self.linear:
            least = max(least, min(_FEIGNED * gap, _DOUBTFUL))
        scaled, rows, columns = _scaled(matrix)
        left, values, right = np.linalg.svd(scaled)
        good = values > least * values[0]
        self.condition = float(values[0] / values[-1]) if values[-1] > 0.0 else np.inf
        share = np.abs(right[~good]).max(axis=0) if not good.all() else np.zeros(len(values))
        self.redundant = tuple(np.flatnonzero(share > 1e-3).tolist())
        inner = (right[good].T / values[good]) @ left[:, good].T
        self.inverse = inner / rows / columns[:, None]

    def update(self, moved: Array, change: Array) -> None:
        """Broyden's rank-one change, so that the matrix knows what the last step did."""
        forward = self.inverse @ change
        down = moved @ forward
        if abs(down) > 1e-12 * (moved @ moved):
            self.inverse = self.inverse + np.outer(moved - forward, moved @ self.inverse) / down


def _scaled(matrix: Array) -> tuple[Array, Array, Array]:
    """A matrix whose rows and columns are of one size, and what they were divided by."""
    rows = np.max(np.abs(matrix), axis=1)
    rows = np.where(rows > 0.0, rows, 1.0)
    scaled = matrix / rows[:, None]
    columns = np.max(np.abs(scaled), axis=0)
    columns = np.where(columns > 0.0, columns, 1.0)
    return scaled / columns, rows, columns


def _spread(matrix: Array) -> float:
    """The smallest singular value as a share of the largest."""
    values = np.linalg.svd(_scaled(matrix)[0], compute_uv=False)
    return float(values[-1] / values[0]) if values[0] > 0.0 else 0.0


def iterate(
    matrix: GluingMatrix,
    residual: Callable[[Array], Array],
    probe: Probe,
    guess: Array,
    allowed: Callable[[Array], Array],
    h: float,
    most: int,
) -> tuple[Array, Array, int, bool]:
    """Unknowns at which the residual vanishes, what is left of it, updates made, and whether it is within bounds.

    The last call of `residual` is always that at the unknowns which are returned. A step in whose middle a new matrix
    had to be made lets the next begin with a new one, and so on until one update is enough.
    """
    if matrix.slow:
        matrix.h, matrix.slow = -1.0, False
    at = guess
    there = residual(at)
    fresh, begun_fresh, measured = False, matrix.h != h, False
    for made in range(most + 1):
        bound = allowed(at)
        if np.all(np.abs(there) <= bound):
            matrix.slow = not matrix.linear and (made > _USUAL or measured or (begun_fresh and made > 1))
            return at, there, made, True
        if made == most or not np.isfinite(there).all():
            break
        if matrix.h != h:
            matrix.measure(probe, at, there, h)
            fresh = True
        before, left = at, there
        at = at - matrix.inverse @ there
        there = residual(at)
        if matrix.linear:
            continue
        if np.max(np.abs(there) / bound) > _FAST * np.max(np.abs(left) / bound) and not fresh:
            matrix.measure(probe, at, there, h)
            fresh = measured = True
            there = residual(at)
        else:
            fresh = False
            if np.any(np.abs(there) > bound):
                matrix.update(at - before, there - left)
    residual(at)
    return at, there, most, False
