"""The shortest way between two points round a sphere or a cylinder, in closed form.

In the plane through the center, a tangent from a point at distance p is sqrt(p^2 - r^2) long and touches acos(r/p)
away from it. Round a cylinder the unrolled way is straight: sqrt((a + r angle + b)^2 + h^2) with the rise h along the
axis shared by length.
"""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit


@njit
def round_sphere(px, py, pz, qx, qy, qz, radius, touch):
    """Length of the arc between the points of touch (from the center), which go to touch[0:6]; -1: the way is free."""
    p, q = math.sqrt(px * px + py * py + pz * pz), math.sqrt(qx * qx + qy * qy + qz * qz)
    if p <= radius or q <= radius:
        return -2.0
    # normal of the plane, and directions across p and q in it
    nx, ny, nz = py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx
    size = math.sqrt(nx * nx + ny * ny + nz * nz)
    angle = math.atan2(size, px * qx + py * qy + pz * qz)
    first, last = math.acos(radius / p), math.acos(radius / q)
    arc = angle - first - last
    if arc <= 0.0:
        return -1.0
    if size == 0.0:
        return -3.0
    nx, ny, nz = nx / size, ny / size, nz / size
    c, s = radius * math.cos(first) / p, radius * math.sin(first) / p
    touch[0] = c * px + s * (ny * pz - nz * py)
    touch[1] = c * py + s * (nz * px - nx * pz)
    touch[2] = c * pz + s * (nx * py - ny * px)
    c, s = radius * math.cos(last) / q, -radius * math.sin(last) / q
    touch[3] = c * qx + s * (ny * qz - nz * qy)
    touch[4] = c * qy + s * (nz * qx - nx * qz)
    touch[5] = c * qz + s * (nx * qy - ny * qx)
    return radius * arc


@njit
def round_cylinder(px, py, pz, qx, qy, qz, radius, side, touch):
    """The same round a cylinder along z; side 1 goes counterclockwise seen from +z, -1 clockwise, 0 the shorter way."""
    p, q = math.sqrt(px * px + py * py), math.sqrt(qx * qx + qy * qy)
    if p <= radius or q <= radius:
        return -2.0
    first, last = math.acos(radius / p), math.acos(radius / q)
    angle = math.atan2(px * qy - py * qx, px * qx + py * qy)
    if abs(angle) <= first + last:
        return -1.0
    way = side if side != 0.0 else (1.0 if angle > 0.0 else -1.0)
    angle = way * angle
    if angle < 0.0:
        angle += 2 * math.pi
    arc = radius * (angle - first - last)
    a, b = math.sqrt(p * p - radius * radius), math.sqrt(q * q - radius * radius)
    rise = (qz - pz) / (a + arc + b)
    c, s = radius * math.cos(first) / p, way * radius * math.sin(first) / p
    touch[0], touch[1], touch[2] = c * px - s * py, c * py + s * px, pz + a * rise
    c, s = radius * math.cos(last) / q, -way * radius * math.sin(last) / q
    touch[3], touch[4], touch[5] = c * qx - s * qy, c * qy + s * qx, qz - b * rise
    return arc * math.sqrt(1.0 + rise * rise)
