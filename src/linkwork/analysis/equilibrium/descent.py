"""Downhill on the potential energy of a large mechanism, on the pattern of its equations: near to a position of rest.

With the multipliers lambda of the last step, a step d solves

    [[K + sigma I, Phi_q'], [Phi_q, -e]] (d, mu) = (Q - Phi_q' lambda, -Phi),   K = d(Phi_q' lambda - Q)/dq

K is exact: units of the mechanism that no equation shares are moved together by the complex step, so that the number of
evaluations does not grow with the number of bodies. sigma keeps the way downhill. Where this ends, `rest` goes on in
full matrices and says what kind of rest it is; it then has next to nothing left to do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.equilibrium.cell_stiffness import cells_of, without_cells
from linkwork.analysis.equilibrium.stiffness_pattern import StiffnessPattern, carried
from linkwork.analysis.equilibrium.work import work_between
from linkwork.analysis.inside_out import SolidCells
from linkwork.base.arrays import Array
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.analysis.equilibrium.balance import Balance

_MANY = 20  # free motions from which on it pays
_STEPS = 1000
_NEAR = 1e-9  # of the forces: what may be left over where it ends
_REACHED = 1e-9  # scaled: how far what is left over may still move it there
_MORE = 40  # steps at most from where forces are balanced, for loads on soft parts that stiff ones hide
_CLOSED = 1e-11  # scaled
_SHORTEST = 1e-6  # of a step that would turn a cell of a solid inside out
_REDUNDANT = 1e-12  # what holds rows that others imply, scaled
_FIRST = 1e-3  # of the largest stiffness: the first sigma
_LEAST = 1e-8  # of it: a sigma that is none
_ENDLESS = 1e100  # scaled: a step so long is that of a singular matrix, and its square is no number


def nearer(balance: Balance, q: Array, freedoms: int, longest: float) -> Array:
    """A position downhill of q, next to rest, for a large mechanism; q itself where this way does not lead there."""
    if not is_large(balance.dynamics.whole, freedoms):
        return q
    twin = balance.twin if balance.plain else None
    lowest = Descent(balance.dynamics.bodies, balance.t, longest, twin).down(balance.dynamics.spread(q)[0].real)
    if lowest is None:
        return q
    closed = balance.close(balance.dynamics.gathered(lowest)[0])
    return q if closed is None else closed


def share_of(system: System, place: Array, step: Array, longest: float) -> float:
    """How much of a scaled step may be taken so that no body turns, travels or bends too far at once."""
    scaled, turning = np.abs(step), system.turning
    moved, bodies = system.column_scale * scaled, np.arange(len(turning)) < system.body_columns
    places = place[bodies & ~turning].reshape(-1, system.world.dimensions)
    if not len(places):
        return 1.0
    extent = max(system.length, float(np.max(np.ptp(places, axis=0))))
    bent = scaled[~bodies & ~turning] * system.length  # a unit of a mode moves particles by the model's length
    farthest = float(np.max([*(moved[bodies & ~turning] / extent), *(bent / extent), *moved[turning]]))
    return min(1.0, longest / max(farthest, 1e-300))


def is_large(system: System, freedoms: int) -> bool:
    """Whether a mechanism has so many free motions that its pattern pays, and equations that have one."""
    return freedoms >= _MANY and has_pattern(system)


def has_pattern(system: System) -> bool:
    """Whether coordinates depend only on those that an element or a force joins them to; not with modes."""
    unknowns = system.signals is not None and bool(system.signals.unknowns)
    return not (unknowns or system.modal) and system.contact_tables is None and system.scalar == "real"


def reduced_matrices(
    dynamics: Dynamics, q: Array, t: float, shapes: Array, twin: Dynamics | None = None
) -> tuple[Array, Array]:
    """Stiffness K and damping -dQ/dv against motions of the bodies, as columns, at a position of rest."""
    descent = Descent(dynamics, t, 1.0, twin)
    return descent.stiffness_against(q, shapes), descent.reduced(descent.damping(q), shapes)


class Descent:
    """The way downhill of one mechanism, in the coordinates of its bodies, at one time."""

    def __init__(self, dynamics: Dynamics, t: float, longest: float, twin: Dynamics | None = None) -> None:
        self.t, self.longest = t, longest
        self.dynamics = dynamics
        self.twin = self.dynamics.twin() if twin is None else twin
        self.system = self.dynamics.system
        self.n, self.m = self.dynamics.n, self.dynamics.m
        self.solids = SolidCells(self.system)
        self.cells = cells_of(self.system) if dynamics.bodies is dynamics else None
        if self.cells is not None:
            self.twin, light = Dynamics(without_cells(self.twin.system)), Dynamics(without_cells(self.system))
            self._lay_out(StiffnessPattern(light))
        else:
            self._lay_out(StiffnessPattern(dynamics))

    def _lay_out(self, pattern: StiffnessPattern) -> None:
        """Where the entries of the matrices are."""
        self.pattern, cells = pattern, self.cells
        rows, columns, every = pattern.rows, pattern.columns, np.arange(self.n + self.m)
        if cells is not None:
            rows, columns = np.concatenate([rows, cells.rows]), np.concatenate([columns, cells.columns])
        self.rows, self.columns = rows, columns
        one, other = self.system.entry_rows + self.n, self.system.entry_columns
        self.places = (
            np.concatenate([rows, columns, every, one, other]),
            np.concatenate([columns, rows, every, other, one]),
        )

    def down(self, q: Array) -> Array | None:
        """Where the way from q ends; None when it does not come to rest."""
        sigma, more, (forces, entries, multipliers) = 0.0, 0, self.at(q)
        for _ in range(_STEPS):
            stiffness, left = self.stiffness(q, multipliers), forces - carried(self.system, entries, multipliers)
            largest = max(float(np.max(np.abs(stiffness), initial=0.0)), 1e-300)
            size = max(float(np.max(np.abs(forces), initial=0.0)), largest)
            still = float(np.max(np.abs(left), initial=0.0)) <= _NEAR * size
            more += still
            if still and (more > _MORE or not self._to_go(stiffness, entries, left) > _REACHED):
                return q
            while True:
                new, share = self._step(q, stiffness, sigma, entries, left, forces)
                if new is not None:
                    break
                sigma = max(4.0 * sigma, _FIRST * largest)
                if sigma > 1e6 * largest:
                    return q if still else None
            if share > 0.75:
                sigma = 0.5 * sigma if sigma > _LEAST * largest else 0.0
            elif share < 0.25:
                sigma = max(2.0 * sigma, _FIRST * largest)
            q, (forces, entries, multipliers) = new, self.at(new)
        return None

    def _to_go(self, stiffness: Array, entries: Array, left: Array) -> float:
        """How far what is left over would still move it, scaled; no number where nothing holds it."""
        return float(np.max(np.abs(self._solved(stiffness, 0.0, entries, left, np.zeros(self.m))[0]), initial=0.0))

    def _step(
        self, q: Array, stiffness: Array, sigma: float, entries: Array, left: Array, forces: Array
    ) -> tuple[Array | None, float]:
        """A closed position downhill, and the fall there as a share of what was foreseen; None when it is not lower."""
        self.dynamics.evaluate(q, self.t)
        step = self._solved(stiffness, sigma, entries, left, -self.dynamics.residual())[0]
        if not float(np.max(np.abs(step), initial=0.0)) < _ENDLESS:
            return None, 0.0
        fall, bend = float(forces @ step), float(stiffness @ (step[self.rows] * step[self.columns]))
        if not (fall > 0.0 and bend + sigma * float(step @ step) > 0.0):
            return None, 0.0
        part = share_of(self.system, q, step, self.longest)
        new = self._close(self.dynamics.moved(q, part * step))
        while new is not None and self.solids.barred(new):
            part *= 0.5
            new = self._close(self.dynamics.moved(q, part * step)) if part > _SHORTEST else None
        if new is None:
            return None, 0.0
        gain, fallen = part * fall - 0.5 * part * part * bend, work_between(self.dynamics, q, new, self.t)
        at_round_off = abs(gain) < 1e-12 * float(np.max(np.abs(forces)))
        return (new, 1.0 if at_round_off else fallen / gain) if fallen > 0.1 * gain or at_round_off else (None, 0.0)

    def at(self, q: Array) -> tuple[Array, Array, Array]:
        """Forces, entries of the rows, and the multipliers that carry most of the forces, at a position, scaled."""
        self.dynamics.place(q, self.t)
        forces, entries, none = self.dynamics.forces(), self.dynamics.row_entries(), np.zeros(self.m)
        multipliers = self._solved(None, 1.0, entries, forces, none)[1]
        left = forces - carried(self.system, entries, multipliers)  # what holds redundant rows is taken out again
        return forces, entries, multipliers + self._solved(None, 1.0, entries, left, none)[1]

    def _solved(
        self, stiffness: Array | None, sigma: float, entries: Array, forces: Array, sides: Array
    ) -> tuple[Array, Array]:
        """Motion and multipliers for a stiffness, none when left out; no numbers where they have no solution."""
        from scipy.sparse import csc_matrix
        from scipy.sparse.linalg import splu

        half = np.zeros(len(self.rows)) if stiffness is None else 0.5 * stiffness
        diagonal = np.concatenate([np.full(self.n, sigma), np.full(self.m, -_REDUNDANT)])
        values = np.concatenate([half, half, diagonal, entries, entries])
        try:
            solved = splu(csc_matrix((values, self.places), shape=(self.n + self.m,) * 2)).solve(
                np.concatenate([forces, sides])
            )
        except RuntimeError:  # exactly singular
            solved = np.full(self.n + self.m, np.nan)
        return solved[: self.n], solved[self.n :]

    def stiffness(self, q: Array, multipliers: Array) -> Array:
        """Entries of K at a position."""
        self._take_turns(q)
        entries = self._slopes(partial(self._unheld, q, multipliers))
        return entries if self.cells is None else np.concatenate([entries, self.cells.stiffness(q)])

    def _take_turns(self, q: Array) -> None:
        """Move the nodes of cells, too, where some of them are turned, which the closed form does not know."""
        if self.cells is not None and not self.cells.fits(q):
            self.cells, self.twin = None, self.dynamics.twin()
            self._lay_out(StiffnessPattern(self.dynamics))

    def stiffness_against(self, q: Array, shapes: Array) -> Array:
        """K against motions of the bodies, as columns; where they are curved ways, only where nothing is left over."""
        return self.reduced(self.stiffness(q, self.at(q)[2]), shapes)

    def damping(self, q: Array) -> Array:
        """Entries of -dQ/dv at rest in a position."""
        self._take_turns(q)
        entries = -self._slopes(partial(self._forces, q))
        return entries if self.cells is None else np.concatenate([entries, self.cells.damping(q)])

    def _slopes(self, change: Callable[[Array, Any], Array]) -> Array:
        """Entries of the derivative of a function of a motion and its size, by all moves."""
        self.twin.put_states(self.dynamics.states())
        self.twin.creep = self.dynamics.creep
        return self.pattern.slopes(self.twin, change)

    def reduced(self, values: Array, shapes: Array) -> Array:
        """A matrix with these entries against motions of the bodies, as columns."""
        from scipy.sparse import csr_matrix

        return np.asarray(shapes.T @ (csr_matrix((values, (self.rows, self.columns)), (self.n, self.n)) @ shapes))

    def _forces(self, q: Array, rates: Array, size: Any) -> Array:
        """Forces at a position that moves a little."""
        self.twin.place(q, self.t, self.twin.creep + size * rates)
        return self.twin.forces()

    def _unheld(self, q: Array, multipliers: Array, shift: Array, size: Any) -> Array:
        """What the multipliers do not carry a little away from a position."""
        self.twin.place(q, self.t, shift=size * shift)
        return carried(self.system, self.twin.row_entries(), multipliers) - self.twin.forces()

    def _close(self, q: Array) -> Array | None:
        """The closed position near q by shortest steps; None when there is none."""
        for _ in range(20):
            self.dynamics.evaluate(q, self.t)
            gap = self.dynamics.residual()
            if float(np.max(np.abs(gap), initial=0.0)) <= _CLOSED:
                return q
            step = self._solved(None, 1.0, self.dynamics.row_entries(), np.zeros(self.n), -gap)[0]
            if not float(np.max(np.abs(step))) < 1.0:
                return None
            q = self.dynamics.moved(q, step)
        return None
