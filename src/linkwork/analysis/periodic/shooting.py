"""Shooting: a motion that repeats itself, as a zero of the map over one period, by Newton's method.

In minimal coordinates x and rates y about the start (see `chart`; where something rolls there are fewer rates), and the
own states of forces and signals, the end of the period is a function of the start; its Jacobian is the monodromy
matrix, whose eigenvalues are the Floquet multipliers. Where no time enters the equations the period is one more
unknown, and the start is kept at the value of the section.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from linkwork.analysis.linear.chart import Near
from linkwork.analysis.periodic.advance import TimeIntegration
from linkwork.analysis.periodic.section import Section
from linkwork.analysis.periodic.variation import Course, Variation, has_variation
from linkwork.analysis.periodic.varied import Along, sloped
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.system import System

_WEAK = (1e-10, 1e-4, 3e-2)  # where an end misses its start, what would stay the same changes a little, but no matter
_ENOUGH = 1e-9
_STEPS = 25


@dataclass(frozen=True)
class Orbit:
    """Start and period of a repeating motion, with its monodromy matrix and what is left of its equations."""

    q: Array
    v: Array
    own: Array
    period: float
    monodromy: Array
    miss: float
    turns: Array
    open_part: float = 0.0
    """By how much entries of the matrix may be wrong, but for what its largest multipliers are made of."""


class Shooting:
    """The map over one period of one system; `section` is what grows by whole turns, where the period is free."""

    def __init__(
        self, system: System, start: float, section: Section | None, rtol: float, method: str = "dop853"
    ) -> None:
        self.system, self.start, self.section = system, start, section
        self.dynamics = Dynamics(system)
        self.integration = TimeIntegration(system, rtol, 0.01 * rtol, method)
        self.n = len(system.coordinates)
        self.turning = system.turning
        self.variation: Variation | None = None
        self.sizes = np.ones(0)  # of own states: pressures are large
        if system.world.dimensions == 3:  # an orientation is the same after a whole turn
            self.turning[: system.body_columns] = False

    def forward(self, q: Array, v: Array, own: Array, period: float) -> tuple[Array, Array, Array]:
        """Position, velocity and own states one period later."""
        y = self.integration.go(self.integration.state(q, v, own), self.start, self.start + period)
        return y[: self.n], y[self.n : 2 * self.n], y[2 * self.n :][: len(own)]

    def solve(self, q: Array, v: Array, own: Array, period: float) -> Orbit:
        """Newton's method from a guess."""
        self.sizes = np.maximum(1.0, np.abs(own))
        trial = self._look(q, v, own, period)
        self._refuse_winding(trial)
        for _ in range(_STEPS):
            if trial.miss <= _ENOUGH:
                return trial.orbit()
            steps = sorted(
                (trial.step(self, weak) for weak in _WEAK), key=lambda step: bool(np.max(np.abs(step)) > 1.0)
            )
            new = next((nearer for step in steps if (nearer := self._nearer(trial, step)) is not None), None)
            if new is None:
                if trial.miss <= 100 * _ENOUGH:
                    return trial.orbit()
                break
            trial = new
        raise AnalysisError(self._lost(trial))

    def _nearer(self, trial: _Trial, step: Array) -> _Trial | None:
        """The map at a start that lies along a step and misses less; none where none does."""
        length = min(1.0, 1.0 / max(float(np.max(np.abs(step))), 1e-300))
        while length > 1e-3:
            new = self._moved(trial, length * step)
            if new is not None and (new.miss < (1.0 - 0.1 * length) * trial.miss or new.miss <= _ENOUGH):
                return new
            length *= 0.5
        return None

    def _refuse_winding(self, trial: _Trial) -> None:
        """Turned back by whole turns the mechanism must be pushed as before."""
        (q, v, own), forces = trial.end, []
        for place in (q, q - trial.turns):
            self.dynamics.place(place, self.start + trial.period, v, own)
            forces.append([self.dynamics.force_of(i) for i in range(len(self.system.mechanism.forces))])
        for name, one, other in zip(self.system.mechanism.forces, *forces, strict=True):
            if np.max(np.abs(one - other)) > 1e-6 * max(float(np.max(np.abs(one))), 1e-300):
                raise AnalysisError(
                    f"{self.system.mechanism.name}: force '{name}' is not the same after a turn, so that no motion can "
                    "repeat itself; a torsional spring winds up there"
                )

    def _lost(self, trial: _Trial) -> str:
        return (
            f"{self.system.mechanism.name}: no repeating motion found; after a period of {trial.period:.6g} s the "
            f"nearest one misses its start by {trial.miss:.2g}. Let it run in for longer (settle=...), or begin with "
            "other speeds"
        )

    def _look(self, q: Array, v: Array, own: Array, period: float) -> _Trial:
        """The map and its Jacobian at a start."""
        near = Near(self.dynamics, q, self.start)
        end = self.forward(q, v, own, period)
        turns = np.where(self.turning, 2 * np.pi * np.round((end[0] - q) / (2 * np.pi)), 0.0)
        y0, d, moving = near.numbers(q, v)[1], near.freedoms, near.freedoms + near.speeds
        scaled = np.concatenate([np.ones(d), np.full(near.speeds, 1.0 / period), self.sizes])

        def image(shift: Array) -> Array:
            place, speed = near.state(shift[:d], y0 + shift[d:moving] / period)
            last = self.forward(place, speed, own + shift[moving:] * self.sizes, period)
            return np.concatenate([*near.numbers(last[0] - turns, last[1])[:2], last[2]]) / scaled

        x1, y1, _ = near.numbers(end[0] - turns, end[1])
        here = np.concatenate([x1, y1 - y0, end[2] - own]) / scaled
        vary = self._variation_along(near, q, v, end[0] - turns, period, image)
        if vary is not None:
            return _Trial(q, v, own, period, near, end, turns, here, None, vary)
        columns = [sloped(image, unit) for unit in np.eye(len(scaled))]
        return _Trial(q, v, own, period, near, end, turns, here, np.array(columns).reshape(2 * (len(scaled),)).T)

    def _variation_along(
        self, near: Near, q: Array, v: Array, end: Array, period: float, image: Callable[[Array], Array]
    ) -> Along | None:
        """What finds the Jacobian by the equations of small changes, where they are on a pattern; else none."""
        if self.variation is None and has_variation(self.system, near.freedoms):
            self.variation = Variation(self.dynamics)
        if self.variation is None:
            return None

        def course(times: Array) -> Course:
            motion = self.integration.along(q, v, times)
            return times, motion.q, motion.v

        return Along(self.variation, near, course, end, period, image)

    def _moved(self, trial: _Trial, step: Array) -> _Trial | None:
        """The map at another start; none where there is no motion."""
        d, moving = trial.near.freedoms, trial.near.freedoms + trial.near.speeds
        try:
            rates = trial.near.numbers(trial.q, trial.v)[1]
            q, v = trial.near.state(step[:d], rates + step[d:moving] / trial.period)
            period = trial.period * (1.0 + (step[-1] if self.section is not None else 0.0))
            own = trial.own + step[moving : moving + len(trial.own)] * self.sizes
            return self._look(q, v, own, period)
        except (AnalysisError, np.linalg.LinAlgError):
            return None


@dataclass(frozen=True)
class _Trial:
    """A start, where it leads, and the derivatives of that."""

    q: Array
    v: Array
    own: Array
    period: float
    near: Near
    end: tuple[Array, Array, Array]
    turns: Array
    difference: Array
    differences: Array | None
    along: Along | None = None

    @cached_property
    def monodromy(self) -> Array:
        """The Jacobian of the map, exact enough for a step of Newton's method."""
        if self.differences is not None:
            return self.differences
        assert self.along is not None
        return self.along.roughly()

    @property
    def miss(self) -> float:
        """How far the end misses the start: model lengths and radians, rates times the period; own states by size."""
        largest = float(np.max(np.abs(self.difference), initial=0.0))
        return largest if np.isfinite(largest) else np.inf

    def orbit(self) -> Orbit:
        """What is kept of it."""
        monodromy, open_part = (self.monodromy, 0.0) if self.along is None else self.along.exactly()
        return Orbit(self.q, self.v, self.own, self.period, monodromy, self.miss, self.turns, open_part)

    def step(self, shooting: Shooting, weak: float) -> Array:
        """The Newton step: coordinates, rates times the period, and the relative change of the period.

        Directions along which the map changes by less than a share `weak` are left out.
        """
        size = len(self.difference)
        if shooting.section is None:
            matrix = self.monodromy - np.eye(size)
            return np.asarray(np.linalg.lstsq(matrix, -self.difference, rcond=weak)[0])
        place = self.end[0] - self.turns
        there = Near(shooting.dynamics, place, shooting.start)
        a = there.acceleration(place, self.end[1], self.end[2])
        rates = there.dynamics.state_rates()
        second = self.near.numbers(place, self.end[1], a)[2]
        travel = self.near.travel(place, self.end[1])
        later = np.concatenate([travel, second * self.period, rates / shooting.sizes]) * self.period
        keep = np.concatenate([shooting.section.slopes(self.near), np.zeros(size - self.near.freedoms)])
        matrix = np.block([[self.monodromy - np.eye(size), later[:, None]], [keep[None, :], np.zeros((1, 1))]])
        return np.asarray(np.linalg.lstsq(matrix, np.append(-self.difference, 0.0), rcond=weak)[0])
