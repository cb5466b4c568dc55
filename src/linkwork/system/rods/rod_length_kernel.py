"""Lengths of removed rods: their rows, written as the kernel of distances does, without a call for each of them."""

from __future__ import annotations

from linkwork.elements.planar.joints.distance_kernel import write_distance
from linkwork.numerics.jit import njit
from linkwork.places.layout_kernel import FLOATS_AT, INTS_AT, OUT, OUT_AT, TREE
from linkwork.system.rods.rod_place_kernel import END, END_POSE, END_SIZE, END_TWIST, ROD, ROD_AT, RODS
from linkwork.system.tree.tree_kernel import CUT, CUT_AT, CUT_ELEMENT, CUTS

LENGTH = 4  # place of the constant function of the length among the ints of the element
FUNCTION_FLOATS = 1  # among the ints of a function, behind its address: where its numbers begin in p


@njit
def write_lengths(k, p, w, stage):
    """The rows of the lengths of all removed rods, at the poses and twists of the workspace."""
    table, out = k[TREE], k[OUT]
    rod, cut = k[table + ROD_AT], k[table + CUT_AT] + CUT * (k[table + CUTS] - k[table + RODS])
    for _ in range(k[table + RODS]):
        record = k[cut + CUT_ELEMENT]
        length = p[k[k[k[record + INTS_AT] + LENGTH] + FUNCTION_FLOATS]]
        first, second, still = rod + END, rod + END + END_SIZE, 0.0 * length
        write_distance(
            stage,
            w,
            k[first + END_POSE],
            k[second + END_POSE],
            w,
            k[first + END_TWIST],
            k[second + END_TWIST],
            p,
            k[record + FLOATS_AT],
            length,
            still,
            still,
            w,
            out + k[record + OUT_AT],
        )
        rod += ROD
        cut += CUT
