"""Solids of bodies as numbers for the true distance in space, read from their descriptions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.audit import support_kernel as form
from linkwork.bodies.spatial.hull import BOX_SIGNS
from linkwork.bodies.spatial.shapes import Box, Capsule, Cube, Cylinder, Shape, Sphere
from linkwork.bodies.spatial.solids import Convex, HalfSpace

Array = NDArray[np.float64]


def solid_of(solid: Shape, row: Any) -> tuple[Array, Array, float]:
    """The numbers of a solid, its corners in the body's frame, and its size; a half-space has none."""
    numbers, corners = np.zeros(form.COLUMNS), np.zeros((0, 3))
    if isinstance(solid, Convex):
        return _of_corners(numbers, np.real(solid.hull(row)[0]), 0.0)
    at, axes = (np.real(part).astype(float) for part in solid.frame(row))
    if isinstance(solid, HalfSpace):
        numbers[form.KIND] = form.HALF_SPACE
        numbers[form.OX : form.OX + 3], numbers[form.AX : form.AX + 3] = at, axes[:, 2]
        return numbers, corners, np.inf
    sizes = [float(np.real(value)) for value in solid.sizes(row).values()]
    if isinstance(solid, Box | Cube):
        return _of_corners(numbers, at + (np.array(BOX_SIGNS) * np.array(sizes)) @ axes.T, 0.0)
    if isinstance(solid, Sphere):
        return _of_corners(numbers, at[None], sizes[0])
    assert isinstance(solid, Capsule | Cylinder)
    radius, length = sizes
    if isinstance(solid, Capsule):
        return _of_corners(numbers, at + np.outer((-0.5 * length, 0.5 * length), axes[:, 2]), radius)
    numbers[form.KIND], numbers[form.HALF], numbers[form.DISC] = form.CYLINDER, 0.5 * length, radius
    numbers[form.OX : form.OX + 3], numbers[form.AX : form.AX + 3] = at, axes[:, 2]
    numbers[form.BX : form.BX + 3], numbers[form.BALL] = at, np.hypot(0.5 * length, radius)
    return numbers, corners, 2.0 * float(numbers[form.BALL])


def _of_corners(numbers: Array, corners: Array, radius: float) -> tuple[Array, Array, float]:
    """A solid of corners with a radius around them."""
    middle = 0.5 * (corners.min(axis=0) + corners.max(axis=0))
    ball = float(np.max(np.linalg.norm(corners - middle, axis=1)))
    numbers[form.RADIUS], numbers[form.BX : form.BX + 3], numbers[form.BALL] = radius, middle, ball
    numbers[form.COUNT] = len(corners)
    return numbers, corners, 2.0 * (ball + radius)


def room(most: int) -> tuple[Array, ...]:
    """Room for a pass over the rows, of solids with at most so many corners."""
    shapes = [(3,), (3,), (form.COLUMNS,), (form.COLUMNS,), (most, 3), (most, 3), (3,), (9, 3), (3,)]
    return tuple(np.zeros(shape) for shape in shapes)
