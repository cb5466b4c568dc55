"""A small smooth change of a motion with which less is left at the base: least squares by Gauss and Newton.

The changes of all coordinates are splines of fifth degree with even knots. Speeds and accelerations of a motion are
linear in its values, so those of the changed one are exactly what an inverse dynamics of it takes. Derivatives of
residuals by values, speeds and accelerations are frame by frame, from a run of all frames for each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.biomechanics.inverse_dynamics import needed
from linkwork.library.biomechanics.motion import Motion, spline_slopes

DEGREE = 5
STEPS = 100
LITTLE = 1e-10  # of the sum: a gain after which the next would be nothing
TURN_OF = 1e-6  # rad or m, to both sides
HALVINGS = 12
SLOW = 1 / 3  # of the cut-off: so quick a swing counts by its accelerations as much as by itself


def splines(time: Array, spacing: float) -> Array:
    """Splines of fifth degree with knots so far apart, at all times, a column each; no more than half the frames."""
    from scipy.interpolate import BSpline

    whole = float(time[-1] - time[0])
    pieces = max(1, min(round(whole / spacing), len(time) // 2 - DEGREE))
    knots = np.concatenate(
        [np.full(DEGREE, time[0]), np.linspace(time[0], time[-1], pieces + 1), np.full(DEGREE, time[-1])]
    )
    basis: Array = BSpline.design_matrix(time, knots, DEGREE).toarray()
    return basis


def changed_values(
    motion: Motion, outer: Array, base: Sequence[int], measures: Array, give: Array, spacing: float
) -> Array:
    """Values of the motion with the least mean of squares: of residuals over their measures, of changes over `give`,
    and of the accelerations of these over those of a slow swing; without them the ends of a trial, where nothing comes
    after, would get accelerations that no joint bears. Coordinates whose `give` is zero stay.
    """
    basis = splines(motion.time, spacing)
    shapes = basis, *spline_slopes(motion.time, basis)
    problem = _Problem(motion, outer, list(base), measures, np.flatnonzero(give), shapes)
    held = held_by(shapes, spacing, give[give > 0])
    x = np.zeros(len(held))
    left = problem.residuals(x)
    size = left @ left
    for _ in range(STEPS):
        rows = problem.slopes(x)
        matrix, right = rows.T @ rows + held, -(rows.T @ left + held @ x)
        step = np.linalg.solve(matrix, right)
        for halving in range(HALVINGS):
            trial = x + 0.5**halving * step
            there = problem.residuals(trial)
            new = there @ there + trial @ held @ trial
            if new < size:
                break
        else:
            break
        gain, x, left, size = size - new, trial, there, new
        if gain < LITTLE * size:
            break
    return problem.moved(x)[0]


def held_by(shapes: tuple[Array, ...], spacing: float, give: Array) -> Array:
    """The matrix of the mean of the squares of changes, and of their accelerations, over what the coordinates give."""
    bent = shapes[2] / (math.pi * SLOW / spacing) ** 2
    own = (shapes[0].T @ shapes[0] + bent.T @ bent) / len(bent)
    return np.kron(np.diag(1 / give**2), own)


class _Problem:
    """Residuals over their measures for given changes, and their derivatives."""

    def __init__(
        self, motion: Motion, outer: Array, base: list[int], measures: Array, free: Array, shapes: tuple[Array, ...]
    ) -> None:
        self.motion, self.outer, self.base, self.free, self.shapes = motion, outer, base, free, shapes
        self.scale = np.sqrt(len(motion.time)) * measures

    def moved(self, x: Array) -> tuple[Array, Array, Array]:
        """Values, speeds and accelerations."""
        weights = x.reshape(len(self.free), -1).T
        given = self.motion.values, self.motion.speeds, self.motion.accelerations
        new = []
        for one, shape in zip(given, self.shapes, strict=True):
            row = one.copy()
            row[:, self.free] += shape @ weights
            new.append(row)
        return new[0], new[1], new[2]

    def residuals(self, x: Array) -> Array:
        """All in one row."""
        return self._left(*self.moved(x)).ravel()

    def slopes(self, x: Array) -> Array:
        """A column for each weight of a spline."""
        here = self.moved(x)
        frames, many = self.shapes[0].shape
        rows = np.empty((frames, len(self.base), len(self.free), many))
        for k, c in enumerate(self.free):
            for order, (shape, off) in enumerate(zip(self.shapes, (TURN_OF, 1.0, 1.0), strict=True)):
                sides = []
                for side in (off, -off):
                    beside = [one.copy() for one in here]
                    beside[order][:, c] += side
                    sides.append(self._left(*beside))
                slope = (sides[0] - sides[1]) / (2 * off)
                part = slope[:, :, None] * shape[:, None, :]
                rows[:, :, k] = part if order == 0 else rows[:, :, k] + part
        return rows.reshape(frames * len(self.base), -1)

    def _left(self, values: Array, speeds: Array, accelerations: Array) -> Array:
        forces, _, _ = needed(self.motion.skeleton, values, speeds, accelerations, self.outer)
        left: Array = forces[:, self.base] / self.scale
        return left
