"""Inertia matrices: moved to another point, turned to other axes, and their principal axes.

The matrix J' holds the moments of inertia and, off its diagonal, minus the integrals of the products (Haug 11.1.17):
J'xy = -int x y dm. Everything but the principal axes holds for complex values too (complex step).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.base.arrays import Array

Vector = Array
Matrix = Array


def vector(*values: Any) -> Vector:
    """Three numbers, complex where one of them is."""
    return np.array(values)


def diagonal(x: Any, y: Any, z: Any) -> Matrix:
    """The matrix with these moments and no products."""
    return np.diag(np.array([x, y, z]))


def symmetric(xx: Any, yy: Any, zz: Any, xy: Any, yz: Any, zx: Any) -> Matrix:
    """The matrix with these entries."""
    return np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])


def of_second_moments(second: Matrix) -> Matrix:
    """J = int (s.s I - s s^T) dm from the second moments int s s^T dm (Haug 11.1.17)."""
    return np.trace(second) * np.eye(3) - second


def of_point(mass: Any, away: Vector) -> Matrix:
    """Inertia of a mass in one point: m (rho.rho I - rho rho^T), the last term of Haug 11.2.7."""
    return mass * of_second_moments(np.outer(away, away))


def turned(inertia: Matrix, axes: Matrix) -> Matrix:
    """J'' = C^T J' C (Haug 11.2.7), `axes` = C^T: its columns are the axes of J', seen in the new frame."""
    return axes @ inertia @ axes.T


def frame_along(direction: Vector) -> Matrix:
    """Axes (as columns) with z along a direction that is not zero; x and y are any that fit."""
    z = direction / length_of(direction)
    helper = np.eye(3)[int(np.argmin(np.abs(z.real)))]
    x = np.cross(helper, z)
    x = x / length_of(x)
    return np.column_stack((x, np.cross(z, x), z))


def length_of(direction: Vector) -> Any:
    """The length of a vector, analytic in its components."""
    return np.sqrt(np.sum(direction * direction))


def principal_axes(inertia: Matrix) -> tuple[Vector, Matrix]:
    """Principal moments from the greatest to the least, and their axes as columns (Haug 11.2.13-11.2.17).

    Of each of the first two axes the component of greatest size is positive; the third makes the frame right-handed.
    """
    moments, axes = np.linalg.eigh(np.asarray(inertia).real)
    first, second = (_pointing_up(axes[:, n]) for n in (2, 1))
    return moments[::-1].copy(), np.column_stack((first, second, np.cross(first, second)))


def _pointing_up(axis: Vector) -> Vector:
    """The axis or its opposite, so that its greatest component (the first of equals) is positive."""
    size = np.abs(axis)
    return axis if axis[int(np.argmax(size > (1 - 1e-9) * size.max()))] > 0 else -axis
