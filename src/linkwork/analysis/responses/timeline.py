"""The smooth stretches of a run, between times at which channels may jump, and its pieces from point to point.

Such times are events, and kinks and jumps of functions of time.

A piece lies between two neighbouring points of one stretch; the first and the last one of a stretch reach to the
events before and behind. Times of events may carry derivatives.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.responses.detail import SHORTEST, break_times, is_ended_by_event
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass

if TYPE_CHECKING:
    from linkwork.run.run import Run

_SAME = 1e-12  # of the span: an event at a point of the run


@dataclass(frozen=True)
class Timeline:
    """Stretches of a run: of each its first and last point, and the times at which it begins and ends."""

    t: Array
    first: tuple[int, ...]
    last: tuple[int, ...]
    begin: tuple[Any, ...]
    end: tuple[Any, ...]
    unseen: tuple[float, ...] = ()
    """Times that have no point of the run between them and the one before."""
    missed: tuple[float, ...] = ()
    """Those of them that lie so far behind it that a function of the run is not known."""

    @cached_property
    def pieces(self) -> tuple[Array, Array, Array, Array]:
        """Of every piece its left and right point, and real times from which to which it reaches."""
        left, right, begin, end = [], [], [], []
        for first, last, start, stop in zip(self.first, self.last, self.begin, self.end, strict=True):
            count = max(last - first, 1)
            left.append(first + np.arange(count))
            right.append(np.minimum(left[-1] + 1, last))
            low, high = self.t[left[-1]].copy(), self.t[right[-1]].copy()
            low[0], high[-1] = np.real(start), np.real(stop)
            begin.append(low)
            end.append(high)
        return np.concatenate(left), np.concatenate(right), np.concatenate(begin), np.concatenate(end)

    def piece(self, t: float, before: bool = False) -> int:
        """The piece that holds a time; at an event the one behind it, or before it."""
        begin = self.pieces[2]
        return int(np.clip(np.searchsorted(begin, t, "left" if before else "right") - 1, 0, len(begin) - 1))


def timeline(run: Run) -> Timeline:
    """The stretches of a run."""
    t = np.asarray(run.t)
    if not is_ended_by_event(run):
        return _divided(t, break_times(run), t[-1], False)
    until = run.events[-1].t
    return _divided(t, break_times(run), until, _jumps_at(run, float(np.real(until))))


def _jumps_at(run: Run, until: float) -> bool:
    """Whether an event that ended a run also changed something, so that the last point is behind a jump."""
    described, close = run.mechanism.events, _SAME * abs(until)
    there = [event.name for event in run.events if event.kind == "event" and abs(np.real(event.t) - until) <= close]
    return any(described[name].put or described[name].strikes for name in there if name in described)


def _divided(t: Array, times: list[Any], until: Any, jumps: bool) -> Timeline:
    """Cut at times in rising order, of which those without a point between them count as one.

    An event that ended the run may carry a derivative of its time; where it `jumps`, the last point is a stretch.
    """
    span = _SAME * float(t[-1] - t[0])
    shortest = 1.01 * SHORTEST * float(t[-1] - t[0])
    first, last, begin, end, unseen, missed = [0], [], [t[0]], [], [], []
    before = float(t[0])
    for time in times:
        behind = int(np.searchsorted(t, np.real(time) + span, "left")) - (jumps and np.real(time) + span > t[-1])
        inside = t[0] + span < np.real(time) < (np.inf if jumps else t[-1] - span)
        if inside and behind > first[-1] and behind < len(t):
            last.append(behind - 1)
            end.append(time)
            first.append(behind)
            begin.append(time)
        elif inside and np.real(time) > np.real(begin[-1]) + span:
            unseen.append(float(np.real(time)))
            if unseen[-1] > before + shortest:
                missed.append(unseen[-1])
        before = float(np.real(time))
    parts = tuple(first), (*last, len(t) - 1), tuple(begin), (*end, until)
    return Timeline(t, *parts, tuple(unseen), tuple(missed))
