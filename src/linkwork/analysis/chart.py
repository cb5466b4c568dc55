"""Chart: the positions and velocities near a point of a mechanism in as many numbers as it has freedoms.

At a base position q0 the scaled constraint rows J have the null space S (orthonormal) and independent combinations
U' J. Near q0 the numbers x = S' (q - q0) and y = S' v fix position and velocity:

    U' Phi(q, t) = 0,  S' (q - q0) = x        U' J v = U' nu,  S' v = y

with q and v scaled. All of it is analytic, so it works in complex numbers too, and x' = y exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.rank import independent_coordinates
from linkwork.errors import AnalysisError
from linkwork.system.dynamics import Dynamics
from linkwork.system.equations import Equations

Array = NDArray[Any]
RANK = 1e-8  # of the largest singular value
_SETTLED = 1e-15


@dataclass(frozen=True)
class State:
    """A state with what follows from it: acceleration and scaled multipliers."""

    q: Array
    v: Array
    a: Array
    multipliers: Array

    def parts(self) -> tuple[Array, Array, Array]:
        """Position, velocity, acceleration."""
        return self.q, self.v, self.a


def split_rows(rows: Array) -> tuple[Array, Array, float]:
    """Independent combinations of rows and the null space of the rows (as columns), and how independent they are.

    That is the smallest singular value of those that count, over the largest.
    """
    if rows.shape[0] == 0:
        return np.zeros((0, 0)), np.eye(rows.shape[1]), 1.0
    left, values, right = np.linalg.svd(rows)
    largest = max(float(values[0]), 1e-300)
    rank = int(np.sum(values > RANK * largest))
    return left[:, :rank], right[rank:].T, float(values[rank - 1]) / largest if rank else 1.0


class Chart:
    """Minimal coordinates around one position.

    They are numbers along the null space, or, with `named`, independent coordinates of the bodies, which full pivoting
    chooses (Haug 4.4.8); S' then picks these out of the scaled coordinates. `shift` moves the constraint rows, for
    drivers whose value, rate or acceleration is changed a little.
    """

    def __init__(
        self, equations: Equations, q: Array, t: float, named: bool = False, wanted: Sequence[str] = ()
    ) -> None:
        equations.evaluate(q, t)
        self.q0, self.t = np.array(q, float), t
        self.scale = equations.system.column_scale
        rows = np.real(equations.jacobian())
        self.rows, self.motions, _ = split_rows(rows)
        self.names: list[str] = []
        if named:
            self.names = independent_coordinates(equations.system, rows, wanted)
            if len(self.names) != self.freedoms:
                raise AnalysisError(
                    f"{equations.system.mechanism.name}: the joints are dependent in this position only, so that its "
                    "freedoms cannot be told; choose a position a little away from it"
                )
            missing = [name for name in wanted if name not in self.names]
            if missing:
                raise AnalysisError(
                    f"{equations.system.mechanism.name}: {', '.join(missing)} cannot be independent in this position; "
                    "name others in m.tree(independent=...), or name none"
                )
            self.motions = np.eye(equations.n)[:, [equations.system.index(name) for name in self.names]]

    @property
    def freedoms(self) -> int:
        """How many numbers fix a position."""
        return self.motions.shape[1]

    def square(self, equations: Equations) -> Array:
        """The rows last evaluated, and S', as one square matrix."""
        return np.vstack([self.rows.T @ equations.jacobian(), self.motions.T])

    def position(self, equations: Equations, x: Array, shift: Array | float = 0.0) -> Array:
        """The position with the coordinates x, by Newton's method from the base."""
        q = self.q0 + self.scale * (self.motions @ x)
        last = np.inf
        for _ in range(40):
            equations.evaluate(q, self.t)
            miss = np.concatenate([self.rows.T @ (equations.residual() - shift), self.coordinates(q) - x])
            step = np.linalg.solve(self.square(equations), miss)
            q = q - self.scale * step
            size = float(np.max(np.abs(step), initial=0.0))
            if size <= _SETTLED or (size >= 0.25 * last and size < equations.coarse(1e-11)):
                equations.evaluate(q, self.t)
                return q
            last = size
        raise AnalysisError(f"{equations.system.mechanism.name}: no position there keeps the joints closed")

    def coordinates(self, q: Array) -> Array:
        """The numbers x of a position."""
        return self.motions.T @ ((q - self.q0) / self.scale)

    def rates(self, v: Array) -> Array:
        """The numbers y of a velocity."""
        return self.motions.T @ (v / self.scale)

    def velocity(self, equations: Equations, y: Array, shift: Array | float = 0.0) -> Array:
        """The velocity with the rates y, at the position last evaluated."""
        side = np.concatenate([self.rows.T @ (equations.velocity_side() + shift), y])
        found: Array = self.scale * np.linalg.solve(self.square(equations), side)
        return found

    def motion(
        self,
        dynamics: Dynamics,
        q: Array,
        v: Array,
        states: Array | None = None,
        extra: Array | float = 0.0,
        shift: Array | float = 0.0,
    ) -> State:
        """Acceleration and multipliers at a state; `extra` adds to the forces, `shift` to the acceleration side."""
        dynamics.place(q, self.t, v, states)
        square, masses, forces = self.square(dynamics), dynamics.masses(), dynamics.forces() + extra
        count = self.rows.shape[1]
        sides = np.zeros((dynamics.n, 1 + self.freedoms), square.dtype)
        sides[:count, 0] = self.rows.T @ (dynamics.acceleration_side() + shift)
        sides[count:, 1:] = np.eye(self.freedoms)
        solved = np.linalg.solve(square, sides)
        given, free = solved[:, 0], solved[:, 1:]
        reduced = free.T @ masses @ free
        a = given + free @ np.linalg.solve(reduced, free.T @ (forces - masses @ given))
        multipliers = self.rows @ np.linalg.solve(square.T, forces - masses @ a)[:count]
        return State(q, v, self.scale * a, multipliers)

    def shapes(self, equations: Equations) -> Array:
        """How all scaled coordinates move with each minimal one, at the position last evaluated (as columns)."""
        sides = np.vstack([np.zeros((self.rows.shape[1], self.freedoms)), np.eye(self.freedoms)])
        found: Array = np.linalg.solve(self.square(equations), sides)
        return found


class Near:
    """Minimal coordinates x and rates y around a position, for plain positions and velocities of the bodies."""

    def __init__(self, dynamics: Dynamics, q: Array, t: float) -> None:
        self.dynamics = dynamics.about(q)
        self.chart = Chart(self.dynamics, self.dynamics.gathered(q)[0], t)

    @property
    def freedoms(self) -> int:
        """How many numbers fix a position."""
        return self.chart.freedoms

    def state(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Position and velocity of minimal coordinates and rates."""
        place = self.chart.position(self.dynamics, x)
        q, v, _ = self.dynamics.spread(place, self.chart.velocity(self.dynamics, y))
        return q, v

    def numbers(self, q: Array, v: Array, a: Array | None = None) -> tuple[Array, Array, Array]:
        """Minimal coordinates, rates and second derivatives of a motion."""
        place, rate, second = self.dynamics.gathered_motion(q, v, np.zeros_like(q) if a is None else a)
        return self.chart.coordinates(place), self.chart.rates(rate), self.chart.rates(second)

    def acceleration(self, q: Array, v: Array, states: Array | None = None) -> Array:
        """Acceleration of the bodies at a state near the position."""
        place, rate = self.dynamics.gathered(q, v)
        found = self.chart.motion(self.dynamics, place, rate, states)
        return self.dynamics.spread(*found.parts())[2]

    def shapes(self) -> Array:
        """How all scaled coordinates move with each minimal one, at the position itself (as columns)."""
        self.dynamics.evaluate(self.chart.q0, self.chart.t)
        return self.dynamics.carried(self.chart.shapes(self.dynamics))
