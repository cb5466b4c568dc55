"""The closures of a tree as one element: with it whatever works on equations of coordinates works on those of joints.

Its coordinates are those of the joints, which lie where own coordinates of elements do. It holds the tables of the
whole mechanism, spreads the coordinates over its bodies, calls the cut elements, and hands their equations on:

    J = Phi_q dq/dz,  gamma = gamma_q - Phi_q a_0,  a_0 the accelerations that the bodies have when no joint accelerates

Rows are already scaled, and stay where they are summed up, in the workspace of the whole.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import ACCEPT, COLUMNS, INTS_AT, OUT, OUT_AT, POSITION, ROWS, TREE, WIDTH, A
from linkwork.system.constraints.equations_kernel import evaluate_elements
from linkwork.system.rods.rod_reaction_kernel import take_rod_accelerations
from linkwork.system.tree.articulated_kernel import take_accelerations
from linkwork.system.tree.composite_kernel import bias_accelerations
from linkwork.system.tree.cut_kernel import bias_of_others, evaluate_cuts, load_rows
from linkwork.system.tree.joint_reaction_kernel import spare_at
from linkwork.system.tree.tree_kernel import CUT, CUT_AT, CUT_ELEMENT, CUT_ROW, CUT_ROWS, CUTS, FREEDOMS, spread

# ints of the element: where its coordinates lie among poses and twists, where tables and workspace of the whole begin
COORDINATES_AT, RATES_AT, TABLE_AT, SPACE_AT = range(4)


@njit
def bias_of_row(k, w, record, row):
    """What the accelerations of the workspace make of one row of an element."""
    ints, size = k[record + INTS_AT], k[COLUMNS]
    at = k[OUT] + k[record + OUT_AT] + 3 * k[record + ROWS] + row * k[record + WIDTH]
    bias = 0.0 * w[at]
    for local in range(2 * size):
        column = k[ints + 1 + 2 * (local // size)] - size
        if column >= 0:
            bias += w[at + local] * w[k[A] + column + local % size]
    return bias + bias_of_others(k, w, record, at)


def closure(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: the numbers of the whole."""
    z, rate = k[b + COORDINATES_AT], k[b + RATES_AT]
    table, numbers, w = part(k, k[b + TABLE_AT]), part(p, a), part(out, c + k[b + SPACE_AT])
    if stage == ACCEPT:
        evaluate_elements(table, numbers, w, ACCEPT, t)
        return
    tree = table[TREE]
    n, m, y = table[tree + FREEDOMS], table[tree + CUT_ROWS], part(w, spare_at(table))
    for i in range(n):
        y[i] = pose[z + i]
        y[n + i] = twist[rate + i]
    spread(table, numbers, w, y, stage > POSITION)
    evaluate_cuts(table, numbers, w, stage, t)
    load_rows(table, numbers, w)
    if stage > POSITION:
        bias_accelerations(table, w)
        take_accelerations(table, w)
        take_rod_accelerations(table, numbers, w)
    cut = table[tree + CUT_AT]
    for _ in range(table[tree + CUTS]):
        record, first = table[cut + CUT_ELEMENT], c + table[cut + CUT_ROW]
        rows, source = table[record + ROWS], table[OUT] + table[record + OUT_AT]
        for row in range(rows):
            out[first + row] = w[source + row]
            if stage > POSITION:
                out[first + m + row] = w[source + rows + row]
                bias = bias_of_row(table, w, record, row)
                out[first + 2 * m + row] = w[source + 2 * rows + row] - bias
        cut += CUT
