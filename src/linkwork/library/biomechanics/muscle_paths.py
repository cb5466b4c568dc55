"""Lengths, rates and moment arms of the muscles of a skeleton."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Numbers, public, publicly_made
from linkwork.library.biomechanics.parts import Cylinder, PathPoint

if TYPE_CHECKING:
    from linkwork.library.biomechanics.skeleton import Skeleton

_JUMP = 0.02  # of the radius of a cylinder: a change of length from frame to frame that is a jump,
_UNUSUAL = 20.0  # where it is so many times the usual one


@public
@publicly_made
@dataclass(frozen=True)
class MusclePaths:
    """The paths of all muscles, frame by frame."""

    skeleton: Skeleton
    coordinates: Array
    lengths: Array
    """lengths[frame, muscle] in m."""
    arms: Array
    """arms[frame, muscle, coordinate] = -dL/dq: the moment of a tension of 1."""
    pulls: Array
    """pulls[frame, muscle, body]: force and moment about the origin of space of a tension of 1."""

    def length(self, muscle: str) -> Array:
        """The length of a muscle in every frame."""
        return self.lengths[:, self.skeleton.index("muscle", muscle)]

    def arm(self, muscle: str, coordinate: str) -> Array:
        """The moment arm of a muscle about a coordinate in every frame; positive where it pulls the coordinate up."""
        return self.arms[:, self.skeleton.index("muscle", muscle), self.skeleton.index("coordinate", coordinate)]

    def rates(self, speeds: Numbers) -> Array:
        """Rates of the lengths for speeds of the coordinates."""
        given = self.skeleton.checked(speeds, 1)
        return -np.einsum("fmc,fc->fm", self.arms, np.broadcast_to(given, self.coordinates.shape))

    def jumps(self) -> tuple[str, ...]:
        """Where the length of a muscle jumps from one frame to the next, and by how much.

        A point begins or ceases to count, or a path that has left its side of a cylinder goes the long way round.
        """
        return tuple(told for number in range(len(self.skeleton.muscles)) for told in self._jumps_of(number))

    def _jumps_of(self, number: int) -> Iterator[str]:
        muscle, unexplained = self.skeleton.muscles[number], self._unexplained(number)
        for station in muscle.path:
            if isinstance(station, Cylinder) and station.side:
                beyond = np.maximum(_JUMP * station.radius, _UNUSUAL * np.median(np.abs(unexplained)))
                for frame in np.flatnonzero(np.abs(unexplained) > beyond):
                    yield (
                        f"{muscle.name}: from frame {frame + 2} on it is on another side of its cylinder on "
                        f"'{station.body}'; the length jumps by about {1000 * unexplained[frame]:.2g} mm"
                    )
            elif isinstance(station, PathPoint) and station.within is not None:
                name, low, high = station.within
                value = self.coordinates[:, self.skeleton.index("coordinate", name)]
                counts = (value >= low) & (value <= high)
                for frame in np.flatnonzero(counts[1:] != counts[:-1]):
                    yield (
                        f"{muscle.name}: point '{station.name}' {'counts' if counts[frame + 1] else 'ceases to count'} "
                        f"from frame {frame + 2} on; the length jumps by about {1000 * unexplained[frame]:.2g} mm"
                    )

    def _unexplained(self, number: int) -> Array:
        """Changes of a length from frame to frame beside those that the moment arms of both frames account for."""
        mean = 0.5 * (self.arms[1:, number] + self.arms[:-1, number])
        return np.diff(self.lengths[:, number]) + np.einsum("fc,fc->f", mean, np.diff(self.coordinates, axis=0))


@public
def muscle_paths(skeleton: Skeleton, coordinates: Numbers) -> MusclePaths:
    """Follow the paths of all muscles through frames of coordinates (rad, m)."""
    from linkwork.library.biomechanics.path_kernel import follow_paths

    q = skeleton.checked(coordinates, 1)
    frames, muscles, n = len(q), len(skeleton.muscles), len(skeleton.coordinates)
    if not muscles:
        raise AnalysisError(f"skeleton '{skeleton.name}' has no muscles")
    pose, screw = skeleton.room()
    lengths, gradients = np.empty((frames, muscles)), np.empty((frames, muscles, n))
    pulls = np.empty((frames, muscles, len(skeleton.ordered), 6))
    follow_paths(
        skeleton.tables, skeleton.path_tables, q, pose, screw, np.empty((4, 3)), np.empty(12), lengths, gradients, pulls
    )
    for frame, muscle in np.argwhere(lengths < 0):
        why = "lies inside the surface" if lengths[frame, muscle] == -2 else "may go round the sphere on any side"
        raise AnalysisError(
            f"frame {frame + 1}: the path of '{skeleton.muscles[muscle].name}' {why} that it goes round"
        )
    return MusclePaths(skeleton, q, lengths, -gradients, pulls)
