"""Lengths, rates and moment arms of the muscles of a skeleton."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.plural import plural
from linkwork.expression.given import Numbers, public, publicly_made, takes
from linkwork.library.biomechanics.layout_kernel import OFF_SIDE
from linkwork.library.biomechanics.parts import PathPoint
from linkwork.numerics.geodesics.layout_kernel import ANY_SIDE, INSIDE

if TYPE_CHECKING:
    from linkwork.library.biomechanics.parts import Ligament, PathMuscle, Station
    from linkwork.library.biomechanics.skeleton import Skeleton

SHORT = 1e-3
"""Share of the optimal or slack length below which a path has no direction."""
_DEEP = 1e-7  # m: a straight part that runs so deep through a surface only grazes it
_WHY = {
    INSIDE: "an end of it lies inside the surface that it goes round, or touches it",
    OFF_SIDE: "it goes round its sphere off the chosen half, on which no way is the shortest: it would slip off",
    ANY_SIDE: "any side of the surface that it goes round would do",
}
_LOST = "no shortest way round its surface was found; it would lift off in between, or the chosen side is too far round"


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
    flips: Array
    """flips[frame, muscle]: number of the station, from 1, that the path goes round on another side than before."""
    leaps: Array
    """leaps[frame, muscle]: at which share of the way from the frame before it does so, and how much longer it is then,
    m."""
    deep: Array
    """deep[frame, muscle]: how deep a straight part of the path runs through a surface that it is to go round, m;
    cylinders, which have no ends, are left out."""

    def length(self, muscle: str) -> Array:
        """The length of a muscle in every frame."""
        return self.lengths[:, self.skeleton.index("muscle", muscle)]

    def arm(self, muscle: str, coordinate: str) -> Array:
        """The moment arm of a muscle about a coordinate in every frame; positive where it pulls the coordinate up."""
        return self.arms[:, self.skeleton.index("muscle", muscle), self.skeleton.index("coordinate", coordinate)]

    @takes(speeds="SPEEDS")
    def rates(self, speeds: Numbers) -> Array:
        """Rates of the lengths for speeds of the coordinates."""
        given = self.skeleton.checked(speeds, 1)
        if len(given) not in (1, len(self.coordinates)):
            raise AnalysisError(f"rates: speeds are of {len(given)} frames, the paths of {len(self.coordinates)}")
        return -np.einsum("fmc,fc->fm", self.arms, np.broadcast_to(given, self.coordinates.shape))

    def jumps(self) -> tuple[str, ...]:
        """Where the length of a muscle jumps from one frame to the next, and by how much.

        A point begins or ceases to count, or a path goes round a surface on another side than before.
        """
        return tuple(told for number in range(len(self.skeleton.muscles)) for told in self._jumps_of(number))

    def notes(self) -> tuple[str, ...]:
        """Where lengths jump, and where a straight part of a path runs through a surface."""
        return self.jumps() + notes_through_surfaces(self.skeleton.muscles, self.deep)

    def _jumps_of(self, number: int) -> Iterator[str]:
        muscle = self.skeleton.muscles[number]
        unexplained = sudden_changes(self.lengths[:, number], self.arms[:, number], self.coordinates)
        for frame in np.flatnonzero(self.flips[1:, number]):
            station = muscle.path[self.flips[frame + 1, number] - 1]
            jump = self.leaps[frame + 1, number, 1]
            told = f"{muscle.name}: from frame {frame + 2} on {on_another_side(station, jump)}"
            yield f"{told}; the length jumps by {1000 * jump:.2g} mm" if jump else told
        for station in muscle.path:
            if isinstance(station, PathPoint) and station.within is not None:
                name, low, high = station.within
                value = self.coordinates[:, self.skeleton.index("coordinate", name)]
                counts = (value >= low) & (value <= high)
                for frame in np.flatnonzero(counts[1:] != counts[:-1]):
                    yield (
                        f"{muscle.name}: point '{station.name}' {'counts' if counts[frame + 1] else 'ceases to count'} "
                        f"from frame {frame + 2} on; the length jumps by about {1000 * unexplained[frame]:.2g} mm"
                    )


def on_another_side(station: Station, jump: float) -> str:
    """What is told of a path that goes round a surface on another side than before."""
    assert not isinstance(station, PathPoint)
    told = f"it is on another side of its {type(station).__name__.lower()} on '{station.body}'"
    return told if jump else f"{told}, over the middle of which its way slides without a jump of its length"


def sudden_changes(lengths: Array, arms: Array, coordinates: Array) -> Array:
    """Changes of a length from frame to frame beside those that its moment arms in both frames account for."""
    mean = 0.5 * (arms[1:] + arms[:-1])
    return np.asarray(np.diff(lengths) + np.einsum("fc,fc->f", mean, np.diff(coordinates, axis=0)))


def frames_through_surfaces(deep: Array) -> Array:
    """In which frames a straight part of a path runs through a surface by more than rounding."""
    return np.asarray(deep > _DEEP)


def through_surface(deep: Array) -> str:
    """In words where it does so."""
    through = np.flatnonzero(frames_through_surfaces(deep))
    return (
        f"from frame {through[0] + 1} on, in {plural(len(through), 'frame')}, a straight part of its path runs "
        f"through a surface that it is to go round, {1000 * deep.max():.4g} mm deep at most in frame "
        f"{int(deep.argmax()) + 1}; its length and moment arms are not those of a path round it"
    )


def notes_through_surfaces(pulled: Sequence[PathMuscle | Ligament], deep: Array) -> tuple[str, ...]:
    """Muscles or ligaments of which a straight part runs through a surface, in words."""
    return tuple(
        f"{one.name}: {through_surface(deep[:, number])}"
        for number, one in enumerate(pulled)
        if frames_through_surfaces(deep[:, number]).any()
    )


@public
@takes(coordinates="COORDINATES")
def muscle_paths(skeleton: Skeleton, coordinates: Numbers) -> MusclePaths:
    """Follow the paths of all muscles through frames of coordinates (rad, m).

    Round surfaces every frame begins where the one before has ended: a path stays on its side as long as there is a
    locally shortest way there.
    """
    q, many = skeleton.checked(coordinates, 1), len(skeleton.muscles)
    if not many:
        raise AnalysisError(f"skeleton '{skeleton.name}' has no muscles")
    return MusclePaths(skeleton, q, *(one[:, :many] for one in followed(skeleton, q)))


def followed(
    skeleton: Skeleton, q: Array, workspace: tuple[Array, tuple[Array, ...]] | None = None
) -> tuple[Array, Array, Array, Array, Array, Array]:
    """Lengths, arms, pulls, flips and leaps of the paths of muscles and then ligaments, and how deep they run through
    surfaces.

    A workspace that is given (`path_room`) tells afterwards where surfaces are touched in the last frame.
    """
    from linkwork.library.biomechanics.paths.path_kernel import trace_paths

    frames, paths, n = len(q), len(skeleton.pulled), len(skeleton.coordinates)
    (pose, screw), (here, room) = skeleton.room(), workspace or skeleton.path_room()
    lengths, gradients = np.empty((frames, paths)), np.empty((frames, paths, n))
    pulls, flips = np.empty((frames, paths, len(skeleton.ordered), 6)), np.zeros((frames, paths), dtype=np.int64)
    leaps, deep = np.zeros((frames, paths, 2)), np.zeros((frames, paths))
    trace_paths(
        skeleton.tables, skeleton.path_tables, q, pose, screw, here, room, lengths, gradients, pulls, flips, leaps,
        deep,
    )  # fmt: skip
    for frame, path in np.argwhere(~(lengths >= 0)):
        why = _WHY.get(float(lengths[frame, path]), _LOST)
        raise AnalysisError(f"frame {frame + 1}: the path of '{skeleton.pulled[path].name}': {why}")
    sizes = [getattr(one, "optimal_length", None) or getattr(one, "slack_length", 1.0) for one in skeleton.pulled]
    for frame, path in np.argwhere(lengths < SHORT * np.array(sizes)):
        raise AnalysisError(
            f"frame {frame + 1}: the path of '{skeleton.pulled[path].name}': its points meet, and it would run through "
            "its own origin"
        )
    return lengths, -gradients, pulls, flips, leaps, deep
