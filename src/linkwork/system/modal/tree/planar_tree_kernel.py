"""A tree in the plane in which bodies have elastic modes: poses, twists and accelerations through their interfaces.

A joint at an interface carries on from the interface, and carries a body by an interface of that body. So two kinds of
links lie between: from a body to a frame on it, and from the frame by which it is carried to the body. Their motion
is that of the modes, which are coordinates behind those of all joints; see `planar_frame_kernel` for rho, S and R.

    to a frame:     a_f = a + alpha B rho - omega^2 rho + 2 omega B A S q' + A (q' B q') + A S q''
                    alpha_f = alpha + R q''
    from a frame:   the same, solved for a and alpha

Reference points are the origins of the frame and of the body. All functions have the signature (k, p, w, z, i, j, x)
of a function of the world and are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.numerics.scalar import cos, sin
from linkwork.places.layout_kernel import BODIES, COLUMNS, FUNCTIONS, OWN, POSE, TREE, TWIST, A, Q, V
from linkwork.system.modal.modal_layout_kernel import (
    FRAME_MODES,
    OWNER_POSE,
    OWNER_TWIST,
    POSE_OF,
    TRANSFORMATION,
    TWIST_OF,
)
from linkwork.system.modal.planar_frame_kernel import arm, bending, flow, move_frame, place_frame, shape
from linkwork.system.tree.planar.tree_gather_kernel import gather_link, gather_own
from linkwork.system.tree.planar.tree_motion_kernel import collect_in_plane, spread_link, spread_own
from linkwork.system.tree.tree_kernel import (
    ANGLE_AT,
    AT,
    AX,
    AY,
    BLOCK,
    COLUMN,
    CX,
    CY,
    DX,
    DY,
    FLOATING,
    FREEDOM,
    FREEDOMS,
    JOINT,
    JOINTS,
    KIND,
    PARENT,
    RECORDS,
    SLIDING,
    SX,
    SY,
    TO_FRAME,
    TURNING,
    UX,
    UY,
    blocks_at,
)


@njit
def own_positions(k, w, z):
    """The modes among the coordinates, where the inertia of their bodies reads them."""
    own, first = k[OWN], k[Q] + k[COLUMNS] * k[BODIES]
    for mode in range(own):
        w[first + mode] = z[k[k[TREE] + FREEDOMS] - own + mode]


@njit
def to_frame(k, p, w, joint, block, moving):
    """Pose and twist of a frame on a body, and what its acceleration owes to velocities."""
    f, pose, twist = k[joint + ANGLE_AT], part(w, k[POSE]), part(w, k[TWIST])
    above = blocks_at(k) + BLOCK * k[joint + PARENT]
    place_frame(k, p, pose, f)
    rx, ry, _ = arm(k, p, pose, f)
    dx, dy = rx - w[above + SX], ry - w[above + SY]
    w[block + SX], w[block + SY], w[block + DX], w[block + DY] = 0.0, 0.0, dx, dy
    if moving:
        move_frame(k, p, pose, twist, f)
        x, y, _ = flow(k, p, pose, twist, f)
        spin = twist[k[f + OWNER_TWIST] + 2]
        bx, by = bending(k, p, pose, twist, f)
        w[block + CX], w[block + CY] = bx - spin * (spin * dx + 2.0 * y), by - spin * (spin * dy - 2.0 * x)


@njit
def from_frame(k, p, w, joint, block, moving):
    """Pose and twist of a body from those of the frame on it by which it is carried, and the same."""
    f, pose, twist = k[joint + ANGLE_AT], part(w, k[POSE]), part(w, k[TWIST])
    above, here, owner = blocks_at(k) + BLOCK * k[joint + PARENT], k[f + POSE_OF], k[f + OWNER_POSE]
    _, _, turn = arm(k, p, pose, f)
    angle = pose[here + 2] - turn
    pose[owner + 2], pose[owner + 3], pose[owner + 4] = angle, cos(angle), sin(angle)
    rx, ry, _ = arm(k, p, pose, f)
    pose[owner], pose[owner + 1] = pose[here] - rx, pose[here + 1] - ry
    sx, sy = w[above + SX], w[above + SY]
    w[block + SX], w[block + SY], w[block + DX], w[block + DY] = 0.0, 0.0, -rx - sx, -ry - sy
    if moving:
        x, y, turning = flow(k, p, pose, twist, f)
        at, to, v = k[f + TWIST_OF], k[f + OWNER_TWIST], k[V] + k[joint + COLUMN]
        before = twist[at + 2]
        spin = before - turning
        vx, vy = twist[at] + spin * ry - x, twist[at + 1] - spin * rx - y
        twist[to], twist[to + 1], twist[to + 2] = vx, vy, spin
        w[v], w[v + 1], w[v + 2] = vx, vy, spin
        bx, by = bending(k, p, pose, twist, f)
        w[block + CX] = before * before * sx + spin * (spin * rx + 2.0 * y) - bx
        w[block + CY] = before * before * sy + spin * (spin * ry - 2.0 * x) - by


def spread(k, p, w, z, i, j, x):
    """Poses, and with i > 0 twists and velocities, that belong to the joint coordinates z and their rates."""
    w[k[k[FUNCTIONS] + TRANSFORMATION]] = 0.0  # dq/dz is that of another position from now on
    spread_own(k, w, z, i > 0)
    own_positions(k, w, z)
    table = k[TREE]
    first, rates = blocks_at(k), k[table + FREEDOMS]
    joint, block = table + RECORDS, first
    for _ in range(k[table + JOINTS]):
        if k[joint + KIND] < TO_FRAME:
            spread_link(k, p, w, z, i > 0, joint, block, first, rates)
        elif k[joint + KIND] == TO_FRAME:
            to_frame(k, p, w, joint, block, i > 0)
        else:
            from_frame(k, p, w, joint, block, i > 0)
        joint += JOINT
        block += BLOCK


def collect(k, p, w, z, i, j, x):
    """Coordinates and velocities to z from the poses and twists."""
    collect_in_plane(k, w, z)


def gather(k, p, w, z, i, j, x):
    """Joint coordinates and their rates to z from the poses and twists of the bodies and the modes."""
    table, pose, twist = k[TREE], part(w, k[POSE]), part(w, k[TWIST])
    joint, block = table + RECORDS, blocks_at(k)
    for _ in range(k[table + JOINTS]):
        if k[joint + KIND] >= TO_FRAME:
            place_frame(k, p, pose, k[joint + ANGLE_AT])
            move_frame(k, p, pose, twist, k[joint + ANGLE_AT])
        joint += JOINT
    joint = table + RECORDS
    for _ in range(k[table + JOINTS]):
        if k[joint + KIND] < TO_FRAME:
            gather_link(k, p, w, z, joint, block)
        joint += JOINT
        block += BLOCK
    gather_own(k, w, z)


@njit
def bend(k, p, w, z, joint):
    """What the accelerations of the modes at z add to that of a frame, or of the body that it carries."""
    f, pose = k[joint + ANGLE_AT], part(w, k[POSE])
    ax, ay, at = 0.0 * w[k[POSE]], 0.0 * w[k[POSE]], 0.0 * w[k[POSE]]
    for mode in range(k[f + FRAME_MODES]):
        value = z[k[joint + FREEDOM] + mode]
        x, y, turn = shape(k, p, pose, f, mode)
        ax += x * value
        ay += y * value
        at += turn * value
    if k[joint + KIND] == TO_FRAME:
        return ax, ay, at
    rx, ry, _ = arm(k, p, pose, f)
    return -at * ry - ax, at * rx - ay, -at


def bias(k, p, w, z, i, j, x):
    """Accelerations at the reference points when no coordinate accelerates; p is not there."""
    table, first = k[TREE], blocks_at(k)
    joint, block = table + RECORDS, first
    for _ in range(k[table + JOINTS]):
        ax, ay, parent = w[block + CX], w[block + CY], k[joint + PARENT]
        if parent >= 0:
            above = first + BLOCK * parent
            ax += w[above + AX]
            ay += w[above + AY]
        w[block + AX], w[block + AY], w[block + AT] = ax, ay, 0.0
        joint += JOINT
        block += BLOCK
    for own in range(k[OWN]):
        w[k[A] + 3 * k[BODIES] + own] = 0.0


def spread_accelerations(k, p, w, z, i, j, x):
    """Accelerations at the reference points from those of the coordinates at z.

    With i > 0, instead, the velocities of the bodies that the rates at z give alone, in the place of accelerations.
    """
    table, first, share = k[TREE], blocks_at(k), 0.0 if i > 0 else 1.0
    joint, block = table + RECORDS, first
    for _ in range(k[table + JOINTS]):
        kind, parent, at_z = k[joint + KIND], k[joint + PARENT], k[joint + FREEDOM]
        ax, ay, at = share * w[block + CX], share * w[block + CY], 0.0 * w[block + CX]
        if parent >= 0:
            above = first + BLOCK * parent
            at = w[above + AT]
            ax += w[above + AX] - at * w[block + DY]
            ay += w[above + AY] + at * w[block + DX]
        if kind == TURNING:
            at += z[at_z]
        elif kind == SLIDING:
            ax += z[at_z] * w[block + UX]
            ay += z[at_z] * w[block + UY]
        elif kind == FLOATING:
            ax, ay, at = z[at_z], z[at_z + 1], z[at_z + 2]
        elif kind >= TO_FRAME:
            bx, by, turn = bend(k, p, w, z, joint)
            ax, ay, at = ax + bx, ay + by, at + turn
        w[block + AX], w[block + AY], w[block + AT] = ax, ay, at
        column = k[joint + COLUMN]
        if i > 0 and column >= 0:
            a = k[A] + column
            w[a], w[a + 1], w[a + 2] = ax + at * w[block + SY], ay - at * w[block + SX], at
        joint += JOINT
        block += BLOCK
    for own in range(k[OWN]):
        w[k[A] + 3 * k[BODIES] + own] = z[k[table + FREEDOMS] - k[OWN] + own]
