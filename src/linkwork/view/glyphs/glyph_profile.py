"""Glyph of a profile: filled where it surrounds its material, else a strong line hatched on the material's side."""

from __future__ import annotations

import numpy as np

from linkwork.view.glyphs.geometry import Points, hatched, unit_vector
from linkwork.view.glyphs.marks import GROUND_LAYER, WHEEL_LAYER, Mark, Sketch
from linkwork.view.motion import Shape, anchors

_SPACING = 0.64  # of the hatching, in units


def profile(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A filled outline, a hatched edge of a hole or of an open chain, or a wall as long as the drawing needs."""
    side, closed, u = int(shape["side"]), bool(shape["closed"]), sketch.unit
    if shape["filled"]:
        points = np.asarray(shape["points"], float).reshape(-1, 2)
        return [Mark("outline", WHEEL_LAYER, [points], fill="tint", width=1.5)]
    if "points" in shape:
        points = np.asarray(shape["points"], float).reshape(-1, 2)
    else:
        points = _wall(sketch, body, shape)
    layer = WHEEL_LAYER if body else GROUND_LAYER
    if len(points) == 1:
        return [Mark("outline", layer, [np.vstack([points, points])], closed=False, width=3.0)]
    chain = np.vstack([points, points[:1]]) if closed else points
    return [
        Mark("outline", layer, [points], closed=closed, width=2.0),
        Mark("hatching", layer, hatched(chain, _SPACING * u, side), closed=False, width=1.0),
    ]


def _wall(sketch: Sketch, body: int, shape: Shape) -> Points:
    """The part of an endless line before which something moves."""
    motion = sketch.motion
    at, along = np.asarray(shape["at"], float), unit_vector(shape["along"])
    wall = [0.0]
    for other, drawn in motion.shapes():
        if other != body:
            paths = [motion.seen_from(body, motion.path(other, point)) for point in anchors(drawn)]
            wall += [float(value) for path in paths for value in (path - at) @ along]
    room = 2.6 * sketch.unit
    return np.array([at + along * (min(wall) - room), at + along * (max(wall) + room)])
