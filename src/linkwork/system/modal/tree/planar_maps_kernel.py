"""T, c, P and b of a link in the plane (`link_layout_kernel`): from its parent and its unknowns, and to its body."""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import TREE
from linkwork.system.modal.tree.link_layout_kernel import UNKNOWN, bias_at, body_map_at, link_of, map_at
from linkwork.system.modal.tree.planar_tree_kernel import bend
from linkwork.system.modal.tree.unit_kernel import unit_at
from linkwork.system.tree.tree_kernel import (
    BLOCK,
    CX,
    CY,
    DX,
    DY,
    FLOATING,
    FREEDOM,
    JOINT,
    KIND,
    RECORDS,
    SLIDING,
    SX,
    SY,
    TO_FRAME,
    TURNING,
    TWIST_OF,
    UX,
    UY,
    blocks_at,
)


@njit
def put_column(w, at, wide, column, x, y, turn):
    """A column of a matrix of three rows."""
    w[at + column], w[at + wide + column], w[at + 2 * wide + column] = x, y, turn


@njit
def put_from_parent(k, p, w, joint, block, at, wide):
    """T of a link that is carried by another one, or by the ground."""
    kind, zero = k[joint + KIND], 0.0 * w[block + DX]
    put_column(w, at, wide, 0, 1.0 + zero, zero, zero)
    put_column(w, at, wide, 1, zero, 1.0 + zero, zero)
    put_column(w, at, wide, 2, -w[block + DY], w[block + DX], 1.0 + zero)
    if kind == TURNING:
        put_column(w, at, wide, 3, zero, zero, 1.0 + zero)
    elif kind == SLIDING:
        put_column(w, at, wide, 3, w[block + UX], w[block + UY], zero)
    elif kind >= TO_FRAME:
        unit = unit_at(k)
        for mode in range(wide - 3):
            w[unit + k[joint + FREEDOM] + mode] = 1.0 + zero
            x, y, turn = bend(k, p, w, part(w, unit), joint)
            w[unit + k[joint + FREEDOM] + mode] = zero
            put_column(w, at, wide, 3 + mode, x, y, turn)


def put_maps(k, p, w, z, i, j, x):
    """T, c, P and b of link i."""
    joint, block, link = k[TREE] + RECORDS + JOINT * i, blocks_at(k) + BLOCK * i, link_of(k, i)
    at, bias, body, wide = map_at(k, link), bias_at(k, link), body_map_at(k, link), 3 + k[link + UNKNOWN]
    zero, one = 0.0 * x, 1.0 + 0.0 * x
    sx, sy, spin = zero, zero, zero
    if k[joint + KIND] == FLOATING:
        for column in range(6):
            for row in range(3):
                w[at + wide * row + column] = one if row == column % 3 else zero
        w[bias], w[bias + 1], w[bias + 2] = zero, zero, zero
    else:
        sx, sy, spin = w[block + SX], w[block + SY], w[k[joint + TWIST_OF] + 2]
        put_from_parent(k, p, w, joint, block, at, wide)
        w[bias], w[bias + 1], w[bias + 2] = w[block + CX], w[block + CY], zero
    put_column(w, body, 3, 0, one, zero, zero)
    put_column(w, body, 3, 1, zero, one, zero)
    put_column(w, body, 3, 2, sy, -sx, one)
    w[body + 9], w[body + 10], w[body + 11] = spin * spin * sx, spin * spin * sy, zero
