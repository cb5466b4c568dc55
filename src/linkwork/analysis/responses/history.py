"""A formula in channels over a run: its values between the points, its extremes, integral and values at times.

Values may carry derivatives. The largest value changes with a parameter as the formula does at its time, for its rate
is zero there; so the times of extremes are found from real parts alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.analysis.responses.arrays import evaluated
from linkwork.analysis.responses.course import Course
from linkwork.analysis.responses.ledger import summed
from linkwork.analysis.responses.ties import is_collecting, look_for_tie
from linkwork.analysis.responses.timeline import Timeline
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.nodes import NameNode, Node, NumberNode, PowerNode
from linkwork.numerics.analytic import STEP

_INNER, _OUTER = np.sqrt(3 / 7 - np.array([1.0, -1.0]) * (2 / 7) * np.sqrt(6 / 5))
_MORE, _LESS = (18 + np.sqrt(30.0)) / 36, (18 - np.sqrt(30.0)) / 36
NODES = np.array([-_OUTER, -_INNER, _INNER, _OUTER])
"""Of Gauss and Legendre, four between -1 and 1, with their weights."""
WEIGHTS = np.array([_LESS, _MORE, _MORE, _LESS])
_CLOSE = 1e-12  # of a piece: the time of an extreme is known
_MOST = 60
BEYOND = 30.0  # times what is not known: so far beyond its points a formula may go


class History:
    """An expression of numbers and courses."""

    def __init__(self, line: Timeline, node: Node, numbers: Mapping[str, Any], courses: Mapping[str, Course]) -> None:
        self.line, self.node, self.numbers, self.courses = line, node, numbers, courses

    def points(self) -> Array:
        """Values at the points of the run."""
        values = evaluated(self.node, self._env({name: course.value for name, course in self.courses.items()}))
        return np.broadcast_to(np.asarray(values), self.line.t.shape)

    def inside(self, pieces: Array, times: Array) -> tuple[Array, Array]:
        """Values, and real rates, at times within pieces."""
        asked = {name: course.at(pieces, times) for name, course in self.courses.items()}
        value = evaluated(self.node, self._env({name: value for name, (value, _) in asked.items()}))
        moved = {name: np.real(value) + 1j * STEP * np.real(rate) for name, (value, rate) in asked.items()}
        real = {name: np.real(number) for name, number in self.numbers.items()}
        rate = np.imag(evaluated(self.node, real | moved)) / STEP
        return np.broadcast_to(value, times.shape), np.broadcast_to(rate, times.shape)

    def at(self, t: Any, before: bool = False) -> Any:
        """The value at a time, which may carry a derivative; at an event the one behind it, or before it."""
        low, high = self.line.t[0], self.line.t[-1]
        when = float(np.real(t))
        if not low - 1e-9 * (high - low) <= when <= high + 1e-9 * (high - low):
            raise AnalysisError(f"the time {when:.6g} s is not within the run, from {low:.6g} to {high:.6g} s")
        pieces = np.array([self.line.piece(when, before)])
        value, rate = self.inside(pieces, np.array([when]))
        return _finite(value[0] + 1j * np.imag(t) * rate[0] if np.iscomplexobj(t) else value[0])

    def integral(self) -> Any:
        """The integral over time, with the shift of events in whose times derivatives are."""
        left, _, begin, end = self.line.pieces
        shares: Any = 0.0
        for node, weight in zip(NODES, WEIGHTS, strict=True):
            times = 0.5 * (begin + end) + 0.5 * (end - begin) * node
            shares = shares + 0.5 * (end - begin) * weight * self.inside(np.arange(len(begin)), times)[0]
        total = summed(self, left, shares)
        for event in self.line.end[:-1]:
            if np.iscomplexobj(event):
                t = float(np.real(event))
                total = total + 1j * np.imag(event) * np.real(self.at(t, before=True) - self.at(t))
        until = self.line.end[-1]
        if np.iscomplexobj(until):
            total = total + 1j * np.imag(until) * np.real(self.at(float(np.real(until))))
        return _finite(total)

    def final(self) -> Any:
        """The last value; that of a run which an event ended moves with the event."""
        last, until = self.points()[-1], self.line.end[-1]
        if not np.iscomplexobj(until):
            return last
        behind_a_jump = len(self.line.first) > 1 and self.line.first[-1] == self.line.last[-1]
        unknown = [course.name for course in self.courses.values() if behind_a_jump and not course.motion[3]]
        if unknown:
            raise AnalysisError(
                f"behind the event that ended the run {unknown[0]} has no rate of which its derivative could be made; "
                "let the event only stop the run, or use method='differences'"
            )
        _, rate = self.inside(np.array([len(self.line.pieces[0]) - 1]), self.line.t[-1:])
        return last + 1j * np.imag(until) * rate[0]

    def unresolved(self, sides: Sequence[float]) -> float:
        """How much of its range is not known between the points: on average, or where its extremes may be.

        The largest value is on side 1, the smallest on side -1.
        """
        values = np.real(self.points())
        if not np.all(np.isfinite(values)):
            return 0.0
        share = self._unknown_share(values)
        if not sides:
            return float(np.mean(share))
        room = BEYOND * share * np.ptp(values)
        return max(float(np.max(share[side * values + room >= np.max(side * values)])) for side in sides)

    def _unknown_share(self, values: Array) -> Array:
        """How much of the range of its values is not known beside each point: what of each channel is, by its slope.

        A channel that hardly counts, such as one that is zero but for rounding, asks for no further points.
        """
        extent = float(np.ptp(values))
        share = np.zeros(len(values))
        if not extent > 1e-9 * float(np.max(np.abs(values), initial=0.0)):
            return share
        numbers = {name: np.real(number) for name, number in self.numbers.items()}
        points = {name: np.real(course.value) for name, course in self.courses.items()}
        for name, course in self.courses.items():
            unknown = course.unresolved * np.ptp(points[name])
            moved = evaluated(self.node, {**numbers, **points, name: points[name] + 1j * STEP})
            slope = np.abs(np.imag(np.broadcast_to(moved, values.shape))) / STEP
            with np.errstate(all="ignore"):
                share = np.maximum(share, np.where(unknown > 0.0, unknown * slope / extent, 0.0))
        return np.asarray(np.where(np.isfinite(share), share, 1.0))

    def extreme(self, largest: bool) -> Any:
        """The largest or the smallest value, between points too."""
        side = 1.0 if largest else -1.0
        if self._is_plain() and not is_collecting():
            return self._plain_extreme(side)
        _, _, begin, end = self.line.pieces
        everywhere = np.arange(len(begin))
        (first, rise), (last, fall) = self.inside(everywhere, begin), self.inside(everywhere, end)
        candidates = np.concatenate([self._moved(first, rise, True), self._moved(last, fall, False)])
        _finite(np.sum(candidates))
        best = float(np.max(side * np.real(candidates)))
        rise, fall = side * rise, side * fall
        bound = np.maximum(side * np.real(first), side * np.real(last))
        bound = bound + 0.5 * (end - begin) * np.maximum(rise, -fall)
        turning = np.flatnonzero((rise > 0.0) & (fall < 0.0) & (bound > best))
        moments = np.concatenate([begin, end])
        if len(turning):
            times = self._turning_times(turning, side)
            candidates = np.concatenate([candidates, self.inside(turning, times)[0]])
            moments = np.concatenate([moments, times])
        look_for_tie(side, candidates, moments)
        return candidates[int(np.argmax(side * np.real(candidates)))]

    def _is_plain(self) -> bool:
        """Whether it is one channel, in real numbers."""
        plain = isinstance(self.node, NameNode) and len(self.courses) == 1 and not self.numbers
        return plain and not any(np.iscomplexobj(one) for one in (*self.line.end, *self._channel()))

    def _channel(self) -> tuple[Array, Array, Array]:
        """The values of its only channel, with their rates."""
        (course,) = self.courses.values()
        return course.motion[:3]

    def _plain_extreme(self, side: float) -> Any:
        from linkwork.analysis.responses.extreme_kernel import extreme_of

        (course,) = self.courses.values()
        arrays = [np.ascontiguousarray(values, float) for values in (self.line.t, *course.motion[:3])]
        return _finite(extreme_of(*arrays, course.motion[3], *self.line.pieces, side))

    def _moved(self, values: Array, rates: Array, begins: bool) -> Array:
        """Values at the ends of pieces, moved with the events that end stretches."""
        events = self.line.begin if begins else self.line.end
        if not any(np.iscomplexobj(event) for event in events):
            return values
        counts = [max(last - first, 1) for first, last in zip(self.line.first, self.line.last, strict=True)]
        ends = np.cumsum(counts) - 1
        places = ends - np.array(counts) + 1 if begins else ends
        shift = np.zeros(len(values))
        shift[places] = [np.imag(event) for event in events]
        return np.asarray(values + 1j * shift * rates)

    def _turning_times(self, pieces: Array, side: float) -> Array:
        """Times at which the rate is zero within pieces at whose ends it has opposite signs."""
        ends = self.line.pieces[2][pieces], self.line.pieces[3][pieces]
        return turning_times(lambda times: self.inside(pieces, times)[1], *ends, side)

    def squared(self) -> History:
        """The square of it."""
        return History(self.line, PowerNode(self.node, NumberNode(2.0)), self.numbers, self.courses)

    def _env(self, channels: Mapping[str, Array]) -> dict[str, Any]:
        return {**self.numbers, **channels}


def turning_times(rate_at: Callable[[Array], Array], begin: Array, end: Array, side: float) -> Array:
    """Times at which rates are zero, between ends at which they have opposite signs (Illinois method)."""
    low, high = begin.copy(), end.copy()
    close = _CLOSE * (high - low)
    at_low, at_high = (side * rate_at(ends) for ends in (low, high))
    kept = np.zeros(len(low), int)
    times = 0.5 * (low + high)
    for number in range(_MOST):
        before = times
        times = low + (high - low) * at_low / (at_low - at_high)
        rate = side * rate_at(times)
        if number and np.all((np.abs(times - before) < close) | (rate == 0.0)):
            break
        up = rate > 0.0
        at_high = np.where(up & (kept == 1), 0.5 * at_high, np.where(up, at_high, rate))
        at_low = np.where(~up & (kept == -1), 0.5 * at_low, np.where(up, rate, at_low))
        low, high = np.where(up, times, low), np.where(up, high, times)
        kept = np.where(up, 1, -1)
    return np.asarray(times)


def _finite(value: Any) -> Any:
    if not np.isfinite(np.real(value)):
        raise AnalysisError("it has no finite value in this run")
    return value
