"""A run with more points where events follow each other closely: the same simulation once more over a finer grid.

Between two events there must be points enough for polynomials through them, and more of them near the events: there the
force of a contact changes with a parameter as the root of the time since. A run whose points leave that open is made
again, from the same start by the same steps, with points on both sides of its events and between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.simulation.time_breaks import time_breaks
from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.run.loads import ARRAYS, loads_from
from linkwork.run.run import ENDED_BY_EVENT, Run

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Loop

ENOUGH = 128  # points of a stretch
SHORTEST = 2e-8  # of the run: a shorter stretch counts as nothing
FEWEST = 5  # points of a stretch that polynomials need
_TOO_FEW = 16  # points of a run that an event ended soon
_BESIDE = 1e-4  # of a stretch: where its first and its last point are
_APART = 1e-5  # of a stretch: nearer to a point of the run slopes between the two would be rounding
_MOST = 100_000  # points that are added
_SAME = 1e-5  # of the size of the motion: what the two runs may differ


def break_times(run: Run) -> list[Any]:
    """Times at which channels may jump; they may carry derivatives."""
    t = run.t
    breaks = time_breaks(run.system, float(t[0]), float(t[-1])).tolist() if len(t) > 1 else []
    return sorted([event.t for event in run.events] + breaks, key=lambda time: float(np.real(time)))


def added_times(run: Run, enough: float = ENOUGH) -> Array:
    """Times at which points are missing: in stretches that have fewer than enough of them."""
    t = np.asarray(run.t)
    if len(t) < 2:
        return np.zeros(0)
    span = float(t[-1] - t[0])
    inner = [float(np.real(time)) for time in break_times(run)]
    edges = np.array([t[0], *(time for time in inner if t[0] < time < t[-1]), t[-1]])
    if len(edges) == 2 and (len(t) > _TOO_FEW or not is_ended_by_event(run)):
        return np.zeros(0)
    inside = np.searchsorted(t, edges[1:], "right") - np.searchsorted(t, edges[:-1], "left")
    lengths = np.diff(edges)
    thin = np.flatnonzero((lengths > SHORTEST * span) & (inside < enough))
    count = min(_MOST // max(len(thin), 1), ENOUGH)
    if not len(thin) or count < FEWEST:
        return np.zeros(0)
    added = edges[thin, None] + lengths[thin, None] * _places(count)
    behind = np.clip(np.searchsorted(t, added), 1, len(t) - 1)
    apart = np.minimum(np.abs(added - t[behind - 1]), np.abs(added - t[behind]))
    return np.asarray(np.unique(added[apart > _APART * lengths[thin, None]]))


def _places(count: int) -> Array:
    """Where points are added in a stretch: close to its ends, where forces of contacts have steep derivatives.

    The next ones are farther from them than the end is, for polynomials through both are asked for there.
    """
    inner = 0.5 * (1.0 - np.cos(np.pi * np.arange(1, count - 1) / (count - 1)))
    return np.array([_BESIDE, *inner[np.minimum(inner, 1.0 - inner) > 2.0 * _BESIDE], 1.0 - _BESIDE])


def detailed(run: Run) -> Run:
    """The run with points between all its events, or itself where it has them, or where they cannot be had."""
    if run.detail is None:
        run.detail = _made(run)
    return run.detail


def refined(run: Run, parts: int) -> Run | None:
    """The run with so many parts between all points that its detail has; none where that cannot be had."""
    t = np.asarray(detailed(run).t)
    if parts * len(t) > _MOST:
        return None
    refined = _again_with(run, (t[:-1, None] + np.diff(t)[:, None] * np.arange(1, parts) / parts).ravel())
    if refined is run:
        return None
    run.detail = refined
    return refined


def _made(run: Run) -> Run:
    return _again_with(run, added_times(run))


def _again_with(run: Run, added: Array) -> Run:
    """The run with further points, or itself where they cannot be had."""
    from linkwork.system.loop.moment import Loop

    moment = run.moment
    if not isinstance(moment, Loop) or moment.system.stepping is not None or np.iscomplexobj(run.q):
        return run
    if not len(added):
        return run
    added = np.union1d(added, run.t if run.detail is None else run.detail.t)
    try:
        finer = _again(run, moment, np.union1d(run.t, added))
    except LinkworkError:
        return run
    rows = np.flatnonzero(np.isin(finer.t, run.t))
    if len(rows) != len(run.t) or len(finer.events) != len(run.events):
        return run
    size = max(float(np.max(np.abs(run.q), initial=0.0)), run.system.length)
    return finer if float(np.max(np.abs(finer.q[rows] - run.q), initial=0.0)) <= _SAME * size else run


def _again(run: Run, moment: Loop, grid: Array) -> Run:
    from linkwork.analysis.simulation.compiled import NOTE
    from linkwork.analysis.simulation.time_loop import fresh_loop
    from linkwork.system.loop.simulation_state_kernel import RATE

    loop = fresh_loop(moment.system, run.q[0], run.v[0], float(run.t[0]), moment.options)
    if NOTE in moment.notes:  # a right-hand side of its own is that of the same tables
        loop.state[RATE] = moment.state[RATE]
    repeated = again_over(run, grid, loop)
    if repeated.loads is not None and run.loads is not None:
        repeated.loads.settled = run.loads.settled
    return repeated


def is_ended_by_event(run: Run) -> bool:
    """Whether an event stopped the run, so that its end moves with parameters."""
    return bool(run.events) and run.events[-1].kind == ENDED_BY_EVENT


def again_over(run: Run, grid: Array, loop: Loop) -> Run:
    """What a loop makes over a grid that ends where a run did; where an event ended the run, it has to come again."""
    from linkwork.analysis.simulation.time_loop import run_loop
    from linkwork.system.loop.simulation_state_kernel import UNTIL

    if not is_ended_by_event(run):
        return run_loop(loop, grid)
    repeated = run_loop(loop, np.append(grid[:-1], run.moment.marks[UNTIL]))
    if len(repeated.t) == len(grid):
        repeated.t[-1] = grid[-1]
    return repeated


def only_at(run: Run, times: Array) -> Run:
    """The points of a run at these times, which are among its own; what lies between them is kept as its detail."""
    rows = np.flatnonzero(np.isin(run.t, times))
    motion = run.q[rows], run.v[rows], run.a[rows]
    thinned = Run(run.system, run.t[rows], *motion, run.sigma[rows], run.memory, run.branch, trail=run.trail)
    if run.loads is not None:
        thinned.loads = loads_from(run.loads.system, (getattr(run.loads, name)[rows] for name in ARRAYS))
        thinned.loads.settled = run.loads.settled
    thinned.touches, thinned.impulses, thinned.events = run.touches, run.impulses, run.events
    thinned.followed = {name: values[rows] for name, values in run.followed.items()}
    thinned.notes, thinned.statistics, thinned.completed = run.notes, run.statistics, run.completed
    thinned.moment, thinned.detail = run.moment, run
    return thinned
