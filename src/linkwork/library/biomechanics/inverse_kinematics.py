"""The motion that fits measured markers best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public, publicly_made
from linkwork.library.biomechanics.fit_notes import absent, fit_notes, level_notes, require_seen, require_unit, why_lost
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.subject.fit_within_ranges import Fitted, within_ranges
from linkwork.library.biomechanics.tables import Markers

if TYPE_CHECKING:
    from linkwork.library.biomechanics.skeleton import Skeleton


@public
@publicly_made
@dataclass(frozen=True)
class MarkerFit:
    """A motion fitted to markers, and how well."""

    motion: Motion
    names: tuple[str, ...]
    distances: Array
    """distances[frame, marker] in m, not a number where a marker was not seen."""
    steps: Array
    """Iterations of every frame."""
    notes: tuple[str, ...] = ()

    def worst(self) -> tuple[str, int, float]:
        """The marker that lies farthest from its place, the frame (from 1) and the distance."""
        frame, marker = np.unravel_index(np.nanargmax(self.distances), self.distances.shape)
        return self.names[marker], int(frame) + 1, float(self.distances[frame, marker])

    def rms(self) -> dict[str, float]:
        """Of every marker the root of its mean squared distance."""
        means = np.sqrt(np.nanmean(self.distances**2, axis=0))
        return dict(zip(self.names, map(float, means), strict=True))


@dataclass(frozen=True)
class _Asked:
    """What frames are fitted to: markers on bodies with weights, and values near which coordinates are held."""

    bodies: Array
    places: Array
    weights: Array
    measured: Array
    wanted: Array
    stiffness: Array

    def solved(self, skeleton: Skeleton, frames: Array, kept: Array, begin: Array) -> Fitted:
        """The fit of frames, one from the other; `kept` are the coordinates that the skeleton has."""
        from linkwork.library.biomechanics.fit_kernel import fit_frames
        from linkwork.library.biomechanics.marker_kernel import SUMS

        n, (pose, screw), measured = len(begin), skeleton.room(), np.ascontiguousarray(self.measured[frames])
        motion, model = np.empty((len(measured), n)), np.empty(measured.shape)
        steps, turned = np.zeros((2, len(measured)), dtype=np.int64)
        limits = np.array([one.range for one in skeleton.coordinates], dtype=float).reshape(n, 2)
        wanted = np.tile(self.wanted[kept], (len(measured), 1))
        fit_frames(
            skeleton.tables, self.bodies, self.places, self.weights, measured, wanted, self.stiffness[kept], limits,
            np.array(begin), np.empty(n), pose, screw, np.empty(self.places.shape), np.empty((len(pose), SUMS)),
            np.empty((n, n)), np.empty((n, n)), np.empty(n), np.empty((n, n)), np.empty(n), motion, model, steps,
            turned,
        )  # fmt: skip
        return motion, model, steps, turned

    def misfit(self, skeleton: Skeleton, frame: int, q: Array) -> float:
        """The weighted sum of squares in a frame."""
        from linkwork.library.biomechanics.marker_kernel import misfit

        pose, screw = skeleton.room()
        placed = np.empty(self.places.shape)
        return float(
            misfit(
                skeleton.tables, self.bodies, self.places, self.weights, self.measured[frame], self.wanted,
                self.stiffness, np.array(q), pose, screw, placed,
            )
        )  # fmt: skip


@public
def fit_markers(
    skeleton: Skeleton,
    markers: Markers,
    weights: Mapping[str, float] | None = None,
    coordinate_weights: Mapping[str, float] | None = None,
) -> MarkerFit:
    """Fit a skeleton to measured markers, frame by frame: the least sum of weight times squared distance.

    Without `weights` every marker that both the model and the file have counts with 1; with them those named, of which
    one at least needs more than 0. `coordinate_weights` hold coordinates near the model's start values; those that are
    `clamped` stay in their range.
    """
    weights = dict(weights) if weights is not None else None
    known = [marker.name for marker in skeleton.markers]
    if weights is not None and not any(weights.values()):
        raise AnalysisError("no marker has a weight: " + ("weights are empty" if not weights else "all are 0"))
    names = [name for name in (weights or known) if name in markers.names]
    for name, weight in (weights or {}).items():
        skeleton.index("marker", name)
        if name not in markers.names:
            raise AnalysisError(f"marker '{name}' is not in {markers.source}; it has: {', '.join(markers.names)}")
        if not 0 <= weight < np.inf:
            raise AnalysisError(f"marker '{name}': a weight is zero or more, not {weight:g}")
    if not names:
        raise AnalysisError(f"{markers.source} and the skeleton have no marker in common")
    places = [skeleton.markers[skeleton.index("marker", name)] for name in names]
    measured = np.ascontiguousarray(markers.places[:, [markers.names.index(name) for name in names]])
    require_seen(markers, names, measured)
    stiffness = np.zeros(len(skeleton.coordinates))
    for name, weight in dict(coordinate_weights or {}).items():
        if not 0 <= weight < np.inf:
            raise AnalysisError(f"coordinate '{name}': a weight is zero or more, not {weight:g}")
        stiffness[skeleton.index("coordinate", name)] = weight
    asked = _Asked(
        np.array([skeleton.body_number(place.body) for place in places], dtype=np.int64),
        np.array([place.location for place in places], dtype=float),
        np.array([(weights or {}).get(name, 1.0) for name in names], dtype=float), measured, skeleton.start(),
        stiffness,
    )  # fmt: skip
    every = np.arange(len(measured)), np.ones(len(stiffness), dtype=bool)
    fitted, told = asked.solved(skeleton, *every, skeleton.start()), tuple[str, ...]()
    if any(one.clamped for one in skeleton.coordinates):
        fitted, told = within_ranges(skeleton, asked.solved, lambda frame, q: asked.misfit(skeleton, frame, q), fitted)
    motion, model, steps, turned = fitted
    lost = np.flatnonzero(steps < 0)
    if len(lost):
        raise AnalysisError(why_lost(skeleton, names, measured, model, int(lost[0])))
    distances = np.sqrt(((model - measured) ** 2).sum(axis=2))
    require_unit(skeleton, names, measured, model, distances)
    return MarkerFit(
        Motion(skeleton, np.asarray(markers.time, dtype=float), motion), tuple(names), distances, steps,
        (
            *absent(skeleton, markers, weights), *level_notes(turned), *told,
            *fit_notes(skeleton, names, distances, motion, stiffness),
        ),
    )  # fmt: skip
