"""Rotations: quaternions (Euler parameters, Haug 9.3), matrices, and the chart in which a step is made.

The chart of an orientation is a vector u: p = p_ref * (1, u/2) / sqrt(1 + u.u/4), the Gibbs vector of the rotation from
a reference, twice. It is rational, has no trouble at zero, and is singular only half a turn away from its reference.
With s = 1 / (1 + u.u/4):

    omega  = T u',   T = s (I - ~u/2),  T^-1 = I + ~u/2 + u u'/4          (omega in body axes)
    omega' = T u'' + e,  e = -s/2 (u.u') omega
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan2, cos, sin, sqrt

SMALL = 1e-4  # squares of angles below this are summed as series


@njit
def cross(ax, ay, az, bx, by, bz):
    """a x b."""
    return ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx


@njit
def turned(w, m, x, y, z):
    """The vector A (x, y, z), with A row by row from w[m] on."""
    return (
        w[m] * x + w[m + 1] * y + w[m + 2] * z,
        w[m + 3] * x + w[m + 4] * y + w[m + 5] * z,
        w[m + 6] * x + w[m + 7] * y + w[m + 8] * z,
    )


@njit
def turned_back(w, m, x, y, z):
    """The vector A' (x, y, z)."""
    return (
        w[m] * x + w[m + 3] * y + w[m + 6] * z,
        w[m + 1] * x + w[m + 4] * y + w[m + 7] * z,
        w[m + 2] * x + w[m + 5] * y + w[m + 8] * z,
    )


@njit
def store_matrix(w, m, a, b, c, d):
    """A of the quaternion (a, b, c, d) to w[m], row by row (Haug 9.3.6)."""
    w[m] = a * a + b * b - c * c - d * d
    w[m + 1] = 2.0 * (b * c - a * d)
    w[m + 2] = 2.0 * (b * d + a * c)
    w[m + 3] = 2.0 * (b * c + a * d)
    w[m + 4] = a * a - b * b + c * c - d * d
    w[m + 5] = 2.0 * (c * d - a * b)
    w[m + 6] = 2.0 * (b * d - a * c)
    w[m + 7] = 2.0 * (c * d + a * b)
    w[m + 8] = a * a - b * b - c * c + d * d


@njit
def product(a, b, c, d, e, f, g, h):
    """(a, b, c, d) * (e, f, g, h)."""
    return (
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    )


@njit
def charted(w, reference, u):
    """The quaternion at the chart w[u..u+2] with its reference at w[reference]."""
    x, y, z = 0.5 * w[u], 0.5 * w[u + 1], 0.5 * w[u + 2]
    length = 1.0 / sqrt(1.0 + x * x + y * y + z * z)
    return product(
        w[reference],
        w[reference + 1],
        w[reference + 2],
        w[reference + 3],
        length,
        x * length,
        y * length,
        z * length,
    )


@njit
def spin(ux, uy, uz, vx, vy, vz):
    """omega = T u' for the chart u and its rate."""
    s = 1.0 / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
    cx, cy, cz = cross(ux, uy, uz, vx, vy, vz)
    return s * (vx - 0.5 * cx), s * (vy - 0.5 * cy), s * (vz - 0.5 * cz)


@njit
def chart_rate(ux, uy, uz, x, y, z):
    """u' = T^-1 omega."""
    cx, cy, cz = cross(ux, uy, uz, x, y, z)
    along = 0.25 * (ux * x + uy * y + uz * z)
    return x + 0.5 * cx + along * ux, y + 0.5 * cy + along * uy, z + 0.5 * cz + along * uz


@njit
def spin_bias(ux, uy, uz, vx, vy, vz):
    """e of omega' = T u'' + e."""
    s = 1.0 / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
    share = -0.5 * s * (ux * vx + uy * vy + uz * vz)
    x, y, z = spin(ux, uy, uz, vx, vy, vz)
    return share * x, share * y, share * z


@njit
def pulled(ux, uy, uz, x, y, z):
    """T' n: what a torque (or a row against omega) is against the chart."""
    s = 1.0 / (1.0 + 0.25 * (ux * ux + uy * uy + uz * uz))
    cx, cy, cz = cross(ux, uy, uz, x, y, z)
    return s * (x + 0.5 * cx), s * (y + 0.5 * cy), s * (z + 0.5 * cz)


@njit
def pushed(ux, uy, uz, x, y, z):
    """T'^-1 n: the torque that belongs to a force against the chart."""
    cx, cy, cz = cross(ux, uy, uz, x, y, z)
    along = 0.25 * (ux * x + uy * y + uz * z)
    return x - 0.5 * cx + along * ux, y - 0.5 * cy + along * uy, z - 0.5 * cz + along * uz


@njit
def from_vector(x, y, z):
    """The quaternion of a rotation vector."""
    square = x * x + y * y + z * z
    if square.real < SMALL:
        # sin(x/2)/x and cos(x/2) as series, to rounding below SMALL
        half = 0.5 - square / 48.0 + square * square / 3840.0
        return (
            # the cosine
            1.0 - square / 8.0 + square * square / 384.0 - square * square * square / 46080.0,
            half * x,
            half * y,
            half * z,
        )
    angle = sqrt(square)
    share = sin(0.5 * angle) / angle
    return cos(0.5 * angle), share * x, share * y, share * z


@njit
def to_vector(a, b, c, d):
    """The rotation vector of a quaternion, of length between 0 and 2 pi: it goes on smoothly beyond half a turn."""
    square = b * b + c * c + d * d
    if square.real < SMALL * SMALL and a.real > 0.0:
        share = 2.0 / a * (1.0 - square / (3.0 * a * a))
    else:
        sine = sqrt(square) if square.real > 0.0 else 0.0 * a
        share = 2.0 * atan2(sine, a) / sine if sine.real > 0.0 else 0.0 * a
    return share * b, share * c, share * d
