"""Surfaces as functions that are zero on them: value, gradient and second derivatives.

Ellipsoid (x/a)^2 + (y/b)^2 + (z/c)^2 = 1; torus about z with the radii a of its ring and b of its tube,
(sqrt(x^2 + y^2) - a)^2 + z^2 = b^2. Both are negative inside. A state is ten numbers in a table from a place on, of
which the first six are a point and a direction.
"""

from __future__ import annotations

from linkwork.numerics.geodesics.layout_kernel import ELLIPSOID
from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import sqrt


@njit
def surface_value(kind, radii, x, y, z):
    """The function of a surface, in units of its own; below zero inside."""
    if kind == ELLIPSOID:
        x, y, z = x / radii[0], y / radii[1], z / radii[2]
        return x * x + y * y + z * z - 1.0
    across = sqrt(x * x + y * y) - radii[0]
    return (across * across + z * z) / (radii[1] * radii[1]) - 1.0


@njit
def surface_slopes(kind, radii, x, y, z):
    """The gradient, then the second derivatives xx, yy, zz, xy, xz, yz."""
    none = 0.0 * x
    if kind == ELLIPSOID:
        a, b, c = 2.0 / (radii[0] * radii[0]), 2.0 / (radii[1] * radii[1]), 2.0 / (radii[2] * radii[2])
        return a * x, b * y, c * z, a + none, b + none, c + none, none, none, none
    scale = 2.0 / (radii[1] * radii[1])
    rho = sqrt(x * x + y * y)
    share = radii[0] / rho
    cube = share / (rho * rho)
    return (
        scale * (1.0 - share) * x, scale * (1.0 - share) * y, scale * z, scale * (1.0 - share + cube * x * x),
        scale * (1.0 - share + cube * y * y), scale + none, scale * cube * x * y, none, none,
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
def put_on_surface(kind, radii, table, at):
    """Move the point of a state along the gradient to the surface, and make its direction a unit vector along it."""
    for _ in range(4):
        s = surface_slopes(kind, radii, table[at], table[at + 1], table[at + 2])
        value = surface_value(kind, radii, table[at], table[at + 1], table[at + 2])
        step = value / (s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
        for i in range(3):
            table[at + i] = table[at + i] - step * s[i]
    s = surface_slopes(kind, radii, table[at], table[at + 1], table[at + 2])
    along = table[at + 3] * s[0] + table[at + 4] * s[1] + table[at + 5] * s[2]
    along = along / (s[0] * s[0] + s[1] * s[1] + s[2] * s[2])
    for i in range(3):
        table[at + 3 + i] = table[at + 3 + i] - along * s[i]
    size = sqrt(table[at + 3] * table[at + 3] + table[at + 4] * table[at + 4] + table[at + 5] * table[at + 5])
    for i in range(3):
        table[at + 3 + i] = table[at + 3 + i] / size
