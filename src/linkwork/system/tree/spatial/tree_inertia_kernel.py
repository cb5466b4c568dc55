"""Inertia and forces of the bodies of a tree in space at their reference points, along the axes of the world.

The function has the signature (k, p, w, z, i, j, x) of a function of the world and is called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import LOAD, TREE
from linkwork.places.spatial.layout_kernel import MATRIX
from linkwork.system.spatial.rotation_kernel import cross, turned
from linkwork.system.tree.spatial.tree_layout_kernel import (
    CENTRE,
    FX,
    HXX,
    HXY,
    HXZ,
    HYX,
    HYY,
    HYZ,
    HZX,
    HZY,
    HZZ,
    INERTIA,
    JXX,
    LINK_MASS,
    MXX,
    MXY,
    MXZ,
    MYY,
    MYZ,
    MZZ,
    NUMBERS,
    NX,
    SPATIAL_BLOCK,
    SX,
    WX,
    block_of,
)
from linkwork.system.tree.tree_kernel import COLUMN, JOINT, JOINTS, MASS_OF, POSE_OF, RECORDS


@njit
def clear_inertia(w, block):
    """No inertia."""
    for place in range(MXX, FX):
        w[block + place] = 0.0


@njit
def turned_inertia(p, at, w, m, to):
    """A J A' with J = (xx, yy, zz, xy, yz, zx) in p, as xx, xy, xz, yy, yz, zz to w."""
    xx, yy, zz, xy, yz, zx = p[at], p[at + 1], p[at + 2], p[at + 3], p[at + 4], p[at + 5]
    a, b, c, d, e, f, g, h, i = w[m], w[m + 1], w[m + 2], w[m + 3], w[m + 4], w[m + 5], w[m + 6], w[m + 7], w[m + 8]
    ax, ay, az = xx * a + xy * b + zx * c, xy * a + yy * b + yz * c, zx * a + yz * b + zz * c
    dx, dy, dz = xx * d + xy * e + zx * f, xy * d + yy * e + yz * f, zx * d + yz * e + zz * f
    gx, gy, gz = xx * g + xy * h + zx * i, xy * g + yy * h + yz * i, zx * g + yz * h + zz * i
    w[to] = a * ax + b * ay + c * az
    w[to + 1] = d * ax + e * ay + f * az
    w[to + 2] = g * ax + h * ay + i * az
    w[to + 3] = d * dx + e * dy + f * dz
    w[to + 4] = g * dx + h * dy + i * dz
    w[to + 5] = g * gx + h * gy + i * gz


def load_bodies(k, p, w, z, i, j, x):
    """Inertia of every body at its reference point and, with i > 0, the forces there, with those of its spin."""
    table = k[TREE]
    joint, block = table + RECORDS, block_of(k, 0)
    for _ in range(k[table + JOINTS]):
        column, at, matrix = k[joint + COLUMN], k[joint + NUMBERS], k[joint + POSE_OF] + MATRIX
        mass, bx, by, bz = p[at + LINK_MASS], 0.0 * x, 0.0 * x, 0.0 * x
        if k[joint + MASS_OF] < 0:
            clear_inertia(w, block)
        else:
            bx, by, bz = turned(w, matrix, mass * p[at + CENTRE], mass * p[at + CENTRE + 1], mass * p[at + CENTRE + 2])
            w[block + MXX], w[block + MXY], w[block + MXZ] = mass, 0.0, 0.0
            w[block + MYY], w[block + MYZ], w[block + MZZ] = mass, 0.0, mass
            w[block + HXX], w[block + HXY], w[block + HXZ] = 0.0, bz, -by
            w[block + HYX], w[block + HYY], w[block + HYZ] = -bz, 0.0, bx
            w[block + HZX], w[block + HZY], w[block + HZZ] = by, -bx, 0.0
            turned_inertia(p, at + INERTIA, w, matrix, block + JXX)
        if column < 0:
            for place in range(FX, FX + 6):
                w[block + place] = 0.0
        elif i > 0:
            load = k[LOAD] + column
            sx, sy, sz = w[block + SX], w[block + SX + 1], w[block + SX + 2]
            ox, oy, oz = w[block + WX], w[block + WX + 1], w[block + WX + 2]
            fx, fy, fz = w[load], w[load + 1], w[load + 2]
            nx, ny, nz = turned(w, matrix, w[load + 3], w[load + 4], w[load + 5])
            lx, ly, lz = cross(sx, sy, sz, fx, fy, fz)
            nx, ny, nz = nx - lx, ny - ly, nz - lz
            if k[joint + MASS_OF] >= 0:
                lx, ly, lz = cross(ox, oy, oz, sx, sy, sz)
                lx, ly, lz = cross(ox, oy, oz, lx, ly, lz)
                fx, fy, fz = fx + mass * lx, fy + mass * ly, fz + mass * lz
                lx, ly, lz = cross(bx, by, bz, lx, ly, lz)
                nx, ny, nz = nx + lx, ny + ly, nz + lz
            w[block + FX], w[block + FX + 1], w[block + FX + 2] = fx, fy, fz
            w[block + NX], w[block + NX + 1], w[block + NX + 2] = nx, ny, nz
        joint += JOINT
        block += SPATIAL_BLOCK
