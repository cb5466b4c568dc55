"""Joint coordinates of a tree in the plane from the poses and twists of its bodies.

Functions of the world, with (k, p, w, z, i, j, x), are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import atan2, cos, sin
from linkwork.places.layout_kernel import BODIES, OWN, POSE, POSE_SIZE, TREE, V
from linkwork.system.rods.rod_place_kernel import keep_turns
from linkwork.system.tree.planar.tree_motion_kernel import foot
from linkwork.system.tree.tree_kernel import (
    ANGLE_AT,
    BLOCK,
    CHILD_POINT,
    COLUMN,
    FLOATING,
    FREEDOM,
    FREEDOMS,
    JOINT,
    JOINTS,
    KIND,
    NO_COLUMN,
    OFFSET,
    PARENT_POINT,
    PARENT_POSE,
    PARENT_TWIST,
    PI,
    POSE_OF,
    RECORDS,
    RIGID,
    SLIDING,
    TURNING,
    TWIST_OF,
    blocks_at,
)


def gather(k, p, w, z, i, j, x):
    """Joint coordinates and their rates to z from the poses and twists of the workspace; joints keep their angles."""
    table = k[TREE]
    joint, block = table + RECORDS, blocks_at(k)
    for _ in range(k[table + JOINTS]):
        gather_link(k, p, w, z, joint, block)
        joint += JOINT
        block += BLOCK
    keep_turns(k, w)
    gather_own(k, w, z)


@njit
def gather_link(k, p, w, out, joint, block):
    """The same for one body, whose parent is placed."""
    freedoms, kind, z = k[k[TREE] + FREEDOMS], k[joint + KIND], k[joint + FREEDOM]
    pose, twist = k[joint + POSE_OF], k[joint + TWIST_OF]
    above, carrier = k[joint + PARENT_POSE], k[joint + PARENT_TWIST]
    point, own = k[joint + PARENT_POINT], k[joint + CHILD_POINT]
    if k[joint + COLUMN] == NO_COLUMN:
        place_frame(k, p, w, joint)
    if kind == FLOATING:
        for i in range(3):
            out[z + i] = w[pose + i]
            out[freedoms + z + i] = w[twist + i]
    elif kind == TURNING:
        out[z] = w[pose + 2] - w[above + 2]
        out[freedoms + z] = w[twist + 2] - w[carrier + 2]
    elif kind == RIGID:
        w[block + OFFSET] = p[k[joint + ANGLE_AT]]
    else:
        angle = atan2(p[point + 3], p[point + 2]) - atan2(p[own + 3], p[own + 2])
        turns = (w[pose + 2] - w[above + 2] - angle).real / PI
        w[block + OFFSET] = angle + PI * round(turns)
        c, s = w[above + 3], w[above + 4]
        ux, uy = c * p[point + 2] - s * p[point + 3], s * p[point + 2] + c * p[point + 3]
        x, h = foot(p, point)
        dx, dy = c * x - s * h, s * x + c * h
        c, s = w[pose + 3], w[pose + 4]
        sx, sy = c * p[own] - s * p[own + 1], s * p[own] + c * p[own + 1]
        out[z] = ux * (w[pose] + sx - w[above] - dx) + uy * (w[pose + 1] + sy - w[above + 1] - dy)
        vx = w[twist] - w[twist + 2] * sy - w[carrier] + w[carrier + 2] * dy
        vy = w[twist + 1] + w[twist + 2] * sx - w[carrier + 1] - w[carrier + 2] * dx
        out[freedoms + z] = ux * vx + uy * vy


@njit
def gather_own(k, w, out):
    """Coordinates that elements own, and their rates, behind those of the joints."""
    own_at, freedoms = k[POSE] + POSE_SIZE * (k[BODIES] + 1), k[k[TREE] + FREEDOMS]
    for i in range(k[OWN]):
        out[freedoms - k[OWN] + i] = w[own_at + i]
        out[2 * freedoms - k[OWN] + i] = w[k[V] + 3 * k[BODIES] + i]


@njit
def place_frame(k, p, w, joint):
    """Pose and twist of the frame between two bodies whose joint is a chain of two motions.

    A frame that slides has the direction of the body before it and follows the point behind it; one that turns and
    carries a slide has the direction of the body behind it; one between two pins points from one to the other.
    """
    kind, behind = k[joint + KIND], joint + JOINT
    pose, above, child = k[joint + POSE_OF], k[joint + PARENT_POSE], k[behind + POSE_OF]
    twist, carrier, carried = k[joint + TWIST_OF], k[joint + PARENT_TWIST], k[behind + TWIST_OF]
    line, own = k[joint + PARENT_POINT], k[joint + CHILD_POINT]
    next_line, next_own = k[behind + PARENT_POINT], k[behind + CHILD_POINT]
    dx, dy = turned(w, above, p[line], p[line + 1])
    ex, ey = turned(w, child, p[next_own], p[next_own + 1])
    px, py = w[above] + dx, w[above + 1] + dy
    bx, by = w[child] + ex - px, w[child + 1] + ey - py
    vx, vy = w[carrier] - w[carrier + 2] * dy, w[carrier + 1] + w[carrier + 2] * dx
    ux, uy = w[carried] - w[carried + 2] * ey - vx, w[carried + 1] + w[carried + 2] * ex - vy
    if kind == SLIDING:
        angle = w[above + 2] + atan2(p[line + 3], p[line + 2]) - atan2(p[own + 3], p[own + 2])
        spin = w[carrier + 2]
        sx, sy = turned(w, above, p[line + 2], p[line + 3])
        length, speed = sx * bx + sy * by, sx * (ux + spin * by) + sy * (uy - spin * bx)
        px += length * sx
        py += length * sy
        vx += speed * sx - spin * length * sy
        vy += speed * sy + spin * length * sx
    elif k[behind + KIND] == SLIDING:
        angle = w[child + 2] - atan2(p[next_line + 3], p[next_line + 2]) + atan2(p[next_own + 3], p[next_own + 2])
        spin = w[carried + 2]
    else:
        angle = atan2(by, bx) - atan2(p[next_line + 1] - p[own + 1], p[next_line] - p[own])
        spin = (bx * uy - by * ux) / (bx * bx + by * by)
    w[pose + 2], w[pose + 3], w[pose + 4] = angle, cos(angle), sin(angle)
    sx, sy = turned(w, pose, p[own], p[own + 1])
    w[pose], w[pose + 1] = px - sx, py - sy
    w[twist], w[twist + 1], w[twist + 2] = vx + spin * sy, vy - spin * sx, spin


@njit
def turned(w, pose, x, y):
    """A vector of a body in the directions of the world."""
    return w[pose + 3] * x - w[pose + 4] * y, w[pose + 4] * x + w[pose + 3] * y
