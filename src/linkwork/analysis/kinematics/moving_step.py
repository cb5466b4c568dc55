"""MovingStep: positions at which the loads of a motion are balanced, that of inertia among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.equilibrium.descent import Descent
from linkwork.analysis.equilibrium.static_step import EXACT, FARTHEST, MOST_STEPS, ROUNDED, Loaded, StaticStep
from linkwork.base.arrays import Array

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_PARTS = (0.05, 0.15, 0.3, 0.5, 0.75, 1.0)  # of inertia, where Newton's method does not balance all at once
_FARTHEST_DOWN = 0.3  # of the model or rad: the longest step on the way to the first rest


class MovingStep(StaticStep):
    """The equations of motion of one mechanism at given velocities and accelerations."""

    def __init__(self, mechanism: Mechanism) -> None:
        super().__init__(mechanism)
        self.elastic = [
            number for number, name in enumerate(self.dynamics.system.forces) if name in mechanism.generated
        ]

    def missing(self, point: Loaded, v: Array, a: Array) -> Array:
        """What is left of the equations at a position; a velocity and acceleration in m and rad."""
        self.dynamics.place(point.q, point.t, v)
        inertia = self.dynamics.masses() @ (a / self.dynamics.scale)
        return np.concatenate([self._left(self.dynamics, point) + inertia, self.dynamics.residual()])

    def balanced(self, point: Loaded, v: Array, a: Array, factor: Any) -> Loaded | None:
        """The position at which the inertia of a motion is balanced: with known factors, else with new ones each step.

        Where that does not lead there at once, inertia is taken in parts.
        """
        here = self._newton(point, v, a, factor)
        if here is None:
            here = self._newton(point, v, a)
        if here is None:
            here = point
            for part in _PARTS:
                here = self._newton(here, v, part * a)
                if here is None:
                    return None
        return here

    def _newton(self, here: Loaded, v: Array, a: Array, known: Any = None) -> Loaded | None:
        """Newton's method for one velocity and acceleration."""
        last = np.inf
        for _ in range(MOST_STEPS):
            factor = self.factor(here) if known is None else known
            if factor is None:
                return None
            way = factor.solve(-self.missing(here, v, a))
            size = float(np.max(np.abs(way[: self.n]), initial=0.0))
            if not size < FARTHEST:
                return None
            here = self.moved(here, way)
            if size < EXACT or (size < ROUNDED and size > 0.25 * last):
                return here
            last = size
        return None

    def first(self, q: Array, t: float) -> Loaded | None:
        """The rest under the loads of a time, near a closed position."""
        descent = Descent(self.dynamics, t, _FARTHEST_DOWN, self.twin)
        lower = descent.down(q)
        if lower is None:
            return None
        resting = self.solve(Loaded(lower, descent.at(lower)[2], t))
        return None if resting is None else resting[0]

    def deflection(self, point: Loaded, factor: Any) -> float:
        """About how far what bends is from its shape without load, scaled."""
        self.dynamics.place(point.q, point.t)
        pull = sum((self.dynamics.force_of(number) for number in self.elastic), np.zeros(self.n))
        bent = factor.solve(np.concatenate([pull, np.zeros(self.m)]))[: self.n]
        return float(np.max(np.abs(bent), initial=0.0))

    def far(self, one: Loaded, other: Loaded) -> float:
        """How far two positions are apart, scaled."""
        return float(np.max(np.abs(self.dynamics.apart(one.q, other.q)), initial=0.0))

    def bent_by(self, a: Array, factor: Any) -> float:
        """How far inertia with these accelerations bends it at the last position, scaled."""
        inertia = self.dynamics.masses() @ (a / self.dynamics.scale)
        bent = factor.solve(np.concatenate([inertia, np.zeros(self.m)]))[: self.n]
        return float(np.max(np.abs(bent), initial=0.0))

    def factor(self, point: Loaded) -> Any:
        """The factors of stiffness and rows at a position; none where they are singular."""
        from scipy.sparse.linalg import splu

        try:
            return splu(self.matrix(point))
        except RuntimeError:  # exactly singular
            return None

    def kept(self, point: Loaded, v: Array, a: Array) -> tuple[Array, Array]:
        """The nearest velocity and acceleration that fulfil the constraints at a position."""
        dynamics = self.dynamics
        dynamics.place(point.q, point.t, v)
        v = v + dynamics.unscale(dynamics.solve(dynamics.velocity_side() - dynamics.times(v / dynamics.scale))[0])
        dynamics.place(point.q, point.t, v)
        a = a + dynamics.unscale(dynamics.solve(dynamics.acceleration_side() - dynamics.times(a / dynamics.scale))[0])
        return v, a
