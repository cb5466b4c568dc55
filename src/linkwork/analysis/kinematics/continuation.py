"""Travel: the motion over a time grid, past singular positions by the way the mechanism really goes.

The compiled loop runs until it stops, or until the smallest singular value has changed its sign between two points.
There the motion is followed by arc length (see `passage`): the run goes on where that leads, so that neither the grid
nor a narrow gap between two branches decides.
"""

from __future__ import annotations

from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.kinematics.arc_continuation import ArcEnd, find_arc_end
from linkwork.analysis.kinematics.time_grid import Moved, continue_on_grid
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.elements.spatial.trail import Trail
from linkwork.system.system import System

_SAME = 1e-6  # scaled distance within which two positions are the same
_MOST_ARCS = 200
_FINER, _AHEAD = (8, 40), 5  # parts of an interval, and how many points ahead may be passed by them


@dataclass
class Way:
    """The motion over a grid and what it passed: crossings and gaps as pairs of indices, a lock-up at its end."""

    state: NDArray[np.int64]
    q: Array
    v: Array
    a: Array
    sigma: NDArray[np.float64]
    memory: Array
    done: int = 0
    crossings: list[tuple[int, int]] = field(default_factory=list)
    gaps: list[tuple[int, int]] = field(default_factory=list)
    lock: ArcEnd | None = None
    trail: Trail | None = None


def continue_motion(system: System, start: Array, grid: NDArray[np.float64], progress: bool) -> Way:
    """Go over the grid from a position at its first time."""
    moved = continue_on_grid(system, start, grid, progress)
    way, at = Way(moved.state, moved.q, moved.v, moved.a, moved.sigma, moved.memory, moved.done, trail=moved.trail), 0
    for _ in range(_MOST_ARCS):
        if moved.done == 0 or system.scalar == "complex":
            return way
        turn = _look_over(system, way, grid, at)
        if turn is None:
            return way
        position, at = turn
        moved = continue_on_grid(system, position, grid[at:], progress)
        _add(way, moved, at, float(grid[at]))
    return way


def _add(way: Way, moved: Moved, at: int, t: float) -> None:
    """Put a piece of motion from index `at`, at time t, on into the whole."""
    way.done = at + moved.done
    for whole, piece in ((way.q, moved.q), (way.v, moved.v), (way.a, moved.a), (way.sigma, moved.sigma)):
        whole[at : way.done] = piece[: moved.done]
    way.state += moved.state
    way.memory = moved.memory
    if moved.trail is not None:
        way.trail = moved.trail if way.trail is None else way.trail.joined(moved.trail, t)


def _look_over(system: System, way: Way, grid: NDArray[np.float64], at: int) -> tuple[Array, int] | None:
    """Look at sign changes of the new piece and at its end; where to go on from, or None when all is done."""
    last = at
    sides = way.sigma[at : way.done]
    mixed = not ((sides > 0.0).all() or (sides < 0.0).all())  # else there is nothing to look at
    for index in range(at + 1, way.done if mixed else at):
        if way.sigma[index] == 0.0:
            continue
        if way.sigma[index] * way.sigma[last] < 0.0:
            turn = _judge_crossing(system, way, grid, last, index)
            if turn is not None or way.lock is not None:
                return turn
        elif index - last > 1:
            way.gaps.append((last, index))
        last = index
    if way.done == len(grid):
        return None
    return _past_the_stop(system, way, grid)


def _judge_crossing(
    system: System, way: Way, grid: NDArray[np.float64], first: int, last: int
) -> tuple[Array, int] | None:
    """A true bifurcation is noted; otherwise the run is cut there and goes on where the motion really leads."""
    arc_end = find_arc_end(system, way.q[first], float(grid[first]), float(grid[last]))
    if arc_end is None or (not arc_end.locked and _distance(system, arc_end.q, way.q[last]) < _SAME):
        way.crossings.append((first, last))
        return None
    way.done = first + 1
    if arc_end.locked:
        way.lock = arc_end
        return None
    way.gaps.append((first, last))
    return arc_end.q, last


def _past_the_stop(system: System, way: Way, grid: NDArray[np.float64]) -> tuple[Array, int] | None:
    """Where the loop stopped: a lock-up, or a bend too sharp for the grid, which is passed by arc length."""
    stop = way.done - 1
    while stop > 0 and way.sigma[stop] == 0.0:
        stop -= 1
    arc_end = find_arc_end(system, way.q[stop], float(grid[stop]), float(grid[way.done]))
    if arc_end is None:
        return _past_by_finer_steps(system, way, grid, stop)
    if arc_end.locked:
        way.lock, way.done = arc_end, stop + 1
        return None
    if way.done > stop + 1:
        way.gaps.append((stop, way.done))
    return arc_end.q, way.done


def _past_by_finer_steps(system: System, way: Way, grid: NDArray[np.float64], stop: int) -> tuple[Array, int] | None:
    """Where many ways meet no curve can be followed: the loop goes on in finer steps to the next regular point."""
    for parts in _FINER:
        ahead = grid[stop : way.done + _AHEAD]
        finer = np.append(np.linspace(ahead[:-1], ahead[1:], parts, endpoint=False).T.ravel(), ahead[-1])
        moved = continue_on_grid(system, way.q[stop], finer)
        for index in range(1, len(ahead)):
            sigma = moved.sigma[parts * index]
            if index >= way.done - stop and parts * index < moved.done and sigma != 0.0:
                passed = way.crossings if sigma * way.sigma[stop] < 0.0 else way.gaps
                passed.append((stop, stop + index))
                return moved.q[parts * index], stop + index
    way.done = stop + 1
    return None


def _distance(system: System, one: Array, other: Array) -> float:
    return float(np.linalg.norm((one - other).real / system.column_scale))
