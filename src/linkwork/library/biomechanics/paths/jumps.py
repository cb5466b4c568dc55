"""When lengths of paths jump in a motion: a conditional point begins or ceases to count, or a path changes its side.

Between frames coordinates follow the cubic of their values and speeds at both; a point counts up to where that passes
the border of its range. Where a path changes its side is found on the straight way between two frames.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.biomechanics.layout_kernel import NEAR
from linkwork.library.biomechanics.parts import PathPoint
from linkwork.library.biomechanics.paths.muscle_paths import (
    followed,
    frames_through_surfaces,
    on_another_side,
    through_surface,
)
from linkwork.library.biomechanics.skeleton import Skeleton

if TYPE_CHECKING:
    from linkwork.library.biomechanics.motion import Motion

_ONE_PLACE = 1e-6  # of a step: two jumps that are nearer than this are at one place
_BESIDE = 1e-3  # of NEAR: how far on both sides of a border lengths are compared


@dataclass(frozen=True)
class PathEvent:
    """The length of a muscle or a ligament jumps at a time (s) by so much (m).

    A jump of 0: the path slides over the middle of a surface, and only its rate jumps; or at this time a straight part
    runs through a surface that stands elsewhere in its row, and the length is no more that of a path round it; `what`
    says which.
    """

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
    """All jumps of the lengths of muscles and ligaments in a motion, in the order of time.

    Without speeds those of differences are taken.
    """
    if not skeleton.pulled or len(time) < 2:
        return ()
    known = np.gradient(values, time, axis=0) if speeds is None else speeds
    crossings = sorted(_all_crossings(skeleton, time, values, known), key=lambda one: (one.row, one.share))
    if not crossings and not _goes_round(skeleton):
        return ()
    paths = followed(skeleton, values)  # before frames beside crossings come in: errors count those of the motion
    events = [*_points(skeleton, time, values, crossings), *_sides(skeleton, time, paths)]
    return tuple(sorted(events, key=lambda one: one.t))


def rows_with_jumps(motion: Motion) -> dict[int, tuple[float, ...]]:
    """Frames behind which points of muscles' paths begin or cease to count, and at which shares of the step, in order.

    Two at one place are one.
    """
    crossings = _all_crossings(motion.skeleton, motion.time, motion.values, motion.speeds)
    muscles = len(motion.skeleton.muscles)
    by_row: dict[int, tuple[float, ...]] = {}
    for one in sorted((one for one in crossings if one.path < muscles), key=lambda one: (one.row, one.share)):
        shares = by_row.get(one.row, ())
        if not shares or one.share - shares[-1] > _ONE_PLACE:
            by_row[one.row] = (*shares, one.share)
    return by_row


def arms_between_jumps(motion: Motion, jumps: dict[int, tuple[float, ...]]) -> dict[int, Array]:
    """Of rows with more than one jump the moment arms of the muscles in the middle between each jump and the next.

    They are those of paths that have come there frame by frame.
    """
    places = [(row, 0.5 * (one + other)) for row, shares in sorted(jumps.items()) for one, other in pairwise(shares)]
    if not places:
        return {}
    at = np.array([row + 1 for row, _ in places])
    states = [_between(motion.time, motion.values, motion.speeds, row, share) for row, share in places]
    arms = followed(motion.skeleton, np.insert(motion.values, at, states, axis=0))[1]
    between = arms[at + np.arange(len(at)), : len(motion.skeleton.muscles)]
    return {row: between[at == row + 1] for row in {row for row, _ in places}}


def _goes_round(skeleton: Skeleton) -> bool:
    """Whether some path goes round a surface."""
    return any(not isinstance(station, PathPoint) for pulled in skeleton.pulled for station in pulled.path)


@dataclass(frozen=True)
class _Crossing:
    """A point that begins or ceases to count at a share of the step behind a frame, and states beside that."""

    row: int
    share: float
    path: int
    what: str
    sides: Array


def _points(skeleton: Skeleton, time: Array, values: Array, crossings: list[_Crossing]) -> Iterator[PathEvent]:
    """Points that begin or cease to count.

    Lengths on both sides of a border are those of paths that have come there frame by frame: round a surface they lie
    on the side on which they were.
    """
    if not crossings:
        return
    frames = np.insert(
        values, np.repeat([one.row + 1 for one in crossings], 2), np.vstack([one.sides for one in crossings]), axis=0
    )
    lengths = followed(skeleton, frames)[0]
    for number, one in enumerate(crossings):
        before = one.row + 1 + 2 * number
        t = float(time[one.row] + one.share * (time[one.row + 1] - time[one.row]))
        jump = float(lengths[before + 1, one.path] - lengths[before, one.path])
        yield PathEvent(t, skeleton.pulled[one.path].name, jump, one.what)


def _all_crossings(skeleton: Skeleton, time: Array, values: Array, speeds: Array) -> Iterator[_Crossing]:
    """Where coordinates pass the borders of ranges in which points count."""
    for number, pulled in enumerate(skeleton.pulled):
        for station in pulled.path:
            if not (isinstance(station, PathPoint) and station.within is not None):
                continue
            name, low, high = station.within
            c = skeleton.index("coordinate", name)
            for border, outwards in ((low - NEAR, False), (high + NEAR, True)):
                for row, share, rises in _crossings(time, values[:, c], speeds[:, c], border):
                    sides = np.tile(_between(time, values, speeds, row, share), (2, 1))
                    sides[:, c] = border + _BESIDE * NEAR * (1.0 if rises else -1.0) * np.array([-1.0, 1.0])
                    does = "ceases" if rises == outwards else "begins"
                    yield _Crossing(row, share, number, f"point '{station.name}' {does} to count", sides)


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


def _sides(
    skeleton: Skeleton, time: Array, paths: tuple[Array, Array, Array, Array, Array, Array]
) -> Iterator[PathEvent]:
    """Paths that go round a surface on another side than before, or run through one."""
    _, _, _, flips, leaps, deep = paths
    for number, pulled in enumerate(skeleton.pulled):
        for frame in np.flatnonzero(flips[1:, number]):
            station = pulled.path[flips[frame + 1, number] - 1]
            share, jump = leaps[frame + 1, number]
            t = float(time[frame] + share * (time[frame + 1] - time[frame]))
            yield PathEvent(t, pulled.name, float(jump), on_another_side(station, jump))
        through = np.flatnonzero(frames_through_surfaces(deep[:, number]))
        if len(through):
            yield PathEvent(float(time[through[0]]), pulled.name, 0.0, through_surface(deep[:, number]))
