"""How a motion over a period changes with its start: the equations of small changes along it.

In charts about the positions at the beginning of every step small changes (dx, dv) of coordinates and velocities fulfil

    dx' = dv,    [[M, Phi_q'], [Phi_q, 0]] (dv', dlambda) = - d(M a + Phi_q' lambda - Q, Phi_q a - gamma)

whose right side is exact by the complex step. The pattern of the equations saves steps only: units of the mechanism
that no equation shares are moved together. The matrices are full ones, as the exponentials of them are. A step is the
commutator-free exponential method of the fourth order (Blanes and Moan, 2006), for which it is no matter how fast what
vibrates in it does so, and how strongly that is damped.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.equilibrium.descent import has_pattern
from linkwork.analysis.linear.chart import Near
from linkwork.base.arrays import Array
from linkwork.mechanism.beams.strands import strands_of
from linkwork.numerics.analytic import STEP
from linkwork.system.dynamics.dynamics import Dynamics, slope
from linkwork.system.system import System
from linkwork.system.tangent.couplings import Couplings, moved_together

if TYPE_CHECKING:
    from collections.abc import Callable

Course = tuple[Array, Array, Array]  # times, positions, velocities
_GAUSS = 0.5 - np.sqrt(3.0) / 6.0, 0.5 + np.sqrt(3.0) / 6.0
_FIRST, _SECOND = 0.25 + np.sqrt(3.0) / 6.0, 0.25 - np.sqrt(3.0) / 6.0
_REDUNDANT = 1e-12  # what holds rows that others imply, scaled
_STEPS = (32, 64, 128, 256, 512)
_FEWEST = 5  # freedoms from which on it pays


def has_variation(system: System, freedoms: int) -> bool:
    """Whether small changes of a motion are found in this way: of what bends, without states of its own."""
    mechanism = system.mechanism
    plain = has_pattern(system) and not system.rolling and not mechanism.events
    alone = system.signals is None or len(Dynamics(system).states()) == 0
    return bool(strands_of(mechanism)) and plain and alone and freedoms >= _FEWEST


class Variation:
    """Small changes along motions of one system."""

    def __init__(self, dynamics: Dynamics) -> None:
        self.dynamics, self.twin, self.system = dynamics, dynamics.twin(), dynamics.system
        self.n, self.m, self.scale = dynamics.n, dynamics.m, dynamics.scale
        units = Couplings(self.system, whole=True)
        rows_of = [[column for unit in loaded for column in units.columns[unit]] for loaded in units.loads]
        self.moves: list[tuple[Array, Array, Array]] = []
        for group, axis, motion in moved_together(units, self.scale):
            rows, columns = list[int](), list[int]()
            for unit in group:
                held = {self.n + int(row) for row in self._rows_with(units.columns[unit])}
                mine = [*rows_of[unit], *sorted(held)]
                rows += mine
                columns += [units.columns[unit][axis]] * len(mine)
            self.moves.append((motion, np.array(rows, np.int64), np.array(columns, np.int64)))

    def _rows_with(self, columns: range) -> Array:
        """Rows of constraints that have entries in columns."""
        inside = (self.system.entry_columns >= columns[0]) & (self.system.entry_columns <= columns[-1])
        return np.unique(self.system.entry_rows[inside])

    def monodromy(
        self, near: Near, course: Callable[[Array], Course], end: Array, period: float, allowed: float
    ) -> tuple[Array, float] | None:
        """The end of a period, in minimal coordinates and rates times the period, by its start, and what is open.

        None where more than is allowed, of the largest entry, stays open.
        """
        last: Array | None = None
        for steps in _STEPS:
            whole = self._over(near, course, end, period, steps)
            size = max(1.0, float(np.max(np.abs(whole), initial=0.0)))
            if last is not None:
                changed = float(np.max(np.abs(whole - last), initial=0.0))
                if changed <= allowed * size:
                    return whole, changed
            last = whole
        return None

    def _over(self, near: Near, course: Callable[[Array], Course], end: Array, period: float, steps: int) -> Array:
        """The same with so many steps."""
        from scipy.linalg import expm

        h, n = period / steps, self.n
        times = near.chart.t + h * (np.arange(steps)[:, None] + np.array([0.0, *_GAUSS])).ravel()
        t, q, v = course(np.append(times, near.chart.t + period))
        changes, unit = self._of_start(near, v[0]), 1.0
        for step in range(steps):
            base = q[3 * step]
            about = self.dynamics.about(base)
            first, second = (
                self._rates(base, about.gathered(q[at], v[at]), float(t[at])) for at in (3 * step + 1, 3 * step + 2)
            )
            if step == 0:  # velocities are counted in units in which both blocks have one size
                unit = max(float(np.max(np.abs(first[n:, :n]))), 1e-300) ** -0.5
                changes[n:] *= unit
            for one, other in ((_FIRST, _SECOND), (_SECOND, _FIRST)):
                mixed = h * (one * first + other * second)
                mixed[:n, n:] /= unit
                mixed[n:, :n] *= unit
                changes = expm(mixed) @ changes
            final = step == steps - 1
            place = end if final else q[3 * step + 3]
            changes = self._moved(about, near.base if final else place, place, v[3 * step + 3], changes, unit)
        chart, d = near.chart, near.freedoms
        whole = np.vstack([chart.motions.T @ changes[:n], chart.ways.T @ changes[n:] / unit])
        whole[:, d:] /= period
        whole[d:] *= period
        return whole

    def _rates(self, base: Array, state: tuple[Array, Array], t: float) -> Array:
        """The matrix of the equations of small changes, scaled, in charts about a base."""
        from scipy.linalg import lu_factor, lu_solve

        (x, v), n = state, self.n
        here, twin = self.dynamics.about(base), self.twin.about(base)
        here.place(x, t, v)
        masses, rows = here.masses(), here.jacobian()
        size = float(np.max(np.abs(masses)))
        square = np.block([[masses / size, rows.T], [rows, -_REDUNDANT * np.eye(self.m)]])
        factors = lu_factor(square)
        solved = lu_solve(factors, np.concatenate([here.forces() / size, here.acceleration_side()]))
        a, multipliers = solved[:n], size * solved[n:]

        def left(motion: Array, change: Any) -> Array:
            twin.place(x, t, v, shift=change * motion)
            moved = twin.jacobian()
            open_forces = twin.masses() @ a + moved.T @ multipliers - twin.forces()
            return np.concatenate([open_forces / size, moved @ a - twin.acceleration_side()])

        def faster(motion: Array, change: Any) -> Array:
            twin.place(x, t, v + change * motion)
            return np.concatenate([-twin.forces() / size, -twin.acceleration_side()])

        sides = np.zeros((n + self.m, 2 * n))
        for motion, places, columns in self.moves:
            for first, function in ((0, left), (n, faster)):
                changed = slope(twin, partial(function, motion))
                sides[places, first + columns] = changed[places]
        rates = np.zeros((2 * n, 2 * n))
        rates[:n, n:] = np.eye(n)
        rates[n:] = -lu_solve(factors, sides)[:n]
        return rates

    def _of_start(self, near: Near, v: Array) -> Array:
        """Changes of coordinates and velocities by minimal coordinates and rates, scaled, about the start."""
        chart, twin = near.chart, self.twin.about(near.base)
        y, d = near.numbers(near.base, v)[1], near.freedoms

        def state(unit: Array, change: Any) -> Array:
            place = chart.position(twin, change * unit[:d])
            return np.concatenate([place, chart.velocity(twin, y + change * unit[d:])])

        columns = [slope(twin, partial(state, unit)) for unit in np.eye(d + near.speeds)]
        return np.array(columns).T / np.tile(self.scale, 2)[:, None]

    def _moved(self, about: Dynamics, base: Array, q: Array, v: Array, changes: Array, unit: float) -> Array:
        """Changes at a position and velocity in the chart about another base."""
        if about is self.dynamics:
            return changes
        x, rate = about.gathered(q, v)
        scale, n = self.scale[:, None], self.n
        places = x + 1j * STEP * (scale * changes[:n]).T
        rates = rate + 1j * STEP * (scale * changes[n:] / unit).T
        there = self.dynamics.about(base).gathered(*about.spread(places, rates)[:2])
        parts = [values.imag.T / STEP / scale for values in there]
        return np.vstack([parts[0], parts[1] * unit])
