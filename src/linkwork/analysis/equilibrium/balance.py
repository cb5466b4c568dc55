"""Balance: the forces on a mechanism at rest, at one position: what is left over, multipliers, stiffness.

At rest the constraint forces must carry the applied ones, Phi_q' lambda = Q (Haug 6.5.2). What they cannot carry is the
part of Q along the motions S that the joints leave free. Its derivative along S, with lambda kept,

    K = S' d(Phi_q' lambda - Q)/dq S,

is the stiffness against small motions: the Hessian of the potential energy where there is one.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.equilibrium.descent import Descent, has_pattern, is_large
from linkwork.analysis.equilibrium.work import work_between
from linkwork.analysis.inside_out import SolidCells
from linkwork.analysis.linear.chart import split_rows
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.elements.forces_base import SOLID_KERNELS
from linkwork.system.dynamics.dynamics import Dynamics, dynamics_of, slope
from linkwork.system.tangent.couplings import Couplings, moved_together

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_MANY = 30  # coordinates from which bodies are moved together


@dataclass(frozen=True)
class Rest:
    """A mechanism at rest in one position; everything scaled (N m)."""

    q: Array
    place: Array  # the same position in the coordinates of the bodies
    motions: Array  # S: motions that the joints leave free, as columns
    shapes: Array  # the same in the coordinates of the bodies, orthonormal
    left: Array  # force left over along them
    multipliers: Array
    size: float  # largest generalised force, alone or all together: those that balance each other leave nothing
    grip: float  # how independent the constraint rows are; near zero at a singular position
    states: Array  # own states of forces and signals
    rates: Array  # and how fast they change

    @property
    def freedoms(self) -> int:
        """How many motions are free."""
        return self.motions.shape[1]


class Balance:
    """Statics of one mechanism at one time."""

    def __init__(self, mechanism: Mechanism, t: float, dynamics: Dynamics | None = None) -> None:
        self.dynamics: Dynamics = dynamics_of(mechanism) if dynamics is None else dynamics
        self.twin = self.dynamics.twin()
        self.mechanism, self.t = mechanism, t
        self.scale = self.dynamics.scale
        self.start = self.dynamics.states()
        large = self.plain and self.dynamics.n > _MANY and has_pattern(self.dynamics.whole)
        self.couplings = Couplings(self.dynamics.whole, whole=True) if large else None
        self.acting: list[int] = []  # own states that must come to rest with the bodies, see `rest_states`

    @property
    def plain(self) -> bool:
        """Whether it is in the coordinates of the bodies."""
        return self.dynamics.bodies is self.dynamics

    def hold(self, states: Array) -> None:
        """Values of the own states from now on."""
        self.dynamics.put_states(states)
        self.twin.put_states(states)

    def at(self, q: Array) -> Rest:
        """Forces at a position."""
        self.dynamics.place(q, self.t)
        forces, rows = self.dynamics.forces(), self.dynamics.jacobian()
        independent, motions, grip = split_rows(rows)
        motions = self.dynamics.orthonormal(motions)
        part = independent.T @ rows
        carried = np.linalg.lstsq(part.T, forces, rcond=None)[0] if len(part) else np.zeros(0)
        multipliers = independent @ carried if len(part) else np.zeros(self.dynamics.m)
        size = self._size(forces)
        states, rates = self.dynamics.states(), self.dynamics.state_rates()
        place, shapes = self.dynamics.spread(q)[0], self.dynamics.carried(motions)
        return Rest(q, place, motions, shapes, motions.T @ forces, multipliers, size, grip, states, rates)

    def _size(self, forces: Array) -> float:
        """The largest force at the last position: of all together, or of one that others balance."""
        bodies = self.dynamics.bodies
        single = [bodies.force_of(number) for number in range(self._count)]
        weight = bodies.forces() - sum(single)
        return max(float(np.max(np.abs(each), initial=0.0)) for each in (forces, weight, *single))

    def stiffness(self, rest: Rest) -> Array:
        """K at a position, exact by the complex step; of many joint coordinates only where nothing is left over."""
        if self.couplings is not None or is_large(self.dynamics.whole, rest.freedoms):
            return self._pattern.stiffness_against(rest.place, rest.shapes)
        stiffness = np.zeros((rest.freedoms, rest.freedoms))
        for number, motion in enumerate(rest.motions.T):
            stiffness[:, number] = rest.motions.T @ slope(self.twin, partial(self._unheld, rest, self.scale * motion))
        return stiffness

    @cached_property
    def _pattern(self) -> Descent:
        """Its equations in the coordinates of the bodies, on their pattern."""
        return Descent(self.dynamics.bodies, self.t, 1.0, self.twin if self.plain else None)

    def _unheld(self, rest: Rest, motion: Array, size: Any) -> Array:
        """What the multipliers of a position do not carry a little away from it."""
        self.twin.place(rest.q, self.t, shift=size * motion)
        return self.twin.jacobian().T @ rest.multipliers - self.twin.forces()

    def drop(self, before: Array, after: Array) -> float:
        """Work of the forces on the straight way between two positions: how much the potential falls.

        Forces are defined off the constraints too, and the way does not matter where there is a potential.
        """
        return work_between(self.dynamics, before, after, self.t)

    @cached_property
    def cells(self) -> SolidCells:
        """The cells of its solids."""
        return SolidCells(self.dynamics.whole)

    def close(self, q: Array) -> Array | None:
        """The closed position near q; None when there is none, or a cell of a solid is turned inside out in it."""
        closed = self._closed(q)
        return None if closed is None or self.cells.barred(self.dynamics.spread(closed)[0]) else closed

    def _closed(self, q: Array) -> Array | None:
        """The closed position near q by Newton's method with shortest steps, to round-off; None when there is none."""
        if self.dynamics.m == 0:
            return q
        last = np.inf
        for _ in range(30):
            self.dynamics.evaluate(q, self.t)
            rows = self.dynamics.jacobian()
            if not np.all(np.isfinite(rows)):
                return None
            step = np.linalg.lstsq(rows, -self.dynamics.residual(), rcond=1e-9)[0]
            size = float(np.max(np.abs(step), initial=0.0))
            if not size < 1.0:
                return None
            q = self.dynamics.moved(q, step)
            if size <= 1e-15 or (size >= 0.25 * last and size < self.dynamics.coarse(1e-11)):
                return q
            last = size
        return None

    # ------------------------------------------------------------------ which forces have a potential

    def moving_forces(self, q: Array) -> list[str]:
        """Names of the forces that depend on the time itself."""
        if not self._count:
            return []
        slopes = slope(self.twin, lambda size: self._forces(self.dynamics.spread(q)[0], 0.0 * size, self.t + size))
        return self._named([bool(np.any(part != 0.0)) for part in slopes])

    def without_potential(self, q: Array) -> list[str]:
        """Names of the forces whose derivatives at a position are not symmetric, so that they have no potential.

        Edges and spokes of solids have one together with the others of their cell.
        """
        kinds = self.mechanism.forces.items()
        judged = {number: name for number, (name, force) in enumerate(kinds) if force.kernel not in SOLID_KERNELS}
        if not judged:
            return []
        numbers = list(judged)
        if self.couplings is None:
            lacking = self._unsymmetric(q, numbers)
        else:
            lacking = self._one_by_one(self.couplings, q, numbers)
        return [judged[number] for number, yes in zip(numbers, lacking, strict=True) if yes]

    def _unsymmetric(self, q: Array, numbers: list[int]) -> list[bool]:
        bodies = self.dynamics.bodies
        slopes, place = np.zeros((len(numbers), bodies.n, bodies.n)), self.dynamics.spread(q)[0]
        for column, motion in enumerate(np.diag(bodies.scale)):
            slopes[:, :, column] = slope(self.twin, partial(self._shifted, place, motion, numbers))
        bodies.place(place, self.t)
        lacking = []
        for number, part in zip(numbers, slopes, strict=True):
            size = float(np.max(np.abs(part), initial=0.0)) + float(np.max(np.abs(bodies.force_of(number))))
            lacking.append(bool(np.max(np.abs(part - part.T), initial=0.0) > 1e-9 * size))
        return lacking

    def _one_by_one(self, units: Couplings, q: Array, numbers: list[int]) -> list[bool]:
        """The same of many forces, each by the bodies that it knows; bodies that nothing joins are moved together."""
        slopes: dict[int, dict[tuple[int, int], Array]] = {number: {} for number in numbers}
        for group, axis, motion in moved_together(units, self.scale):
            change = slope(self.twin, partial(self._shifted, q, motion, numbers))
            for number, one in zip(numbers, change, strict=True):
                acting, moved_by, _ = units.forces[number]
                for unit in moved_by & set(group):
                    for other in acting | moved_by:
                        slopes[number][units.columns[unit][axis], other] = one[units.columns[other]]
        self.dynamics.place(q, self.t)
        lacking = []
        for number in numbers:
            acting, moved_by, _ = units.forces[number]
            columns = [column for unit in sorted(acting | moved_by) for column in units.columns[unit]]
            at = {column: place for place, column in enumerate(columns)}
            part = np.zeros((len(columns), len(columns)))
            for (column, other), rows in slopes[number].items():
                for row, value in zip(units.columns[other], rows, strict=True):
                    part[at[row], at[column]] = value
            size = float(np.max(np.abs(part), initial=0.0)) + float(np.max(np.abs(self.dynamics.force_of(number))))
            lacking.append(bool(np.max(np.abs(part - part.T), initial=0.0) > 1e-9 * size))
        return lacking

    @property
    def _count(self) -> int:
        return len(self.mechanism.forces)

    def _shifted(self, q: Array, motion: Array, numbers: list[int], size: Any) -> Array:
        return self._forces(q, size * motion, self.t, numbers)

    def _forces(self, q: Array, shift: Any, t: Any, numbers: list[int] | None = None) -> Array:
        """Every force (or those with some numbers) by itself, at rest, near a position and in coordinates about it."""
        self.twin.bodies.place(q, t, shift=shift)
        return np.array([self.twin.bodies.force_of(number) for number in numbers or range(self._count)])

    def _named(self, chosen: list[bool]) -> list[str]:
        return [name for name, yes in zip(self.mechanism.forces, chosen, strict=True) if yes]
