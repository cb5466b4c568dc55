"""Composite inertias and forces of a tree, and the matrix H of the joint coordinates made of them (Garcia de Jalon).

Coordinates are numbered from the leaves to the root, each branch in a row: row i of H then begins at the first joint
that i carries, and elimination fills nothing in.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import BIAS, COMPOSE, LOAD_FORCES, LOAD_MATRIX, MASS_SCALE, TREE, WORLD
from linkwork.system.rods.rod_kernel import add_rods, couple_rods
from linkwork.system.rods.rod_place_kernel import RODS
from linkwork.system.tree.closure_place_kernel import matrix_at, side_at
from linkwork.system.tree.path_kernel import along
from linkwork.system.tree.tree_kernel import (
    AT,
    AX,
    AY,
    BLOCK,
    CX,
    CY,
    DX,
    DY,
    FLOATING,
    FREEDOM,
    FREEDOMS,
    FT,
    FX,
    FY,
    JOINT,
    JOINTS,
    KIND,
    MATRIX_SIZE,
    MATRIX_SLOTS,
    PARENT,
    RECORDS,
    SLIDING,
    TT,
    TURNING,
    UX,
    UY,
    XT,
    XX,
    YT,
    blocks_at,
    vectors_at,
)


@njit
def bias_accelerations(k, w):
    """Accelerations that the bodies have when no joint accelerates, and the forces without what these need."""
    if k[WORLD] > 0:
        call_world(k[k[WORLD] + BIAS], k, w, w, w, 0, 0, 0.0 * w[0])
        return
    table = k[TREE]
    joint, first = table + RECORDS, blocks_at(k)
    block = first
    for _ in range(k[table + JOINTS]):
        parent = k[joint + PARENT]
        ax, ay = w[block + CX], w[block + CY]
        if parent >= 0:
            above = first + BLOCK * parent
            ax += w[above + AX]
            ay += w[above + AY]
        w[block + AX], w[block + AY], w[block + AT] = ax, ay, 0.0
        w[block + FX] -= w[block + XX] * ax
        w[block + FY] -= w[block + XX] * ay
        w[block + FT] -= w[block + XT] * ax + w[block + YT] * ay
        joint += JOINT
        block += BLOCK


@njit
def compose(k, p, w, moving):
    """Composite inertias and forces, from the leaves to the root; removed rods are at the bodies of their ends."""
    if k[WORLD] > 0:
        call_world(k[k[WORLD] + COMPOSE], k, p, w, w, 1 if moving else 0, 0, 0.0 * w[0])
        return
    table = k[TREE]
    if k[table + RODS] > 0:
        add_rods(k, p, w, moving)
    count, first = k[table + JOINTS], blocks_at(k)
    joint, block = table + RECORDS + JOINT * (count - 1), first + BLOCK * (count - 1)
    for _ in range(count):
        parent = k[joint + PARENT]
        if parent >= 0:
            above, dx, dy = first + BLOCK * parent, w[block + DX], w[block + DY]
            mass, xt, yt = w[block + XX], w[block + XT], w[block + YT]
            w[above + XX] += mass
            w[above + XT] += xt - mass * dy
            w[above + YT] += yt + mass * dx
            w[above + TT] += w[block + TT] + 2.0 * (dx * yt - dy * xt) + mass * (dx * dx + dy * dy)
            w[above + FX] += w[block + FX]
            w[above + FY] += w[block + FY]
            w[above + FT] += w[block + FT] + dx * w[block + FY] - dy * w[block + FX]
        joint -= JOINT
        block -= BLOCK


@njit
def load_matrix(k, p, w):
    """The scaled H, lower half, from the composite inertias and what removed rods couple."""
    if k[WORLD] > 0:
        call_world(k[k[WORLD] + LOAD_MATRIX], k, p, w, w, 0, 0, 0.0 * w[0])
        return
    table = k[TREE]
    joint, block, h, slot = table + RECORDS, blocks_at(k), matrix_at(k), k[table + MATRIX_SLOTS]
    units, scale = vectors_at(k), 1.0 / p[k[MASS_SCALE]]
    for i in range(k[table + MATRIX_SIZE]):
        w[h + i] = 0.0
    for place in range(k[table + JOINTS]):
        kind = k[joint + KIND]
        mass, xt, yt, tt = w[block + XX] * scale, w[block + XT] * scale, w[block + YT] * scale, w[block + TT] * scale
        if kind == TURNING:
            slot = along(k, w, place, xt, yt, tt, h, slot)
        elif kind == SLIDING:
            unit = w[units + k[joint + FREEDOM]]
            ux, uy = w[block + UX] * unit, w[block + UY] * unit
            slot = along(k, w, place, mass * ux, mass * uy, xt * ux + yt * uy, h, slot)
        elif kind == FLOATING:
            unit = w[units + k[joint + FREEDOM]]
            slot = along(k, w, place, mass * unit, 0.0 * mass, xt * unit, h, slot)
            slot = along(k, w, place, 0.0 * mass, mass * unit, yt * unit, h, slot)
            slot = along(k, w, place, xt, yt, tt, h, slot)
        joint += JOINT
        block += BLOCK
    if k[table + RODS] > 0:
        couple_rods(k, p, w, slot)


@njit
def load_forces(k, p, w):
    """Scaled forces of the joint coordinates from the composite forces."""
    if k[WORLD] > 0:
        call_world(k[k[WORLD] + LOAD_FORCES], k, p, w, w, 0, 0, 0.0 * w[0])
        return
    table = k[TREE]
    joint, block, side, units = table + RECORDS, blocks_at(k), side_at(k), vectors_at(k)
    scale = 1.0 / p[k[MASS_SCALE]]
    for i in range(k[table + FREEDOMS]):
        w[side + i] = 0.0
    for _ in range(k[table + JOINTS]):
        kind, z = k[joint + KIND], k[joint + FREEDOM]
        at, unit = side + z, units + z
        if kind == TURNING:
            w[at] = w[block + FT] * scale * w[unit]
        elif kind == SLIDING:
            w[at] = (w[block + UX] * w[block + FX] + w[block + UY] * w[block + FY]) * scale * w[unit]
        elif kind == FLOATING:
            w[at] = w[block + FX] * scale * w[unit]
            w[at + 1] = w[block + FY] * scale * w[unit + 1]
            w[at + 2] = w[block + FT] * scale * w[unit + 2]
        joint += JOINT
        block += BLOCK
