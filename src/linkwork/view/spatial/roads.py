"""The roads of tyres as a page draws them: a mesh under the way that the wheels go, in the frame of the road's body."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.names import GROUND
from linkwork.elements.spatial.forces.tyre import Tyre
from linkwork.elements.spatial.forces.tyre_parts import HeightField, Patch, Steps
from linkwork.expression.part import plain
from linkwork.system.modal.frame_motion import frame_names
from linkwork.view.acting import Array

if TYPE_CHECKING:
    from linkwork.places.spatial.row import SpatialRow
    from linkwork.run.run import Run

_MARGIN = 1.5  # of the wheels' distances, beside and before their way
_FEWEST = 6.0  # radii of the wheel, where a vehicle has one alone
_ALONG, _ACROSS = 1200, 60  # most lines of a mesh
_FINE = 4  # lines between two given heights at most


def roads_of(run: Run) -> list[dict[str, Any]]:
    """Every road once: the body that has it, its frame, lines x and y with heights z, patches of another friction."""
    groups: dict[str, list[tuple[str, Tyre]]] = {}
    for name, force in run.mechanism.forces.items():
        if isinstance(force, Tyre):
            surface = plain(force.surface) if force.surface else None
            same = plain(force.road), surface, [plain(patch) for patch in force.patches]
            groups.setdefault(json.dumps(same, default=str), []).append((name, force))
    return [_road(run, tyres) for tyres in groups.values()]


def _road(run: Run, tyres: list[tuple[str, Tyre]]) -> dict[str, Any]:
    name, first = tyres[0]
    row = run.system.row(name)
    origin, *axes = (np.real(np.array(vector, complex)) for vector in row.frame(first.road))
    axes[1] = np.cross(axes[2], axes[0])
    ways = np.array([_way(run, one, tyre, first, origin, axes) for one, tyre in tyres])
    radius = max(float(np.real(run.system.row(one).number(tyre.radius))) for one, tyre in tyres)
    margin = _MARGIN * max(_FEWEST * radius, float(np.ptp(ways[:, 0], axis=0).max()))
    low, high = ways.min(axis=(0, 1)) - margin, ways.max(axis=(0, 1)) + margin
    x, y, z = _mesh(row, first.surface, low, high)
    made = {
        "body": (GROUND, *run.system.bodies, *frame_names(run.system)).index(first.road.body),
        "at": origin.tolist(),
        "axes": np.array(axes).T.tolist(),
        "even": first.surface is None,
        "x": x.tolist(),
        "y": y.tolist(),
        "z": z.tolist(),
    }
    return made | ({"patches": [_patch(row, patch, low, high) for patch in first.patches]} if first.patches else {})


def _way(run: Run, name: str, tyre: Tyre, first: Tyre, origin: Array, axes: list[Array]) -> Array:
    """Where a wheel's centre is over the road, along and across it."""
    centre = run.motion.point(tyre.wheel.body, run.system.row(name).frame(tyre.wheel)[0])[0]
    start = run.motion.point(first.road.body, (0.0, 0.0, 0.0))[0]
    apart = np.real(np.asarray(run.motion.in_body(first.road.body, centre - start))) - origin
    return np.stack([apart @ axes[0], apart @ axes[1]], axis=-1)


def _mesh(row: SpatialRow, surface: Steps | HeightField | None, low: Array, high: Array) -> tuple[Array, Array, Array]:
    """Lines along and across, and heights: one for every x and y, or one for every x where it is the same across."""
    ends = np.array([low[1], high[1]])
    if isinstance(surface, Steps):
        x, z = _clipped(row, surface, low[0], high[0])
        return x, ends, z[:, None]
    if isinstance(surface, HeightField):
        return _field(row, surface, low, high)
    return np.array([low[0], high[0]]), ends, np.zeros((2, 1))


def _clipped(row: SpatialRow, steps: Steps, low: float, high: float) -> tuple[Array, Array]:
    """The points of a stepped road between two places, and at them."""
    points = np.array([[np.real(row.number(value)) for value in point] for point in steps.points], float)
    inside = points[(points[:, 0] > low) & (points[:, 0] < high)]
    before, after = (np.interp(place, points[:, 0], points[:, 1]) for place in (low, high))
    return np.array([low, *inside[:, 0], high]), np.array([before, *inside[:, 1], after])


def _field(row: SpatialRow, field: HeightField, low: Array, high: Array) -> tuple[Array, Array, Array]:
    """Given heights and those between them, as the tyre meets them."""
    heights = np.array([[np.real(row.number(value)) for value in line] for line in field.heights], float)
    origin, spacing = (np.real([row.number(value) for value in pair]) for pair in (field.origin, field.spacing))
    x = _lines(low[0], high[0], origin[0], spacing[0], len(heights), _ALONG)
    level = bool(np.all(heights == heights[:, :1]))
    z = _between(heights, (x - origin[0]) / spacing[0])
    if level:
        return x, np.array([low[1], high[1]]), z[:, :1]
    y = _lines(low[1], high[1], origin[1], spacing[1], heights.shape[1], _ACROSS)
    return x, y, _between(z.T, (y - origin[1]) / spacing[1]).T


def _lines(low: float, high: float, origin: float, spacing: float, count: int, most: int) -> Array:
    """Places of lines: those of the heights between two ends and some between them, at most so many, and the ends."""
    first, last = max(low, origin), min(high, origin + (count - 1) * spacing)
    if last <= first:
        return np.array([low, high])
    number = int(min(most, max(2, _FINE * np.ceil((last - first) / spacing) + 1)))
    inside = np.linspace(first, last, number)
    return np.unique(np.concatenate([[low], inside, [high]]))


def _between(values: Array, place: Array) -> Array:
    """Rows of a table at places between them: cubic convolution (Keys 1981), level beyond the ends."""
    last = len(values) - 1
    place = np.clip(place, 0.0, last)
    cell = np.minimum(place.astype(int), last - 1)
    s = (place - cell)[:, None]
    before, after = np.maximum(cell - 1, 0), np.minimum(cell + 2, last)
    a, b, c, d = values[before], values[cell], values[cell + 1], values[after]
    slope = c - a + s * (2.0 * a - 5.0 * b + 4.0 * c - d + s * (3.0 * (b - c) + d - a))
    return b + 0.5 * s * slope


def _patch(row: SpatialRow, patch: Patch, low: Array, high: Array) -> dict[str, Any]:
    """A patch with another friction, as far as the road is drawn."""
    x0, x1, y0, y1, _, factor = (float(np.real(value)) for value in patch.numbers(row))
    return {
        "x": np.clip([x0, x1], low[0], high[0]).tolist(),
        "y": np.clip([y0, y1], low[1], high[1]).tolist(),
        "factor": factor,
    }
