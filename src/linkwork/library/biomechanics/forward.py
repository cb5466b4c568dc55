"""The motion that follows from muscles: activations or tensions in, coordinates out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Numbers, public, publicly_made, takes
from linkwork.library.biomechanics.fibres import resting_fibres
from linkwork.library.biomechanics.layout_kernel import COME, KEPT
from linkwork.library.biomechanics.paths.jumps import PathEvent, arms_between_jumps, path_events, rows_with_jumps
from linkwork.library.biomechanics.paths.muscle_paths import followed, muscle_paths
from linkwork.library.biomechanics.plates import Plate, outer_loads
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.skeleton import Skeleton

GIVEN, ELASTIC, STIFF = range(3)  # as in forward_kernel
_AHEAD = 1e-6  # s: so far behind where a motion stops it is looked why
_DORMAND_PRINCE = [
    [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40, 0],
    [1 / 5, 0, 0, 0, 0, 0, 0, 1 / 5],
    [3 / 40, 9 / 40, 0, 0, 0, 0, 0, 3 / 10],
    [44 / 45, -56 / 15, 32 / 9, 0, 0, 0, 0, 4 / 5],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0, 0, 8 / 9],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0, 0, 1],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0, 1],
]
"""The weights of the error, then those of the stages with their times."""


@public
@publicly_made
@dataclass(frozen=True)
class ForwardRun:
    """A motion that was computed: coordinates, speeds and fibres, time by time."""

    skeleton: Skeleton
    time: Array
    values: Array
    speeds: Array
    fibres: Array
    """Lengths of the fibres in m; none where tensions were given."""
    steps: int
    activations: Array = field(default_factory=lambda: np.empty((0, 0)))
    """Of the muscles, where they were not given as tensions."""
    excitations: Array = field(default_factory=lambda: np.empty((0, 0)))
    """Of the muscles, where activations follow them; where these stay, they are as large."""

    @public
    def __getitem__(self, name: str) -> Array:
        """A coordinate over time."""
        return self.values[:, self.skeleton.index("coordinate", name)]

    @cached_property
    def events(self) -> tuple[PathEvent, ...]:
        """Jumps of the lengths of muscles: points that begin or cease to count, paths that change their side."""
        return path_events(self.skeleton, self.time, self.values, self.speeds)


@public
@takes(coordinates="COORDINATES", speeds="SPEEDS")
def forward(
    skeleton: Skeleton,
    coordinates: Numbers,
    speeds: Numbers,
    activation: Numbers,
    until: float,
    points: int = 101,
    tolerance: float = 1e-8,
    excitation: Numbers | None = None,
    stiff_tendons: bool = False,
) -> ForwardRun:
    """Follow a skeleton under its muscles, limits, ligaments and the ground; fibres start in equilibrium.

    `activation` is one number for all muscles or one for each; it stays, or it is where activations begin and from
    where they follow `excitation`: a number, one for each muscle, or rows of them at even times from 0 to `until`,
    straight between. Tendons give way unless they are `stiff_tendons`.
    """
    q = skeleton.checked(coordinates, 1)
    u = skeleton.checked(speeds, 1)
    if not (until > 0 and points >= 2 and tolerance > 0):
        raise AnalysisError("forward: until and tolerance are positive, points 2 or more")
    many, n = len(skeleton.muscles), len(skeleton.coordinates)
    if np.shape(activation) not in ((), (1,), (many,)):
        raise AnalysisError(f"forward: give one activation or {many}, not {np.size(activation)}")
    active = np.broadcast_to(np.asarray(activation, dtype=float), (many,))
    excited = excitation is not None
    rows = _rows_of(excitation, many) if excited else active[None]
    for what, values in (("activations", active), ("excitations", rows)):
        if not np.all((values >= 0) & (values <= 1)):
            raise AnalysisError(f"{what} lie between 0 and 1")
    start = [q[0], u[0]]
    if many and not stiff_tendons:
        start.append(resting_fibres(skeleton, muscle_paths(skeleton, q).lengths, active).lengths[0])
    if excited:
        start.append(active)
    drive = np.zeros((len(rows), many + 3 * n + 6 * len(skeleton.ordered)))
    drive[:, :many] = rows
    times, step = np.linspace(0.0, until, points), until / max(1, len(rows) - 1)
    tendon = STIFF if stiff_tendons else ELASTIC
    values, steps = _run(skeleton, np.concatenate(start), times, drive, step, (0.0, 0.0), tolerance, tendon, excited)
    fibres = 0 if stiff_tendons else many
    at = np.linspace(0.0, until, len(rows))
    return ForwardRun(
        skeleton, times, values[:, :n], values[:, n : 2 * n], values[:, 2 * n : 2 * n + fibres], steps,
        values[:, 2 * n + fibres :] if excited else np.tile(active, (points, 1)),
        np.array([np.interp(times, at, column) for column in rows.T]).reshape(many, points).T,
    )  # fmt: skip


def _rows_of(excitation: Any, many: int) -> Array:
    """Excitations of all muscles, row by row."""
    given = np.asarray(excitation, dtype=float)
    if given.ndim < 2:
        if given.shape not in ((), (1,), (many,)):
            raise AnalysisError(f"forward: give one excitation or {many}, or rows of {many}, not {given.size}")
        return np.tile(given, (1, many)) if given.size == 1 else given[None]
    if given.ndim != 2 or given.shape[1] != many:
        raise AnalysisError(f"forward: excitations are rows of {many}, not of the shape {given.shape}")
    return given


@public
def play_back(
    shared: Sharing,
    plates: Sequence[Plate] = (),
    start: int = 0,
    until: float | None = None,
    stiffness: float = 0.0,
    damping: float = 0.0,
    tolerance: float = 1e-8,
) -> ForwardRun:
    """Follow the skeleton under the forces that were shared out, the plates' loads, and the reserves: the way back.

    Limits of joints and ligaments act; feet do not touch the ground, the plates are there. It starts in frame `start`
    and goes to the time `until`. `stiffness` (1/s^2) and `damping` (1/s) draw it to the measured motion, as
    accelerations; without them it is an open loop. Between frames forces are straight: where plates are loaded
    suddenly, share the forces of `motion.resampled(...)` at the rate of the plates. Up to where a point of a path
    begins or ceases to count, tensions and reserves go on as they did before, and from there as they do behind. Where
    several do within one step no frame tells the share between them: there tensions go straight from frame to frame,
    and reserves take what their moments lack.
    """
    motion, skeleton = shared.net.motion, shared.net.motion.skeleton
    if not 0 <= start < len(motion.time) - 1:
        raise AnalysisError(f"play_back: start is a frame from 0 to {len(motion.time) - 2}, not {start}")
    if stiffness < 0 or damping < 0 or not tolerance > 0:
        raise AnalysisError(
            f"play_back: stiffness and damping are zero or more and tolerance is positive, not {stiffness:g}, "
            f"{damping:g} and {tolerance:g}"
        )
    begin = motion.time[start]
    end = motion.time[-1] if until is None else until
    if not begin < end <= motion.time[-1] + 1e-9:
        raise AnalysisError(
            f"the motion goes on to {motion.time[-1]:g} s and starts at {begin:g} s; until is {end:g} s"
        )
    outer = outer_loads(motion, tuple(plates)).reshape(len(motion.time), -1)
    columns = np.hstack([shared.forces, shared.reserves, motion.values, motion.speeds, outer])
    step = float(np.mean(np.diff(motion.time)))
    if np.abs(motion.time - motion.time[0] - step * np.arange(len(motion.time))).max() > 0.1 * step:
        raise AnalysisError("play_back needs frames at even times; share the forces of motion.resampled(rate)")
    last = int((end - begin) / step + 1e-6)
    n = len(skeleton.coordinates)
    rows, steps = [np.concatenate([motion.values[start], motion.speeds[start]])[None]], 0
    y, offset, ways = rows[0][0], 0.0, skeleton.path_room()
    followed(skeleton, motion.values[: start + 1], ways)  # so that paths lie where those of the motion do
    for drive, frames, share in _between_jumps(shared, columns, start, start + last):
        times = step * np.array([offset, *range(1, frames + 1), *([frames + share] if share is not None else [])])
        part, count = _run(skeleton, y, times, drive, step, (stiffness, damping), tolerance, GIVEN, ways=ways)
        rows.append(part[1 : frames + 1])
        y, offset, steps = part[-1], share or 0.0, steps + count
    values = np.vstack(rows)
    times = begin + step * np.arange(last + 1)
    return ForwardRun(skeleton, times, values[:, :n], values[:, n:], np.empty((len(values), 0)), steps)


def _between_jumps(shared: Sharing, columns: Array, first: int, last: int) -> Iterator[tuple[Array, int, float | None]]:
    """What drives the motion from jump to jump: rows over even times from the frame at or before it begins, how many
    frames follow, and at which share of the step behind the last of them the next jump is.

    The first columns are tensions and reserves, which jump: on each side they go on straight as they do there.
    """
    jumps, arms = rows_with_jumps(shared.net.motion), shared.paths.arms
    between = arms_between_jumps(shared.net.motion, jumps)
    muscles = shared.forces.shape[1]
    forces = muscles + shared.reserves.shape[1]

    def beyond(row: int, inner: int) -> Array:
        """The row on the other side of a jump, as seen from this side; `inner` is the next one on this side."""
        smooth = first <= inner <= last and min(row, inner) not in jumps
        ahead = 2 * columns[row, :forces] - columns[inner, :forces] if smooth else columns[row, :forces]
        return np.where(ahead * columns[row, :forces] > 0, ahead, columns[row, :forces])  # no tension below nothing

    origin, came = first, False
    for row in [*(one for one in sorted(jumps) if first <= one < last), None]:
        end = last if row is None else row + 1
        drive = columns[origin : end + 1].copy()
        if came:
            drive[0, :forces] = beyond(origin + 1, origin + 2)
        if row is not None:
            drive[-1, :forces] = beyond(row, row - 1)
        yield drive, (last if row is None else row) - origin, None if row is None else jumps[row][0]
        if row is not None:
            for here, share in zip(between.get(row, ()), jumps[row][1:], strict=True):
                drive = columns[row : row + 2].copy()
                lacks = np.einsum("fmc,fm->fc", arms[row : row + 2] - here, shared.forces[row : row + 2])
                drive[:, muscles:forces] += lacks
                yield drive, 0, share
            origin, came = row, True


def _run(
    skeleton: Skeleton, y: Array, times: Array, drive: Array, step: float, gains: tuple[float, float],
    tolerance: float, tendon: int, excited: bool = False, ways: tuple[Array, tuple[Array, ...]] | None = None,
) -> tuple[Array, int]:  # fmt: skip
    from linkwork.library.biomechanics.forward_kernel import run_forward
    from linkwork.library.biomechanics.paths.straight_kernel import COURSE_NUMBERS

    n, bodies, (pose, screw) = len(skeleton.coordinates), len(skeleton.ordered), skeleton.room()
    here, surfaces = ways or skeleton.path_room()
    laws, numbers = skeleton.laws
    modes = (tendon, 1 if excited else 0, 0 if tendon == GIVEN else 1)
    room = (
        pose, screw, np.empty((bodies, 12)), np.empty((bodies, 6)), here, surfaces, np.empty(n),
        np.zeros((bodies, 6)), np.empty((n, n)), np.empty((n, n)), np.empty(n), np.empty(n), np.zeros(max(n, 3)),
        np.empty(drive.shape[1]), np.empty(n), np.empty(6), np.empty((bodies, 10)),
        np.empty((len(here), COURSE_NUMBERS)), surfaces[KEPT].copy(), surfaces[COME].copy(),
    )  # fmt: skip
    rows, y = np.empty((len(times), len(y))), y.copy()
    steps = run_forward(
        skeleton.tables, skeleton.path_tables, laws, numbers, skeleton.passive_tables,
        np.array(skeleton.gravity, dtype=float), np.array(gains), modes, np.ascontiguousarray(drive), step, times,
        tolerance, y, np.empty((7, len(y))), np.empty(len(y)), np.array(_DORMAND_PRINCE), rows, room,
    )  # fmt: skip
    if steps < 0:
        raise AnalysisError(f"the motion could not be followed beyond {times[-steps - 1]:g} s{_why_not(skeleton, y)}")
    return rows, int(steps)


def _why_not(skeleton: Skeleton, y: Array) -> str:
    """In words why a motion stops at a state: a path that has no way just ahead, as far as that is seen."""
    n = len(skeleton.coordinates)
    try:
        followed(skeleton, (y[:n] + _AHEAD * y[n : 2 * n])[None])
    except AnalysisError as error:
        return ": " + str(error).removeprefix("frame 1: ")
    return "; is a body without mass, or the point of a muscle inside its surface?"
