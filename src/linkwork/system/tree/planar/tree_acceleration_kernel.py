"""Accelerations of the bodies of a tree in the plane from those of its joints; called by address."""

from __future__ import annotations

from linkwork.places.layout_kernel import TREE
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
    JOINT,
    JOINTS,
    KIND,
    PARENT,
    RECORDS,
    SLIDING,
    TURNING,
    UX,
    UY,
    blocks_at,
)


def spread_accelerations(k, p, w, z, i, j, x):
    """Accelerations at the reference points of the bodies from those of the joints at z."""
    table = k[TREE]
    joint, first = table + RECORDS, blocks_at(k)
    block = first
    for _ in range(k[table + JOINTS]):
        kind, parent, freedom = k[joint + KIND], k[joint + PARENT], k[joint + FREEDOM]
        ax, ay, at = w[block + CX], w[block + CY], 0.0 * w[block + CX]
        if parent >= 0:
            above = first + BLOCK * parent
            at = w[above + AT]
            ax += w[above + AX] - at * w[block + DY]
            ay += w[above + AY] + at * w[block + DX]
        if kind == TURNING:
            at += z[freedom]
        elif kind == SLIDING:
            ax += z[freedom] * w[block + UX]
            ay += z[freedom] * w[block + UY]
        elif kind == FLOATING:
            ax, ay, at = z[freedom], z[freedom + 1], z[freedom + 2]
        w[block + AX], w[block + AY], w[block + AT] = ax, ay, at
        joint += JOINT
        block += BLOCK
