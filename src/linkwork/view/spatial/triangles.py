"""A painted position straight into the pixels: all faces, edges and wires as triangles in one call of the renderer.

A film has thousands of faces in every frame; as paths of their own, each would cost more than its pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.view.drawing import paper_units_per_point
from linkwork.view.spatial.painter import Stroke
from linkwork.view.spatial.poses import Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_GROWN = 0.5  # pixels by which the renderer makes a triangle larger, so that no gap is left between two
_THINNEST = 0.05  # pixels: half the width of a line before it is made larger


def paint_stroke(renderer: Any, axes: Axes, painted: Stroke) -> None:
    """Paint faces, edges and wires from far to near."""
    if not painted.outlines:
        return
    scale = float(renderer.points_to_pixels(1.0))
    wire = 2.0 * painted.radii / paper_units_per_point(axes)
    widths = scale * np.where(painted.radii > 0.0, wire, painted.widths)
    lengths = np.array([len(outline) for outline in painted.outlines])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    points = axes.transData.transform(np.concatenate(painted.outlines))
    made, owners = [], []
    for length in np.unique(lengths):
        same = np.flatnonzero(lengths == length)
        chains = points[starts[same, None] + np.arange(length)]
        triangles = _lines(chains, widths[same]) if length == 2 else _fans(chains)
        made.append(triangles.reshape(-1, 3, 2))
        owners.append(np.repeat(same, triangles.shape[1]))
    _paint(renderer, axes, np.concatenate(made), np.concatenate(owners), painted.fills)


def paint_faces(renderer: Any, axes: Axes, tables: list[Array], colour: Any) -> None:
    """Fill outlines (tables faces by corners by 2) with one colour."""
    from matplotlib.colors import to_rgba

    made = [_fans(axes.transData.transform(one.reshape(-1, 2)).reshape(one.shape)).reshape(-1, 3, 2) for one in tables]
    if made:
        triangles = np.concatenate(made)
        _paint(renderer, axes, triangles, np.zeros(len(triangles), int), np.array([to_rgba(colour)]))


def _paint(renderer: Any, axes: Axes, triangles: Array, owners: Any, colours: Array) -> None:
    from matplotlib.transforms import IdentityTransform

    order = np.argsort(owners, kind="stable")
    shades = np.repeat(colours[owners[order], None, :], 3, axis=1)
    pen = renderer.new_gc()
    pen.set_clip_rectangle(axes.bbox)
    renderer.draw_gouraud_triangles(pen, triangles[order], shades, IdentityTransform())
    pen.restore()


def _fans(outlines: Array) -> Array:
    """Triangles (outlines by triangles by 3 by 2) that fill outlines; large ones from their middles, as wheels need."""
    count = outlines.shape[1]
    if count <= 4:
        return outlines[:, np.array([(0, i, i + 1) for i in range(1, count - 1)])]
    middles = np.broadcast_to(outlines.mean(axis=1, keepdims=True), outlines.shape)
    found: Array = np.stack([middles, outlines, np.roll(outlines, -1, axis=1)], axis=2)
    return found


def _lines(ends: Array, widths: Array) -> Array:
    """Two triangles for every line of this width in pixels."""
    along = ends[:, 1] - ends[:, 0]
    length = np.maximum(np.linalg.norm(along, axis=1), 1e-12)
    half = np.maximum(0.5 * widths - _GROWN, _THINNEST)
    aside = np.column_stack([-along[:, 1], along[:, 0]]) * (half / length)[:, None]
    a, b, c, d = ends[:, 0] - aside, ends[:, 1] - aside, ends[:, 1] + aside, ends[:, 0] + aside
    return np.stack([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)], axis=1)
