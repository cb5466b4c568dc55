"""Sums along the path from a link to the root of its tree, in space."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import TREE
from linkwork.system.spatial.rotation_kernel import cross, turned_back
from linkwork.system.tree.spatial.tree_layout_kernel import BALL_AXES, DX, HX, NUMBERS, PITCH, block_of
from linkwork.system.tree.tree_kernel import (
    BALL,
    FREEDOM,
    JOINT,
    KIND,
    PARENT,
    RECORDS,
    RIGID,
    SLIDING,
    TURNING,
    vectors_at,
)


@njit
def along(k, p, w, place, fx, fy, fz, nx, ny, nz, target, slot):
    """Add what a force and a moment at the reference point of a link do to the joints on its path to the root.

    One entry a coordinate, in its unit, at the slots from `slot` on, counted from `target`; returns the next slot.
    """
    records, units = k[TREE] + RECORDS, vectors_at(k)
    while place >= 0:
        joint, block = records + JOINT * place, block_of(k, place)
        kind = k[joint + KIND]
        if kind == TURNING:
            w[target + k[slot]] += w[block + HX] * nx + w[block + HX + 1] * ny + w[block + HX + 2] * nz
            slot += 1
        elif kind == BALL:
            tx, ty, tz = turned_back(w, block + BALL_AXES, nx, ny, nz)
            w[target + k[slot]] += tx
            w[target + k[slot + 1]] += ty
            w[target + k[slot + 2]] += tz
            slot += 3
        elif kind != RIGID:
            force = w[block + HX] * fx + w[block + HX + 1] * fy + w[block + HX + 2] * fz
            if kind != SLIDING:
                force *= p[k[joint + NUMBERS] + PITCH]
                force += w[block + HX] * nx + w[block + HX + 1] * ny + w[block + HX + 2] * nz
            w[target + k[slot]] += force * w[units + k[joint + FREEDOM]]
            slot += 1
        lx, ly, lz = cross(w[block + DX], w[block + DX + 1], w[block + DX + 2], fx, fy, fz)
        nx, ny, nz = nx + lx, ny + ly, nz + lz
        place = k[joint + PARENT]
    return slot
