"""Removed rods in space afterwards: their accelerations, and the reactions at the joints at their ends.

Functions of the world have the signature (k, p, w, z, i, j, x) and are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import (
    FIRST_ROW,
    MEMORY,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    POSE,
    RHS,
    ROWS,
    TREE,
    TWIST,
    A,
)
from linkwork.places.spatial.layout_kernel import MATRIX, TWIST_SIZE
from linkwork.system.constraints.element_multiplier_kernel import find_multipliers, take_from_bodies
from linkwork.system.constraints.equations_kernel import call_element
from linkwork.system.rods.rod_place_kernel import (
    END,
    END_POINT,
    END_POSE,
    END_SIZE,
    OWN_AT,
    ROD,
    ROD_AT,
    ROD_COLUMN,
    ROD_NUMBERS,
    ROD_POSE,
    ROD_TWIST,
    RODS,
)
from linkwork.system.rods.spatial.rod_kernel import end_block, joint_acceleration, rod_forces
from linkwork.system.rods.spatial.rod_layout_kernel import FIRST_POINT, INVERSE, SPAN, SPIN
from linkwork.system.rods.spatial.rod_place_kernel import crossed_end, direction, joint_velocity, pins_of
from linkwork.system.spatial.rotation_kernel import cross, turned, turned_back
from linkwork.system.tree.spatial.tree_layout_kernel import TX, WX
from linkwork.system.tree.tree_kernel import BACK_AT, BACKS, CUT, CUT_AT, CUT_ELEMENT, CUTS


@njit
def held_about(k, p, w, rod, side, ox, oy, oz, tx, ty, tz):
    """Angular acceleration of a rod with a universal joint: what is beside its line, (tx, ty, tz), and about it.

    With n = h' x h square pins mean (alpha - alpha_body) . n + (omega - omega_body) . n' = 0.
    """
    body, own = end_block(k, rod, side), k[rod + OWN_AT]
    x, y, z = direction(w, own)
    hx, hy, hz, ux, uy, uz = pins_of(k, p, w, rod, side)
    bx, by, bz = w[body + WX], w[body + WX + 1], w[body + WX + 2]
    nx, ny, nz = cross(ux, uy, uz, hx, hy, hz)
    rx, ry, rz = cross(ox, oy, oz, ux, uy, uz)
    rx, ry, rz = cross(rx, ry, rz, hx, hy, hz)
    qx, qy, qz = cross(bx, by, bz, hx, hy, hz)
    qx, qy, qz = cross(ux, uy, uz, qx, qy, qz)
    ax, ay, az = cross(ox, oy, oz, x, y, z)  # e'
    spin = w[own + SPIN]
    tx, ty, tz = tx + spin * ax, ty + spin * ay, tz + spin * az
    total = (w[body + TX] - tx) * nx + (w[body + TX + 1] - ty) * ny + (w[body + TX + 2] - tz) * nz
    total -= (ox - bx) * (rx + qx) + (oy - by) * (ry + qy) + (oz - bz) * (rz + qz)
    total /= x * nx + y * ny + z * nz
    return tx + total * x, ty + total * y, tz + total * z


def rod_accelerations(k, p, w, z, i, j, x):
    """Accelerations of the removed rods' origins, and angular ones in body axes, from those of their ends."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        own, pose, twist = k[rod + OWN_AT], k[rod + ROD_POSE], k[rod + ROD_TWIST] + 3
        a, point, side = k[A] + k[rod + ROD_COLUMN], k[rod + ROD_NUMBERS] + FIRST_POINT, crossed_end(k, rod)
        ax, ay, az = joint_acceleration(k, w, rod, 0)
        bx, by, bz = joint_acceleration(k, w, rod, 1)
        at, inverse = own + SPAN, w[own + INVERSE]
        tx, ty, tz = cross(w[at], w[at + 1], w[at + 2], bx - ax, by - ay, bz - az)
        vx, vy, vz = joint_velocity(k, w, rod, 0)
        ux, uy, uz = joint_velocity(k, w, rod, 1)
        growth = 2.0 * (w[at] * (ux - vx) + w[at + 1] * (uy - vy) + w[at + 2] * (uz - vz)) * inverse
        ox, oy, oz = turned(w, pose + MATRIX, w[twist], w[twist + 1], w[twist + 2])
        ex, ey, ez = direction(w, own)
        spin = w[own + SPIN]
        tx = tx * inverse - growth * (ox - spin * ex)
        ty = ty * inverse - growth * (oy - spin * ey)
        tz = tz * inverse - growth * (oz - spin * ez)
        if side >= 0:
            tx, ty, tz = held_about(k, p, w, rod, side, ox, oy, oz, tx, ty, tz)
        sx, sy, sz = turned(w, pose + MATRIX, p[point], p[point + 1], p[point + 2])
        bx, by, bz = cross(ox, oy, oz, sx, sy, sz)
        bx, by, bz = cross(ox, oy, oz, bx, by, bz)
        sx, sy, sz = cross(tx, ty, tz, sx, sy, sz)
        w[a], w[a + 1], w[a + 2] = ax - sx - bx, ay - sy - by, az - sz - bz
        w[a + 3], w[a + 4], w[a + 5] = turned_back(w, pose + MATRIX, tx, ty, tz)
        rod += ROD


@njit
def pass_on(k, p, w, rod, side, fx, fy, fz, back, spare):
    """Multipliers of the joint at an end of a rod that passes a force on, taken from the remainder at its bodies."""
    end, pose, column = rod + END + END_SIZE * side, k[rod + ROD_POSE], k[RHS] + k[rod + ROD_COLUMN]
    body, point = k[end + END_POSE], k[end + END_POINT]
    x, y, z = turned(w, body + MATRIX, p[point], p[point + 1], p[point + 2])
    x, y, z = x + w[body] - w[pose], y + w[body + 1] - w[pose + 1], z + w[body + 2] - w[pose + 2]
    x, y, z = cross(x, y, z, fx, fy, fz)
    w[column], w[column + 1], w[column + 2] = fx, fy, fz
    w[column + 3], w[column + 4], w[column + 5] = turned_back(w, pose + MATRIX, x, y, z)
    find_multipliers(k, p, w, k[back], k[back + 1], spare)
    take_from_bodies(k, w, k[back])


def recover_rods(k, p, w, z, i, j, x):
    """As `recover_rods` of the plane does: i is where spare numbers lie, j > 0 means that ends share what acts."""
    table = k[TREE]
    count = k[table + RODS]
    rod, back = k[table + ROD_AT], k[table + BACK_AT] + 2 * k[table + BACKS]
    cut = k[table + CUT_AT] + CUT * (k[table + CUTS] - count)
    for _ in range(count):
        record, own = k[cut + CUT_ELEMENT], k[rod + OWN_AT]
        row = k[OUT] + k[record + OUT_AT] + 3 * k[record + ROWS]
        pull = w[k[MULTIPLIERS] + k[record + FIRST_ROW]]
        fx, fy, fz, gx, gy, gz = rod_forces(k, p, w, rod)
        if j == 0:
            at = own + SPAN
            dx, dy, dz = w[at], w[at + 1], w[at + 2]
            share = (gx * dx + gy * dy + gz * dz) * w[own + INVERSE]
            fx, fy, fz = fx + share * dx, fy + share * dy, fz + share * dz
            gx, gy, gz = gx - share * dx, gy - share * dy, gz - share * dz
        ux, uy, uz = pull * w[row], pull * w[row + 1], pull * w[row + 2]
        pass_on(k, p, w, rod, 0, fx - ux, fy - uy, fz - uz, back, i)
        row += TWIST_SIZE
        ux, uy, uz = pull * w[row], pull * w[row + 1], pull * w[row + 2]
        pass_on(k, p, w, rod, 1, gx - ux, gy - uy, gz - uz, back + 2, i)
        back += 4
        rod += ROD
        cut += CUT


def rod_lengths(k, p, w, z, i, j, x):
    """Call the kernels of the lengths of all removed rods at the stage i and the time x."""
    table = k[TREE]
    pose, twist, memory, out = part(w, k[POSE]), part(w, k[TWIST]), part(w, k[MEMORY]), part(w, k[OUT])
    cut = k[table + CUT_AT] + CUT * (k[table + CUTS] - k[table + RODS])
    for _ in range(k[table + RODS]):
        call_element(k, p, k[cut + CUT_ELEMENT], i, x, pose, twist, memory, out)
        cut += CUT
