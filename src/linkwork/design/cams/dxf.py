"""Drawings of cams for other programs: DXF R12, the oldest form that all of them read.

A curve is a closed polyline whose sides are arcs. A side from P to Q with a point M of the curve between them is the
arc through all three; its bulge is the tangent of a quarter of its angle, positive where it turns counter-clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.aside import written_aside
from linkwork.base.errors import AnalysisError, shown
from linkwork.design.cams.followers import Round

if TYPE_CHECKING:
    from linkwork.design.cams.cam import Cam

Array = NDArray[np.float64]
UNITS = {"mm": 1e3, "m": 1.0, "cm": 1e2, "in": 1.0 / 0.0254}
_MOST = 20_000  # sides of a polyline
_LAYERS = {"CAM": 7, "PITCH": 8, "BASE": 9, "CENTRE": 1}  # and their colours


def save_dxf(cam: Cam, path: Any, tolerance: float, unit: str) -> None:
    """Profile, pitch curve, base circle and centre, each on its layer."""
    if unit not in UNITS:
        raise AnalysisError(f"save_dxf: the unit is one of {', '.join(UNITS)}; found {shown(unit)}")
    scale = UNITS[unit]
    groups = [(999, f"cam profile, lengths in {unit}"), *_head()]
    groups += _polyline("CAM", *arcs(cam, cam.profile, tolerance), scale)
    if isinstance(cam.follower, Round) and cam.follower.radius:
        groups += _polyline("PITCH", *arcs(cam, cam.pitch, tolerance), scale)
    groups += [(0, "CIRCLE"), (8, "BASE"), (10, 0.0), (20, 0.0), (30, 0.0), (40, scale * cam.base_radius)]
    groups += [(0, "POINT"), (8, "CENTRE"), (10, 0.0), (20, 0.0), (30, 0.0)]
    groups += [(0, "ENDSEC"), (0, "EOF")]
    with written_aside(path) as beside, beside.open("w", newline="\r\n", encoding="ascii") as file:
        file.writelines(f"{code:3d}\n{_written(value)}\n" for code, value in groups)


def arcs(cam: Cam, curve: Any, tolerance: float) -> tuple[Array, Array]:
    """Corners and bulges of the polyline of arcs that stays within the tolerance of a closed curve."""
    sides = 16
    while sides <= _MOST:
        edges = _edges(cam, sides)
        shares = [curve(edges[:-1] + share * np.diff(edges)) for share in (0.0, 0.25, 0.5, 0.75)]
        corners, middle = shares[0], shares[2]
        following = np.roll(corners, -1, axis=0)
        bulges = _bulges(corners, middle, following)
        if max(np.max(_deviation(corners, following, bulges, point)) for point in shares[1:]) <= tolerance:
            return corners, bulges
        sides *= 2
    raise AnalysisError(f"save_dxf: a tolerance of {tolerance:g} m needs more than {_MOST} arcs; take a larger one")


def _edges(cam: Cam, sides: int) -> Array:
    """Angles that cut every piece of the motion into equal parts, about so many in all."""
    edges = [0.0]
    for wave in cam.motion.waves:
        parts = max(1, round(sides * (wave.end - wave.begin) / cam.motion.period))
        edges += np.linspace(wave.begin, wave.end, parts + 1)[1:].tolist()
    return np.array(edges)


def _bulges(start: Array, middle: Array, end: Array) -> Array:
    (ax, ay), (bx, by) = (middle - start).T, (end - middle).T
    return np.tan(0.5 * np.arctan2(ax * by - ay * bx, ax * bx + ay * by))


def _deviation(start: Array, end: Array, bulge: Array, point: Array) -> Array:
    """Distance of points from the arcs beside them, across the chord."""
    along = end - start
    chord = np.hypot(*along.T)
    (ux, uy), (px, py) = along.T / chord, (point - 0.5 * (start + end)).T
    x, y = ux * px + uy * py, ux * py - uy * px
    half = 0.5 * chord
    bend = 2.0 * np.abs(bulge) / (half * (1.0 + bulge**2))
    roots = np.sqrt(np.maximum(1.0 - (bend * x) ** 2, 0.0)) + np.sqrt(np.maximum(1.0 - (bend * half) ** 2, 0.0))
    return np.abs(y + np.sign(bulge) * bend * (half**2 - x**2) / roots)


def _head() -> Iterator[tuple[int, Any]]:
    yield from [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (0, "ENDSEC")]
    yield from [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(_LAYERS))]
    for name, colour in _LAYERS.items():
        yield from [(0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS")]
    yield from [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]


def _polyline(layer: str, corners: Array, bulges: Array, scale: float) -> Iterator[tuple[int, Any]]:
    yield from [(0, "POLYLINE"), (8, layer), (66, 1), (70, 1), (10, 0.0), (20, 0.0), (30, 0.0)]
    for (x, y), bulge in zip(scale * corners, bulges, strict=True):
        yield from [(0, "VERTEX"), (8, layer), (10, x), (20, y), (30, 0.0), (42, bulge)]
    yield from [(0, "SEQEND"), (8, layer)]


def _written(value: Any) -> str:
    return f"{value:.12g}" if isinstance(value, float) else str(value)
