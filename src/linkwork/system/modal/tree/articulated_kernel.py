"""Accelerations of a tree with elastic modes, one sweep to the root and one back: a cost linear in the bodies.

The articulated-body recursion of Martins, Sa da Costa and Ayala Botto (2005), eqs. 92 to 96, with modes taken out as
joints are: a link whose inertia and force are G, g, and a = T (a_p, u) + c with unknown u, hands

    N = T' G T,   n = T' (g - G c)

to its parent when the last rows, those of u, are eliminated. The modes of a body are the unknowns of the link by which
an interface carries it; those of a body that flies free are eliminated from G itself. An interface that carries others
hands all of N to its body, whose unknowns they are. On the way back u follows from the rows that were eliminated. All
functions have the signature (k, p, w, z, i, j, x) of a function of the world and are called by address.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit
from linkwork.places.layout_kernel import (
    BODIES,
    COLUMN_SCALE,
    COLUMNS,
    COORDINATES,
    FUNCTIONS,
    LOAD,
    LOAD_MASSES,
    MASS_SCALE,
    MULTIPLY_MASSES,
    OWN,
    TREE,
    A,
)
from linkwork.system.modal.tree.link_layout_kernel import (
    MODE_COLUMN,
    MODE_FREEDOM,
    OWN_MODES,
    PUT_MAPS,
    SCRATCH,
    UNKNOWN,
    VECTOR,
    WIDEST,
    accelerations_at,
    bias_at,
    body_map_at,
    head_of,
    inertia_at,
    link_of,
    map_at,
    passed_at,
)
from linkwork.system.modal.tree.transformation_kernel import spare_at
from linkwork.system.modal.tree.unit_kernel import unit_at
from linkwork.system.tree.tree_kernel import (
    COLUMN,
    FREEDOM,
    FREEDOMS,
    FROM_FRAME,
    JOINT,
    JOINTS,
    KIND,
    PARENT,
    RECORDS,
    TO_FRAME,
)


@njit
def column_of(k, joint, link, place):
    """The column of the bodies' coordinates that one of the accelerations of a body stands for."""
    if place < k[COLUMNS]:
        return k[joint + COLUMN] + place
    return k[link + MODE_COLUMN] + place - k[COLUMNS]


@njit
def load_inertias(k, p, w, x):
    """Masses of every body, against its columns and modes, to its link: a unit at one place of all bodies at a time."""
    n, table, scale = k[COORDINATES], k[TREE], k[COLUMN_SCALE]
    vector, product, size = spare_at(k), spare_at(k) + n, k[COLUMNS]
    call_world(k[k[FUNCTIONS] + LOAD_MASSES], k, p, w, w, 0, 0, x)
    for place in range(k[head_of(k) + WIDEST]):
        for row in range(n):
            w[vector + row], w[product + row] = 0.0 * x, 0.0 * x
        for number in range(k[table + JOINTS]):
            joint, link = table + RECORDS + JOINT * number, link_of(k, number)
            if k[joint + COLUMN] >= 0 and place < size + k[link + OWN_MODES]:
                column = column_of(k, joint, link, place)
                w[vector + column] = 1.0 / p[scale + column]
        call_world(k[k[FUNCTIONS] + MULTIPLY_MASSES], k, p, w, w, vector, product, x)
        for number in range(k[table + JOINTS]):
            joint, link = table + RECORDS + JOINT * number, link_of(k, number)
            width = size + k[link + OWN_MODES]
            if place < width:
                at = inertia_at(k, link) + place
                for row in range(width):
                    w[at + width * row] = 0.0 * x
                    if k[joint + COLUMN] >= 0:
                        column = column_of(k, joint, link, row)
                        w[at + width * row] = w[product + column] / p[scale + column]


@njit
def load_forces(k, p, w, x):
    """Forces on every body and its modes to its link, in the scale of the masses."""
    table, size, scale = k[TREE], k[COLUMNS], 1.0 / p[k[MASS_SCALE]]
    for number in range(k[table + JOINTS]):
        joint, link = table + RECORDS + JOINT * number, link_of(k, number)
        width = size + k[link + OWN_MODES]
        at = inertia_at(k, link) + width * width
        for row in range(width):
            w[at + row] = 0.0 * x
            if k[joint + COLUMN] >= 0:
                w[at + row] = w[k[LOAD] + column_of(k, joint, link, row)] * scale


@njit
def condense(w, size, used, width, inertia, maps, wide, bias, to, product):
    """N = T' G T and n = T' (g - G c), with T extended by a unit for those of the `used` rows of G that are modes."""
    force, side = inertia + width * width, to + wide * wide
    for row in range(used):
        for column in range(wide):
            total = 0.0 * w[inertia]
            for inner in range(size):
                total += w[inertia + width * row + inner] * w[maps + wide * inner + column]
            if used > size and column >= size:
                total += w[inertia + width * row + column]
            w[product + wide * row + column] = total
        total = w[force + row]
        for inner in range(size):
            total -= w[inertia + width * row + inner] * w[bias + inner]
        w[product + wide * used + row] = total
    for row in range(wide):
        for column in range(wide):
            total = 0.0 * w[inertia]
            for inner in range(size):
                total += w[maps + wide * inner + row] * w[product + wide * inner + column]
            if used > size and row >= size:
                total += w[product + wide * row + column]
            w[to + wide * row + column] = total
        total = 0.0 * w[inertia]
        for inner in range(size):
            total += w[maps + wide * inner + row] * w[product + wide * used + inner]
        if used > size and row >= size:
            total += w[product + wide * used + row]
        w[side + row] = total


@njit
def eliminate(w, at, wide, kept):
    """Take the rows behind those `kept` out of a symmetric matrix and its right side; they stay to be solved later."""
    side = at + wide * wide
    for step in range(wide - kept):
        pivot = wide - 1 - step
        for row in range(pivot):
            factor = w[at + wide * row + pivot] / w[at + wide * pivot + pivot]
            for column in range(pivot):
                w[at + wide * row + column] -= factor * w[at + wide * pivot + column]
            w[side + row] -= factor * w[side + pivot]


@njit
def solve_back(w, at, wide, kept, values):
    """The unknowns that were eliminated, behind the known ones at values."""
    side = at + wide * wide
    for row in range(kept, wide):
        total = w[side + row]
        for column in range(row):
            total -= w[at + wide * row + column] * w[values + column]
        w[values + row] = total / w[at + wide * row + row]


@njit
def hand_over(w, at, wide, count, to, width):
    """Add the first `count` rows of a matrix and its right side to those of the parent."""
    for row in range(count):
        for column in range(count):
            w[to + width * row + column] += w[at + wide * row + column]
        w[to + width * width + row] += w[at + wide * wide + row]


@njit
def to_reference_point(k, w, link):
    """G and g of a body from its columns to its reference point."""
    size, at, maps = k[COLUMNS], inertia_at(k, link), body_map_at(k, link)
    width, scratch = size + k[link + OWN_MODES], k[head_of(k) + SCRATCH]
    # P takes the place of T; modes keep their columns
    for row in range(size):
        for column in range(width):
            w[scratch + width * row + column] = w[maps + size * row + column] if column < size else 0.0 * w[maps]
    target = scratch + size * width
    condense(w, size, width, width, at, scratch, width, maps + size * size, target, target + width * (width + 1))
    for place in range(width * (width + 1)):
        w[at + place] = w[target + place]


def to_root(k, p, w, z, i, j, x):
    """Articulated inertias and forces, from the leaves to the root, with the forces in the workspace."""
    table, size = k[TREE], k[COLUMNS]
    load_inertias(k, p, w, x)
    load_forces(k, p, w, x)
    count, unit = k[table + JOINTS], unit_at(k)
    for place in range(k[table + FREEDOMS]):
        w[unit + place] = 0.0 * x
    for number in range(count):
        call_world(k[k[FUNCTIONS] + PUT_MAPS], k, p, w, w, number, 0, x)
        if k[table + RECORDS + JOINT * number + COLUMN] >= 0:
            to_reference_point(k, w, link_of(k, number))
    for step in range(count):
        number = count - 1 - step
        joint, link = table + RECORDS + JOINT * number, link_of(k, number)
        kind, parent = k[joint + KIND], k[joint + PARENT]
        wide, width = size + k[link + UNKNOWN], size + k[link + OWN_MODES]
        at, to = inertia_at(k, link), passed_at(k, link)
        used = width if kind == FROM_FRAME else size
        if kind != FROM_FRAME:
            eliminate(w, at, width, size)
        scratch = k[head_of(k) + SCRATCH]
        condense(w, size, used, width, at, map_at(k, link), wide, bias_at(k, link), to, scratch)
        if kind != TO_FRAME:
            eliminate(w, to, wide, size)
        if parent >= 0:
            above = link_of(k, parent)
            passed = wide if kind == TO_FRAME else size
            hand_over(w, to, wide, passed, inertia_at(k, above), size + k[above + OWN_MODES])


def from_root(k, p, w, z, i, j, x):
    """Accelerations of the links, and those of the coordinates behind the rates at z."""
    table, size, values = k[TREE], k[COLUMNS], k[head_of(k) + VECTOR]
    second = k[table + FREEDOMS]
    for number in range(k[table + JOINTS]):
        joint, link = table + RECORDS + JOINT * number, link_of(k, number)
        kind, parent, unknown = k[joint + KIND], k[joint + PARENT], k[link + UNKNOWN]
        wide, here = size + unknown, accelerations_at(k, number)
        for axis in range(size):
            w[values + axis] = 0.0 * x
            if parent >= 0:
                w[values + axis] = w[accelerations_at(k, parent) + axis]
        if kind == TO_FRAME:
            for mode in range(unknown):
                w[values + size + mode] = z[second + k[joint + FREEDOM] + mode]
        else:
            solve_back(w, passed_at(k, link), wide, size, values)
            for place in range(unknown):
                z[second + k[joint + FREEDOM] + place] = w[values + size + place]
        maps, bias = map_at(k, link), bias_at(k, link)
        for axis in range(size):
            total = w[bias + axis]
            for place in range(wide):
                total += w[maps + wide * axis + place] * w[values + place]
            w[here + axis] = total
        modes = k[link + OWN_MODES]
        if modes > 0 and kind != FROM_FRAME:
            for axis in range(size):
                w[values + axis] = w[here + axis]
            solve_back(w, inertia_at(k, link), size + modes, size, values)
            for mode in range(modes):
                z[second + k[link + MODE_FREEDOM] + mode] = w[values + size + mode]
    for own in range(k[OWN]):
        w[k[A] + size * k[BODIES] + own] = z[second + second - k[OWN] + own]
