"""What is told of markers that do not fit: which, in which frame, and what it means for the pose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.library.biomechanics.tables import FAR, Markers

if TYPE_CHECKING:
    from linkwork.library.biomechanics.skeleton import Skeleton

LARGE = 0.5  # a distance in m by which no marker can be beside its place
UNEQUAL = 5.0  # times: markers whose spread is so much larger or smaller than that of the model have another unit


def require_seen(markers: Markers, names: Sequence[str], measured: Array, first: int = 0) -> None:
    """Refuse markers and frames without anything seen, and places that are no metres; `first` frames were cut off."""
    seen = np.isfinite(measured[:, :, 0])
    for column, name in enumerate(names):
        if not seen[:, column].any():
            raise AnalysisError(f"{markers.source}: marker '{name}' was seen in no frame")
    empty = np.flatnonzero(~seen.any(axis=1))
    if len(empty):
        raise AnalysisError(
            f"{markers.source}: frame {first + empty[0] + 1}: no marker was seen{_where_seen(markers, empty)}"
        )
    far = np.argwhere(np.nanmax(np.abs(measured), axis=2, initial=0.0) > FAR)
    if len(far):
        frame, column = far[0]
        away = float(np.abs(measured[frame, column]).max())
        raise AnalysisError(
            f"{markers.source}: frame {first + frame + 1}: marker '{names[column]}' lies {away:.3g} m away; places "
            "are in m, are these in mm?"
        )


def _where_seen(markers: Markers, empty: Array) -> str:
    """What to do about frames at the ends in which nothing was seen."""
    good = np.setdiff1d(np.arange(len(markers.time)), empty)
    if not len(good) or len(good) < good[-1] - good[0] + 1:
        return ""
    one, two = (f"{markers.time[k]:.6g}" for k in good[[0, -1]])
    return f"; take those that have some: markers.between({one}, {two}), or --from {one} --until {two}"


def why_lost(skeleton: Skeleton, names: Sequence[str], measured: Array, model: Array, frame: int) -> str:
    """Why no pose was found in a frame: the marker that lies farthest from where the frame before had it."""
    where = f"frame {frame + 1}: no pose was found that fits"
    spread, ours = _spreads(skeleton, names, measured[frame])
    if _is_other_unit(spread, ours):
        first = names[int(np.flatnonzero(np.isfinite(measured[frame, :, 0]))[0])]
        return (
            f"{where}; marker '{first}' and the others lie about {spread:.2g} m off their middle, those of the "
            f"skeleton {ours:.2g} m; is their unit another one?"
        )
    near = model[max(frame - 1, 0)]
    apart = np.sqrt(((near - measured[frame]) ** 2).sum(axis=1))
    if np.isfinite(apart).any() and np.nanmax(apart) > LARGE:
        worst = int(np.nanargmax(apart))
        since = "in the frame before" if frame else "on the skeleton"
        return f"{where}; marker '{names[worst]}' lies {apart[worst]:.2f} m from its place {since}; is it another one?"
    return f"{where}; no marker holds a coordinate, or markers are mixed up"


def require_unit(skeleton: Skeleton, names: Sequence[str], measured: Array, model: Array, distances: Array) -> None:
    """Refuse a pose that is far from its markers where these lie as those of another unit do."""
    far = np.flatnonzero(np.nanmax(distances, axis=1, initial=0.0) > LARGE)
    if len(far) and _is_other_unit(*_spreads(skeleton, names, measured[far[0]])):
        raise AnalysisError(why_lost(skeleton, names, measured, model, int(far[0])))


def _is_other_unit(spread: float, ours: float) -> bool:
    return ours > 0 and not 1 / UNEQUAL < spread / ours < UNEQUAL


def _spreads(skeleton: Skeleton, names: Sequence[str], measured: Array) -> tuple[float, float]:
    """That of the markers of a frame, and that of those of the skeleton."""
    return _spread(measured), _spread(_at_start(skeleton, names))


def _spread(places: Array) -> float:
    """How far markers that are seen lie off their middle, as a median: one that is elsewhere does not count."""
    return float(np.nanmedian(np.linalg.norm(places - np.nanmedian(places, axis=0), axis=1)))


def _at_start(skeleton: Skeleton, names: Sequence[str]) -> Array:
    """Where the markers are in the pose of the start."""
    places = skeleton.places(skeleton.start()) | {"ground": np.eye(4)}
    markers = [skeleton.markers[skeleton.index("marker", name)] for name in names]
    return np.array([(places[one.body] @ [*one.location, 1.0])[:3] for one in markers])


def absent(skeleton: Skeleton, markers: Markers, weights: Mapping[str, float] | None) -> tuple[str, ...]:
    """Markers of the model that the file lacks, where all were asked for."""
    if weights is not None:
        return ()
    missing = [one.name for one in skeleton.markers if one.name not in markers.names]
    return (f"{markers.source} has no marker {', '.join(repr(name) for name in missing)}",) if missing else ()


def fit_notes(
    skeleton: Skeleton, names: Sequence[str], distances: Array, motion: Array, stiffness: Array
) -> tuple[str, ...]:
    """Gaps, coordinates that nothing holds in them, markers that lie far off, coordinates beyond their range."""
    notes = []
    for column, name in enumerate(names):
        gaps = np.flatnonzero(np.isnan(distances[:, column]))
        if len(gaps):
            notes.append(f"marker '{name}' is missing in {len(gaps)} frames, the first is {gaps[0] + 1}")
        far = np.flatnonzero(distances[:, column] > LARGE)
        if len(far):
            notes.append(f"marker '{name}' lies {distances[far[0], column]:.2f} m from its place in frame {far[0] + 1}")
    notes += _not_held(skeleton, names, ~np.isnan(distances), stiffness)
    return (*notes, *beyond_ranges(skeleton, motion))


def level_notes(turned: Array) -> tuple[str, ...]:
    """Frames that began at a pose like a straight leg, from which the markers lead two ways, or none was found."""
    from linkwork.library.biomechanics.saddle_kernel import EITHER_WAY, STUCK

    told = []
    for outcome, text in (
        (
            EITHER_WAY,
            "the markers lead two ways that are as good (a straight joint may bend either way); one was taken",
        ),
        (STUCK, "the pose is level but perhaps not the best, and no better one was found near it"),
    ):
        frames = np.flatnonzero(turned == outcome)
        if len(frames):
            more = f", and in {len(frames) - 1} other frames" if len(frames) > 1 else ""
            told.append(f"frame {frames[0] + 1}{more}: {text}")
    return tuple(told)


def beyond_ranges(skeleton: Skeleton, motion: Array) -> tuple[str, ...]:
    """Coordinates that leave their range."""
    notes = []
    for c, coordinate in enumerate(skeleton.coordinates):
        low, high = coordinate.range
        out = np.flatnonzero((motion[:, c] < low) | (motion[:, c] > high))
        if len(out):
            notes.append(f"{coordinate.name} leaves its range in {len(out)} frames, the first is {out[0] + 1}")
    return tuple(notes)


def _not_held(skeleton: Skeleton, names: Sequence[str], seen: Array, stiffness: Array) -> list[str]:
    """Frames in which what is seen does not say where a coordinate is: it stays about where it was."""
    on = [skeleton.markers[skeleton.index("marker", name)].body for name in names]
    told = []
    free = [c for c, one in enumerate(skeleton.coordinates) if not stiffness[c] > 0]
    for c in free:
        moved = _moved(skeleton, skeleton.coordinates[c].name)
        held = seen[:, [body in moved for body in on]].any(axis=1)
        if not held.all():
            gaps = np.flatnonzero(~held)
            told.append(
                f"{skeleton.coordinates[c].name} is held by no marker in {len(gaps)} frames, the first is "
                f"{gaps[0] + 1}: it is not known there"
            )
    few = np.flatnonzero(3 * seen.sum(axis=1) < len(free))
    if len(few):
        told.append(
            f"frame {few[0] + 1}: the {seen[few[0]].sum()} markers that are seen cannot hold {len(free)} coordinates: "
            f"the pose is not known there, nor in {len(few) - 1} other frames"
        )
    return told


def _moved(skeleton: Skeleton, coordinate: str) -> set[str]:
    """The bodies that a coordinate moves."""
    moved: set[str] = set()
    for joint in skeleton.ordered_joints:
        if joint.parent in moved or any(move.coordinate == coordinate for move in joint.moves):
            moved.add(joint.child)
    return moved
