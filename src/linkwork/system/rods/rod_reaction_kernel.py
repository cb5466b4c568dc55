"""Removed rods afterwards: their accelerations, and the reactions at their two pins.

What a rod does to the body at an end is its share of the applied forces and of its inertia, at the pin, and the force
along it that keeps its length. The multipliers of the pins follow from that; those of the length are then spent.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import FIRST_ROW, MULTIPLIERS, OUT, OUT_AT, RHS, ROWS, TREE, WORLD, A
from linkwork.system.constraints.element_multiplier_kernel import find_multipliers, take_from_bodies
from linkwork.system.rods.rod_kernel import pin_acceleration, rod_forces
from linkwork.system.rods.rod_place_kernel import (
    ACROSS_X,
    ACROSS_Y,
    END,
    END_POINT,
    END_POSE,
    END_SIZE,
    OWN_AT,
    PIN_X,
    PIN_Y,
    RECOVER_RODS,
    ROD,
    ROD_ACCELERATIONS,
    ROD_AT,
    ROD_COLUMN,
    ROD_NUMBERS,
    ROD_POSE,
    ROD_TWIST,
    RODS,
)
from linkwork.system.tree.tree_kernel import BACK_AT, BACKS, CUT, CUT_AT, CUT_ELEMENT, CUTS, turned


@njit
def take_rod_accelerations(k, p, w):
    """Accelerations of the removed rods' origins and angles, from those of the reference points at their ends."""
    if k[k[TREE] + RODS] > 0 and k[WORLD] > 0:
        call_world(k[k[WORLD] + ROD_ACCELERATIONS], k, p, w, w, 0, 0, 0.0 * w[0])
        return
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


@njit
def recover_rods(k, p, w, spare, shared):
    """Multipliers of the pins of the removed rods, taken from the remainder at the bodies at their ends.

    Along the rod its ends share forces and inertia as their masses do, or, where the equations say that the rod hangs
    on its first pin, that pin has all of them but the force that keeps the length.
    """
    table = k[TREE]
    count = k[table + RODS]
    if count > 0 and k[WORLD] > 0:
        call_world(k[k[WORLD] + RECOVER_RODS], k, p, w, w, spare, 1 if shared else 0, 0.0 * w[0])
        return
    rod, back = k[table + ROD_AT], k[table + BACK_AT] + 2 * k[table + BACKS]
    cut = k[table + CUT_AT] + CUT * (k[table + CUTS] - count)
    for _ in range(count):
        record, pose, column = k[cut + CUT_ELEMENT], k[rod + ROD_POSE], k[RHS] + k[rod + ROD_COLUMN]
        row = k[OUT] + k[record + OUT_AT] + 3 * k[record + ROWS]
        pull = w[k[MULTIPLIERS] + k[record + FIRST_ROW]]
        fx, fy, gx, gy = rod_forces(k, p, w, rod)
        if not shared:
            x, y = w[k[rod + OWN_AT] + ACROSS_Y], -w[k[rod + OWN_AT] + ACROSS_X]
            along = (gx * x + gy * y) / (x * x + y * y)
            fx, fy, gx, gy = fx + along * x, fy + along * y, gx - along * x, gy - along * y
        for side in range(2):
            end = rod + END + END_SIZE * side
            body, point = k[end + END_POSE], k[end + END_POINT]
            x, y = turned(w, body, p[point], p[point + 1])
            x += w[body] - w[pose]
            y += w[body + 1] - w[pose + 1]
            fx -= pull * w[row + 3 * side]
            fy -= pull * w[row + 3 * side + 1]
            w[column], w[column + 1], w[column + 2] = fx, fy, x * fy - y * fx
            find_multipliers(k, p, w, k[back], k[back + 1], spare)
            take_from_bodies(k, w, k[back])
            fx, fy = gx, gy
            back += 2
        rod += ROD
        cut += CUT
