"""Surfaces as functions that are zero on them: value, gradient and second derivatives.

Ellipsoid (x/a)^2 + (y/b)^2 + (z/c)^2 = 1; torus about z with the radii a of its ring and b of its tube,
(sqrt(x^2 + y^2) - a)^2 + z^2 = b^2. Both are negative inside.
"""

from __future__ import annotations

import math

from linkwork.library.biomechanics.layout_kernel import ELLIPSOID
from linkwork.numerics.jit import njit


@njit
def surface_value(kind, radii, x, y, z):
    """The function of a surface, in units of its own; below zero inside."""
    if kind == ELLIPSOID:
        return (x / radii[0]) ** 2 + (y / radii[1]) ** 2 + (z / radii[2]) ** 2 - 1.0
    across = math.sqrt(x * x + y * y) - radii[0]
    return (across * across + z * z) / radii[1] ** 2 - 1.0


@njit
def surface_slopes(kind, radii, x, y, z):
    """The gradient, then the second derivatives xx, yy, zz, xy, xz, yz."""
    if kind == ELLIPSOID:
        a, b, c = 2 / radii[0] ** 2, 2 / radii[1] ** 2, 2 / radii[2] ** 2
        return a * x, b * y, c * z, a, b, c, 0.0, 0.0, 0.0
    scale = 2 / radii[1] ** 2
    rho = math.sqrt(x * x + y * y)
    share, cube = radii[0] / rho, radii[0] / rho**3
    return (
        scale * (1 - share) * x, scale * (1 - share) * y, scale * z, scale * (1 - share + cube * x * x),
        scale * (1 - share + cube * y * y), scale, scale * cube * x * y, 0.0, 0.0,
    )  # fmt: skip


@njit
def bend_along(slopes, ux, uy, uz, vx, vy, vz):
    """u^T H v of the second derivatives H."""
    return (
        slopes[3] * ux * vx + slopes[4] * uy * vy + slopes[5] * uz * vz + slopes[6] * (ux * vy + uy * vx)
        + slopes[7] * (ux * vz + uz * vx) + slopes[8] * (uy * vz + uz * vy)
    )  # fmt: skip


@njit
def gauss_curvature(slopes):
    """The product of the two curvatures (Goldman 2005, for implicit surfaces)."""
    gx, gy, gz, xx, yy, zz, xy, xz, yz = slopes
    size = gx * gx + gy * gy + gz * gz
    total = gx * gx * (yy * zz - yz * yz) + gy * gy * (xx * zz - xz * xz) + gz * gz * (xx * yy - xy * xy)
    total += 2 * (gx * gy * (xz * yz - xy * zz) + gx * gz * (xy * yz - yy * xz) + gy * gz * (xy * xz - xx * yz))
    return total / (size * size)


@njit
def put_on_surface(kind, radii, state):
    """Move state[0:3] along the gradient to the surface, and make state[3:6] a unit vector along it."""
    for _ in range(4):
        s = surface_slopes(kind, radii, state[0], state[1], state[2])
        step = surface_value(kind, radii, state[0], state[1], state[2]) / (s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
        for i in range(3):
            state[i] -= step * s[i]
    s = surface_slopes(kind, radii, state[0], state[1], state[2])
    along = (state[3] * s[0] + state[4] * s[1] + state[5] * s[2]) / (s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
    for i in range(3):
        state[3 + i] -= along * s[i]
    size = math.sqrt(state[3] * state[3] + state[4] * state[4] + state[5] * state[5])
    for i in range(3):
        state[3 + i] /= size
