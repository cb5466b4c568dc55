"""Equations: the constraint equations of a System, for analyses that work in Python on one position at a time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.plain_arrays import are_plain
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import ACCEPT, MOTION
from linkwork.system.constraints.equations_kernel import REGULARISATION
from linkwork.system.constraints.pivot_kernel import least_pivot
from linkwork.system.constraints.plain_position_kernel import correct_there, evaluate_there
from linkwork.system.constraints.position_kernel import (
    count_tiny_pivots,
    evaluate_at,
    factor_and_solve,
    load_masses_at,
    settle,
)
from linkwork.system.constraints.rounding_kernel import DIGITS
from linkwork.system.loop.kinematics_kernel import ITERATIONS, STATE
from linkwork.system.system import System

_ROUNDINGS = 100.0  # of what rounding leaves open: a step no longer than that is round-off
_OPEN = 1e-3  # scaled residual that no rounding explains
TINY = 1e-6
"""Of a row's own size: below this a pivot is looked at more closely."""
_MASS_PLACES = "places of masses"  # in what tables of one structure share


class Equations:
    """Scaled residuals, rows and steps of a system at any position.

    Scaled means: columns in model lengths and radians, rows likewise; `unscale` brings a step back to m and rad.
    """

    def __init__(self, system: System, w: Array | None = None) -> None:
        self.system, self.world = system, system.world
        self.n, self.m = len(system.coordinates), len(system.equations)
        self.k, self.p, self.w = system.k, system.p, system.workspace() if w is None else w
        self._out_rows, self._real = system.out_rows, system.scalar == "real"
        rhs, x, q, v = system.vectors
        n, rows, w = self.n, self.n + self.m, self.w
        self._rhs, self._x, self._q, self._v = w[rhs : rhs + rows], w[x : x + rows], w[q : q + n], w[v : v + n]

    def _part(self, place: int, count: int) -> Array:
        at = int(self.k[place])
        return self.w[at : at + count]

    def evaluate(self, q: Array, t: float, v: Array | None = None) -> None:
        """Evaluate all elements at a position (and velocity)."""
        if v is None and self.takes(q):
            evaluate_there(self.k, self.p, self.w, q, float(t))
            return
        self._v[:] = 0.0
        self.world.put(self.system, self.w, q, v)
        evaluate_at(self.k, self.p, self.w, MOTION, self.system.dtype(t))

    def takes(self, q: Array) -> bool:
        """Whether compiled code takes a position as it is: real numbers, in the coordinates of the system's world."""
        return self._real and self.world is self.system.world and are_plain(q, self.n)

    def residual(self) -> Array:
        """Scaled residuals Phi of the last evaluation."""
        return self._taken(0)

    @property
    def of_positions(self) -> NDArray[np.bool_]:
        """Which of its rows hold for positions; the others, such as those of rolling, for velocities only."""
        return self.system.of_positions

    def rounding(self) -> Array:
        """Scaled residuals of the last evaluation that rounding alone may leave; see `rounding_kernel`."""
        size = np.abs(self._q.real) / self.system.column_scale + 1.0
        entries = np.abs(self.row_entries().real) * size[self.system.entry_columns]
        rows = np.bincount(self.system.entry_rows, entries, self.m)
        return np.maximum(DIGITS * (rows + 1.0), self.system.rounding)

    def is_closed(self, residual: Array, allowed: float) -> bool:
        """Whether residuals at the last evaluation are no larger than allowed, or than rounding leaves them."""
        sizes = np.abs(residual)
        largest = float(sizes.max(initial=0.0))
        if largest <= allowed or not largest < _OPEN:
            return largest <= allowed
        return bool(np.all(sizes <= np.maximum(self.rounding(), allowed)))

    def coarse(self, small: float, times: float = _ROUNDINGS) -> float:
        """A number that is as `small` as may be at the last evaluation: more where positions have few digits."""
        return max(small, times * float(np.max(self.rounding(), initial=0.0)))

    def velocity_side(self) -> Array:
        """Scaled right-hand side nu of the velocity equation."""
        return self._taken(1)

    def acceleration_side(self) -> Array:
        """Scaled right-hand side gamma of the acceleration equation."""
        return self._taken(2)

    def _taken(self, which: int) -> Array:
        return self.w[self._out_rows[which]] * self.system.row_scale

    def jacobian(self) -> Array:
        """Scaled Jacobian of the last evaluation, dense."""
        matrix: Array = np.zeros((self.m, self.n), self.system.dtype)
        np.add.at(matrix, (self.system.entry_rows, self.system.entry_columns), self.row_entries())
        return matrix

    def times(self, x: Array) -> Array:
        """The scaled rows of the last evaluation times a vector, without the matrix."""
        products: Array = np.zeros(self.m, self.system.dtype)
        np.add.at(products, self.system.entry_rows, self.row_entries() * x[self.system.entry_columns])
        return products

    def row_entries(self) -> Array:
        """Scaled entries of the rows of the last evaluation, in the order of the system's entries."""
        at = int(self.k[layout.SCATTER_AT])
        count = int(self.k[layout.SCATTER])
        places = self.k[at : at + 2 * count : 2] + self.k[layout.OUT]
        return np.asarray(self.w[places] * self.p[self.k[layout.ENTRY_SCALE] : self.k[layout.ENTRY_SCALE] + count])

    def mass_matrix(self) -> Array:
        """Scaled mass matrix of the last evaluation, dense (of a system compiled with dynamics)."""
        load_masses_at(self.k, self.p, self.w)
        matrix: Array = np.zeros((self.n, self.n), self.system.dtype)
        values = self._part(layout.VALUES, int(self.k[layout.WEIGHTS]))
        places = self.system.structure.get(_MASS_PLACES)
        if places is None:
            places = self.system.structure[_MASS_PLACES] = np.array(self.system.mass_entries, np.int64).reshape(-1, 2).T
        rows, columns = places
        matrix[rows, columns] = matrix[columns, rows] = values
        return matrix

    def solve(self, rows: Array, pull: Array | None = None, damping: float = REGULARISATION) -> tuple[Array, Array]:
        """Scaled step x and multipliers of min |x - pull|^2 with J x = rows, at the last evaluation.

        A damping above the tiny default trades the rows against the length of the step (Levenberg-Marquardt).
        """
        self._rhs[: self.n] = 0.0 if pull is None else pull
        self._rhs[self.n :] = rows
        factor_and_solve(self.k, self.p, self.w, damping)
        return self._x[: self.n].copy(), self._x[self.n :].copy()

    def independent(self) -> bool:
        """Whether no row at the last evaluation is nearly implied by others, by the pivots of the sparse factor."""
        return self.implied(TINY) == 0

    def implied(self, share: float) -> int:
        """How many rows at the last evaluation have a pivot of the sparse factor below this share of their own size."""
        implied = np.zeros(max(self.m, 1), np.int64)
        return int(count_tiny_pivots(self.k, self.p, self.w, share, implied))

    def least_pivot(self) -> tuple[float, int]:
        """The least pivot of the rows last solved with that others do not imply, and how many they do imply.

        It is a share of its row's own size; the root of it tells about how far it is to where others imply that one.
        """
        least, implied = least_pivot(self.k, self.w, TINY)
        return float(least), int(implied)

    def memory(self, q: Array, t: float) -> dict[tuple[str, str], float]:
        """What the elements would remember of a position, by element and name."""
        self.world.put(self.system, self.w, q)
        evaluate_at(self.k, self.p, self.w, ACCEPT, self.system.dtype(t))
        labels = [(placed.name, label) for placed in self.system.elements for label in placed.element.memory]
        values = self._part(layout.MEMORY, len(labels))
        return {label: float(value.real) for label, value in zip(labels, values, strict=True)}

    def unscale(self, step: Array) -> Array:
        """A scaled step in m and rad."""
        return step * self.system.column_scale

    def moved(self, q: Array, step: Array) -> Array:
        """The position after a scaled step."""
        return self.world.moved(len(self.system.bodies), q, self.unscale(step))

    def apart(self, q: Array, start: Array) -> Array:
        """The scaled step from one position to another."""
        return self.world.difference(len(self.system.bodies), q, start) / self.system.column_scale

    def settle(self, q: Array, t: float, most: int | None = None) -> Array | None:
        """Newton's method from q; the converged position, or None, also where that takes more steps than `most`.

        `motion` then gives its velocities.
        """
        self.world.put(self.system, self.w, q)
        state = np.zeros(STATE, np.int64)
        converged = settle(self.k, self.p, self.w, state, self.system.dtype(t))
        if not converged or (most is not None and state[ITERATIONS] > most):
            return None
        return self.world.position(self.system, self.w)

    def corrected(self, q: Array, t: float, target: Array) -> Array | None:
        """A few steps of Newton's method from q onto scaled residuals, by one compiled call; None if they fall slowly.

        For real numbers.
        """
        near: Array = np.array(q, np.float64)
        aim = np.ascontiguousarray(target, np.float64)
        good = correct_there(self.k, self.p, self.w, near, aim, float(t), np.empty_like(near))
        return near if good else None

    def motion(self) -> tuple[Array, Array]:
        """Velocities and accelerations at the position just settled."""
        return self.world.motion(self.system, self.w)
