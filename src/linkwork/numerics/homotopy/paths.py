"""Paths followed in slices, with a bar, so that they can be stopped; those that met are followed again more finely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.progress import Progress
from linkwork.numerics.homotopy.layout_kernel import BY_CIRCLES, LOST, REGULAR
from linkwork.numerics.homotopy.system import Tables
from linkwork.numerics.homotopy.track_kernel import track

ACCURACY = 1e-4  # of the predictor: Newton brings every step back onto its path
FINER = (1e-6, 1e-8)  # for paths that were lost, or met another one, which regular paths never do
_AGREEMENT = 1e-9
_SAME = 1e-7
_SLICE = 16


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


def follow(tables: Tables, starts: Array, what: str = "paths", accuracy: float = ACCURACY) -> Ends:
    """Follow all paths; those that were lost or met another one at a regular end again, more finely."""
    ends = _followed(tables, starts, accuracy, what)
    for finer in FINER:
        again = np.flatnonzero((ends.ended == LOST) | met(tables, ends))
        if not len(again):
            break
        better = _followed(tables, starts[again], finer, what)
        ends.points[again], ends.ended[again], ends.windings[again] = better.points, better.ended, better.windings
    return ends


def _followed(tables: Tables, starts: Array, accuracy: float, what: str) -> Ends:
    points = np.ascontiguousarray(starts, dtype=complex).copy()
    ended, windings = np.full(len(points), LOST, np.int64), np.zeros(len(points), np.int64)
    with Progress(what, len(points)) as bar:
        first, count = 0, _SLICE
        while first < len(points):
            last = min(first + count, len(points))
            track(points, first, last, accuracy, _AGREEMENT, tables.table, tables.numbers, tables.room, ended, windings)
            first = last
            count = max(1, bar.update(last, count, 0.5))
    return Ends(points, ended, windings)


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
