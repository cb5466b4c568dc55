"""The motion that follows from muscles: activations or tensions in, coordinates out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Numbers, public, publicly_made
from linkwork.library.biomechanics.fibres import law_tables, resting_fibres
from linkwork.library.biomechanics.paths.muscle_paths import muscle_paths
from linkwork.library.biomechanics.plates import Plate, outer_loads
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.skeleton import Skeleton

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

    def __getitem__(self, name: str) -> Array:
        """A coordinate over time."""
        return self.values[:, self.skeleton.index("coordinate", name)]


@public
def forward(
    skeleton: Skeleton,
    coordinates: Numbers,
    speeds: Numbers,
    activation: Numbers,
    until: float,
    points: int = 101,
    tolerance: float = 1e-8,
) -> ForwardRun:
    """Follow a skeleton under activated muscles whose tendons give way; fibres start in equilibrium.

    `activation` is one number for all muscles or one for each.
    """
    q = skeleton.checked(coordinates, 1)
    u = skeleton.checked(speeds, 1)
    if not (until > 0 and points >= 2 and tolerance > 0):
        raise AnalysisError("forward: until and tolerance are positive, points 2 or more")
    if np.shape(activation) not in ((), (1,), (len(skeleton.muscles),)):
        raise AnalysisError(f"forward: give one activation or {len(skeleton.muscles)}, not {np.size(activation)}")
    active = np.broadcast_to(np.asarray(activation, dtype=float), (len(skeleton.muscles),))
    if not np.all((active >= 0) & (active <= 1)):
        raise AnalysisError("activations lie between 0 and 1")
    fibres = resting_fibres(skeleton, muscle_paths(skeleton, q).lengths, active).lengths
    n, drive = len(skeleton.coordinates), np.zeros((1, len(active) + 3 * q.shape[1] + 6 * len(skeleton.ordered)))
    drive[0, : len(active)] = active
    times = np.linspace(0.0, until, points)
    rows, steps = _run(skeleton, np.concatenate([q[0], u[0], fibres[0]]), times, drive, 1.0, (0.0, 0.0), tolerance)
    return ForwardRun(skeleton, times, rows[:, :n], rows[:, n : 2 * n], rows[:, 2 * n :], steps)


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

    It starts in frame `start` and goes to the time `until`. `stiffness` (1/s^2) and `damping` (1/s) draw it to the
    measured motion, as accelerations; without them it is an open loop. Between frames forces are straight: where plates
    are loaded suddenly, share the forces of `motion.resampled(...)` at the rate of the plates.
    """
    motion, skeleton = shared.net.motion, shared.net.motion.skeleton
    if not 0 <= start < len(motion.time) - 1:
        raise AnalysisError(f"play_back: start is a frame from 0 to {len(motion.time) - 2}, not {start}")
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
    times, drive = step * np.arange(last + 1), columns[start : start + last + 1]
    initial = np.concatenate([motion.values[start], motion.speeds[start]])
    n = len(skeleton.coordinates)
    rows, steps = _run(skeleton, initial, times, drive, step, (stiffness, damping), tolerance, elastic=False)
    return ForwardRun(skeleton, begin + times, rows[:, :n], rows[:, n:], np.empty((len(rows), 0)), steps)


def _run(
    skeleton: Skeleton, y: Array, times: Array, drive: Array, step: float, gains: tuple[float, float],
    tolerance: float, elastic: bool = True,
) -> tuple[Array, int]:  # fmt: skip
    from linkwork.library.biomechanics.forward_kernel import run_forward

    n, bodies, (pose, screw) = len(skeleton.coordinates), len(skeleton.ordered), skeleton.room()
    here, surfaces = skeleton.path_room()
    laws, numbers = _stacked(skeleton)
    room = (
        pose, screw, np.empty((bodies, 12)), np.empty((bodies, 6)), here, surfaces, np.empty(n),
        np.zeros((bodies, 6)), np.empty((n, n)), np.empty((n, n)), np.empty(n), np.empty(n), np.zeros(max(n, 3)),
        np.empty(drive.shape[1]), np.empty(n),
    )  # fmt: skip
    rows = np.empty((len(times), len(y)))
    steps = run_forward(
        skeleton.tables, skeleton.path_tables, laws, numbers, np.array(skeleton.gravity, dtype=float),
        np.array(gains), elastic, np.ascontiguousarray(drive), step, times, tolerance, y.copy(), np.empty((7, len(y))),
        np.empty(len(y)), np.array(_DORMAND_PRINCE), rows, room,
    )  # fmt: skip
    if steps < 0:
        raise AnalysisError(
            f"the motion could not be followed beyond {times[-steps - 1]:g} s; is a body without mass, "
            "or the point of a muscle inside its surface?"
        )
    return rows, int(steps)


def _stacked(skeleton: Skeleton) -> tuple[Any, Array]:
    """Curves of all muscles in one array: laws[muscle, curve, piece]; short ones end with their last piece again."""
    numbers = np.zeros((max(1, len(skeleton.muscles)), 6))
    laws = np.zeros((max(1, len(skeleton.muscles)), 4, 5, 10))
    for i, muscle in enumerate(skeleton.muscles):
        curves, numbers[i] = law_tables(muscle)
        for k, rows in enumerate(curves):
            laws[i, k] = np.vstack([rows, np.repeat(rows[-1:], 5 - len(rows), axis=0)])
    return laws, numbers
