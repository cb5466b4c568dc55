"""Sums along the path from a body to the root of its tree."""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import TREE
from linkwork.system.tree.tree_kernel import (
    BLOCK,
    DX,
    DY,
    FLOATING,
    FREEDOM,
    JOINT,
    KIND,
    PARENT,
    RECORDS,
    SLIDING,
    TURNING,
    UX,
    UY,
    blocks_at,
    vectors_at,
)


@njit
def along(k, w, place, x, y, turn, target, slot):
    """Add what a force and a moment at the reference point of a body do to the joints on its path to the root.

    One entry a coordinate, in its unit, at the slots from `slot` on, counted from `target`; returns the next slot.
    """
    first, records, units = blocks_at(k), k[TREE] + RECORDS, vectors_at(k)
    while place >= 0:
        joint, block = records + JOINT * place, first + BLOCK * place
        kind = k[joint + KIND]
        if kind == TURNING:
            w[target + k[slot]] += turn
            slot += 1
        elif kind == SLIDING:
            w[target + k[slot]] += (w[block + UX] * x + w[block + UY] * y) * w[units + k[joint + FREEDOM]]
            slot += 1
        elif kind == FLOATING:
            unit = units + k[joint + FREEDOM]
            w[target + k[slot]] += x * w[unit]
            w[target + k[slot + 1]] += y * w[unit + 1]
            w[target + k[slot + 2]] += turn
            slot += 3
        turn += w[block + DX] * y - w[block + DY] * x
        place = k[joint + PARENT]
    return slot
