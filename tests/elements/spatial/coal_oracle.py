"""Solids of the tables as those of `coal`, and its signed distances."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.numerics.collision.solid_layout_kernel import BALL, CAPSULE, CYLINDER, FORM, HALF_SPACE, MIDDLE, ROUND

coal: Any = pytest.importorskip("coal")
IDENTITY = np.eye(3)
FAILED = 1e100
"""What coal answers where it does not find the depth is above this."""


def coal_solid(k: Any, p: Any, b: int, a: int) -> tuple[Any, Any, Any]:
    """The shape of a solid, and the axes and the place of its frame on the body."""
    kind, numbers = k[b], p[a:]
    middle, radius = numbers[MIDDLE : MIDDLE + 3], float(numbers[0])
    if kind == BALL:
        return coal.Sphere(radius), IDENTITY, middle
    if kind == HALF_SPACE:
        normal = numbers[FORM : FORM + 3]
        return coal.Halfspace(normal, float(normal @ middle)), IDENTITY, np.zeros(3)
    if kind in (CAPSULE, CYLINDER):
        along = numbers[FORM + 3 : FORM + 6] - numbers[FORM : FORM + 3]
        length = float(np.linalg.norm(along))
        z = along / length
        x = np.cross((0.3, 0.5, 0.8), z)
        x /= np.linalg.norm(x)
        axes = np.column_stack([x, np.cross(z, x), z])
        shape = coal.Capsule(radius, length) if kind == CAPSULE else coal.Cylinder(float(numbers[ROUND]), length)
        return shape, axes, middle
    corners = coal.StdVec_Vec3s()
    for corner in numbers[FORM : FORM + 3 * k[b + 1]].reshape(-1, 3):
        corners.append(corner)
    return coal.Convex.convexHull(corners, True, "Qt"), IDENTITY, np.zeros(3)


def coal_distance(k: Any, p: Any, pose: Any, places: tuple[int, ...]) -> tuple[float, Any]:
    """The signed distance of two solids and the normal from the first to the second."""
    sides = []
    for b, a, i in (places[:3], places[3:]):
        shape, axes, at = coal_solid(k, p, b, a)
        turn = pose[i + 3 : i + 12].reshape(3, 3)
        sides += [shape, coal.Transform3s(turn @ axes, pose[i : i + 3] + turn @ at)]
    asked, answer = coal.DistanceRequest(), coal.DistanceResult()
    asked.enable_signed_distance = True
    asked.gjk_tolerance = asked.epa_tolerance = 1e-10
    return coal.distance(*sides, asked, answer), np.array(answer.normal)
