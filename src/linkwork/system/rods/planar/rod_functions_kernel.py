"""What a plane does for removed rods: their angles in time, accelerations, reactions at their pins, and lengths.

Functions of the world, with (k, p, w, z, i, j, x), are called by address; those of space are in `rods/spatial/`.
"""

from __future__ import annotations

from linkwork.places.layout_kernel import FIRST_ROW, MULTIPLIERS, OUT, OUT_AT, RHS, ROWS, TREE, A
from linkwork.system.constraints.element_multiplier_kernel import find_multipliers, take_from_bodies
from linkwork.system.rods.rod_kernel import pin_acceleration, rod_forces
from linkwork.system.rods.rod_length_kernel import write_lengths
from linkwork.system.rods.rod_place_kernel import (
    ACROSS_X,
    ACROSS_Y,
    ANGLE,
    END,
    END_POINT,
    END_POSE,
    END_SIZE,
    KNOWN,
    OWN_AT,
    PIN_X,
    PIN_Y,
    ROD,
    ROD_AT,
    ROD_COLUMN,
    ROD_NUMBERS,
    ROD_POSE,
    ROD_TWIST,
    RODS,
    SPIN,
    TIME,
    nearest,
)
from linkwork.system.tree.planar.tree_gather_kernel import turned
from linkwork.system.tree.tree_kernel import BACK_AT, BACKS, CUT, CUT_AT, CUT_ELEMENT, CUTS


def follow_rods(k, p, w, z, i, j, x):
    """Angles of the removed rods at the time x, kept: nearest to where the spins have brought those kept before."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        pose, own, spin = k[rod + ROD_POSE], k[rod + OWN_AT], w[k[rod + ROD_TWIST] + 2]
        wanted = w[own + ANGLE]
        if w[own + KNOWN].real > 0.0:
            wanted += 0.5 * (w[own + SPIN] + spin) * (x - w[own + TIME])
        w[pose + 2] = nearest(w, pose, wanted)
        w[own + ANGLE], w[own + SPIN], w[own + TIME], w[own + KNOWN] = w[pose + 2], spin, x, 1.0
        rod += ROD


def rod_accelerations(k, p, w, z, i, j, x):
    """Accelerations of the removed rods' origins and angles, from those of the reference points at their ends."""
    rod = k[k[TREE] + ROD_AT]
    for _ in range(k[k[TREE] + RODS]):
        own, numbers, a = k[rod + OWN_AT], k[rod + ROD_NUMBERS], k[A] + k[rod + ROD_COLUMN]
        ax, ay = pin_acceleration(k, w, rod, 0)
        bx, by = pin_acceleration(k, w, rod, 1)
        turn, spin = w[own + ACROSS_X] * (bx - ax) + w[own + ACROSS_Y] * (by - ay), w[k[rod + ROD_TWIST] + 2]
        sx, sy = turned(w, k[rod + ROD_POSE], p[numbers + PIN_X], p[numbers + PIN_Y])
        w[a] = ax + turn * sy + spin * spin * sx
        w[a + 1] = ay - turn * sx + spin * spin * sy
        w[a + 2] = turn
        rod += ROD


def recover_rods(k, p, w, z, i, j, x):
    """Multipliers of the pins of the removed rods, taken from the remainder at the bodies at their ends.

    With j > 0 the ends share forces and inertia along the rod as their masses do; else the rod hangs on its first pin,
    which has all of them but the force that keeps the length. Room for the system of one joint begins at i.
    """
    table = k[TREE]
    count = k[table + RODS]
    rod, back = k[table + ROD_AT], k[table + BACK_AT] + 2 * k[table + BACKS]
    cut = k[table + CUT_AT] + CUT * (k[table + CUTS] - count)
    for _ in range(count):
        record, pose, column = k[cut + CUT_ELEMENT], k[rod + ROD_POSE], k[RHS] + k[rod + ROD_COLUMN]
        row = k[OUT] + k[record + OUT_AT] + 3 * k[record + ROWS]
        pull = w[k[MULTIPLIERS] + k[record + FIRST_ROW]]
        fx, fy, gx, gy = rod_forces(k, p, w, rod)
        if j == 0:
            ux, uy = w[k[rod + OWN_AT] + ACROSS_Y], -w[k[rod + OWN_AT] + ACROSS_X]
            along = (gx * ux + gy * uy) / (ux * ux + uy * uy)
            fx, fy, gx, gy = fx + along * ux, fy + along * uy, gx - along * ux, gy - along * uy
        for side in range(2):
            end = rod + END + END_SIZE * side
            body, point = k[end + END_POSE], k[end + END_POINT]
            dx, dy = turned(w, body, p[point], p[point + 1])
            dx += w[body] - w[pose]
            dy += w[body + 1] - w[pose + 1]
            fx -= pull * w[row + 3 * side]
            fy -= pull * w[row + 3 * side + 1]
            w[column], w[column + 1], w[column + 2] = fx, fy, dx * fy - dy * fx
            find_multipliers(k, p, w, k[back], k[back + 1], i)
            take_from_bodies(k, w, k[back])
            fx, fy = gx, gy
            back += 2
        rod += ROD
        cut += CUT


def rod_lengths(k, p, w, z, i, j, x):
    """The rows of the lengths of all removed rods at the stage i, without a call for each of them."""
    write_lengths(k, p, w, i)
