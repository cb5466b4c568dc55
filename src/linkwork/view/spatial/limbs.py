"""Limbs: the bars and plates that hold a body's joints together where its shapes do not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from linkwork.view.spatial import solids
from linkwork.view.spatial.parts import Part
from linkwork.view.spatial.shapes import shape_solid
from linkwork.view.spatial.solids import Array, Solid

BAR = 0.4  # radius of a bar in units
_KEPT = 256  # bodies whose bars are kept: most stay as they are while a slider moves
_MASS, _GIVEN = 0.8, 4.0
"""How many units from the shapes of the mass, or from the given geometry, a joint may lie without a bar to it."""
_FLAT = 0.02
"""Points that lie this near to a line or a plane, as a share of their extent, lie on it."""


def limbs(body: Mapping[str, Any], number: int, held: list[Array], unit: float, wheel: bool) -> list[Part]:
    """What is drawn of a body beside its shapes: bars between the points that it holds, and its mass.

    A `wheel` shows itself and needs no mass.
    """
    if number == 0:
        return []
    places = distinct([*held, *(np.array(at) for at in body["points"].values())], unit)
    if body["shapes"]:
        near = _GIVEN if body["complete"] else _MASS
        made = _to_shapes(held if body["complete"] else places, body["shapes"], near * unit, unit)
        return [Part("link", number, bar) for bar in made]
    parts = []
    lump = body["lump"]
    if len(places) < 2:
        centre = np.array(lump["at"]) if lump else np.zeros(3)
        if not wheel:
            parts.append(Part("mass", number, _mass(lump or {}, unit).placed(centre, np.eye(3))))
        places = distinct([*places, centre], unit)
    joined = _joined(tuple((float(x), float(y), float(z)) for x, y, z in places), unit)
    return [*parts, *(Part("link", number, solid) for solid in joined)]


def distinct(places: list[Array], unit: float) -> list[Array]:
    """The places without those that coincide with an earlier one."""
    kept: list[Array] = []
    for place in places:
        if all(np.linalg.norm(place - other) > 0.05 * unit for other in kept):
            kept.append(place)
    return kept


def _mass(lump: Mapping[str, Any], unit: float) -> Solid:
    """The box or, where two moments are equal, the disc with the same inertia; a ball where none is given."""
    if "edges" not in lump:
        return solids.sphere(1.1 * unit)
    edges = np.maximum(np.array(lump["edges"]), 0.5 * unit)
    for axis in range(3):
        a, b = edges[axis - 2], edges[axis - 1]
        if abs(a - b) < 0.02 * a and abs(edges[axis] - a) > 0.02 * a:
            half, axes = 0.5 * edges[axis], np.roll(np.array(lump["axes"]), 2 - axis, axis=1)
            made = solids.cylinder(a / np.sqrt(3.0), -half, half, 28).placed(np.zeros(3), axes)
            return made.grained(6.0 * unit)
    return solids.box(*edges).placed(np.zeros(3), lump["axes"]).grained(6.0 * unit)


@lru_cache(_KEPT)
def _joined(places: tuple[tuple[float, float, float], ...], unit: float) -> list[Solid]:
    """Bars, or a plate, through all places: along a line, in a plane, or from their middle."""
    if len(places) < 2:
        return []
    points = np.array(places)
    middle = points.mean(axis=0)
    _, sizes, axes = np.linalg.svd(points - middle)
    sizes = np.array([*sizes, 0.0, 0.0, 0.0])[:3]
    if len(points) == 2 or sizes[1] < _FLAT * sizes[0]:
        order = np.argsort((points - middle) @ axes[0])
        return [solids.bar(points[order[0]], points[order[-1]], BAR * unit)]
    if sizes[2] < _FLAT * sizes[0]:
        return [solids.plate(points, 0.5 * unit).grained(5.0 * unit), *_rim(points, middle, axes, unit)]
    hub = solids.sphere(0.6 * unit, 12, 7).placed(middle, np.eye(3))
    return [hub, *(solids.bar(middle, point, BAR * unit) for point in points)]


def _rim(points: Array, middle: Array, axes: Array, unit: float) -> list[Solid]:
    """Bars around points that lie in a plane."""
    flat = solids.convex_hull(np.column_stack([(points - middle) @ axes[0], (points - middle) @ axes[1]]))
    corners = [middle + x * axes[0] + y * axes[1] for x, y in flat]
    return [solids.bar(a, b, BAR * unit) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]


def _to_shapes(places: list[Array], shapes: list[Mapping[str, Any]], near: float, unit: float) -> list[Solid]:
    """Bars from places that lie farther than `near` from all shapes to the nearest one."""
    boxes = [shape_solid(shape, unit) for shape in shapes]
    bars = []
    for place in distinct(places, unit):
        outside = [_outside(place, solid) for solid in boxes]
        nearest = int(np.argmin(outside))
        if outside[nearest] > near:
            corners = boxes[nearest].corners
            bars.append(solids.bar(place, 0.5 * (corners.min(axis=0) + corners.max(axis=0)), BAR * unit))
    return bars


def _outside(place: Array, solid: Solid) -> float:
    """How far a place lies outside of the box around a solid."""
    low, high = solid.corners.min(axis=0), solid.corners.max(axis=0)
    return float(np.linalg.norm(np.maximum(np.maximum(low - place, place - high), 0.0)))
