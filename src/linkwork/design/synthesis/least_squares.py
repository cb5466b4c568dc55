"""Least squares on all positions and the design at once, by Levenberg-Marquardt steps in blocks.

Every position has its own columns; only the design couples them. Each block is reduced by its QR factors, what is left
of all blocks determines the step of the design, and the steps of the positions follow. Equations are weighted rows
whose aims are shifted until they hold (the multiplier method), inequalities likewise where they are not kept.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.design.synthesis.problem import Design, Problem, Rows, Slopes

_LOOSE, _TIGHT = 1.0, 1e3  # weights of equations while a start is led to a linkage, and in the end
_ROUGH, _FINE = 1e-3, 1e-10  # share by which a step must lower the sum
_SHIFTS = 8
_CLOSINGS = 3
_HOLDS = 1e-12
_LEAST_DAMPING = 1e-15
_WIDE = 10.0  # sizes of a parameter over which its bounds say nothing about its scale
_NOTHING = 1e-28  # sum of squares at which all rows hold


@dataclass
class Fit:
    """Where the least squares ended: the design, its positions, what is left of the rows, and the sums on the way."""

    b: Array
    q: Array
    rows: Rows
    history: list[float]

    @property
    def gap(self) -> float:
        """By how much equations and inequalities are not kept."""
        over = [np.max(part, initial=0.0) for part in (self.rows.limits, self.rows.conditions)]
        return float(max(np.max(np.abs(self.rows.equal), initial=0.0), *over))


@dataclass
class _Aims:
    """The weight of equations and inequalities, and the shifts of their aims."""

    weight: float
    equal: Array
    limits: Array
    conditions: Array

    def blocks(self, rows: Rows) -> Array:
        """Weighted rows of all positions."""
        limits = np.maximum(rows.limits + self.limits, 0.0)
        return np.hstack([self.weight * (rows.equal + self.equal), rows.wanted, self.weight * limits])

    def design(self, rows: Rows) -> Array:
        """Weighted rows that hold the design only."""
        return self.weight * np.maximum(rows.conditions + self.conditions, 0.0)

    def total(self, rows: Rows) -> float:
        """The sum of squares."""
        total = float(np.sum(self.blocks(rows) ** 2) + np.sum(self.design(rows) ** 2))
        return total if np.isfinite(total) else np.inf

    def matrices(self, rows: Rows, slopes: Slopes) -> tuple[Array, Array, Array]:
        """Derivatives of the weighted rows: of positions by their position and by the design, and of conditions."""
        active = (rows.limits + self.limits > 0.0)[:, :, None]
        parts = []
        for which in range(2):
            limits = self.weight * slopes.limits[which] * active
            parts.append(np.concatenate([self.weight * slopes.equal[which], slopes.wanted[which], limits], axis=1))
        kept = (rows.conditions + self.conditions > 0.0)[:, None]
        return parts[0], parts[1], self.weight * slopes.conditions * kept

    def shift(self, rows: Rows) -> None:
        """Move the aims by what is left."""
        self.equal = self.equal + rows.equal
        self.limits = np.maximum(self.limits + rows.limits, 0.0)
        self.conditions = np.maximum(self.conditions + rows.conditions, 0.0)


def rough_fit(problem: Problem, b: Array, q: Array, low: Array, high: Array, steps: int) -> Fit | None:
    """The least squares from a start, not to the end; none when the start itself makes no sense."""
    search = _Search(problem, low, high)
    try:
        search.begin(b, q)
    except LinkworkError:
        return None
    aims = search.aims(_LOOSE)
    search.descend(aims, steps, _ROUGH)
    aims.weight = _TIGHT
    search.descend(aims, steps, _ROUGH)
    return search.result()


def fit(problem: Problem, b: Array, q: Array, low: Array, high: Array, steps: int) -> Fit:
    """The least squares from a rough fit to the end: aims are shifted until equations and inequalities hold."""
    search = _Search(problem, low, high)
    search.begin(b, q)
    aims = search.aims(_TIGHT)
    for _ in range(_SHIFTS):
        search.descend(aims, steps, _FINE)
        if search.result().gap <= _HOLDS:
            break
        aims.shift(search.rows)
    return search.result()


class _Search:
    """A design with its positions on the way down."""

    def __init__(self, problem: Problem, low: Array, high: Array) -> None:
        self.problem, self.low, self.high = problem, low, high
        self.history: list[float] = []

    def begin(self, b: Array, q: Array) -> None:
        """Take a start."""
        self.q = np.array(q, float)
        self.design: Design = self.problem.design(np.clip(b, self.low, self.high))
        self.rows = self.problem.rows(self.design, self.q)
        self.scale = np.minimum(self.high - self.low, _WIDE * np.maximum(np.abs(b), self.problem.length))

    def aims(self, weight: float) -> _Aims:
        """Aims that are not shifted yet."""
        rows = self.rows
        return _Aims(weight, *(np.zeros_like(part) for part in (rows.equal, rows.limits, rows.conditions)))

    def result(self) -> Fit:
        """Where it is now."""
        return Fit(self.design.b, self.q, self.rows, self.history)

    def descend(self, aims: _Aims, steps: int, enough: float) -> None:
        """Steps until the sum falls by less than a share `enough`, or cannot fall."""
        damping, total = 1e-3, aims.total(self.rows)
        fresh: tuple[Array, Array, Array] | None = None
        closing: Array | None = None
        for _ in range(steps):
            if not total > _NOTHING:
                return
            if fresh is None:
                slopes = self.problem.slopes(self.design, self.q)
                fresh = aims.matrices(self.rows, slopes)
                closing = np.linalg.pinv(slopes.equal[0]) if aims.weight == _TIGHT else None
            db, dq = self._step(aims, fresh, damping)
            new = self._try(db, dq, aims, closing)
            if new is not None and new[3] < total:
                self.q, self.design, self.rows, now = new
                gain, total, fresh = total - now, now, None
                self.history.append(total)
                damping = max(0.1 * damping, _LEAST_DAMPING)
                if gain <= enough * total:
                    return
            else:
                damping = 10.0 * damping
                if damping > 1e6:
                    return

    def _step(self, aims: _Aims, matrices: tuple[Array, Array, Array], damping: float) -> tuple[Array, Array]:
        """The damped step of the design, and of all positions (scaled)."""
        by_q, by_b, conditions = matrices
        rows, own = aims.blocks(self.rows), aims.design(self.rows)
        count, _, n = by_q.shape
        damped = np.concatenate([by_q, np.broadcast_to(np.sqrt(damping) * np.eye(n), (count, n, n))], axis=1)
        beside = np.concatenate([by_b * self.scale, rows[:, :, None]], axis=2)
        padded = np.concatenate([beside, np.zeros((count, n, beside.shape[2]))], axis=1)
        basis, triangle = np.linalg.qr(damped, mode="complete")
        turned = np.swapaxes(basis, 1, 2) @ padded
        left = np.vstack([turned[:, n:].reshape(-1, beside.shape[2]), np.column_stack([conditions * self.scale, own])])
        db = self._within(left[:, :-1], left[:, -1], damping)
        known = turned[:, :n, -1] + turned[:, :n, :-1] @ db
        return db * self.scale, -np.linalg.solve(triangle[:, :n], known[:, :, None])[:, :, 0]

    def _within(self, matrix: Array, right: Array, damping: float) -> Array:
        """The damped step of the scaled design that keeps the bounds: what would leave them is stopped there."""
        nb = matrix.shape[1]
        least, most = (self.low - self.design.b) / self.scale, (self.high - self.design.b) / self.scale
        step, going = np.zeros(nb), np.ones(nb, bool)
        for _ in range(nb):
            rows = np.vstack([matrix[:, going], np.sqrt(damping) * np.eye(int(np.sum(going)))])
            aims = np.concatenate([right + matrix[:, ~going] @ step[~going], np.zeros(int(np.sum(going)))])
            step[going] = np.linalg.lstsq(rows, -aims, rcond=None)[0]
            over = going & ((step < least) | (step > most))
            if not np.any(over):
                break
            step = np.clip(step, least, most)
            going &= ~over
        return np.clip(step, least, most)

    def _try(
        self, db: Array, dq: Array, aims: _Aims, closing: Array | None
    ) -> tuple[Array, Design, Rows, float] | None:
        """The design and positions after a step; these are closed again, for a long step leaves curved equations."""
        if not (np.all(np.isfinite(dq)) and np.all(np.isfinite(db))):
            return None
        problem = self.problem
        q = problem.system.moved(self.q, dq * problem.column_scale)
        try:
            design = problem.design(np.clip(self.design.b + db, self.low, self.high))
            rows = problem.rows(design, q)
            for _ in range(_CLOSINGS if closing is not None else 0):
                back = (closing @ rows.equal[:, :, None])[:, :, 0]
                nearer = problem.system.moved(q, -back * problem.column_scale)
                new = problem.rows(design, nearer)
                if not np.sum(new.equal**2) < np.sum(rows.equal**2):
                    break
                q, rows = nearer, new
        except LinkworkError:
            return None
        return q, design, rows, aims.total(rows)
