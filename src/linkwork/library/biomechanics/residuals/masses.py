"""Masses, and the mass center of the trunk, with which least is left at the base: bounded least squares.

What a motion needs is linear in masses for a given place of their centers, and of second degree in the center of the
trunk, whose moments of inertia about the center stay. So differences to both sides are its derivative, and a few steps
of Gauss and Newton, each a linear problem with bounds, end where nothing moves any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.library.biomechanics.inverse_dynamics import needed
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.parts import Segment
from linkwork.library.biomechanics.skeleton import Skeleton

HOLD = 1e-10  # weight of a change as large as its bound beside residuals as large as their measures: what nothing shows
STEPS = 50
SETTLED = 1e-12  # of a bound: a step after which the next would be rounding


@dataclass(frozen=True)
class MassChange:
    """By which share every mass changes, in the order of the bodies, and how far the center of the trunk moves (m)."""

    shares: Array
    shift: Array
    at_bounds: tuple[str, ...]


def mass_groups(skeleton: Skeleton, masses: float | Mapping[str, float]) -> list[tuple[str, Array, float]]:
    """Bodies whose masses change alike: a name, which they are, by which share at most."""
    heavy = np.array([body.mass > 0 for body in skeleton.ordered], dtype=float)
    named = masses if isinstance(masses, Mapping) else {"": masses}
    groups = []
    for name, share in named.items():
        where = f"the mass of '{name}'" if name else "masses"
        if not 0 <= share < 1:
            raise AnalysisError(f"{where} may change by a share from 0 to below 1, not by {share:g}")
        which = heavy
        if name:
            which = np.zeros(len(heavy))
            which[skeleton.index("body", name)] = 1.0
            if not heavy @ which:
                raise AnalysisError(f"body '{name}' has no mass to change")
        if share > 0:
            groups.append((f"the mass of '{name}'" if name else "the mass of all bodies", which, share))
    return groups


def fitted_masses(
    motion: Motion, outer: Array, base: Sequence[int], measures: Array, trunk: str, far: Array,
    groups: Sequence[tuple[str, Array, float]],
) -> MassChange:  # fmt: skip
    """The change with the least mean of the squares of residuals over their measures, within the bounds."""
    from scipy.optimize import lsq_linear

    problem = _Residuals(motion, outer, base, measures, trunk, np.flatnonzero(far), [which for _, which, _ in groups])
    bounds = np.array([share for _, _, share in groups] + [one for one in far if one > 0])
    x = np.zeros(len(bounds))
    for _ in range(STEPS):
        if not len(x):
            break
        left, slopes = problem.at(x)
        rows = np.vstack([slopes * bounds, np.sqrt(HOLD) * np.eye(len(x))])
        right = -np.concatenate([left, np.sqrt(HOLD) * x / bounds])
        step = lsq_linear(rows, right, (-1 - x / bounds, 1 - x / bounds), method="bvls", tol=1e-15).x
        x = np.clip(x + bounds * step, -bounds, bounds)
        if np.abs(step).max() < SETTLED:
            break
    names = [name for name, _, _ in groups] + [f"the center of '{trunk}' along {'xyz'[axis]}" for axis in problem.axes]
    reached = tuple(name for name, one, most in zip(names, x, bounds, strict=True) if abs(one) > 0.999 * most)
    return MassChange(*problem.change(x), reached)


class _Residuals:
    """Residuals over their measures, for given changes, and their derivatives."""

    def __init__(
        self, motion: Motion, outer: Array, base: Sequence[int], measures: Array, trunk: str, axes: Array,
        groups: list[Array],
    ) -> None:  # fmt: skip
        self.motion, self.outer, self.base, self.groups, self.axes = motion, outer, list(base), groups, axes
        self.trunk = motion.skeleton.index("body", trunk)
        self.bodies = motion.skeleton.ordered
        self.scale = np.sqrt(len(motion.time)) * measures

    def change(self, x: Array) -> tuple[Array, Array]:
        """Shares of all masses, and the shift of the trunk's center."""
        shares, many = np.zeros(len(self.bodies)), len(self.groups)
        for which, share in zip(self.groups, x[:many], strict=True):
            shares += share * which
        shift = np.zeros(3)
        shift[self.axes] = x[many:]
        return shares, shift

    def at(self, x: Array) -> tuple[Array, Array]:
        """Residuals in one row, and a column of derivatives for each unknown."""
        shares, shift = self.change(x)
        inertias = self._inertias(1 + shares, shift)
        left = self._left(inertias, self.outer)
        nothing, columns = np.zeros_like(self.outer), []
        for which in self.groups:
            columns.append(self._left(self._inertias(which, shift), nothing))
        for axis in self.axes:
            sides = [self._inertias(1 + shares, shift + side * np.eye(3)[axis]) for side in (1, -1)]
            columns.append(0.5 * (self._left(sides[0], nothing) - self._left(sides[1], nothing)))
        return left, np.column_stack(columns)

    def _inertias(self, factors: Array, shift: Array) -> Array:
        rows = np.array([[body.mass, *body.center, *body.inertia] for body in self.bodies])
        rows[:, 0] *= factors
        rows[:, 4:] *= factors[:, None]
        rows[self.trunk, 1:4] += shift
        return rows

    def _left(self, inertias: Array, outer: Array) -> Array:
        one = self.motion
        forces, _, _ = needed(one.skeleton, one.values, one.speeds, one.accelerations, outer, inertias)
        return (forces[:, self.base] / self.scale).ravel()


def with_masses(skeleton: Skeleton, trunk: str, change: MassChange) -> tuple[Segment, ...]:
    """The bodies after the change."""
    factors = {body.name: 1 + float(share) for body, share in zip(skeleton.ordered, change.shares, strict=True)}
    bodies = []
    for body in skeleton.bodies:
        factor, center = factors[body.name], body.center
        if body.name == trunk:
            x, y, z = (np.array(center) + change.shift).tolist()
            center = (x, y, z)
        inertia = tuple(factor * one for one in body.inertia)
        bodies.append(Segment(body.name, factor * body.mass, center, inertia))
    return tuple(bodies)
