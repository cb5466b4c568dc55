"""Markers of a model put where they were on the person, from a trial in which the person stands."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.dimensions import LENGTH, PLAIN
from linkwork.expression.given import Metres, public, publicly_made, takes
from linkwork.library.biomechanics.fit_notes import require_seen
from linkwork.library.biomechanics.inverse_kinematics import fit_markers
from linkwork.library.biomechanics.motion import Motion
from linkwork.library.biomechanics.parts import MarkerPlace
from linkwork.library.biomechanics.skeleton import Skeleton
from linkwork.library.biomechanics.tables import Markers
from linkwork.library.checks import require_quantity


@public
@publicly_made
@dataclass(frozen=True)
class PlacedMarkers:
    """A model with its markers where they were measured, how far each was moved, and how well the others fit."""

    skeleton: Skeleton
    pose: Array
    """The coordinates (rad, m) in which the person stands."""
    moved: dict[str, float]
    """Of every marker that was moved how far, in m."""
    distances: dict[str, float]
    """Of every marker that was measured and stays how far it is from there, in m."""
    swayed: dict[str, float]
    """Of every marker how far it was from its mean at most while the person stood, in m."""
    notes: tuple[str, ...] = ()

    def text(self) -> str:
        """Markers by how far they were moved, and the distances of those that stay."""
        far = sorted(self.moved.items(), key=lambda one: -one[1])
        lines = [f"{name}: moved by {1000 * by:.1f} mm" for name, by in far]
        lines += [
            f"{name}: stays, {1000 * by:.1f} mm from where it was measured" for name, by in self.distances.items()
        ]
        return "\n".join([*lines, *self.notes])


@public
@takes(between="TIME")
def place_markers(
    skeleton: Skeleton,
    standing: Markers,
    weights: Mapping[str, float] | None = None,
    fixed: Sequence[str] = (),
    coordinates: Mapping[str, Any] | None = None,
    coordinate_weights: Mapping[str, float] | None = None,
    between: tuple[float, float] | None = None,
    farthest: Metres = 0.2,
    sway: Metres = 0.05,
) -> PlacedMarkers:
    """Put the markers of a scaled model where they were while the person stood: first the pose, then the markers.

    Places are means over the frames `between` two times. The pose fits the markers of `weights` best; without them
    those that stay count with 1, or all where none stays. `coordinates` are given values (rad, m): held, or drawn to
    with their `coordinate_weights`. Then all markers move on their bodies to where they were measured, but those that
    are `fixed` in the model or here. Refused are gaps, a marker that would be moved by more than `farthest`, and one
    that was more than `sway` from its mean.
    """
    for name in (*fixed, *(weights or {})):
        skeleton.index("marker", name)
    common = [one.name for one in skeleton.markers if one.name in standing.names]
    if not common:
        raise AnalysisError(f"{standing.source} and the skeleton have no marker in common")
    places, swayed = _means(standing, common, between, sway)
    stay = {one.name for one in skeleton.markers if one.fixed} | set(fixed)
    trusted = [name for name in common if name in stay] or common
    given = _given(skeleton, coordinates or {})
    posed = _posed(skeleton, given, coordinate_weights or {})
    counted = dict(weights) if weights is not None else dict.fromkeys(trusted, 1.0)
    mean = Markers(np.zeros(1), tuple(common), places[None], standing.source)
    fit = fit_markers(posed, mean, counted, coordinate_weights)
    pose = _whole_pose(skeleton, given, fit.motion)
    bodies = skeleton.places(pose) | {"ground": np.eye(4)}
    markers, moved, distances = _moved(skeleton.markers, bodies, dict(zip(common, places, strict=True)), stay)
    _require_near(standing, moved, farthest)
    absent = [one.name for one in skeleton.markers if one.name not in common]
    notes = (f"{standing.source} has no marker {', '.join(map(repr, absent))}: it stays",) if absent else ()
    return PlacedMarkers(
        dataclasses.replace(skeleton, markers=markers), pose, moved, distances, swayed, (*notes, *fit.notes)
    )


def _means(
    standing: Markers, names: Sequence[str], between: tuple[float, float] | None, sway: float
) -> tuple[Array, dict[str, float]]:
    """Mean places over the frames between two times, and how far each marker was from its own at most."""
    chosen = standing if between is None else standing.between(*between)
    if not len(chosen.time):
        raise AnalysisError(f"{standing.source}: there are no frames")
    first = int(np.searchsorted(standing.time, chosen.time[0]))
    seen = np.stack([chosen.places[:, chosen.names.index(name)] for name in names], axis=1)
    require_seen(chosen, names, seen, first)
    gaps = np.argwhere(np.isnan(seen[:, :, 0]))
    if len(gaps):
        row, column = gaps[0]
        raise AnalysisError(
            f"{standing.source}: frame {first + row + 1}: marker '{names[column]}' is missing; choose frames without "
            "gaps by `between`"
        )
    means = seen.mean(axis=0)
    off = np.sqrt(((seen - means) ** 2).sum(axis=2))
    unsteady = np.argwhere(off > sway)
    if len(unsteady):
        row, column = unsteady[0]
        raise AnalysisError(
            f"{standing.source}: frame {first + row + 1}: marker '{names[column]}' is {off[row, column]:.3g} m from "
            f"its mean, more than {sway:g} m: the person does not stand still there; choose frames by `between`"
        )
    return means, dict(zip(names, map(float, off.max(axis=0)), strict=True))


def _given(skeleton: Skeleton, values: Mapping[str, Any]) -> dict[str, float]:
    """Values of coordinates as numbers (rad, m)."""
    numbers = {}
    for name, value in values.items():
        turns = skeleton.coordinates[skeleton.index("coordinate", name)].turns
        numbers[name] = require_quantity(f"coordinate '{name}'", value, PLAIN if turns else LENGTH)
    return numbers


def _posed(skeleton: Skeleton, given: Mapping[str, float], weights: Mapping[str, float]) -> Skeleton:
    """The skeleton with given values as those of its start; those without a weight are held, so no freedoms of it."""
    changed = [
        dataclasses.replace(one, start=given[one.name], locked=one.name not in weights) if one.name in given else one
        for one in skeleton.coordinates
    ]
    return dataclasses.replace(skeleton, coordinates=tuple(changed))


def _whole_pose(skeleton: Skeleton, given: Mapping[str, float], fitted: Motion) -> Array:
    """All coordinates: those that were fitted, and those that were held at what is given."""
    known = {**given, **dict(zip((one.name for one in fitted.skeleton.coordinates), fitted.values[0], strict=True))}
    return np.array([known[one.name] for one in skeleton.coordinates])


def _moved(
    markers: Sequence[MarkerPlace], bodies: Mapping[str, Array], places: Mapping[str, Array], stay: Set[str]
) -> tuple[tuple[MarkerPlace, ...], dict[str, float], dict[str, float]]:
    """The markers where they were measured, by how much each was moved, and how far those that stay are from there."""
    new, moved, distances = [], dict[str, float](), dict[str, float]()
    for one in markers:
        if one.name not in places:
            new.append(one)
            continue
        at = bodies[one.body]
        x, y, z = local = at[:3, :3].T @ (places[one.name] - at[:3, 3])
        off = float(np.linalg.norm(local - np.array(one.location)))
        (distances if one.name in stay else moved)[one.name] = off
        new.append(one if one.name in stay else dataclasses.replace(one, location=(float(x), float(y), float(z))))
    return tuple(new), moved, distances


def _require_near(standing: Markers, moved: Mapping[str, float], farthest: float) -> None:
    """Refuse a marker that would be moved so far that it is another one, or on another body."""
    if moved:
        name = max(moved, key=lambda one: moved[one])
        if moved[name] > farthest:
            raise AnalysisError(
                f"{standing.source}: marker '{name}' lies {moved[name]:.3g} m from its place on the model, more than "
                f"{farthest:g} m; is it another one, or is the model not scaled?"
            )
