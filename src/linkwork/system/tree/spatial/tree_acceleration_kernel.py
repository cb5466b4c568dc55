"""Accelerations of the links of a tree in space: from the joints' ones, and to those of the bodies.

Functions of the world have the signature (k, p, w, z, i, j, x) and are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import TREE, A
from linkwork.places.spatial.layout_kernel import MATRIX
from linkwork.system.spatial.rotation_kernel import chart_rate, cross, turned, turned_back
from linkwork.system.tree.spatial.tree_layout_kernel import (
    AX,
    BALL_AXES,
    CHART,
    CX,
    DX,
    EX,
    HX,
    NUMBERS,
    PITCH,
    SPATIAL_BLOCK,
    SX,
    TX,
    WX,
    block_of,
    parent_block,
)
from linkwork.system.tree.tree_kernel import (
    BALL,
    COLUMN,
    FREEDOM,
    JOINT,
    JOINTS,
    KIND,
    POSE_OF,
    RECORDS,
    RIGID,
    SLIDING,
    TURNING,
)


@njit
def carried_acceleration(w, block, above):
    """Acceleration and angular acceleration of a link whose joint does not accelerate."""
    tx, ty, tz = w[above + TX], w[above + TX + 1], w[above + TX + 2]
    lx, ly, lz = cross(tx, ty, tz, w[block + DX], w[block + DX + 1], w[block + DX + 2])
    return (
        w[above + AX] + lx + w[block + CX],
        w[above + AX + 1] + ly + w[block + CX + 1],
        w[above + AX + 2] + lz + w[block + CX + 2],
        tx + w[block + EX],
        ty + w[block + EX + 1],
        tz + w[block + EX + 2],
    )


@njit
def clear_ground(k, w):
    """The ground does not accelerate."""
    ground = block_of(k, -1)
    for place in range(AX, AX + 6):
        w[ground + place] = 0.0


@njit
def chart_acceleration(k, w, joint, block, x, y, z):
    """u'' of a ball whose link has the angular acceleration (x, y, z) beyond that without the joint's."""
    chart = block + CHART
    x, y, z = turned_back(w, k[joint + POSE_OF] + MATRIX, x, y, z)
    return chart_rate(w[chart], w[chart + 1], w[chart + 2], x, y, z)


def take_accelerations(k, p, w, z, i, j, x):
    """Accelerations of the bodies' origins, and angular ones in body axes, from those at their reference points."""
    table = k[TREE]
    joint, block = table + RECORDS, block_of(k, 0)
    for _ in range(k[table + JOINTS]):
        column = k[joint + COLUMN]
        if column >= 0:
            a = k[A] + column
            sx, sy, sz = w[block + SX], w[block + SX + 1], w[block + SX + 2]
            ox, oy, oz = w[block + WX], w[block + WX + 1], w[block + WX + 2]
            tx, ty, tz = w[block + TX], w[block + TX + 1], w[block + TX + 2]
            lx, ly, lz = cross(ox, oy, oz, sx, sy, sz)
            lx, ly, lz = cross(ox, oy, oz, lx, ly, lz)
            mx, my, mz = cross(tx, ty, tz, sx, sy, sz)
            w[a], w[a + 1] = w[block + AX] - lx - mx, w[block + AX + 1] - ly - my
            w[a + 2] = w[block + AX + 2] - lz - mz
            w[a + 3], w[a + 4], w[a + 5] = turned_back(w, k[joint + POSE_OF] + MATRIX, tx, ty, tz)
        joint += JOINT
        block += SPATIAL_BLOCK


@njit
def add_joint_acceleration(k, p, w, z, joint, block, ax, ay, az, tx, ty, tz):
    """Acceleration and angular acceleration of a link with those of its joint at z added."""
    kind, at = k[joint + KIND], k[joint + FREEDOM]
    if kind == BALL:
        gx, gy, gz = turned(w, block + BALL_AXES, z[at], z[at + 1], z[at + 2])
        tx, ty, tz = tx + gx, ty + gy, tz + gz
    elif kind != RIGID:
        value = z[at]
        hx, hy, hz = w[block + HX], w[block + HX + 1], w[block + HX + 2]
        if kind != SLIDING:
            tx, ty, tz = tx + value * hx, ty + value * hy, tz + value * hz
            value = value * p[k[joint + NUMBERS] + PITCH]
        if kind != TURNING:
            ax, ay, az = ax + value * hx, ay + value * hy, az + value * hz
    return ax, ay, az, tx, ty, tz


@njit
def store_acceleration(w, block, ax, ay, az, tx, ty, tz):
    """Acceleration and angular acceleration of a link into its block."""
    w[block + AX], w[block + AX + 1], w[block + AX + 2] = ax, ay, az
    w[block + TX], w[block + TX + 1], w[block + TX + 2] = tx, ty, tz


def spread_accelerations(k, p, w, z, i, j, x):
    """Accelerations at the reference points of the links from those of the joints at z."""
    table = k[TREE]
    joint, block = table + RECORDS, block_of(k, 0)
    clear_ground(k, w)
    for _ in range(k[table + JOINTS]):
        ax, ay, az, tx, ty, tz = carried_acceleration(w, block, parent_block(k, joint))
        ax, ay, az, tx, ty, tz = add_joint_acceleration(k, p, w, z, joint, block, ax, ay, az, tx, ty, tz)
        store_acceleration(w, block, ax, ay, az, tx, ty, tz)
        joint += JOINT
        block += SPATIAL_BLOCK
