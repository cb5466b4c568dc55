"""Removed rods afterwards: their accelerations, and the reactions at their two pins.

What a rod does to the body at an end is its share of the applied forces and of its inertia, at the pin, and the force
along it that keeps its length. The multipliers of the pins follow from that; those of the length are then spent.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import FUNCTIONS, TREE
from linkwork.system.rods.rod_place_kernel import (
    RECOVER_RODS,
    ROD_ACCELERATIONS,
    RODS,
)


@njit
def take_rod_accelerations(k, p, w):
    """Accelerations of the removed rods, from those of the reference points at their ends."""
    if k[k[TREE] + RODS] > 0:
        call_world(k[k[FUNCTIONS] + ROD_ACCELERATIONS], k, p, w, w, 0, 0, 0.0 * w[0])


@njit
def recover_rods(k, p, w, spare, shared):
    """Multipliers of the pins of the removed rods, taken from the remainder at the bodies at their ends.

    Along the rod its ends share forces and inertia as their masses do, or, where the equations say that the rod hangs
    on its first pin, that pin has all of them but the force that keeps the length.
    """
    if k[k[TREE] + RODS] > 0:
        call_world(k[k[FUNCTIONS] + RECOVER_RODS], k, p, w, w, spare, 1 if shared else 0, 0.0 * w[0])
