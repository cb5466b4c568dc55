"""Area, centroid and inertia inside a closed outline, by Gauss quadrature along it.

The path is cut at the joints of its formula. What the panels of both sides of a joint leave open is bridged by a chord:
with the complex step a joint that moves with a parameter appears as such a gap, and its chord carries the derivative.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.bodies.shapes.base import Geometry
from linkwork.bodies.shapes.contour import Moments, enclosed, straight, total
from linkwork.bodies.shapes.crossing import meeting_edges
from linkwork.functions.outlines.curve import Curve
from linkwork.functions.packed import Packed
from linkwork.functions.sample import CURVE, sample
from linkwork.places.row import Row

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(16)
_FEWEST, _MOST = 4, 4096
"""Panels between two joints."""
_CONVERGED, _ACCEPTED = 1e-12, 1e-6
"""Change by halving the panels, relative to the moments of the extent: where to stop; what is bearable at the end."""
_BESIDE = 1e-13
"""How far from a joint its sides are evaluated, as a share of the whole path."""
_GAP = 1e-6
"""Largest gap of a path that counts as closed, as a share of its extent."""
_CORNERS = 384
"""Points of the polygon that is searched for crossings."""


class _Path:
    """A packed closed curve, cut at its joints, seen from its first point."""

    def __init__(self, curve: Curve, env: dict[str, Any]) -> None:
        self.packed: Packed = curve.pack(env)
        self.scalar = "complex" if any(isinstance(value, complex) for value in env.values()) else "real"
        begin, end = curve.range(env) or (0.0, 1.0)
        cuts = sorted({begin, end, *(joint for joint in curve.joints(env) if begin < joint < end)})
        beside = _BESIDE * (end - begin)
        self.pieces = [(a + beside, b - beside) for a, b in pairwise(cuts) if b - a > 4 * beside]
        self.base = np.zeros(2)
        self.base = self.at(np.array([begin]))[0, :2].copy()
        self.ends = self.at(np.array(self.pieces).ravel())[:, :2]
        self.corners = self.at(np.linspace(begin, end, _CORNERS, endpoint=False))[:, :2].real
        self.extent = float(np.abs(self.corners).max())

    def at(self, alphas: Array) -> Array:
        """Rows of the curve (place, first derivatives, ...), places counted from the base."""
        rows = sample(self.packed, alphas, CURVE, self.scalar)
        rows[:, :2] -= self.base
        return rows

    def chords(self) -> list[tuple[Any, ...]]:
        """From the end of each piece to the beginning of the next."""
        begins, ends = self.ends[0::2], self.ends[1::2]
        return [(*a.tolist(), *b.tolist()) for a, b in zip(ends, np.roll(begins, -1, axis=0), strict=True)]


def inside(row: Row, name: str, curve: Curve) -> Geometry:
    """Area, centroid and radius of gyration inside a closed outline."""
    path = _Path(curve, row.scope.env)
    if not np.isfinite(path.corners).all() or not np.isfinite(path.ends).all():
        row.fail(f"outline '{name}' has points that are not finite; check its formula")
    _check_closed(row, name, path)
    _check_crossing(row, name, path)
    chords = total(straight(*chord) for chord in path.chords())
    moments = total((chords, _along(row, name, path)))
    return enclosed(row, moments, (path.base[0].item(), path.base[1].item()), path.extent)


def _along(row: Row, name: str, path: _Path) -> Moments:
    """The share of the curve itself, with the panels halved until nothing changes."""
    size = path.extent
    scale = np.array([size**2, size**3, size**3, size**4])
    panels, last, change = _FEWEST, _quadrature(path, _FEWEST), np.inf
    while change > _CONVERGED and panels < _MOST:
        panels *= 2
        newer = _quadrature(path, panels)
        change, last = float(np.max(np.abs(newer - last) / scale)), newer
    if not change < _ACCEPTED:
        row.fail(f"the area inside outline '{name}' cannot be found to six digits; check its formula for jumps")
    return Moments(*last.tolist())


def _quadrature(path: _Path, panels: int) -> Array:
    """The moments with each piece cut into so many panels."""
    alphas, weights = [], []
    for begin, end in path.pieces:
        half = (end - begin) / panels / 2
        middles = begin + half * (2 * np.arange(panels) + 1)
        alphas.append((middles[:, None] + half * _NODES).ravel())
        weights.append(np.tile(half * _WEIGHTS, panels))
    x, y, dx, dy = path.at(np.concatenate(alphas))[:, :4].T
    swept = np.concatenate(weights) * (x * dy - y * dx)
    squares = x * x + y * y
    return np.array([swept.sum() / 2, (swept * x).sum() / 3, (swept * y).sum() / 3, (swept * squares).sum() / 4])


def _check_closed(row: Row, name: str, path: _Path) -> None:
    gaps = [float(np.hypot((bx - ax).real, (by - ay).real)) for ax, ay, bx, by in path.chords()]
    for place, gap in enumerate(gaps, 1):
        if gap > _GAP * path.extent:
            what = "is not closed: its end misses its beginning" if place == len(gaps) else "is broken: it jumps"
            row.fail(f"outline '{name}' {what} by {gap:.3g}; mend its formula")


def _check_crossing(row: Row, name: str, path: _Path) -> None:
    corners = [(float(x), float(y)) for x, y in path.corners]
    distinct = [corner for before, corner in zip([corners[-1], *corners], corners, strict=False) if corner != before]
    if meeting_edges(distinct) is not None:
        row.fail(f"outline '{name}' crosses itself; the area inside is not clear, so give mass, center and inertia")
