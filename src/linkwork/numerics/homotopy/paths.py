"""Paths followed in slices, on all cores, with a bar; those that met are followed again, more finely."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.progress import Progress
from linkwork.numerics.ahead.together import is_alone
from linkwork.numerics.homotopy.kept_paths import KeptPaths
from linkwork.numerics.homotopy.layout_kernel import BY_CIRCLES, LOST, REGULAR
from linkwork.numerics.homotopy.path_workers import by_workers
from linkwork.numerics.homotopy.precise import continue_precisely, has_flint
from linkwork.numerics.homotopy.system import Tables
from linkwork.numerics.homotopy.track_kernel import track

ACCURACY = 1e-4  # of the predictor: Newton brings every step back onto its path
FINER = (1e-6, 1e-8)  # for paths that were lost, or met another one, which regular paths never do
_AGREEMENT = 1e-9
_SAME = 1e-7
_BLURRED = 1e-4
_SLICE = 16
_ALONE = 1.0  # s after which it is considered whether others should help
_WORTH = 4.0  # s of work left that pay for starting other processes
_PRECISELY = 5.0  # s of processor time for paths that are followed with many digits, or as long as all took before
_UNDONE = -1  # end of a path that was given away and has not come back


@dataclass
class Ends:
    """Where paths ended (homogeneous), how, and how often they wound round their end."""

    points: Array
    ended: Array
    windings: Array

    @property
    def lost(self) -> int:
        """How many paths were not followed to their end."""
        return int(np.sum(self.ended == LOST))


def continue_paths(
    tables: Tables,
    starts: Array,
    what: str = "paths",
    accuracy: float = ACCURACY,
    *,
    keep: KeptPaths | None = None,
    workers: int | None = None,
) -> Ends:
    """Follow all paths; those that were lost or met another one at a regular end again, more finely.

    Paths that take long are shared out to as many processes as there are cores, or as `workers` says; the ends are the
    same. `keep` is where ends are kept, and found again. What is lost in spite of all, or singular by itself alone, is
    followed with many digits.
    """
    begin = time.process_time()
    ends = _continued(tables, starts, accuracy, what, keep, workers)
    for finer in FINER:
        again = np.flatnonzero((ends.ended == LOST) | met(tables, ends))
        if not len(again):
            break
        better = _continued(tables, starts[again], finer, what, None, workers)
        ends.points[again], ends.ended[again], ends.windings[again] = better.points, better.ended, better.windings
    doubtful = np.flatnonzero((ends.ended == LOST) | single(tables, ends) | met(tables, ends))
    if len(doubtful) and has_flint():
        lost, seconds = ends.ended[doubtful] == LOST, max(_PRECISELY, time.process_time() - begin)
        points, ended = continue_precisely(tables, starts[doubtful], ends.points[doubtful], lost, seconds)
        better = doubtful[ended == REGULAR]
        ends.points[better], ends.ended[better], ends.windings[better] = points[ended == REGULAR], REGULAR, 1
    return ends


def _continued(
    tables: Tables, starts: Array, accuracy: float, what: str, keep: KeptPaths | None, workers: int | None
) -> Ends:
    points = np.ascontiguousarray(starts, dtype=complex).copy()
    ends = Ends(points, np.full(len(points), LOST, np.int64), np.zeros(len(points), np.int64))
    arrays = {"points": ends.points, "ended": ends.ended, "windings": ends.windings}
    done = np.zeros(len(points), bool)
    if keep is not None:
        done = keep.restored(tables, starts, accuracy, arrays)
    try:
        with Progress(what, len(points)) as bar:
            for numbers in _in_slices(tables, ends, np.flatnonzero(~done), accuracy, bar, workers):
                done[numbers] = True
                if keep is not None:
                    keep.keep(done, arrays)
    finally:
        if keep is not None:
            keep.keep(done, arrays, now=True)
    return ends


def _in_slices(
    tables: Tables, ends: Ends, left: Array, accuracy: float, bar: Progress, workers: int | None
) -> Iterator[Array]:
    """Follow paths that are left, slice by slice: here, and by others as soon as that pays; numbers of those done."""
    total, begin, count, cores = len(ends.points), time.perf_counter(), _SLICE, _cores() if workers is None else workers
    first = 0
    while first < len(left):
        spent = time.perf_counter() - begin
        still = spent / first * (len(left) - first) if first else 0.0
        if cores > 1 and (workers is not None or (spent > _ALONE and still > _WORTH)):
            second = int(first / spent) + 1 if first else _SLICE  # paths that take about a second
            for numbers in _shared_out(tables, ends, left[first:], accuracy, second, bar, cores):
                first += len(numbers)
                yield numbers
            left, first, cores = left[ends.ended[left] == _UNDONE], 0, 1  # what a process that died has left
            ends.ended[left] = LOST
            continue
        numbers = left[first : first + count]
        part, ended, windings = ends.points[numbers], ends.ended[numbers], ends.windings[numbers]
        track(part, 0, len(part), accuracy, _AGREEMENT, tables.table, tables.numbers, tables.room, ended, windings)
        ends.points[numbers], ends.ended[numbers], ends.windings[numbers] = part, ended, windings
        first += len(numbers)
        yield numbers
        count = max(1, bar.update(total - len(left) + first, count, 0.5))


def _shared_out(
    tables: Tables, ends: Ends, left: Array, accuracy: float, slices: int, bar: Progress, cores: int
) -> Iterator[Array]:
    """Paths followed by other processes; those that none of them has done are marked."""
    ends.ended[left] = _UNDONE
    finished = len(ends.points) - len(left)
    for news in by_workers(tables, ends.points, left, slices, accuracy, _AGREEMENT, cores):
        if news is not None:
            numbers, at = news
            ends.points[numbers], ends.ended[numbers], ends.windings[numbers] = (
                at["points"],
                at["ended"],
                at["windings"],
            )
            finished += len(numbers)
            yield numbers
        bar.update(finished, 1, 0.5)


def _cores() -> int:
    """Processes that may be started: none by one that shares another's work."""
    return 1 if is_alone() else os.cpu_count() or 1


def met(tables: Tables, ends: Ends) -> Array:
    """Which simple ends are those of more than one path: one of them has jumped."""
    met = np.zeros(len(ends.points), bool)
    regular = np.flatnonzero((ends.ended == REGULAR) | ((ends.ended == BY_CIRCLES) & (ends.windings == 1)))
    if len(regular) < 2:
        return met
    for members in alike(canonical(ends.points[regular], tables.table[-1]), _SAME):
        if len(members) > 1:
            met[regular[members]] = True
    return met


def single(tables: Tables, ends: Ends) -> Array:
    """Which singular ends are those of one path only, where a multiple solution would have several."""
    single = np.zeros(len(ends.points), bool)
    singular = np.flatnonzero(ends.ended == BY_CIRCLES)
    if len(singular):
        for members in alike(canonical(ends.points[singular], tables.table[-1]), _BLURRED):
            single[singular[members]] = len(members) == 1
    return single


def canonical(points: Array, group: Array) -> Array:
    """Homogeneous points with every group of length 1, and real along a fixed direction."""
    canonical = points.copy()
    for number in range(int(group[-1])):
        columns = np.flatnonzero(group[:-1] == number)
        part = canonical[:, columns]
        along = part @ np.exp(1j * np.arange(1, len(columns) + 1) ** 2)
        part = part * (np.conj(along) / np.maximum(np.abs(along), 1e-300))[:, None]
        canonical[:, columns] = part / np.linalg.norm(part, axis=1, keepdims=True)
    return canonical


def alike(points: Array, tolerance: float) -> list[list[int]]:
    """Numbers of points in groups that are nearer to each other than a tolerance."""
    direction = np.cos(np.arange(1, 2 * points.shape[1] + 1) ** 2 * 0.7)
    flat = np.concatenate([points.real, points.imag], axis=1)
    shadow = flat @ direction
    order = np.argsort(shadow, kind="stable")
    reach = tolerance * float(np.linalg.norm(direction))
    taken = np.zeros(len(points), bool)
    alike = []
    for place, one in enumerate(order):
        if taken[one]:
            continue
        members = [int(one)]
        taken[one] = True
        for other in order[place + 1 :]:
            if shadow[other] - shadow[one] > reach:
                break
            if not taken[other] and np.max(np.abs(flat[other] - flat[one])) <= tolerance:
                taken[other] = True
                members.append(int(other))
        alike.append(members)
    return alike
