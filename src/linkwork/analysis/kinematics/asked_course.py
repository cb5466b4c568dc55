"""AskedCourse: what drivers and forces that are functions of t ask for in the course of time, at one position.

Polynomials through few times do not see a short pulse between them; this does, for it costs no solution to look.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.analysis.equilibrium.static_step import Loaded
from linkwork.analysis.kinematics.moving_step import MovingStep
from linkwork.analysis.kinematics.neighbours import neighbours
from linkwork.analysis.simulation.time_breaks import time_breaks
from linkwork.base.arrays import Array

_SAMPLES = 1025  # times at which it is looked, beside those of the run
_UNEVEN = 0.37  # of an interval: how far these are off even times, so that they are not the points of polynomials
_WITHIN = (0.13, 0.31, 0.5, 0.71, 0.89)  # of what lies between two breaks of the laws: where it is looked as well
_MANY = 1000  # breaks: between so many it is looked in the middle only
_CLOSE = 1e-2  # of the largest: how far polynomials may be off at first; what is wrong in the end is measured


class AskedCourse:
    """Accelerations of the drivers, and how far forces would bend it at one position, at many times."""

    def __init__(self, step: MovingStep, point: Loaded, factor: Any, grid: Array) -> None:
        self.step, self.q, self.factor = step, point.q, factor
        even = np.linspace(grid[0], grid[-1], _SAMPLES)
        self.times = np.union1d(np.union1d(grid, even[:-1] + _UNEVEN * (even[1] - even[0])), self._between_breaks(grid))
        self.steepness, self.bent = self._asked(self.times)

    def _between_breaks(self, grid: Array) -> Array:
        """Times at and between those that laws declare: corners of tables, ends of pulses, turns of `if(t ...)`."""
        inside = np.real(time_breaks(self.step.dynamics.system, float(grid[0]), float(grid[-1])))
        within = _WITHIN if len(inside) < _MANY else _WITHIN[2:3]
        breaks = np.concatenate([grid[:1], inside, grid[-1:]])
        stretches = breaks[:-1, None] + np.diff(breaks)[:, None] * np.array(within)
        return np.union1d(inside, stretches) if len(inside) else inside

    @classmethod
    def of(cls, step: MovingStep, q: Array, grid: Array) -> AskedCourse | None:
        """That at the first rest; none where there is no rest."""
        first = step.first(q, float(grid[0]))
        factor = None if first is None else step.factor(first)
        return None if first is None or factor is None else cls(step, first, factor, grid)

    def followed_by(self, times: Array, most: int) -> bool:
        """Whether polynomials through so many neighbouring times are close to it."""
        steepness, bent = self._asked(times)
        off = np.zeros(2)
        for number, time in enumerate(self.times):
            first, weights = neighbours(times, float(time), most)
            part = slice(first, first + weights.shape[1])
            off[0] = max(off[0], _largest(weights[0] @ steepness[part] - self.steepness[number]))
            off[1] = max(off[1], _largest(weights[0] @ bent[part] - self.bent[number]))
        sizes = _largest(self.steepness), _largest(self.bent)
        return all(wrong <= _CLOSE * size for wrong, size in zip(off, sizes, strict=True))

    def _asked(self, times: Array) -> tuple[Array, Array]:
        """Second derivatives of the drivers, and how far forces bend it beyond the first time: times x rows."""
        dynamics, still = self.step.dynamics, np.zeros(self.step.n)
        dynamics.place(self.q, float(self.times[0]), still)
        before = dynamics.forces().copy()
        accelerations, bent = list[Array](), list[Array]()
        for time in times:
            dynamics.place(self.q, float(time), still)
            accelerations.append(np.array(dynamics.acceleration_side()))
            more = np.concatenate([dynamics.forces() - before, np.zeros(self.step.m)])
            bent.append(self.factor.solve(more)[: self.step.n])
        return np.array(accelerations), np.array(bent)


def _largest(values: Array) -> float:
    return float(np.max(np.abs(values), initial=0.0))
