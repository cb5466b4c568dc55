"""Glyph of a pulley: a disc with a rim, a hub and a mark that shows the turning."""

from __future__ import annotations

import numpy as np

from linkwork.view.glyphs.geometry import circle
from linkwork.view.glyphs.marks import WHEEL_LAYER, Mark, Sketch
from linkwork.view.motion import Shape

RIM = 0.9  # of the radius: where the rim begins


def pulley(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A disc as large as the belt that lies on it."""
    at, radius, train = np.asarray(shape["at"], float), float(shape["radius"]), str(shape.get("belt", ""))
    hub = min(0.95 * sketch.unit, 0.3 * radius)
    spoke = at + np.array([[hub, 0.0], [0.8 * radius, 0.0]])
    return [
        Mark("pulley", WHEEL_LAYER, [circle(at, radius, 96)], fill="tint", width=1.1, train=train),
        Mark("rim", WHEEL_LAYER, [circle(at, RIM * radius, 96)], line="thin", width=0.8, train=train),
        Mark("hub", WHEEL_LAYER, [circle(at, hub)], width=1.0, train=train),
        Mark("radial mark", WHEEL_LAYER, [spoke], closed=False, width=2.4, train=train),
    ]
