"""The equations of a synthesis: all positions and the design at once (Garcia de Jalon and Bayo 10.4).

Unknowns are the positions q^1 ... q^N and the design b. Phi(q^i, b) = 0 and values that are kept exactly are equations;
wanted values are met by least squares; conditions and limits are inequalities. The derivatives by positions are the
constraint Jacobian of the compiled kernels and rates of channels; those by the design are complex steps through the
tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.design.synthesis import measures
from linkwork.design.synthesis.bounds import Free
from linkwork.design.synthesis.conditions import Condition, Limit
from linkwork.design.synthesis.tables import STEP, Tables
from linkwork.design.synthesis.targets import Position, Wanted
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism


@dataclass
class Rows:
    """What is left of every equation, target and inequality; rows of positions are filled with zeros to one length."""

    equal: Array
    wanted: Array
    limits: Array
    conditions: Array


@dataclass
class Slopes:
    """Derivatives of the rows by the scaled positions and by the design."""

    equal: tuple[Array, Array]
    wanted: tuple[Array, Array]
    limits: tuple[Array, Array]
    conditions: Array


class Problem:
    """A synthesis as functions of a design b and positions q (one a row)."""

    def __init__(
        self,
        mechanism: Mechanism,
        positions: Sequence[Position],
        free: Free,
        conditions: Sequence[Condition] = (),
        limits: Sequence[Limit] = (),
    ) -> None:
        self.mechanism, self.positions, self.names = mechanism, list(positions), free.names
        self.conditions, self.limits = list(conditions), list(limits)
        timed = [position.time is not None for position in positions]
        self._kinds = sorted({False, *timed})
        self._timed = timed
        self.times = [position.time or 0.0 for position in positions]
        self.tables = {kind: Tables(mechanism, kind, free.names, free.low, free.high) for kind in self._kinds}
        first = self.tables[False].real
        self.system, self.length, self.n = first, first.length, len(first.coordinates)
        self.column_scale = first.column_scale
        self.count = len(self.positions)
        self._equations = max(len(tables.real.equations) for tables in self.tables.values())
        self._exact = _Channels([position.exact for position in positions])
        self._wanted = _Channels([position.wanted for position in positions])
        channels = measures.channels_at(first, first.start.real[None])
        self._check(channels)
        for part in (self._exact, self._wanted):
            part.angles = measures.angular(channels, part.names)
        names = (*self._exact.names, *self._wanted.names, *(limit.channel for limit in self.limits))
        self._rough = [name for name in names if measures.rate_of(channels, name) is None]
        self._span = free.high - free.low

    def _check(self, channels: Any) -> None:
        """Refuse names and values that mean nothing."""
        for name in (*self._exact.names, *self._wanted.names, *(limit.channel for limit in self.limits)):
            channels.value(name)
        env = channels.system.env
        for position in self.positions:
            for item in (*position.wanted, *position.exact):
                try:
                    item.value.value(env)
                except LinkworkError as error:
                    raise AnalysisError(f"target '{item.channel}': {error}") from None
        for condition in self.conditions:
            try:
                condition.excess.value(env)
            except LinkworkError as error:
                raise AnalysisError(f"synthesise: condition '{condition.text}': {error}") from None

    def design(self, b: Array) -> Design:
        """The tables for these values of the free parameters."""
        return Design(self, np.array(b, float))

    def rows(self, design: Design, q: Array) -> Rows:
        """All rows of a design and its positions."""
        equal = np.zeros((self.count, self._equations + self._exact.width))
        for i, equations in enumerate(design.equations()):
            equations.evaluate(q[i], self.times[i])
            equal[i, : equations.m] = equations.residual() * self._row_factor(equations.system)
        channels = measures.channels_at(design.systems[False], q)
        env = design.env
        equal[:, self._equations :] = self._exact.rows(channels, env)
        return Rows(equal, self._wanted.rows(channels, env), self._limit_rows(channels, env), self._excess(env))

    def slopes(self, design: Design, q: Array) -> Slopes:
        """Derivatives of all rows."""
        width, count, nb = self._equations + self._exact.width, self.count, len(self.names)
        by_q = np.zeros((count, width, self.n))
        for i, equations in enumerate(design.equations()):
            equations.evaluate(q[i], self.times[i])
            scale = self._row_factor(equations.system)[:, None] * (self.column_scale / equations.system.column_scale)
            by_q[i, : equations.m] = equations.jacobian() * scale
        system = design.systems[False]
        by_q[:, self._equations :] = self._exact.slopes(system, q) * self.column_scale
        wanted = self._wanted.slopes(system, q) * self.column_scale
        limits = self._limit_slopes(system, q) * self.column_scale
        by_b = [self._by_parameter(design, number, q) for number in range(nb)]
        parts = [np.stack([rows[part] for rows in by_b], axis=-1) for part in range(4)]
        return Slopes((by_q, parts[0]), (wanted, parts[1]), (limits, parts[2]), parts[3])

    def _by_parameter(self, design: Design, number: int, q: Array) -> tuple[Array, ...]:
        """The imaginary parts of all rows with a step in one parameter."""
        twins = {kind: tables.twin(design.b, number) for kind, tables in self.tables.items()}
        equations = {kind: Equations(twin) for kind, twin in twins.items()}
        equal = np.zeros((self.count, self._equations + self._exact.width))
        for i, kind in enumerate(self._timed):
            one = equations[kind]
            one.evaluate(q[i], self.times[i])
            equal[i, : one.m] = one.residual().imag * self._row_factor(one.system)
        twin = twins[False]
        rough = measures.by_parameter(lambda b: self.tables[False].at(b), design.b, number, self._span, q, self._rough)
        channels = measures.Blended(measures.channels_at(twin, q.astype(complex)), rough)
        env = twin.env
        equal[:, self._equations :] = self._exact.rows(channels, env).imag
        excess = self._excess(env)
        parts = equal, self._wanted.rows(channels, env).imag, self._limit_rows(channels, env).imag, excess.imag
        return tuple(part / STEP for part in parts)

    def _row_factor(self, system: System) -> Array:
        """What brings the rows of a design to the scale of the first one."""
        if system.length == self.length:
            return np.ones(len(system.equations))
        lengths = np.array([equation.unit == "length" for equation in system.equations])
        return np.where(lengths, system.length / self.length, 1.0)

    def _excess(self, env: Any) -> Array:
        return np.array([condition.excess.value(env) for condition in self.conditions])

    def _limit_rows(self, channels: Any, env: Any) -> Array:
        """Excess over the limits of channels; whichever bound of a channel is nearer counts."""
        if not self.limits:
            return np.zeros((self.count, 0))
        values = measures.values(channels, [limit.channel for limit in self.limits])
        return np.stack([_over(limit, values[:, number], env) for number, limit in enumerate(self.limits)], axis=-1)

    def _limit_slopes(self, system: System, q: Array) -> Array:
        if not self.limits:
            return np.zeros((self.count, 0, self.n))
        names = [limit.channel for limit in self.limits]
        limit_slopes = measures.slopes(system, q, names)
        here = measures.values(measures.channels_at(system, q), names)
        for number, limit in enumerate(self.limits):
            limit_slopes[:, number] *= _side(limit, here[:, number], system.env)[:, None]
        return limit_slopes

    def error(self, rows: Rows) -> float:
        """The sum of the squares of the weighted differences."""
        return float(np.sum(rows.wanted**2))


class Design:
    """The tables of a problem for one set of parameter values."""

    def __init__(self, problem: Problem, b: Array) -> None:
        self.b = b
        self.values = {name: float(value) for name, value in zip(problem.names, b, strict=True)}
        self.systems = {kind: tables.at(b) for kind, tables in problem.tables.items()}
        self.env = next(iter(self.systems.values())).env
        self._equations = {kind: Equations(system) for kind, system in self.systems.items()}
        self._timed = problem._timed

    def equations(self) -> list[Equations]:
        """The constraint equations of every position."""
        return [self._equations[kind] for kind in self._timed]


class _Channels:
    """Wanted or exact values of all positions: each channel is a row of every position, empty where it is not named."""

    def __init__(self, positions: list[tuple[Wanted, ...]]) -> None:
        self.items = positions
        self.names = list(dict.fromkeys(item.channel for position in positions for item in position))
        self.width = len(self.names)
        self.angles = np.zeros(self.width, bool)
        self.weights = np.zeros((len(positions), self.width))
        for i, position in enumerate(positions):
            for item in position:
                self.weights[i, self.names.index(item.channel)] = item.weight

    def rows(self, channels: Any, env: Any) -> Array:
        """Weighted differences of channels from their values."""
        if not self.names:
            return np.zeros((len(self.items), 0))
        values = measures.values(channels, self.names)
        aims = np.zeros(values.shape, values.dtype if np.iscomplexobj(values) else complex)
        for i, position in enumerate(self.items):
            for item in position:
                aims[i, self.names.index(item.channel)] = item.value.value(env)
        difference = values - (aims if np.iscomplexobj(values) or np.any(aims.imag) else aims.real)
        return self.weights * measures.unwound(difference, self.angles)

    def slopes(self, system: System, q: Array) -> Array:
        """Their derivatives by the positions."""
        if not self.names:
            return np.zeros((len(self.items), 0, q.shape[1]))
        return self.weights[:, :, None] * measures.slopes(system, q, self.names)


def _side(limit: Limit, values: Array, env: Any) -> Array:
    """1 where the upper bound of a channel is the nearer one, -1 where the lower is."""
    if limit.low is None or limit.high is None:
        return np.full(len(values), 1.0 if limit.low is None else -1.0)
    low, high = limit.low.value(env).real, limit.high.value(env).real
    return np.where(np.real(values) - low > high - np.real(values), 1.0, -1.0)


def _over(limit: Limit, values: Array, env: Any) -> Array:
    side = _side(limit, values, env)
    low = 0.0 if limit.low is None else limit.low.value(env)
    high = 0.0 if limit.high is None else limit.high.value(env)
    return np.where(side > 0.0, values - high, low - values)
