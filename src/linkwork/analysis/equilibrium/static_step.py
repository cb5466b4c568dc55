"""StaticStep: positions of rest of a mechanism whose loads are functions of t, and how they move with t.

    R(q, lambda, t) = ( Phi_q' lambda - Q(q, t),  Phi(q, t) ) = 0

All of it scaled. Its derivatives by q and by t are exact by the complex step; in space coordinates are charts about q.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.equilibrium.stiffness_pattern import StiffnessPattern, carried
from linkwork.base.arrays import Array
from linkwork.system.dynamics.dynamics import Dynamics, dynamics_of, slope

if TYPE_CHECKING:
    from scipy.sparse import csc_matrix

    from linkwork.mechanism.mechanism import Mechanism

EXACT = 1e-11  # scaled step of Newton's method below which a position is found
ROUNDED = 1e-8  # the same where round-off of stiff parts allows no smaller one
MOST_STEPS = 12
SYMMETRIC = 1e-11  # what the halves of a stiffness differ by at most, relative to its largest entry: rounding
REAL = 1e-3  # imaginary part of an eigenvalue, relative to it, up to which it counts as real
FARTHEST = 1.0  # scaled: a step of Newton's method above this has lost its way


@dataclass(frozen=True)
class Loaded:
    """A position of rest: coordinates, scaled multipliers and the time that says how large the loads are."""

    q: Array
    multipliers: Array
    t: float


class StaticStep:
    """The equations of rest of one mechanism in the coordinates of its bodies."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.dynamics = dynamics_of(mechanism)
        self.twin = self.dynamics.twin()
        self.n, self.m = self.dynamics.n, self.dynamics.m
        self.rank: int | None = None
        self.turning = False  # whether loads follow what they push, so that it may flutter where nothing branches off
        self.pattern = StiffnessPattern(self.dynamics)
        one, other = self.dynamics.system.entry_rows + self.n, self.dynamics.system.entry_columns
        self._places = (
            np.concatenate([self.pattern.rows, one, other]),
            np.concatenate([self.pattern.columns, other, one]),
        )

    def residual(self, point: Loaded) -> Array:
        """R at a position."""
        self.dynamics.place(point.q, point.t)
        return np.concatenate([self._left(self.dynamics, point), self.dynamics.residual()])

    def matrix(self, point: Loaded) -> csc_matrix:
        """R by (q, lambda), on the pattern of the equations."""
        from scipy.sparse import csc_matrix

        stiffness = self.pattern.slopes(self.twin, partial(self._unheld, point))
        self.dynamics.place(point.q, point.t)
        held = self.dynamics.row_entries()
        return csc_matrix((np.concatenate([stiffness, held, held]), self._places), shape=(self.n + self.m,) * 2)

    def by_time(self, point: Loaded) -> Array:
        """R by t."""
        return slope(self.twin, partial(self._later, point))

    def _unheld(self, point: Loaded, motion: Array, size: Any) -> Array:
        self.twin.place(point.q, point.t, shift=size * motion)
        return self._left(self.twin, point)

    def _later(self, point: Loaded, size: Any) -> Array:
        self.twin.place(point.q, point.t + size)
        return np.concatenate([self._left(self.twin, point), self.twin.residual()])

    def _left(self, dynamics: Dynamics, point: Loaded) -> Array:
        """What the multipliers do not carry where the mechanism was placed."""
        return carried(dynamics.system, dynamics.row_entries(), point.multipliers) - dynamics.forces()

    def moved(self, point: Loaded, step: Array, later: float = 0.0) -> Loaded:
        """The position a scaled step away."""
        q = self.dynamics.moved(point.q, step[: self.n])
        return Loaded(q, point.multipliers + step[self.n :], point.t + later)

    def solve(self, point: Loaded) -> tuple[Loaded, int] | None:
        """The position of rest near a point at its time, by Newton's method, and the steps it took; None: none."""
        last = np.inf
        for number in range(MOST_STEPS):
            step = solved(self.matrix(point), -self.residual(point))
            size = float(np.max(np.abs(step[: self.n]), initial=0.0))
            if not size < FARTHEST:
                return None
            point = self.moved(point, step)
            if size < EXACT or (size < ROUNDED and size > 0.25 * last):
                return point, number + 1
            last = size
        return None

    def softening(self, matrix: csc_matrix) -> int:
        """Of how many motions the stiffness is below zero: negative eigenvalues beyond one for every constraint."""
        whole = matrix.toarray()
        values = np.linalg.eigvalsh(0.5 * (whole + whole.T))
        if self.rank is None:
            self.rank = int(np.linalg.matrix_rank(whole[self.n :, : self.n])) if self.m else 0
        soft = int(np.sum(values < 0.0)) - self.rank
        if np.max(np.abs(whole - whole.T), initial=0.0) <= SYMMETRIC * np.max(np.abs(whole), initial=0.0):
            return soft
        real = self._softening_of_both_halves(whole)
        self.turning = self.turning or real != soft
        return real

    def _softening_of_both_halves(self, whole: Array) -> int:
        """The same of a matrix that is not symmetric, as loads make it that follow what they push: real eigenvalues."""
        from scipy.linalg import null_space

        free = null_space(whole[self.n :, : self.n]) if self.m else np.eye(self.n)
        values = np.linalg.eigvals(free.T @ whole[: self.n, : self.n] @ free)
        return int(np.sum((values.real < 0.0) & (np.abs(values.imag) <= REAL * np.abs(values))))


def solved(matrix: csc_matrix, side: Array) -> Array:
    """The solution, the shortest one where redundant constraints leave a choice."""
    from scipy.sparse.linalg import splu

    try:
        x: Array = splu(matrix).solve(side)
        if np.all(np.isfinite(x)) and np.max(np.abs(x), initial=0.0) < 1e12:
            return x
    except RuntimeError:  # exactly singular
        pass
    whole = matrix.toarray()
    if not (np.all(np.isfinite(whole)) and np.all(np.isfinite(side))):  # numbers too large to go on with
        return np.full(len(side), np.nan)
    return np.linalg.lstsq(whole, side, rcond=1e-13)[0]


def bordered(matrix: csc_matrix, column: Array, row: Array) -> csc_matrix:
    """A matrix with one more column and, below both, one more row, whose last number is in the corner."""
    from scipy.sparse import csc_matrix

    inner, size = matrix.tocoo(), matrix.shape[0]
    rows = np.concatenate([inner.row, np.arange(size), np.full(size + 1, size)])
    columns = np.concatenate([inner.col, np.full(size, size), np.arange(size + 1)])
    return csc_matrix((np.concatenate([inner.data, column, row]), (rows, columns)), shape=(size + 1,) * 2)
