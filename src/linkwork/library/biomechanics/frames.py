"""Frames on bodies, 4 by 4."""

from __future__ import annotations

import math

import numpy as np

from linkwork.base.arrays import Array
from linkwork.expression.given import public


def identity() -> Array:
    """The frame of a body itself: no turn, no shift."""
    return np.eye(4)


@public
def frame(
    translation: tuple[float, float, float] = (0, 0, 0), orientation: tuple[float, float, float] = (0, 0, 0)
) -> Array:
    """A frame by its origin and by turns about x, then the turned y, then the turned z."""
    (a, b, c), result = orientation, np.eye(4)
    if not (a or b or c):
        result[:3, 3] = translation
        return result
    x = np.array([[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]])
    y = np.array([[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]])
    z = np.array([[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]])
    result[:3, :3], result[:3, 3] = x @ y @ z, translation
    return result
