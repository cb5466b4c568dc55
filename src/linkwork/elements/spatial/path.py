"""The way of an orientation through the frames of a run, with steps in between where frames are far apart.

Angles that run on without jumps are taken along it, so that they count their turns however far apart the frames are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.places import orientation
from linkwork.places.spatial import rotations

_STEP = 0.5  # rad; the longest step of the way
_MOST = 1000  # steps between two frames


@dataclass(frozen=True)
class Path:
    """Rotation matrices (steps by 3 by 3, body to world), and which of them are those of the frames."""

    matrices: Array
    frames: NDArray[np.intp]

    def seen(self, axes: Array) -> Path:
        """The way of axes that are fixed in the body (one a row)."""
        return Path(self.matrices @ axes.T, self.frames)


def path_of(matrices: Array, turns: Array | None) -> Path:
    """The way through real matrices; `turns` (one less, by 3) are the turns expected between them, in body axes.

    Between two frames it turns by what is expected and, evenly, by what that leaves.
    """
    count = len(matrices)
    if turns is None or count < 2:
        return Path(matrices, np.arange(count))
    steps = np.clip(np.ceil(np.linalg.norm(turns, axis=1) / _STEP), 1, _MOST).astype(int)
    frames = np.concatenate([[0], np.cumsum(steps)])
    if frames[-1] == count - 1:
        return Path(matrices, frames)
    left = rotations.matrix(-turns) @ np.swapaxes(matrices[:-1], 1, 2) @ matrices[1:]
    rest = rotations.short_vector(orientation.quaternions(left))
    begin = np.repeat(np.arange(count - 1), steps)
    share = ((np.arange(frames[-1]) - frames[begin]) / steps[begin])[:, None]
    way = matrices[begin] @ rotations.matrix(share * turns[begin]) @ rotations.matrix(share * rest[begin])
    way[frames[:-1]] = matrices[:-1]
    return Path(np.concatenate([way, matrices[-1:]]), frames)
