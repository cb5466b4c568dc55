"""Accelerations of the first row of a run that starts at a singular position.

There the rows J of the constraints depend on each other, w' J = 0, and J a = gamma leaves more accelerations open than
the motion has. Those of the motion that goes on are the limit of those beside it: d/dt (J a - gamma) = 0 holds too, and
of it w' asks for nothing but a. So the accelerations are those of least constraint (Gauss) among all that fulfil both.
The forces that these equations need grow beyond all bounds towards the position.
"""

from __future__ import annotations

import numpy as np

from linkwork.analysis.simulation.singular.singular_start import DEPENDENT, rank_by
from linkwork.base.arrays import Array
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import is_known_independent
from linkwork.system.rods.spatial.idle_spins import held_spins, idle_spins
from linkwork.system.tree.tree import is_open

_LARGEST = 1200  # equations and coordinates of mechanisms that are looked at
_OFF = 1e-7  # of the accelerations: smaller changes are rounding and damping
_MISSED = 1e-5  # of what the further equations ask for: more is left only where they contradict each other
_STEP = 0.01  # rad or model lengths between two places of the differences
_BENT = 1e-3  # the same of what accelerations add to them
_ROUNDED = 1e-10  # of the loads: what rounding leaves of accelerations where they balance
_UNSURE = 1e-4  # of the rates: more between two lengths of the step, and there is a kink or something fast in between
_WEIGHTS = ((1, 45.0 / 60.0), (2, -9.0 / 60.0), (3, 1.0 / 60.0))
_START = "the start is a singular position"
_OPEN = (
    f"{_START}: accelerations and reactions of its row are not those of the motion that goes on, and beside it they "
    "have few digits"
)

_ROUGH = "; rows beside it have few digits with formulation 'canonical', take 'joint' or 'projection' for them"


def settle_first_row(run: Run) -> list[str]:
    """Put the accelerations of the motion into the first row of a run that starts at a singular position; notes."""
    system, t = run.system, float(run.t[0])
    if is_open(system) or system.scalar != "real" or is_known_independent(system, run.q[0], t):
        return []
    equations = Equations(system)
    equations.evaluate(run.q[0], t)
    if equations.independent():
        return []
    if max(equations.m, equations.n) > _LARGEST:
        return [_OPEN] if _loosens(equations, run) else []
    row = _FirstRow(equations, run.q[0], t, run.v[0] / system.column_scale, run.a[0] / system.column_scale)
    if not row.free.shape[1]:
        return []
    still, balanced = row.rest(_load_size(run))
    if still:
        return [] if balanced or row.fits_at_rest() else [_OPEN]
    change = row.change()
    if change is None or system.contact_tables is not None:
        return [] if change is not None and not change.any() else [_OPEN]
    if not change.any():
        return []
    run.a[0] += change * system.column_scale
    return [
        f"{_START}: accelerations of the first row are the limit of those of the motion that goes on; some reactions "
        "have none, they grow beyond all bounds towards it, and those of the first row are not the motion's"
        f"{_ROUGH if run.moment.options.formulation == 'canonical' else ''}"
    ]


def _loosens(equations: Equations, run: Run) -> bool:
    """Whether fewer rows depend on each other at the second row of a run than at its first."""
    first = equations.implied(DEPENDENT**2)
    if len(run.t) < 2:
        return first > 0
    equations.evaluate(run.q[1], float(run.t[1]))
    return equations.implied(DEPENDENT**2) < first


def _load_size(run: Run) -> float:
    """The largest of the loads in the first row, of joints, drivers and forces: forces at the arm of a model length."""
    system, loads = run.system, run.loads
    assert loads is not None
    arms = np.array([system.length if label.startswith("f") else 1.0 for label in system.world.reaction_labels])
    forces = loads.forces[0].reshape(len(system.forces), system.world.force_results)[:, : 2 * len(arms)]
    wrenches = np.concatenate([loads.wrenches[0].reshape(-1, len(arms)), forces.reshape(-1, len(arms))])
    return float(np.max(np.abs(wrenches) * arms, initial=0.0))


class _FirstRow:
    """Position, rates and accelerations of the first row, scaled, with the rows that depend on each other there."""

    def __init__(self, equations: Equations, q: Array, t: float, v: Array, a: Array) -> None:
        self.equations, self.q, self.t, self.v, self.a = equations, q, t, v, a
        left, values, right = np.linalg.svd(equations.jacobian())
        rank = rank_by(values)
        self.ties, self.free = left[:, rank:].T, right[rank:].T
        self.speed = float(np.linalg.norm(v))
        self.size = float(np.linalg.norm(a)) + self.speed**2

    def rest(self, loads: float) -> tuple[bool, bool]:
        """Whether nothing moves, and whether nothing is accelerated either but by rounding of loads that balance."""
        self.equations.evaluate(self.q, self.t)
        masses = self.equations.mass_matrix()
        slow = float(self.v @ masses @ self.v) <= _ROUNDED**2 * loads
        still = slow or not self.speed > _OFF * float(np.linalg.norm(self.a))
        return still, bool(np.max(np.abs(masses @ self.a), initial=0.0) <= _ROUNDED * loads)

    def fits_at_rest(self) -> bool:
        """Whether a motion can begin with these accelerations where nothing moves yet: w' gamma vanishes for them."""
        size = max(float(np.linalg.norm(self.a)), 1e-300)
        self.equations.evaluate(self.q, self.t, self.equations.unscale(self.a / size))
        return bool(np.all(np.abs(self.ties @ self.equations.acceleration_side()) < _MISSED))

    def change(self) -> Array | None:
        """What the accelerations lack; None where the further equations contradict each other or cannot be told.

        Laws of drivers are not followed by differences: they may have a kink at the start, and end before it.
        """
        at_hand = self._rate(self.a)
        columns = [(self._rate(self.a + self.size * each) - at_hand) / self.size for each in self.free.T]
        open_rates = np.array(columns).T
        largest = self.speed * self.size
        if not np.any(np.linalg.svd(open_rates, compute_uv=False) > DEPENDENT * self.speed):
            return np.zeros_like(self.a) if np.linalg.norm(at_hand) < _MISSED * largest else None
        if self._is_driven() or np.linalg.norm(self._rate(self.a, 0.5) - at_hand) > _UNSURE * largest:
            return None
        root = self._root_of_masses()
        if root is None:
            return None
        light = np.linalg.solve(root, open_rates.T).T
        share = np.linalg.lstsq(light, -at_hand, rcond=DEPENDENT)[0]
        missed = float(np.linalg.norm(light @ share + at_hand))
        if missed > _MISSED * max(float(np.linalg.norm(at_hand)), largest):
            return None
        change = self.free @ np.linalg.solve(root.T, share)
        small = np.linalg.norm(change) <= _OFF * self.size
        return np.zeros_like(change) if small else np.asarray(change)

    def _is_driven(self) -> bool:
        """Whether a driver has a part in the rows that depend on each other."""
        system = self.equations.system
        drivers = {placed.name for placed in system.elements if placed.driver}
        driven = np.array([equation.element in drivers for equation in system.equations], bool)
        return bool(np.any(np.abs(self.ties[:, driven]) > DEPENDENT))

    def _root_of_masses(self) -> Array | None:
        """The root of the masses of what is left open; None where some of it moves no mass.

        Rods between balls that are distances need no inertia about their lines: they get some, which changes nothing
        but how they spin.
        """
        self.equations.evaluate(self.q, self.t, self.equations.unscale(self.v))
        masses = held_spins(self.equations.mass_matrix(), idle_spins(self.equations.system).values())
        try:
            return np.linalg.cholesky(self.free.T @ masses @ self.free)
        except np.linalg.LinAlgError:
            return None

    def _rate(self, a: Array, times: float = 1.0) -> Array:
        """w' d/dt (J a - gamma) along the motion with these accelerations, by differences over seven places.

        A slow motion is soon led elsewhere by its accelerations: they bound the step, too.
        """
        apart = times * min(_STEP / self.speed, float(np.sqrt(_BENT / self.size)))
        total = np.zeros(len(self.ties))
        for number, weight in _WEIGHTS:
            for side in (-1.0, 1.0):
                total += side * weight * self._missed(a, side * number * apart)
        return total / apart

    def _missed(self, a: Array, h: float) -> Array:
        """w' (J a - gamma) a little later, at the rates of then."""
        equations = self.equations
        place = equations.moved(self.q, h * self.v + 0.5 * h**2 * a)
        equations.evaluate(place, self.t + h, equations.unscale(self.v + h * a))
        return np.asarray(self.ties @ (equations.times(a) - equations.acceleration_side()))
