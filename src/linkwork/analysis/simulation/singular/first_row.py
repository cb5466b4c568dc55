"""Accelerations of the first row of a run that starts at a singular position.

There the rows J of the constraints depend on each other, w' J = 0, and J a = gamma leaves more accelerations open than
the motion has. Those of the motion that goes on are the limit of those beside it: d/dt (J a - gamma) = 0 holds too, and
of it w' asks for nothing but a. So the accelerations are those of least constraint (Gauss) among all that fulfil both.
The forces that these equations need grow beyond all bounds towards the position.
"""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.run.run import Run
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import is_known_independent
from linkwork.system.tree.tree import is_open

_DEPENDENT = 1e-6  # of the largest singular value of the scaled rows: smaller ones are none
_LARGEST = 1200  # equations and coordinates of mechanisms that are looked at
_OFF = 1e-7  # of the accelerations: smaller changes are rounding and damping
_MISSED = 1e-5  # of what the further equations ask for: more is left only where they contradict each other
_STEP = 0.01  # rad or model lengths between two places of the differences
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
    if not np.linalg.norm(row.v) > _OFF * np.linalg.norm(row.a):
        return [] if row.fits_at_rest() else [_OPEN]
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
    first = equations.implied(_DEPENDENT**2)
    if len(run.t) < 2:
        return first > 0
    equations.evaluate(run.q[1], float(run.t[1]))
    return equations.implied(_DEPENDENT**2) < first


class _FirstRow:
    """Position, rates and accelerations of the first row, scaled, with the rows that depend on each other there."""

    def __init__(self, equations: Equations, q: Array, t: float, v: Array, a: Array) -> None:
        self.equations, self.q, self.t, self.v, self.a = equations, q, t, v, a
        left, values, right = np.linalg.svd(equations.jacobian())
        rank = int(np.sum(values > _DEPENDENT * max(float(np.max(values, initial=0.0)), 1e-300)))
        self.ties, self.free = left[:, rank:].T, right[rank:].T

    def fits_at_rest(self) -> bool:
        """Whether a motion can begin with these accelerations where nothing moves yet: w' gamma vanishes for them."""
        size = max(float(np.linalg.norm(self.a)), 1e-300)
        self.equations.evaluate(self.q, self.t, self.equations.unscale(self.a / size))
        return bool(np.all(np.abs(self.ties @ self.equations.acceleration_side()) < _MISSED))

    def change(self) -> Array | None:
        """What the accelerations lack; None where the further equations contradict each other or say nothing."""
        at_hand = self._rate(self.a)
        columns = np.zeros((len(at_hand), self.free.shape[1]))  # drivers may leave no direction
        for number, direction in enumerate(self.free.T):
            columns[:, number] = self._rate(self.a + direction) - at_hand
        values = np.linalg.svd(columns, compute_uv=False)
        speed = float(np.linalg.norm(self.v))
        if not np.any(values > _DEPENDENT * speed):
            return np.zeros_like(self.a) if np.linalg.norm(at_hand) < _MISSED * speed**3 else None
        self.equations.evaluate(self.q, self.t, self.equations.unscale(self.v))
        weights = self.free.T @ self.equations.mass_matrix() @ self.free
        root = np.linalg.cholesky(weights)
        light = np.linalg.solve(root, columns.T).T
        share = np.linalg.lstsq(light, -at_hand, rcond=_DEPENDENT)[0]
        missed = float(np.linalg.norm(light @ share + at_hand))
        if missed > _MISSED * (float(np.linalg.norm(at_hand)) + speed**3):
            return None
        change = self.free @ np.linalg.solve(root.T, share)
        small = np.linalg.norm(change) <= _OFF * (np.linalg.norm(self.a) + speed**2)
        return np.zeros_like(change) if small else np.asarray(change)

    def _rate(self, a: Array) -> Array:
        """w' d/dt (J a - gamma) along the motion with these accelerations, by differences over seven places."""
        apart = _STEP / float(np.linalg.norm(self.v))
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
        return np.asarray(self.ties @ (equations.jacobian() @ a - equations.acceleration_side()))
