"""Responses of many runs over the same times at once: what `response` and `history` find for one run, for a stack.

Arrays are runs by points. All is done with each run as with one alone, so that the numbers are the same. A run that
needs a closer look (a channel that jumps, an extreme that lies between points too far apart) is marked in `left`, and
its caller asks it by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.responses.arrays import evaluated
from linkwork.analysis.responses.course import FEW, TESTABLE, hermite, jumping, missed, rate_of, slopes
from linkwork.analysis.responses.history import BEYOND, NODES, WEIGHTS, turning_times
from linkwork.analysis.responses.reader import REDUCTIONS, Call, Formula
from linkwork.analysis.responses.response import RESOLVED, SIDES
from linkwork.analysis.responses.timeline import Timeline
from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.expression.nodes import NameNode, Node, NumberNode, PowerNode
from linkwork.numerics.analytic import STEP
from linkwork.run.run import Run


def can_stack(formula: Formula | None) -> bool:
    """Whether a response is made of functions that a stack knows."""
    if formula is None:
        return False
    for call in formula.calls.values():
        if call.name not in (*REDUCTIONS, "at") or not can_stack(call.inner):
            return False
        if call.second is not None and not can_stack(call.second):
            return False
    return True


class Stack:
    """Runs one after the other in one long run, of as many points each."""

    def __init__(self, run: Run, line: Timeline, parameters: Mapping[str, Any], refinable: bool) -> None:
        self.run, self.line, self.parameters, self.refinable = run, line, parameters, refinable
        self.count = len(run.t) // len(line.t)
        self.left: NDArray[np.bool_] = np.zeros(self.count, bool)
        self._courses: dict[str, _Course] = {}

    def value(self, formula: Formula) -> Array:
        """The value of a response for every run; no number where it is not finite."""
        env: dict[str, Any] = {name: self._call(call) for name, call in formula.calls.items()}
        env |= {name: self.parameters[meant] for name, meant in formula.free.items()}
        return np.broadcast_to(np.asarray(evaluated(formula.node, env), float), (self.count,))

    def channel(self, name: str) -> Array:
        """A channel, runs by points."""
        return np.ascontiguousarray(np.reshape(self.run[name], (self.count, -1)), float)

    def _call(self, call: Call) -> Array:
        assert call.inner is not None
        if call.name in ("final", "initial"):
            return self._history(call.inner).points()[:, 0 if call.name == "initial" else -1]
        history = self._history(call.inner)
        if self.refinable and len(self.line.t) > 2:
            self.left |= history.unresolved(SIDES.get(call.name, ())) > RESOLVED
        if call.second is not None:
            return history.at(np.broadcast_to(self.value(call.second), (self.count,)))
        return history.reduced(call.name)

    def _history(self, formula: Formula) -> _History:
        numbers: dict[str, Any] = {name: self._call(call) for name, call in formula.calls.items()}
        courses = {}
        for name, meant in formula.free.items():
            if meant in self.parameters:
                numbers[name] = self.parameters[meant]
            else:
                courses[name] = self._course(meant)
        return _History(self, formula.node, numbers, courses)

    def _course(self, name: str) -> _Course:
        if name not in self._courses:
            self._courses[name] = _Course(self, name)
        return self._courses[name]


class _Course:
    """A channel with its rates at the points of all runs."""

    def __init__(self, stack: Stack, name: str) -> None:
        self.stack, self.line, self.name = stack, stack.line, name
        self.value = stack.channel(name)
        self._rates: tuple[Array, Array, bool] | None = None

    @property
    def rates(self) -> tuple[Array, Array, bool]:
        """Rates, their rates, and whether these are known."""
        if self._rates is None:
            self._rates = self._found_rates()
        return self._rates

    def _found_rates(self) -> tuple[Array, Array, bool]:
        first = rate_of(self.name)
        rate = self._channel(first)
        if rate is None:
            return self._differenced(self.value), np.zeros_like(self.value), False
        second = self._channel(rate_of(first or ""))
        return rate, self._differenced(rate) if second is None else second, True

    def _channel(self, name: str | None) -> Array | None:
        if not name:
            return None
        try:
            return self.stack.channel(name)
        except LinkworkError:
            return None

    def _differenced(self, value: Array) -> Array:
        self.stack.left |= np.any(jumping(value), axis=1)
        differenced = np.zeros_like(value)
        for first, last in zip(self.line.first, self.line.last, strict=True):
            if last > first:
                differenced[:, first : last + 1] = slopes(self.line.t[first : last + 1], value[:, first : last + 1])
        return differenced

    def at(self, runs: Array, pieces: Array, times: Array) -> tuple[Array, Array]:
        """Values and rates of runs at times within pieces."""
        left, right = self.line.pieces[0][pieces], self.line.pieces[1][pieces]
        t, y, (v, a, quintic) = self.line.t, self.value, self.rates
        from_left, alone = times - t[left], right == left
        y0, v0, a0 = y[runs, left], v[runs, left], a[runs, left]
        taylor = y0 + from_left * (v0 + 0.5 * from_left * a0), v0 + from_left * a0
        if np.all(alone):
            return taylor
        second = (a0, a[runs, right]) if quintic else (np.zeros_like(a0), np.zeros_like(a0))
        ends = [(y0, y[runs, right]), (v0, v[runs, right]), second]
        value, rate = hermite(np.where(alone, 1.0, t[right] - t[left]), from_left, ends, quintic)
        return np.where(alone, taylor[0], value), np.where(alone, taylor[1], rate)

    def unresolved(self) -> Array:
        """How much of its range is not known beside each point of each run; runs in which it jumps are left."""
        y, unresolved = self.value, np.zeros_like(self.value)
        extent = np.ptp(y, axis=1)
        known = self.rates[:2] if self.rates[2] else None
        self.stack.left |= np.any(jumping(y), axis=1)
        for first, last in zip(self.line.first, self.line.last, strict=True):
            here = slice(first, last + 1)
            if last - first < TESTABLE:
                unresolved[:, here] = FEW
            elif last + 1 - first > TESTABLE:
                with np.errstate(all="ignore"):
                    unresolved[:, here] = missed(self.line.t[here], y[:, here], known, first) / extent[:, None]
        unresolved[~(extent > 1e-9 * np.max(np.abs(y), axis=1, initial=0.0))] = 0.0
        return unresolved


class _History:
    """An expression of numbers and courses over all runs."""

    def __init__(self, stack: Stack, node: Node, numbers: Mapping[str, Any], courses: Mapping[str, _Course]) -> None:
        self.stack, self.line, self.node = stack, stack.line, node
        self.numbers, self.courses = numbers, courses
        self.shape = (stack.count, len(self.line.t))

    def points(self) -> Array:
        """Values at the points."""
        numbers = {name: _column(number) for name, number in self.numbers.items()}
        values = evaluated(self.node, {**numbers, **{name: course.value for name, course in self.courses.items()}})
        return np.broadcast_to(np.asarray(values, float), self.shape)

    def inside(self, runs: Array, pieces: Array, times: Array) -> tuple[Array, Array]:
        """Values and rates of runs at times within pieces."""
        asked = {name: course.at(runs, pieces, times) for name, course in self.courses.items()}
        numbers = {name: _chosen(number, runs) for name, number in self.numbers.items()}
        value = evaluated(self.node, numbers | {name: value for name, (value, _) in asked.items()})
        moved = {name: value + 1j * STEP * rate for name, (value, rate) in asked.items()}
        rate = np.imag(evaluated(self.node, numbers | moved)) / STEP
        return np.broadcast_to(value, times.shape), np.broadcast_to(rate, times.shape)

    def at(self, times: Array) -> Array:
        """Values at one time of each run; no number outside of it."""
        low, high = self.line.t[0], self.line.t[-1]
        begin, room = self.line.pieces[2], 1e-9 * (high - low)
        pieces = np.clip(np.searchsorted(begin, times, "right") - 1, 0, len(begin) - 1)
        sampled = self.inside(np.arange(self.stack.count), pieces, times)[0]
        return np.where((times >= low - room) & (times <= high + room), sampled, np.nan)

    def reduced(self, name: str) -> Array:
        """A function of it over each run."""
        span = self.line.t[-1] - self.line.t[0]
        if name in ("max", "min"):
            return self.extreme(name == "max")
        if name in ("peak", "range"):
            low, high = self.extreme(False), self.extreme(True)
            return high - low if name == "range" else np.where(-low > high, -low, high)
        if name == "integral":
            return self.integral()
        if name == "mean":
            return self.integral() / span
        squared = _History(self.stack, PowerNode(self.node, NumberNode(2.0)), self.numbers, self.courses)
        return np.asarray(np.sqrt(squared.integral() / span))

    def integral(self) -> Array:
        """The integral over time."""
        _, _, begin, end = self.line.pieces
        runs, pieces = self._everywhere()
        shares: Any = 0.0
        for node, weight in zip(NODES, WEIGHTS, strict=True):
            times = 0.5 * (begin + end) + 0.5 * (end - begin) * node
            value = self.inside(runs, pieces, np.tile(times, self.stack.count))[0]
            shares = shares + 0.5 * (end - begin) * weight * value.reshape(self.stack.count, -1)
        return np.asarray(np.sum(shares, axis=1))

    def unresolved(self, sides: Sequence[float]) -> Array:
        """How much of its range is not known between the points of each run: on average, or where extremes may be."""
        values = self.points()
        share = self._unknown_share(values)
        if not sides:
            return np.where(np.all(np.isfinite(values), axis=1), np.mean(share, axis=1), 0.0)
        with np.errstate(all="ignore"):
            room = BEYOND * share * np.ptp(values, axis=1)[:, None]
            near = [side * values + room >= np.max(side * values, axis=1)[:, None] for side in sides]
            unresolved = np.max([np.max(np.where(one, share, 0.0), axis=1) for one in near], axis=0)
        return np.where(np.all(np.isfinite(values), axis=1), unresolved, 0.0)

    def _unknown_share(self, values: Array) -> Array:
        """How much of the range of its values is not known beside each point of each run."""
        with np.errstate(all="ignore"):
            extent, share = np.ptp(values, axis=1)[:, None], np.zeros(self.shape)
            numbers = {name: _column(number) for name, number in self.numbers.items()}
            points = {name: course.value for name, course in self.courses.items()}
            for name, course in self.courses.items():
                unknown = course.unresolved() * np.ptp(points[name], axis=1)[:, None]
                moved = evaluated(self.node, {**numbers, **points, name: points[name] + 1j * STEP})
                slope = np.abs(np.imag(np.broadcast_to(moved, self.shape))) / STEP
                share = np.maximum(share, np.where(unknown > 0.0, unknown * slope / extent, 0.0))
            steady = ~(extent > 1e-9 * np.max(np.abs(values), axis=1, initial=0.0)[:, None])
        return np.asarray(np.where(steady, 0.0, np.where(np.isfinite(share), share, 1.0)))

    def extreme(self, largest: bool) -> Array:
        """The largest or the smallest value of each run, between points too."""
        side = 1.0 if largest else -1.0
        if isinstance(self.node, NameNode) and len(self.courses) == 1 and not self.numbers:
            return self._plain_extreme(side)
        _, _, begin, end = self.line.pieces
        runs, pieces = self._everywhere()
        rows = self.stack.count, len(begin)
        first, rise = (values.reshape(rows) for values in self.inside(runs, pieces, np.tile(begin, rows[0])))
        last, fall = (values.reshape(rows) for values in self.inside(runs, pieces, np.tile(end, rows[0])))
        best = np.max(side * np.concatenate([first, last], axis=1), axis=1)
        extreme = np.where(np.isfinite(np.sum(first + last, axis=1)), best, np.nan)
        bound = np.maximum(side * first, side * last) + 0.5 * (end - begin) * np.maximum(side * rise, -side * fall)
        which, where = np.nonzero((side * rise > 0.0) & (side * fall < 0.0) & (bound > best[:, None]))
        if len(which):
            times = turning_times(lambda some: self.inside(which, where, some)[1], begin[where], end[where], side)
            np.maximum.at(extreme, which, side * self.inside(which, where, times)[0])
        return side * extreme

    def _plain_extreme(self, side: float) -> Array:
        from linkwork.analysis.responses.extreme_kernel import extremes_of

        (course,) = self.courses.values()
        rate, second, quintic = course.rates
        arrays = [np.ascontiguousarray(values, float) for values in (self.line.t, course.value, rate, second)]
        plain_extreme = np.zeros(self.stack.count)
        extremes_of(*arrays, quintic, *self.line.pieces, side, plain_extreme)
        return plain_extreme

    def _everywhere(self) -> tuple[Array, Array]:
        """All pieces of all runs."""
        pieces = np.arange(len(self.line.pieces[0]))
        return np.repeat(np.arange(self.stack.count), len(pieces)), np.tile(pieces, self.stack.count)


def _column(number: Any) -> Any:
    """A number of each run beside its points."""
    return number[:, None] if np.ndim(number) else number


def _chosen(number: Any, runs: Array) -> Any:
    """A number of the runs asked for."""
    return number[runs] if np.ndim(number) else number
