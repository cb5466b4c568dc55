"""Finding positions: Levenberg-Marquardt to a root, and the root nearest to an estimate."""

from __future__ import annotations

import math

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.system.constraints.at_once_kernel import (
    DISTANCE,
    IMPLIED,
    LEFT,
    MOVING,
    SLOWEST,
    SPARE,
    TOLD,
    close_nearest,
)
from linkwork.system.constraints.equations import TINY, Equations
from linkwork.system.constraints.penalty_kernel import approach_root
from linkwork.system.constraints.rank import note_independent, note_still
from linkwork.system.constraints.root_kernel import close_by

CLOSED = 1e-11  # largest scaled residual of an assembled position
STILL = 1e-12  # scaled, of the distance: a shorter step along closed positions leads to none that is nearer
_MAX_STEPS = 300
_CLOSE_BY = 1e-3  # scaled: so near to the nearest root curvatures are constant
_REMEMBERED = 40


@dataclass
class SearchEnd:
    """Where a search for a position ended."""

    q: Array
    residual: Array
    ok: bool
    steps: int
    nearest: float | None = None
    """Scaled distance from the estimate where it is known that no closed position beside it is nearer."""
    left: float = math.inf
    """Where it is known: scaled, what still pulls it along the closed positions, as a share of a distance above 1."""
    slowest: float = 1.0
    """The slowest that steps on the way shortened: well below 1 where it would change evenly with all numbers."""
    spare: float = 0.0
    """By how much, scaled and up to 1, it is nearer than where another way ended."""
    other: Array | None = None
    """Where that way ended."""


def _size(residual: Array) -> float:
    largest = float(np.max(np.abs(residual), initial=0.0))
    return largest if np.isfinite(largest) else np.inf


def norm_of(values: Array) -> float:
    """The Euclidean norm, without the questions that numpy asks first."""
    return math.sqrt(np.vdot(values, values).real)


def find_root(
    equations: Equations, q: Array, t: float, target: Array | None = None, kept: int | None = None
) -> SearchEnd:
    """Reduce Phi - target to zero, or as far as it goes, by Levenberg-Marquardt steps from q.

    With more unknowns than equations each step is the shortest, so that the root is near q. No step moves the column
    `kept`.
    """
    q = np.array(q, dtype=equations.system.dtype)
    if target is None and kept is None and equations.system.scalar == "real":
        root = _found_at_once(equations, q, t)
        if root is not None:
            return root
    aim = 0.0 if target is None else target
    equations.evaluate(q, t)
    residual = equations.residual() - aim
    damping, norm = 1e-3, norm_of(residual)
    for step in range(_MAX_STEPS):
        if equations.is_closed(residual, CLOSED):
            return SearchEnd(q, residual, True, step)
        x = _step(equations, -residual, max(damping, 1e-12), kept)
        trial = equations.moved(q, x)
        equations.evaluate(trial, t)
        new = equations.residual() - aim
        new_norm = norm_of(new)
        if np.isfinite(new_norm) and new_norm < norm:
            stalled = norm - new_norm < 1e-13 * norm
            q, residual, norm = trial, new, new_norm
            damping = max(0.1 * damping, 1e-14)
            if stalled or _at_minimum(equations, residual):
                break
        else:
            damping = 10.0 * damping
            if damping > 1e8:
                break
            equations.evaluate(q, t)
    equations.evaluate(q, t)
    residual = equations.residual() - aim
    return SearchEnd(q, residual, equations.is_closed(residual, CLOSED), step + 1)


def _found_at_once(equations: Equations, q: Array, t: float) -> SearchEnd | None:
    """The root by compiled steps; none where the search needs more looking at."""
    near = q.copy()
    steps = close_by(equations.k, equations.p, equations.w, float(t), CLOSED, near, np.empty_like(near))
    return None if steps < 0 else SearchEnd(near, equations.residual(), True, steps)


def _step(equations: Equations, rows: Array, damping: float, kept: int | None) -> Array:
    """The shortest damped step, with one column left out where it is kept; none where rows drown the damping."""
    if kept is None:
        return equations.solve(rows, damping=damping)[0]
    jacobian = equations.jacobian()
    jacobian[:, kept] = 0.0
    try:
        return np.asarray(jacobian.T @ np.linalg.solve(jacobian @ jacobian.T + damping * np.eye(len(rows)), rows))
    except np.linalg.LinAlgError:
        return np.zeros(equations.n)


def approach(equations: Equations, q0: Array, t: float) -> SearchEnd:
    """The root near q0 by the book's penalty method (`penalty_kernel`).

    Where nothing is open q0 is the root, and so it is where no more is open than rounding leaves.
    """
    q = np.array(q0, dtype=float)
    equations.evaluate(q, t)
    if not equations.is_closed(equations.residual(), 0.0):
        approach_root(equations.k, equations.p, equations.w, float(t), q.copy(), q, np.empty_like(q))
    return find_root(equations, q, t)


def closed_at_once(equations: Equations, estimate: Array, t: float) -> SearchEnd | None:
    """The nearer of both positions that `approach` and `find_root` end at, by one compiled call; none if not plain.

    It is written down where no row is implied by others there, and where nothing moves.
    """
    if equations.system.scalar != "real":
        return None
    start, told = np.array(estimate, dtype=float), np.empty(TOLD)
    q, trials, rows = np.empty_like(start), np.empty((2, equations.n)), np.empty(max(equations.m, 1), np.int64)
    tables = equations.k, equations.p, equations.w
    steps = close_nearest(*tables, float(t), CLOSED, TINY, start, q, trials, rows, told)
    if steps < 0:
        return None
    distance, left, implied, moving = told[[DISTANCE, LEFT, IMPLIED, MOVING]].tolist()
    if implied == 0:
        note_independent(equations.system, q, t)
        if moving == 0.0:
            note_still(equations.system, q, t)
    left /= max(1.0, distance)
    nearest = distance if left <= STILL else None
    end = SearchEnd(q, equations.residual(), True, steps, nearest, left)
    end.slowest, end.spare, end.other = float(told[SLOWEST]), float(told[SPARE]), trials[0]
    return end


def _at_minimum(equations: Equations, residual: Array) -> bool:
    """Whether the gradient J' Phi vanishes while Phi does not."""
    if _size(residual) <= 1e-6:
        return False
    gradient = equations.jacobian().T @ residual
    return bool(np.linalg.norm(gradient) <= 1e-9 * np.linalg.norm(residual))


def nearest_root(equations: Equations, q0: Array, q: Array, t: float, still: float = STILL) -> Array:
    """From a root q, slide along the roots to the one nearest to q0 (in the scaled norm), until a step is so small.

    Near the end the distance says no more, for it is flat there: what is left of the pull along the roots does.
    """
    distance = norm_of(equations.apart(q, q0))
    length, slide = 1.0, _slide(equations, q0, q, t)
    for _ in range(500):
        left, small = norm_of(slide), max(still, _CLOSE_BY) * max(1.0, distance)
        if left <= small or left <= equations.coarse(small, 1.0):
            break
        root = find_root(equations, equations.moved(q, length * slide), t)
        new = norm_of(equations.apart(root.q, q0))
        if root.ok and new < distance:
            q, distance = root.q, new
            length = min(1.0, 1.5 * length)
            slide = _slide(equations, q0, q, t)
        else:
            length *= 0.5
            if length < 1e-6:
                break
    rest = _at_rest(equations, q0, q, t, slide, still * max(1.0, distance), length)
    return rest if rest is q or norm_of(equations.apart(rest, q0)) <= distance * (1.0 + 1e-12) else q


def _slide(equations: Equations, q0: Array, q: Array, t: float) -> Array:
    """The part of the way from a root to q0 that leads along the roots."""
    equations.evaluate(q, t)
    return equations.solve(np.zeros(equations.m), pull=equations.apart(q0, q))[0]


def _at_rest(equations: Equations, q0: Array, q: Array, t: float, slide: Array, still: float, length: float) -> Array:
    """The root beside q where nothing pulls along the roots, by Anderson's acceleration of slides of this length.

    `slide` is the one at q.

    D. G. Anderson, Iterative procedures for nonlinear integral equations, J. ACM 12 (1965): the step is that by which
    all slides so far, mixed so that least is left of them, would go on. It learns the curvature of the roots from them.
    """
    best, least, idle = q, norm_of(slide), 0
    ways: list[Array] = []
    changes: list[Array] = []
    for _ in range(_MAX_STEPS):
        if least <= still or idle > 3:
            break
        step = length * slide
        if ways:
            step = step - _mixed(ways[-_REMEMBERED:], changes[-_REMEMBERED:], slide, length)
        root = find_root(equations, equations.moved(q, step), t)
        if not root.ok or norm_of(step) > _CLOSE_BY**0.5:
            break
        after = _slide(equations, q0, root.q, t)
        ways.append(equations.apart(root.q, q))
        changes.append(after - slide)
        q, slide = root.q, after
        left = norm_of(slide)
        idle = 0 if left < 0.5 * least else idle + 1
        if left < least:
            best, least = q, left
    return best


def _mixed(ways: list[Array], changes: list[Array], slide: Array, length: float) -> Array:
    """The part of the slides so far in the next step, mixed so that least is left of this slide."""
    if len(ways) == 1:
        square = np.vdot(changes[0], changes[0]).real
        share = np.vdot(changes[0], slide) / square if square > 0.0 else 0.0
        return np.asarray(share * (ways[0] + length * changes[0]))
    kept = np.array(changes).T
    mix = np.linalg.lstsq(kept, slide, rcond=1e-10)[0]
    return np.asarray((np.array(ways).T + length * kept) @ mix)
