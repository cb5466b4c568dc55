"""StaticStep: positions of rest of a mechanism whose loads are functions of t, and how they move with t.

    R(q, lambda, t) = ( Phi_q' lambda - Q(q, t),  Phi(q, t) ) = 0

All of it scaled. Its derivatives by q and by t are exact by the complex step; in space coordinates are charts about q.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.system.dynamics.dynamics import dynamics_of, slope
from linkwork.system.tangent.couplings import Couplings, moved_together

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

EXACT = 1e-11  # scaled step of Newton's method below which a position is found
ROUNDED = 1e-8  # the same where round-off of stiff parts allows no smaller one
MOST_STEPS = 12
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
        self.couplings = Couplings(self.dynamics.system, whole=True)

    def residual(self, point: Loaded) -> Array:
        """R at a position."""
        self.dynamics.place(point.q, point.t)
        rows = self.dynamics.jacobian()
        left = rows.T @ point.multipliers - self.dynamics.forces()
        return np.concatenate([left, self.dynamics.residual()])

    def matrix(self, point: Loaded) -> Array:
        """R by (q, lambda); bodies that no element joins are moved together."""
        n, size, units = self.n, self.n + self.m, self.couplings
        found = np.zeros((size, size))
        for group, axis, motion in moved_together(units, self.dynamics.scale):
            change = slope(self.twin, partial(self._unheld, point, motion))
            for unit in group:
                for other in units.loads[unit]:
                    rows = units.columns[other]
                    found[rows, units.columns[unit][axis]] = change[rows]
        self.dynamics.place(point.q, point.t)
        held = self.dynamics.jacobian()
        found[:n, n:], found[n:, :n] = held.T, held
        return found

    def by_time(self, point: Loaded) -> Array:
        """R by t."""
        return slope(self.twin, partial(self._later, point))

    def _unheld(self, point: Loaded, motion: Array, size: Any) -> Array:
        self.twin.place(point.q, point.t, shift=size * motion)
        return self.twin.jacobian().T @ point.multipliers - self.twin.forces()

    def _later(self, point: Loaded, size: Any) -> Array:
        self.twin.place(point.q, point.t + size)
        left = self.twin.jacobian().T @ point.multipliers - self.twin.forces()
        return np.concatenate([left, self.twin.residual()])

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

    def softening(self, matrix: Array) -> int:
        """Of how many motions the stiffness is below zero: negative eigenvalues beyond one for every constraint."""
        values = np.linalg.eigvalsh(0.5 * (matrix + matrix.T))
        if self.rank is None:
            self.rank = int(np.linalg.matrix_rank(matrix[self.n :, : self.n])) if self.m else 0
        return int(np.sum(values < 0.0)) - self.rank


def solved(matrix: Array, side: Array) -> Array:
    """The solution, the shortest one where redundant constraints leave a choice."""
    try:
        found = np.linalg.solve(matrix, side)
        if np.all(np.isfinite(found)) and np.max(np.abs(found), initial=0.0) < 1e12:
            return found
    except np.linalg.LinAlgError:
        pass
    return np.linalg.lstsq(matrix, side, rcond=1e-13)[0]
