"""Forces shared with a cost of the user's own, by sequential quadratic programming and Newton's method at its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.progress import Progress

CARRIED = 1e-8  # scaled lack of the equations up to which the loads are carried
SOLVED = 1e-9  # scaled residual of Karush, Kuhn and Tucker with which Newton's method ends
ON_BOUND = 1e-7  # distance from a bound up to which an unknown lies on it
STEP = 6e-6  # of unknowns, for central differences: the cube root of a rounding
WIDE = 1e-4  # of unknowns, for second differences
_SAME = 1e-15  # of unknowns: places so near to each other differ by rounding
FIRMEST = 20  # steps of Newton's method
FLAT = 1e-6  # slope of the cost, over its size, below which it counts as none


def share_by_sqp(
    solve: Callable[..., tuple[Array, Array]],
    cost: Callable[[Array], float],
    full: Array,
    low: Array,
    high: Array,
    rows: Array,
    loads: Array,
) -> tuple[Array, Array]:
    """Unknowns of all frames, and of each the scaled residual of the conditions of Karush, Kuhn and Tucker.

    It is infinite where the loads cannot be carried. Every frame begins where the one before has ended, and if that
    leads nowhere at the least squares of activations. Reserves cost the square of their share.
    """
    frames, _, many = rows.shape
    x = np.where(np.isfinite(low), 0.5 * (low + np.where(np.isfinite(high), high, 0.0)), 0.0)
    share, residuals = np.empty((frames, many)), np.full(frames, np.inf)
    size = max(abs(_value(cost, 0.5 * full[0], 0)), 1e-300)
    with Progress("sharing forces", frames) as bar:
        for frame in range(frames):
            scale = 1.0 / np.maximum(np.abs(rows[frame]).max(axis=1), 1e-12)
            asked = _Frame(
                cost, frame, full[frame], size, low, high, rows[frame] * scale[:, None], loads[frame] * scale
            )
            x = share[frame] = asked.solved(x, solve)
            residuals[frame] = asked.residual(x) if asked.carries(x) else np.inf
            bar.show_share(frame + 1, frames)
    return share, residuals


def _value(cost: Callable[[Array], float], forces: Array, frame: int) -> float:
    """The cost of forces, refused where it is no number."""
    try:
        value = cost(forces)
    except Exception as error:
        raise AnalysisError(f"frame {frame + 1}: the cost stops with {type(error).__name__}: {error}") from error
    if not (np.ndim(value) == 0 and np.isrealobj(value) and isinstance(value, float | int | np.floating | np.integer)):
        raise AnalysisError(f"frame {frame + 1}: the cost of {len(forces)} forces is one number, not {value!r:.60}")
    if not np.isfinite(value):
        raise AnalysisError(f"frame {frame + 1}: the cost of the forces {np.round(forces, 3).tolist()} N is {value}")
    return float(value)


@dataclass(frozen=True)
class _Frame:
    """One frame: the least cost of x with rows x = loads between bounds."""

    cost: Callable[[Array], float]
    frame: int
    full: Array
    size: float
    low: Array
    high: Array
    rows: Array
    loads: Array

    def value(self, x: Array) -> float:
        own = x[len(self.full) :]
        return _value(self.cost, self.full * x[: len(self.full)], self.frame) / self.size + float(own @ own)

    def lack(self, x: Array) -> Array:
        """What the equations lack, scaled."""
        return np.asarray(self.rows @ x - self.loads)

    def slopes(self, x: Array) -> Array:
        """The gradient, by differences on both sides that stay within the bounds."""
        out, at_x = 2.0 * x, self.value(x)

        def value(i: int, place: float) -> float:
            return at_x if abs(place - x[i]) < _SAME else self.value(_moved(x, i, place))

        for i in range(len(self.full)):
            middle = min(max(x[i], self.low[i] + STEP), self.high[i] - STEP)
            before, here, behind = (value(i, place) for place in (middle - STEP, middle, middle + STEP))
            bent = (behind - 2.0 * here + before) / STEP**2
            out[i] = (behind - before) / (2.0 * STEP) + bent * (x[i] - middle)
        return out

    def bend(self, x: Array, columns: Array) -> Array:
        """The second derivatives by these unknowns, by differences of the cost within the bounds.

        They only lead Newton's method, which ends by the gradient.
        """
        size = np.minimum(WIDE, 0.25 * (self.high - self.low))
        steps = np.where(x + 2.0 * size <= self.high, size, -size)
        here, beside = self.value(x), {i: self.value(_moved(x, i, x[i] + steps[i])) for i in columns}
        bend = np.empty((len(columns), len(columns)))
        for k, i in enumerate(columns):
            aside = _moved(x, i, x[i] + steps[i])
            for n, j in enumerate(columns[: k + 1]):
                both = self.value(_moved(aside, j, aside[j] + steps[j]))
                bend[k, n] = bend[n, k] = (both - beside[i] - beside[j] + here) / (steps[i] * steps[j])
        return bend

    def carries(self, x: Array) -> bool:
        """Whether the loads are carried."""
        return bool(np.abs(self.lack(x)).max(initial=0.0) < CARRIED)

    def solved(self, x: Array, solve: Callable[..., tuple[Array, Array]]) -> Array:
        """The least cost from here, or from the least squares where the search does not come to carry the loads."""
        ended = self.sharpened(self.searched(x))
        if self.carries(ended):
            return ended
        ones = np.ones((1, len(x)))
        start, off = solve(2.0 * ones[0], ones, ones, self.low, self.high, self.rows[None], self.loads[None])
        if not off[0] < CARRIED:
            return ended
        ended = self.sharpened(self.searched(np.clip(start[0], self.low, self.high)))
        if not self.carries(ended):
            raise AnalysisError(
                f"frame {self.frame + 1}: the search for the least cost leads nowhere; is the cost smooth?"
            )
        return ended

    def searched(self, x: Array) -> Array:
        """The end of sequential quadratic programming."""
        from scipy.optimize import minimize

        done = minimize(
            self.value, x, jac=self.slopes, method="SLSQP", bounds=list(zip(self.low, self.high, strict=True)),
            options={"ftol": 1e-14, "maxiter": 1000},
            constraints={"type": "eq", "fun": self.lack, "jac": lambda x: self.rows},
        )  # fmt: skip
        return np.clip(done.x, self.low, self.high)

    def multipliers(self, x: Array) -> tuple[Array, Array, Array]:
        """The gradient less what the equations take of it, those of the equations, and which unknowns are free."""
        free = (x > self.low + ON_BOUND) & (x < self.high - ON_BOUND)
        slopes = self.slopes(x)
        dual = np.linalg.lstsq(self.rows[:, free].T, slopes[free], rcond=None)[0]
        return slopes - self.rows.T @ dual, dual, free

    def residual(self, x: Array) -> float:
        """Of the conditions of Karush, Kuhn and Tucker, over the largest slope."""
        rest, dual, free = self.multipliers(x)
        wrong = np.abs(rest[free]).max(initial=0.0)
        for bound, sign in ((self.low, 1.0), (self.high, -1.0)):
            on = ~free & (np.abs(x - bound) <= ON_BOUND)
            wrong = max(wrong, float((-sign * rest[on]).max(initial=0.0)))
        slopes = rest + self.rows.T @ dual
        return float(wrong / max(np.abs(slopes).max(initial=0.0), FLAT))

    def sharpened(self, x: Array) -> Array:
        """Newton's method among the unknowns that lie between their bounds, as long as it gains."""
        off = self.residual(x)
        for _ in range(FIRMEST):
            if off < SOLVED:
                break
            rest, _, free = self.multipliers(x)
            columns = np.flatnonzero(free)
            a, m = self.rows[:, columns], len(self.rows)
            whole = np.block([[self.bend(x, columns), -a.T], [a, np.zeros((m, m))]])
            step = np.linalg.lstsq(whole, -np.concatenate([rest[columns], self.lack(x)]), rcond=1e-13)[0]
            moved = x.copy()
            moved[columns] += step[: len(columns)]
            moved = np.clip(moved, self.low, self.high)
            better = self.residual(moved)
            if not (better < off and self.carries(moved)):
                break
            x, off = moved, better
        return x


def _moved(x: Array, i: int, place: float) -> Array:
    """With one unknown elsewhere."""
    moved = x.copy()
    moved[i] = place
    return moved
