"""Poses and twists of a tree in the plane from its joint coordinates, and coordinates of the bodies from them.

Functions of the world, with (k, p, w, z, i, j, x), are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.scalar import cos, sin
from linkwork.places.layout_kernel import BODIES, COORDINATES, OWN, POSE, POSE_SIZE, TREE, TWIST, V
from linkwork.system.rods.rod_place_kernel import RODS, place_rods, turn_rods
from linkwork.system.tree.tree_kernel import (
    BLOCK,
    CHILD_POINT,
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
    OFFSET,
    PARENT,
    PARENT_POINT,
    PARENT_POSE,
    PARENT_TWIST,
    POSE_OF,
    RECORDS,
    SLIDING,
    SX,
    SY,
    TURNING,
    TWIST_OF,
    UX,
    UY,
    blocks_at,
)


@njit
def foot(p, line):
    """The point of a line next to the origin of its frame: a slide counts from there, which keeps the most digits."""
    x, y, ux, uy = p[line], p[line + 1], p[line + 2], p[line + 3]
    along = ux * x + uy * y
    return x - along * ux, y - along * uy


def spread(k, p, w, z, i, j, x):
    """Poses, and with i > 0 twists and velocities, that belong to the joint coordinates z and their rates."""
    table, first = k[TREE], blocks_at(k)
    joint, block, rates = table + RECORDS, first, k[table + FREEDOMS]
    for _ in range(k[table + JOINTS]):
        spread_link(k, p, w, z, i > 0, joint, block, first, rates)
        joint += JOINT
        block += BLOCK
    spread_own(k, w, z, i > 0)
    if k[table + RODS] > 0:
        place_rods(k, p, w, i > 0)


@njit
def spread_link(k, p, w, y, moving, joint, block, first, rates):
    """The same for one body, whose parent is placed; where the blocks and the rates of the joints begin is told."""
    kind, z = k[joint + KIND], k[joint + FREEDOM]
    pose, twist = k[joint + POSE_OF], k[joint + TWIST_OF]
    rate = rates + z
    if kind == FLOATING:
        x, h, angle = y[z], y[z + 1], y[z + 2]
        w[pose], w[pose + 1], w[pose + 2] = x, h, angle
        w[pose + 3], w[pose + 4] = cos(angle), sin(angle)
        if moving:
            w[twist], w[twist + 1], w[twist + 2] = y[rate], y[rate + 1], y[rate + 2]
    else:
        above, carrier = k[joint + PARENT_POSE], k[joint + PARENT_TWIST]
        point, own = k[joint + PARENT_POINT], k[joint + CHILD_POINT]
        c, s = w[above + 3], w[above + 4]
        x, h = p[point], p[point + 1]
        if kind == SLIDING:
            x, h = foot(p, point)
        dx, dy = c * x - s * h, s * x + c * h
        px, py, angle = w[above] + dx, w[above + 1] + dy, w[above + 2]
        ux, uy = 0.0 * dx, 0.0 * dx
        if kind == TURNING:
            angle += y[z]
        else:
            angle += w[block + OFFSET]
            if kind == SLIDING:
                ux, uy = c * p[point + 2] - s * p[point + 3], s * p[point + 2] + c * p[point + 3]
                w[block + UX], w[block + UY] = ux, uy
                dx += ux * y[z]
                dy += uy * y[z]
                px += ux * y[z]
                py += uy * y[z]
        c, s = cos(angle), sin(angle)
        sx, sy = c * p[own] - s * p[own + 1], s * p[own] + c * p[own + 1]
        w[pose], w[pose + 1], w[pose + 2], w[pose + 3], w[pose + 4] = px - sx, py - sy, angle, c, s
        w[block + SX], w[block + SY] = sx, sy
        if moving:
            turn = w[carrier + 2]
            vx, vy = w[carrier] - turn * dy, w[carrier + 1] + turn * dx
            spin = turn
            cx, cy = 0.0 * dx, 0.0 * dx
            if kind == TURNING:
                spin += y[rate]
            elif kind == SLIDING:
                vx += ux * y[rate]
                vy += uy * y[rate]
                cx, cy = -2.0 * turn * uy * y[rate], 2.0 * turn * ux * y[rate]
            w[twist], w[twist + 1], w[twist + 2] = vx + spin * sy, vy - spin * sx, spin
        parent = k[joint + PARENT]
        if parent >= 0:
            other = first + BLOCK * parent
            dx -= w[other + SX]
            dy -= w[other + SY]
        w[block + DX], w[block + DY] = dx, dy
        if moving:
            w[block + CX], w[block + CY] = cx - turn * turn * dx, cy - turn * turn * dy
    column = k[joint + COLUMN]
    if moving and column >= 0:
        v = k[V] + column
        w[v], w[v + 1], w[v + 2] = w[twist], w[twist + 1], w[twist + 2]


@njit
def spread_own(k, w, y, moving):
    """Coordinates that elements own, and when they move their rates and velocities, from those at y."""
    bodies, own, freedoms = k[BODIES], k[OWN], k[k[TREE] + FREEDOMS]
    for i in range(own):
        w[k[POSE] + POSE_SIZE * (bodies + 1) + i] = y[freedoms - own + i]
        if moving:
            w[k[TWIST] + 3 * (bodies + 1) + i] = y[2 * freedoms - own + i]
            w[k[V] + 3 * bodies + i] = y[2 * freedoms - own + i]


def collect(k, p, w, z, i, j, x):
    """Coordinates and velocities to z from the poses and twists; the angles of removed rods are made known; no p."""
    turn_rods(k, w, True)
    collect_in_plane(k, w, z)


@njit
def collect_in_plane(k, w, out):
    """The same where all angles are known."""
    n, pose = k[COORDINATES], k[POSE] + POSE_SIZE
    for body in range(k[BODIES]):
        for i in range(3):
            out[3 * body + i] = w[pose + i]
        pose += POSE_SIZE
    for i in range(k[OWN]):
        out[3 * k[BODIES] + i] = w[pose + i]
    for i in range(n):
        out[n + i] = w[k[TWIST] + 3 + i]
