"""Chart: the positions and velocities near a point of a mechanism in as many numbers as it has freedoms.

At a base position q0 the scaled constraint rows J_p of positions have the null space S (orthonormal) and independent
combinations U_p' J_p; all rows J, those that hold for velocities only among them, have the null space R and the
combinations U' J. Near q0 the numbers x = S' (q - q0) and y = R' v fix position and velocity:

    U_p' Phi(q, t) = 0,  S' (q - q0) = x        U' J v = U' nu,  R' v = y

with q and v scaled. All of it is analytic, so it works in complex numbers too. Without rolling R is S, and x' = y
exactly; with it there are fewer speeds y than positions x, and x' = S' v is a function of both.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import independent_columns, independent_coordinates
from linkwork.system.dynamics.dynamics import Dynamics

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

    They are numbers along the null spaces, or, with `named`, independent coordinates of the bodies, which full pivoting
    chooses (Haug 4.4.8); S' then picks these out of the scaled coordinates, and R' some of their rates. `shift` moves
    the constraint rows, for drivers whose value, rate or acceleration is changed a little.
    """

    def __init__(
        self, equations: Equations, q: Array, t: float, named: bool = False, wanted: Sequence[str] = ()
    ) -> None:
        equations.evaluate(q, t)
        self.q0, self.t = np.array(q, float), t
        self.scale = equations.system.column_scale
        rows, self.held = np.real(equations.jacobian()), np.flatnonzero(equations.of_positions)
        self.closing, self.motions, _ = split_rows(rows[self.held])
        self.rows, self.ways = self.closing, self.motions
        self.names: list[str] = []
        if named:
            self.names = self._chosen(equations, rows[self.held], wanted)
            self.motions = self.ways = np.eye(equations.n)[:, [equations.system.index(name) for name in self.names]]
        self.rate_names = self.names
        if len(self.held) < equations.m:
            self.rows, self.ways, _ = split_rows(rows)
            if named:
                self.rate_names = self._rates_chosen(equations, rows, wanted)
                places = [equations.system.index(name) for name in self.rate_names]
                self.ways = np.eye(equations.n)[:, places]

    def _chosen(self, equations: Equations, rows: Array, wanted: Sequence[str]) -> list[str]:
        """Names of independent coordinates."""
        names = independent_coordinates(equations.system, rows, wanted)
        if len(names) != self.freedoms:
            raise AnalysisError(
                f"{equations.system.mechanism.name}: the joints are dependent in this position only, so that its "
                "freedoms cannot be told; choose a position a little away from it"
            )
        missing = [name for name in wanted if name not in names]
        if missing:
            raise AnalysisError(
                f"{equations.system.mechanism.name}: {', '.join(missing)} cannot be independent in this position; "
                "name others in m.tree(independent=...), or name none"
            )
        return names

    def _rates_chosen(self, equations: Equations, rows: Array, wanted: Sequence[str]) -> list[str]:
        """Names of the independent coordinates whose rates are independent too, where some rows hold for rates only."""
        left = independent_columns(rows @ self.shapes(equations), [self.names.index(name) for name in wanted])
        if len(left) != self.speeds:
            raise AnalysisError(
                f"{equations.system.mechanism.name}: what rolls is dependent in this position only, so that its "
                "freedoms cannot be told; choose a position a little away from it"
            )
        return [self.names[column] for column in left]

    @property
    def freedoms(self) -> int:
        """How many numbers fix a position."""
        return self.motions.shape[1]

    @property
    def speeds(self) -> int:
        """How many numbers fix a velocity: as many, or fewer where something rolls."""
        return self.ways.shape[1]

    def square(self, equations: Equations) -> Array:
        """The rows of positions last evaluated, and S', as one square matrix."""
        return np.vstack([self.closing.T @ equations.jacobian()[self.held], self.motions.T])

    def square_of_rates(self, equations: Equations) -> Array:
        """The rows last evaluated, and R', as one square matrix."""
        return np.vstack([self.rows.T @ equations.jacobian(), self.ways.T])

    def position(self, equations: Equations, x: Array, shift: Array | float = 0.0) -> Array:
        """The position with the coordinates x, by Newton's method from the base."""
        q = self.q0 + self.scale * (self.motions @ x)
        last = np.inf
        for _ in range(40):
            equations.evaluate(q, self.t)
            miss = np.concatenate([self.closing.T @ (equations.residual() - shift)[self.held], self.coordinates(q) - x])
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

    def travel(self, v: Array) -> Array:
        """The rates x' of a velocity."""
        return self.motions.T @ (v / self.scale)

    def rates(self, v: Array) -> Array:
        """The numbers y of a velocity."""
        return self.ways.T @ (v / self.scale)

    def velocity(self, equations: Equations, y: Array, shift: Array | float = 0.0) -> Array:
        """The velocity with the rates y, at the position last evaluated."""
        side = np.concatenate([self.rows.T @ (equations.velocity_side() + shift), y])
        velocity: Array = self.scale * np.linalg.solve(self.square_of_rates(equations), side)
        return velocity

    def passing(self, equations: Equations, rates: Array) -> Array:
        """The velocity with which the coordinates x pass the position last evaluated, whether it rolls so or not."""
        side = np.concatenate([self.closing.T @ equations.velocity_side()[self.held], rates])
        passing: Array = self.scale * np.linalg.solve(self.square(equations), side)
        return passing

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
        square, masses, forces = self.square_of_rates(dynamics), dynamics.masses(), dynamics.forces() + extra
        count = self.rows.shape[1]
        sides = np.zeros((dynamics.n, 1 + self.speeds), square.dtype)
        sides[:count, 0] = self.rows.T @ (dynamics.acceleration_side() + shift)
        sides[count:, 1:] = np.eye(self.speeds)
        solved = np.linalg.solve(square, sides)
        given, free = solved[:, 0], solved[:, 1:]
        reduced = free.T @ masses @ free
        a = given + free @ np.linalg.solve(reduced, free.T @ (forces - masses @ given))
        multipliers = self.rows @ np.linalg.solve(square.T, forces - masses @ a)[:count]
        return State(q, v, self.scale * a, multipliers)

    def shapes(self, equations: Equations) -> Array:
        """How all scaled coordinates move with each minimal one, at the position last evaluated (as columns)."""
        return self.moved_along(equations, np.eye(self.freedoms))

    def speed_shapes(self, equations: Equations) -> Array:
        """How all scaled velocities change with each minimal one, at the position last evaluated (as columns)."""
        return self.rates_along(equations, np.eye(self.speeds))

    def moved_along(self, equations: Equations, x: Array) -> Array:
        """How all scaled coordinates move along directions of the minimal ones (as columns)."""
        return _moves(self.square(equations), x)

    def rates_along(self, equations: Equations, y: Array) -> Array:
        """How all scaled velocities change along directions of the minimal ones (as columns)."""
        return _moves(self.square_of_rates(equations), y)


def _moves(square: Array, last: Array) -> Array:
    """What solves a square matrix for sides that are zero but for their last rows."""
    moves: Array = np.linalg.solve(square, np.vstack([np.zeros((len(square) - len(last), last.shape[1])), last]))
    return moves


class Near:
    """Minimal coordinates x and rates y around a position `base`, for plain positions and velocities of the bodies."""

    def __init__(self, dynamics: Dynamics, q: Array, t: float) -> None:
        self.base, self.dynamics = q, dynamics.about(q)
        self.chart = Chart(self.dynamics, self.dynamics.gathered(q)[0], t)

    @property
    def freedoms(self) -> int:
        """How many numbers fix a position."""
        return self.chart.freedoms

    @property
    def speeds(self) -> int:
        """How many numbers fix a velocity."""
        return self.chart.speeds

    def state(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Position and velocity of minimal coordinates and rates."""
        place = self.chart.position(self.dynamics, x)
        q, v, _ = self.dynamics.spread(place, self.chart.velocity(self.dynamics, y))
        return q, v

    def numbers(self, q: Array, v: Array, a: Array | None = None) -> tuple[Array, Array, Array]:
        """Minimal coordinates, rates and second derivatives of a motion."""
        place, rate, second = self.dynamics.gathered_motion(q, v, np.zeros_like(q) if a is None else a)
        return self.chart.coordinates(place), self.chart.rates(rate), self.chart.rates(second)

    def travel(self, q: Array, v: Array) -> Array:
        """How fast the minimal coordinates change in a motion: their rates, or what follows from these by rolling."""
        return self.chart.travel(self.dynamics.gathered(q, v)[1])

    def acceleration(self, q: Array, v: Array, states: Array | None = None) -> Array:
        """Acceleration of the bodies at a state near the position."""
        place, rate = self.dynamics.gathered(q, v)
        motion = self.chart.motion(self.dynamics, place, rate, states)
        return self.dynamics.spread(*motion.parts())[2]

    def shapes(self) -> Array:
        """How all scaled coordinates move with each minimal one, at the position itself (as columns)."""
        self.dynamics.evaluate(self.chart.q0, self.chart.t)
        return self.dynamics.carried(self.chart.shapes(self.dynamics))
