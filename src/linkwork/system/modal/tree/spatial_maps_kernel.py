"""T, c, P and b of a link in space (`link_layout_kernel`): from its parent and its unknowns, and to its body."""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import TREE
from linkwork.places.spatial.layout_kernel import MATRIX
from linkwork.system.modal.tree.link_layout_kernel import UNKNOWN, bias_at, body_map_at, link_of, map_at
from linkwork.system.modal.tree.spatial_tree_kernel import bend, pull_in
from linkwork.system.modal.tree.unit_kernel import unit_at
from linkwork.system.tree.spatial.tree_acceleration_kernel import add_joint_acceleration
from linkwork.system.tree.spatial.tree_layout_kernel import CX, DX, EX, SX, block_of
from linkwork.system.tree.tree_kernel import COLUMN, FREEDOM, JOINT, KIND, POSE_OF, RECORDS, TO_FRAME


@njit
def put_lever(w, at, wide, x, y, z):
    """The unit matrix and, against turns, the cross product with the lever: turn x lever."""
    zero = 0.0 * x
    for row in range(6):
        for column in range(6):
            w[at + wide * row + column] = zero + (1.0 if row == column else 0.0)
    w[at + 4], w[at + 5] = z, -y
    w[at + wide + 3], w[at + wide + 5] = -z, x
    w[at + 2 * wide + 3], w[at + 2 * wide + 4] = y, -x


@njit
def put_unknowns(k, p, w, joint, block, at, wide, zero):
    """Columns of T of the joint, or of the modes."""
    unit, first = unit_at(k), k[joint + FREEDOM]
    for place in range(wide - 6):
        w[unit + first + place] = 1.0 + zero
        if k[joint + KIND] < TO_FRAME:
            column = add_joint_acceleration(k, p, w, part(w, unit), joint, block, zero, zero, zero, zero, zero, zero)
        else:
            column = bend(k, p, w, part(w, unit), joint, zero, zero, zero, zero, zero, zero)
        w[unit + first + place] = zero
        for row, value in enumerate(column):
            w[at + wide * row + 6 + place] = value


def put_maps(k, p, w, z, i, j, x):
    """T, c, P and b of link i."""
    joint, block, link = k[TREE] + RECORDS + JOINT * i, block_of(k, i), link_of(k, i)
    at, bias, body, wide = map_at(k, link), bias_at(k, link), body_map_at(k, link), 6 + k[link + UNKNOWN]
    put_lever(w, at, wide, w[block + DX], w[block + DX + 1], w[block + DX + 2])
    put_unknowns(k, p, w, joint, block, at, wide, 0.0 * x)
    for axis in range(3):
        w[bias + axis], w[bias + 3 + axis] = w[block + CX + axis], w[block + EX + axis]
    sx, sy, sz = w[block + SX], w[block + SX + 1], w[block + SX + 2]
    put_lever(w, body, 6, -sx, -sy, -sz)
    gx, gy, gz = pull_in(w, block, sx, sy, sz)
    w[body + 36], w[body + 37], w[body + 38] = -gx, -gy, -gz
    for axis in range(3):
        w[body + 39 + axis] = 0.0 * x
        if k[joint + COLUMN] >= 0:
            for column in range(3):
                w[body + 6 * (3 + axis) + 3 + column] = w[k[joint + POSE_OF] + MATRIX + 3 * column + axis]
