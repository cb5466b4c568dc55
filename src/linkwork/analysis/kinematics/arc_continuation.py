"""Passage: how a driven motion gets from one time to another past a singular position, followed by arc length.

With the time free the curve of positions is regular at a lock-up and sharply bent where two branches nearly meet, so
that following it tells a lock-up, a near miss and a true bifurcation apart, whatever the time grid.
"""

from __future__ import annotations

import numpy as np

from linkwork.analysis.trace.arc import Continuation
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.system.constraints.equations import Equations
from linkwork.system.system import System
from linkwork.system.tables.compile import compile_system

_POINTS = 20000
_LONGEST = 0.02  # arc length of a step: short enough to see a narrow gap between branches in time


@dataclass
class ArcEnd:
    """Where the curve led: `locked` at a time that cannot be passed, or to a position at the time asked for."""

    t: float
    q: Array
    locked: bool


def timed(system: System) -> System:
    """The same mechanism with the time as a free coordinate."""
    return compile_system(system.mechanism, time_free=True, overrides=system.env)


@dataclass
class Path:
    """A motion followed by arc length: points with the time behind the coordinates, unit tangents, arc lengths."""

    continuation: Continuation
    points: Array
    tangents: Array
    arcs: Array


def continued(system: System, q: Array, begin: float, end: float) -> Path | None:
    """The motion from q at `begin` until the time turns back or reaches `end`, or as far as it can be followed."""
    free = timed(system)
    start = np.append(q.real, begin)
    forward = np.zeros(len(start))
    forward[-1] = 1.0
    continuation = Continuation(free, start, forward, step=1e-4, longest=_LONGEST)
    if continuation.first[-1] <= 0.0:
        return None
    arc = continuation.continue_arc(_POINTS, lambda points, tangents: _ended(points, tangents, end))
    if len(arc.q) == 0:
        return None
    points, tangents = np.vstack([start, arc.q]), np.vstack([continuation.first, arc.tangent])
    return Path(continuation, points, tangents, np.concatenate([[0.0], arc.s]))


def find_arc_end(system: System, q: Array, begin: float, end: float) -> ArcEnd | None:
    """Where the motion from q at `begin` leads until the time turns back or reaches `end`; None if neither happens."""
    path = continued(system, q, begin, end)
    if path is None:
        return None
    if path.tangents[-1, -1] < 0.0:
        return _locked(path.continuation, path.points, path.tangents, path.arcs)
    return _reached(system, path.points, end) if path.points[-1, -1] >= end else None


def _ended(points: Array, tangents: Array, end: float) -> int:
    """How many points to keep when the time has turned back or passed the end, else -1."""
    for index in range(len(points)):
        if tangents[index, -1] < 0.0 or points[index, -1] >= end:
            return index + 1
    return -1


def _locked(continuation: Continuation, points: Array, tangents: Array, arcs: Array) -> ArcEnd | None:
    reach = 1.5 * (arcs[-1] - arcs[-2])
    try:
        lock = continuation.zero(points[-2], tangents[-2], reach, lambda _, tangent: float(tangent[-1]))
    except (ArithmeticError, ValueError):
        return None
    return ArcEnd(float(lock[-1]), lock[:-1], True)


def _reached(system: System, points: Array, end: float) -> ArcEnd | None:
    before, after = points[-2], points[-1]
    share = (end - before[-1]) / (after[-1] - before[-1])
    guess = system.moved(before[:-1], share * system.difference(after[:-1], before[:-1]))
    settled = Equations(system).settle(guess, end)
    return None if settled is None else ArcEnd(end, settled, False)
