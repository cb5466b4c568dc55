"""Composite inertias and forces of a tree in space, and H and J of the joint coordinates made of them.

A composite inertia is that of a rigid body: mass m, first moment b and J about the reference point, so that
f = m a + alpha x b and n = b x a + J alpha; b stands in the antisymmetric H of the articulated inertia.
All functions have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address.
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
from linkwork.places.spatial.layout_kernel import MATRIX, TWIST_SIZE
from linkwork.system.rods.rod_place_kernel import RODS
from linkwork.system.rods.spatial.rod_kernel import add_rods, couple_rods
from linkwork.system.spatial.rotation_kernel import cross, turned, turned_back
from linkwork.system.tree.closure_place_kernel import matrix_at, rows_at, side_at
from linkwork.system.tree.spatial.path_kernel import along
from linkwork.system.tree.spatial.tree_acceleration_kernel import carried_acceleration, clear_ground
from linkwork.system.tree.spatial.tree_layout_kernel import (
    AX,
    BALL_AXES,
    DX,
    FX,
    HX,
    HXY,
    HYZ,
    HZX,
    JXX,
    MXX,
    NUMBERS,
    NX,
    PITCH,
    SPATIAL_BLOCK,
    SX,
    TX,
    block_of,
    parent_block,
)
from linkwork.system.tree.tree_kernel import (
    BALL,
    CUT,
    CUT_AT,
    CUT_ELEMENT,
    CUT_FIRST,
    CUTS,
    FREEDOM,
    FREEDOMS,
    JOINT,
    JOINTS,
    KIND,
    LINKS_AT,
    MATRIX_SIZE,
    MATRIX_SLOTS,
    POSE_OF,
    RECORDS,
    RIGID,
    ROW_SLOTS,
    ROWS_SIZE,
    SLIDING,
    vectors_at,
)


@njit
def needed(w, block, ax, ay, az, tx, ty, tz):
    """Force and moment that a composite needs for an acceleration and an angular acceleration."""
    m, bx, by, bz, at = w[block + MXX], w[block + HYZ], w[block + HZX], w[block + HXY], block + JXX
    fx, fy, fz = cross(tx, ty, tz, bx, by, bz)
    nx, ny, nz = cross(bx, by, bz, ax, ay, az)
    return (
        m * ax + fx,
        m * ay + fy,
        m * az + fz,
        nx + w[at] * tx + w[at + 1] * ty + w[at + 2] * tz,
        ny + w[at + 1] * tx + w[at + 3] * ty + w[at + 4] * tz,
        nz + w[at + 2] * tx + w[at + 4] * ty + w[at + 5] * tz,
    )


def bias_accelerations(k, p, w, z, i, j, x):
    """Accelerations that the links have when no joint accelerates, and the forces without what these need."""
    table = k[TREE]
    joint, block = table + RECORDS, block_of(k, 0)
    clear_ground(k, w)
    for _ in range(k[table + JOINTS]):
        ax, ay, az, tx, ty, tz = carried_acceleration(w, block, parent_block(k, joint))
        w[block + AX], w[block + AX + 1], w[block + AX + 2] = ax, ay, az
        w[block + TX], w[block + TX + 1], w[block + TX + 2] = tx, ty, tz
        fx, fy, fz, nx, ny, nz = needed(w, block, ax, ay, az, tx, ty, tz)
        w[block + FX] -= fx
        w[block + FX + 1] -= fy
        w[block + FX + 2] -= fz
        w[block + NX] -= nx
        w[block + NX + 1] -= ny
        w[block + NX + 2] -= nz
        joint += JOINT
        block += SPATIAL_BLOCK


def compose(k, p, w, z, i, j, x):
    """Composite inertias and forces, from the leaves to the root; removed rods are at the bodies of their ends.

    With i > 0 they move.
    """
    if k[k[TREE] + RODS] > 0:
        add_rods(k, p, w, i > 0)
    count = k[k[TREE] + JOINTS]
    joint, block = k[TREE] + RECORDS + JOINT * (count - 1), block_of(k, count - 1)
    for _ in range(count):
        above, dx, dy, dz = parent_block(k, joint), w[block + DX], w[block + DX + 1], w[block + DX + 2]
        m, bx, by, bz = w[block + MXX], w[block + HYZ], w[block + HZX], w[block + HXY]
        # J' = J - ~d ~b - ~b ~d - m ~d ~d, which is ~a ~b = b a' - (a.b) I
        ex, ey, ez = 2.0 * bx + m * dx, 2.0 * by + m * dy, 2.0 * bz + m * dz
        trace = dx * ex + dy * ey + dz * ez
        w[above + MXX] += m
        w[above + HYZ] += bx + m * dx
        w[above + HZX] += by + m * dy
        w[above + HXY] += bz + m * dz
        to, at = above + JXX, block + JXX
        w[to] += w[at] + trace - dx * ex
        w[to + 1] += w[at + 1] - dx * by - dy * bx - m * dx * dy
        w[to + 2] += w[at + 2] - dx * bz - dz * bx - m * dx * dz
        w[to + 3] += w[at + 3] + trace - dy * ey
        w[to + 4] += w[at + 4] - dy * bz - dz * by - m * dy * dz
        w[to + 5] += w[at + 5] + trace - dz * ez
        fx, fy, fz = w[block + FX], w[block + FX + 1], w[block + FX + 2]
        lx, ly, lz = cross(dx, dy, dz, fx, fy, fz)
        w[above + FX] += fx
        w[above + FX + 1] += fy
        w[above + FX + 2] += fz
        w[above + NX] += w[block + NX] + lx
        w[above + NX + 1] += w[block + NX + 1] + ly
        w[above + NX + 2] += w[block + NX + 2] + lz
        joint -= JOINT
        block -= SPATIAL_BLOCK


def load_matrix(k, p, w, z, i, j, x):
    """The scaled H, lower half, from the composite inertias and what removed rods couple."""
    table = k[TREE]
    joint, block, h, slot = table + RECORDS, block_of(k, 0), matrix_at(k), k[table + MATRIX_SLOTS]
    units, scale = vectors_at(k), 1.0 / p[k[MASS_SCALE]]
    for place in range(k[table + MATRIX_SIZE]):
        w[h + place] = 0.0
    for place in range(k[table + JOINTS]):
        kind = k[joint + KIND]
        if kind == BALL:
            zero = 0.0 * scale
            for axis in range(3):
                at = block + BALL_AXES + axis
                tx, ty, tz = w[at] * scale, w[at + 3] * scale, w[at + 6] * scale
                fx, fy, fz, nx, ny, nz = needed(w, block, zero, zero, zero, tx, ty, tz)
                slot = along(k, p, w, place, fx, fy, fz, nx, ny, nz, h, slot)
        elif kind != RIGID:
            size = w[units + k[joint + FREEDOM]] * scale
            tx, ty, tz = w[block + HX] * size, w[block + HX + 1] * size, w[block + HX + 2] * size
            pitch = p[k[joint + NUMBERS] + PITCH]
            if kind == SLIDING:
                fx, fy, fz, nx, ny, nz = needed(w, block, tx, ty, tz, 0.0 * tx, 0.0 * ty, 0.0 * tz)
            else:
                fx, fy, fz, nx, ny, nz = needed(w, block, pitch * tx, pitch * ty, pitch * tz, tx, ty, tz)
            slot = along(k, p, w, place, fx, fy, fz, nx, ny, nz, h, slot)
        joint += JOINT
        block += SPATIAL_BLOCK
    if k[table + RODS] > 0:
        couple_rods(k, p, w, slot)


def load_forces(k, p, w, z, i, j, x):
    """Scaled forces of the joint coordinates from the composite forces."""
    table = k[TREE]
    joint, block, side, units = table + RECORDS, block_of(k, 0), side_at(k), vectors_at(k)
    scale = 1.0 / p[k[MASS_SCALE]]
    for place in range(k[table + FREEDOMS]):
        w[side + place] = 0.0
    for _ in range(k[table + JOINTS]):
        kind, at = k[joint + KIND], k[joint + FREEDOM]
        fx, fy, fz = w[block + FX] * scale, w[block + FX + 1] * scale, w[block + FX + 2] * scale
        nx, ny, nz = w[block + NX] * scale, w[block + NX + 1] * scale, w[block + NX + 2] * scale
        if kind == BALL:
            tx, ty, tz = turned_back(w, block + BALL_AXES, nx, ny, nz)
            w[side + at], w[side + at + 1], w[side + at + 2] = tx, ty, tz
        elif kind != RIGID:
            hx, hy, hz = w[block + HX], w[block + HX + 1], w[block + HX + 2]
            force, moment = hx * fx + hy * fy + hz * fz, hx * nx + hy * ny + hz * nz
            if kind != SLIDING:
                force = force * p[k[joint + NUMBERS] + PITCH] + moment
            w[side + at] = force * w[units + at]
        joint += JOINT
        block += SPATIAL_BLOCK


@njit
def row_along(k, p, w, place, row, factor, target, slot):
    """Add what a row does at a body, times a factor, to the joints on the body's path; the next slot."""
    if place < 0:
        return slot
    block, matrix = block_of(k, place), k[k[TREE] + RECORDS + JOINT * place + POSE_OF] + MATRIX
    fx, fy, fz = w[row] * factor, w[row + 1] * factor, w[row + 2] * factor
    nx, ny, nz = turned(w, matrix, w[row + 3] * factor, w[row + 4] * factor, w[row + 5] * factor)
    lx, ly, lz = cross(w[block + SX], w[block + SX + 1], w[block + SX + 2], fx, fy, fz)
    return along(k, p, w, place, fx, fy, fz, nx - lx, ny - ly, nz - lz, target, slot)


def row_on_path(k, p, w, z, i, j, x):
    """Add what the row at w[i] does at a body to the right side of the coordinates; its path stands in k[j].

    A path is the link of the body, then the coordinates that its sums meet.
    """
    row_along(k, p, w, k[j], i, 1.0, side_at(k), j + 1)


def load_rows(k, p, w, z, i, j, x):
    """The scaled rows of the cut elements against the joint coordinates."""
    table = k[TREE]
    rows, cut, units, slot = rows_at(k), k[table + CUT_AT], vectors_at(k), k[table + ROW_SLOTS]
    for place in range(k[table + ROWS_SIZE]):
        w[rows + place] = 0.0
    beyond = TWIST_SIZE * (k[BODIES] + 1)
    own = units + k[table + FREEDOMS] - k[OWN] - beyond
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        at, scale = k[OUT] + k[record + OUT_AT] + 3 * count, k[ROW_SCALE] + k[record + FIRST_ROW]
        for row in range(count):
            factor = p[scale + row]
            for side in range(2):
                place = k[cut + CUT_FIRST + side]
                slot = row_along(k, p, w, place, at + TWIST_SIZE * side, factor, rows, slot)
            for local in range(2 * TWIST_SIZE, width):
                place = k[ints + 5 + 2 * (local - 2 * TWIST_SIZE)]
                if place >= beyond:
                    w[rows + k[slot]] += w[at + local] * factor * w[own + place]
                    slot += 1
                elif place % TWIST_SIZE == 0:
                    link = k[k[table + LINKS_AT] + place // TWIST_SIZE]
                    slot = row_along(k, p, w, link, at + local, factor, rows, slot)
            at += width
        cut += CUT
