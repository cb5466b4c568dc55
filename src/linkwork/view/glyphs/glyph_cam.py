"""Glyph of a cam or any other curved outline."""

from __future__ import annotations

import numpy as np

from linkwork.view.glyphs.marks import WHEEL_LAYER, Mark, Sketch
from linkwork.view.motion import Shape


def outline(sketch: Sketch, body: int, shape: Shape) -> list[Mark]:
    """A filled closed outline, or a strong line where it is open."""
    points = np.asarray(shape["points"], float).reshape(-1, 2)
    closed = bool(shape.get("closed", True))
    if closed:
        return [Mark("outline", WHEEL_LAYER, [points], fill="tint", width=1.5)]
    return [Mark("outline", WHEEL_LAYER, [points], closed=False, width=2.4)]
