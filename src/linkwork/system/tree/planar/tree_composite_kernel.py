"""Composite inertias of a tree in the plane, the matrix H made of them, and rows summed along the paths to the root.

Functions of the world, with (k, p, w, z, i, j, x), are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import (
    BODIES,
    FIRST_ROW,
    INTS_AT,
    MASS_SCALE,
    OUT,
    OUT_AT,
    OWN,
    ROW_SCALE,
    ROWS,
    TREE,
    WIDTH,
)
from linkwork.system.rods.rod_kernel import add_rods, couple_rods
from linkwork.system.rods.rod_place_kernel import RODS
from linkwork.system.tree.closure_place_kernel import matrix_at, rows_at, side_at
from linkwork.system.tree.path_kernel import along
from linkwork.system.tree.tree_kernel import (
    AT,
    AX,
    AY,
    BLOCK,
    CUT,
    CUT_AT,
    CUT_ELEMENT,
    CUT_FIRST,
    CUTS,
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
    LINKS_AT,
    MATRIX_SIZE,
    MATRIX_SLOTS,
    PARENT,
    RECORDS,
    ROW_SLOTS,
    ROWS_SIZE,
    SLIDING,
    SX,
    SY,
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


def bias_accelerations(k, p, w, z, i, j, x):
    """Accelerations of the bodies when no joint accelerates, and the forces without what these need; p is not there."""
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


def compose(k, p, w, z, i, j, x):
    """Composite inertias and forces, from the leaves to the root; removed rods are at the bodies of their ends."""
    table = k[TREE]
    if k[table + RODS] > 0:
        add_rods(k, p, w, i > 0)
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


def load_matrix(k, p, w, z, i, j, x):
    """The scaled H, lower half, from the composite inertias and what removed rods couple."""
    table = k[TREE]
    joint, block, h, slot = table + RECORDS, blocks_at(k), matrix_at(k), k[table + MATRIX_SLOTS]
    units, scale = vectors_at(k), 1.0 / p[k[MASS_SCALE]]
    for entry in range(k[table + MATRIX_SIZE]):
        w[h + entry] = 0.0
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


def load_forces(k, p, w, z, i, j, x):
    """Scaled forces of the joint coordinates from the composite forces."""
    table = k[TREE]
    joint, block, side, units = table + RECORDS, blocks_at(k), side_at(k), vectors_at(k)
    scale = 1.0 / p[k[MASS_SCALE]]
    for freedom in range(k[table + FREEDOMS]):
        w[side + freedom] = 0.0
    for _ in range(k[table + JOINTS]):
        kind, freedom = k[joint + KIND], k[joint + FREEDOM]
        at, unit = side + freedom, units + freedom
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


@njit
def row_along(k, w, place, row, factor, target, slot):
    """Add what a row does at a body, times a factor, to the joints on the body's path; the next slot."""
    if place < 0:
        return slot
    block = blocks_at(k) + BLOCK * place
    x, y = w[row] * factor, w[row + 1] * factor
    turn = w[row + 2] * factor - w[block + SX] * y + w[block + SY] * x
    return along(k, w, place, x, y, turn, target, slot)


def load_rows(k, p, w, z, i, j, x):
    """The scaled rows of the cut elements against the joint coordinates."""
    table = k[TREE]
    rows, cut, units, slot = rows_at(k), k[table + CUT_AT], vectors_at(k), k[table + ROW_SLOTS]
    for entry in range(k[table + ROWS_SIZE]):
        w[rows + entry] = 0.0
    beyond = 3 * (k[BODIES] + 1)
    own = units + k[table + FREEDOMS] - k[OWN] - beyond
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        at, scale = k[OUT] + k[record + OUT_AT] + 3 * count, k[ROW_SCALE] + k[record + FIRST_ROW]
        for row in range(count):
            factor = p[scale + row]
            for side in range(2):
                slot = row_along(k, w, k[cut + CUT_FIRST + side], at + 3 * side, factor, rows, slot)
            for local in range(6, width):
                place = k[ints + 5 + 2 * (local - 6)]
                if place >= beyond:
                    w[rows + k[slot]] += w[at + local] * factor * w[own + place]
                    slot += 1
                elif place % 3 == 0:
                    link = k[k[table + LINKS_AT] + place // 3]
                    slot = row_along(k, w, link, at + local, factor, rows, slot)
            at += width
        cut += CUT


def row_on_path(k, p, w, z, i, j, x):
    """Add the row at w[i] of a body to the right side of the closures; its link and its slots stand at k[j]."""
    row_along(k, w, k[j], i, 1.0, side_at(k), j + 1)
