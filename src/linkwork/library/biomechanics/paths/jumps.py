"""When lengths of paths jump in a motion: a conditional point begins or ceases to count, or a path changes its side.

Between frames coordinates follow the cubic of their values and speeds at both; a point counts up to where that passes
the border of its range. Where a path changes its side is known from frame to frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.biomechanics.layout_kernel import NEAR
from linkwork.library.biomechanics.parts import PathPoint
from linkwork.library.biomechanics.paths.muscle_paths import (
    frames_through_rings,
    muscle_paths,
    sudden_changes,
    through_ring,
)
from linkwork.library.biomechanics.skeleton import Skeleton

_BESIDE = 1e-3  # of NEAR: how far on both sides of a border lengths are compared


@dataclass(frozen=True)
class PathEvent:
    """The length of a muscle jumps at a time (s) by so much (m), or, with 0, is not that of a path from there on."""

    t: float
    muscle: str
    jump: float
    what: str

    @property
    def text(self) -> str:
        """In words."""
        jump = f"; its length jumps by {1000 * self.jump:.2g} mm" if self.jump else ""
        return f"{self.muscle}: {self.what}{jump}"


def path_events(skeleton: Skeleton, time: Array, values: Array, speeds: Array | None = None) -> tuple[PathEvent, ...]:
    """All jumps of the lengths of muscles in a motion, in the order of time; without speeds those of differences."""
    if not skeleton.muscles or len(time) < 2:
        return ()
    known = np.gradient(values, time, axis=0) if speeds is None else speeds
    events = [*_points(skeleton, time, values, known), *_sides(skeleton, time, values)]
    return tuple(sorted(events, key=lambda one: one.t))


def _points(skeleton: Skeleton, time: Array, values: Array, speeds: Array) -> Iterator[PathEvent]:
    """Points that begin or cease to count."""
    for number, muscle in enumerate(skeleton.muscles):
        for station in muscle.path:
            if not (isinstance(station, PathPoint) and station.within is not None):
                continue
            name, low, high = station.within
            c = skeleton.index("coordinate", name)
            for border, outwards in ((low - NEAR, -1.0), (high + NEAR, 1.0)):
                for row, share, rises in _crossings(time, values[:, c], speeds[:, c], border):
                    q = _between(time, values, speeds, row, share)
                    sides = np.tile(q, (2, 1))
                    sides[:, c] = border + _BESIDE * NEAR * np.array([-1.0, 1.0])
                    lengths = muscle_paths(skeleton, sides).lengths[:, number]
                    counts = rises != (outwards > 0)
                    jump = float(lengths[1] - lengths[0]) * (1.0 if rises else -1.0)
                    t = float(time[row] + share * (time[row + 1] - time[row]))
                    begins = "begins" if counts else "ceases"
                    yield PathEvent(t, muscle.name, jump, f"point '{station.name}' {begins} to count")


def _crossings(time: Array, x: Array, v: Array, border: float) -> Iterator[tuple[int, float, bool]]:
    """Where a coordinate passes a border: the frame before, the share of the step after it, and whether it rises."""
    step = np.diff(time)
    reach = 0.25 * step * (np.abs(v[:-1]) + np.abs(v[1:]))
    low, high = np.minimum(x[:-1], x[1:]) - reach, np.maximum(x[:-1], x[1:]) + reach
    for row in np.flatnonzero((low <= border) & (border <= high)):
        a, b, c, d = _cubic(x[row : row + 2], v[row : row + 2], float(step[row]))
        roots = np.roots([a, b, c, d - border])
        for share in sorted(float(root.real) for root in roots if abs(root.imag) < 1e-9 and 0 <= root.real < 1):
            slope = (3 * a * share + 2 * b) * share + c
            if slope != 0.0:
                yield int(row), share, bool(slope > 0)


def _cubic(x: Array, v: Array, step: float) -> tuple[float, float, float, float]:
    """Coefficients of the cubic of values and speeds at both ends of a step, highest power first."""
    rise, first, last = float(x[1] - x[0]), step * float(v[0]), step * float(v[1])
    return first + last - 2 * rise, 3 * rise - 2 * first - last, first, float(x[0])


def _between(time: Array, values: Array, speeds: Array, row: int, share: float) -> Array:
    step, two = float(time[row + 1] - time[row]), slice(row, row + 2)
    curves = [_cubic(values[two, c], speeds[two, c], step) for c in range(values.shape[1])]
    return np.array([np.polyval(curve, share) for curve in curves])


def _sides(skeleton: Skeleton, time: Array, values: Array) -> Iterator[PathEvent]:
    """Paths that go round a surface on another side than before, or run through the tube of a torus."""
    if all(isinstance(station, PathPoint) for muscle in skeleton.muscles for station in muscle.path):
        return
    paths = muscle_paths(skeleton, values)
    for number, muscle in enumerate(skeleton.muscles):
        changes = sudden_changes(paths, number)
        for frame in np.flatnonzero(paths.flips[1:, number]):
            station = muscle.path[paths.flips[frame + 1, number] - 1]
            what = f"it is on another side of its {type(station).__name__.lower()} on '{station.body}'"
            yield PathEvent(float(time[frame + 1]), muscle.name, float(changes[frame]), what)
        through = np.flatnonzero(frames_through_rings(paths, number))
        if len(through):
            yield PathEvent(float(time[through[0]]), muscle.name, 0.0, through_ring(paths, number))
