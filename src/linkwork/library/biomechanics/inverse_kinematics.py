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


@public
def fit_markers(
    skeleton: Skeleton,
    markers: Markers,
    weights: Mapping[str, float] | None = None,
    coordinate_weights: Mapping[str, float] | None = None,
) -> MarkerFit:
    """Fit a skeleton to measured markers, frame by frame: the least sum of weight times squared distance.

    Without `weights` every marker that both the model and the file have counts with 1; with them those named, of which
    one at least needs more than 0. `coordinate_weights` hold coordinates near the model's start values.
    """
    from linkwork.library.biomechanics.fit_kernel import fit_frames
    from linkwork.library.biomechanics.marker_kernel import SUMS

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
    n, (pose, screw) = len(skeleton.coordinates), skeleton.room()
    stiffness = np.zeros(n)
    for name, weight in dict(coordinate_weights or {}).items():
        if not 0 <= weight < np.inf:
            raise AnalysisError(f"coordinate '{name}': a weight is zero or more, not {weight:g}")
        stiffness[skeleton.index("coordinate", name)] = weight
    wanted = np.tile(skeleton.start(), (len(measured), 1))
    motion, model = np.empty((len(measured), n)), np.empty(measured.shape)
    steps, turned = np.zeros((2, len(measured)), dtype=np.int64)
    limits = np.array([one.range for one in skeleton.coordinates], dtype=float).reshape(n, 2)
    fit_frames(
        skeleton.tables, np.array([skeleton.body_number(place.body) for place in places], dtype=np.int64),
        np.array([place.location for place in places], dtype=float),
        np.array([(weights or {}).get(name, 1.0) for name in names], dtype=float), measured, wanted, stiffness, limits,
        skeleton.start(), np.empty(n), pose, screw, np.empty((len(names), 3)), np.empty((len(pose), SUMS)),
        np.empty((n, n)), np.empty((n, n)), np.empty(n), np.empty((n, n)), np.empty(n), motion, model, steps,
        turned,
    )  # fmt: skip
    lost = np.flatnonzero(steps < 0)
    if len(lost):
        raise AnalysisError(why_lost(skeleton, names, measured, model, int(lost[0])))
    distances = np.sqrt(((model - measured) ** 2).sum(axis=2))
    require_unit(skeleton, names, measured, model, distances)
    return MarkerFit(
        Motion(skeleton, np.asarray(markers.time, dtype=float), motion), tuple(names), distances, steps,
        (
            *absent(skeleton, markers, weights), *level_notes(turned),
            *fit_notes(skeleton, names, distances, motion, stiffness),
        ),
    )  # fmt: skip
