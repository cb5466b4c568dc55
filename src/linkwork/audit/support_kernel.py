"""Convex solids by their farthest points: corners with a radius around them, cylinders, half-spaces.

A solid is a row of numbers: kind, radius, the ball around it (centre, radius), where its corners begin and how many,
and of a cylinder its centre, axis, half length and radius; of a half-space a point and its normal.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit

POINTS, CYLINDER, HALF_SPACE = 0.0, 1.0, 2.0
KIND, RADIUS, BX, BY, BZ, BALL, FIRST, COUNT, OX, OY, OZ, AX, AY, AZ, HALF, DISC = range(16)
COLUMNS = 16


@njit
def support(s, corners, first, dx, dy, dz):
    """The farthest point of a solid without its radius in a direction; its corners begin at `first`."""
    if s[KIND] == CYLINDER:
        along = dx * s[AX] + dy * s[AY] + dz * s[AZ]
        ux, uy, uz = dx - along * s[AX], dy - along * s[AY], dz - along * s[AZ]
        across = math.sqrt(ux * ux + uy * uy + uz * uz)
        out = s[DISC] / across if across > 0.0 else 0.0
        up = s[HALF] if along >= 0.0 else -s[HALF]
        return s[OX] + up * s[AX] + out * ux, s[OY] + up * s[AY] + out * uy, s[OZ] + up * s[AZ] + out * uz
    best, place = -math.inf, first
    for n in range(first, first + int(s[COUNT])):
        value = dx * corners[n, 0] + dy * corners[n, 1] + dz * corners[n, 2]
        if value > best:
            best, place = value, n
    return corners[place, 0], corners[place, 1], corners[place, 2]


@njit
def separation(a, corners_a, b, corners_b, nx, ny, nz):
    """How far b lies beyond a along a unit direction; no pair of points of the two is nearer along it."""
    px, py, pz = support(a, corners_a, 0, nx, ny, nz)
    qx, qy, qz = support(b, corners_b, 0, -nx, -ny, -nz)
    return (qx - px) * nx + (qy - py) * ny + (qz - pz) * nz - a[RADIUS] - b[RADIUS]
