"""Cut elements in joint coordinates: their equations at the bodies, summed along the paths to the root."""

from __future__ import annotations

from linkwork.numerics.jit import call_world, njit, part
from linkwork.places.layout_kernel import (
    BODIES,
    COLUMNS,
    FIRST_ROW,
    FIRST_TWIST,
    FUNCTIONS,
    INTS_AT,
    LOAD_ROWS,
    MASS_SCALE,
    MEMORY,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    POSE,
    ROW_SCALE,
    ROWS,
    SECOND_TWIST,
    TREE,
    TWIST,
    WIDTH,
    A,
)
from linkwork.system.constraints.equations_kernel import call_element
from linkwork.system.rods.rod_place_kernel import ROD_LENGTHS, RODS
from linkwork.system.tree.closure_place_kernel import given_at, multipliers_at
from linkwork.system.tree.tree_kernel import (
    COLUMN,
    CUT,
    CUT_AT,
    CUT_ELEMENT,
    CUT_FIRST,
    CUT_ROW,
    CUTS,
    JOINT,
    RECORDS,
)


@njit
def evaluate_cuts(k, p, w, stage, t):
    """Rows of the cut elements, lengths of removed rods last, at the poses and twists of the workspace."""
    pose, twist = part(w, k[POSE]), part(w, k[TWIST])
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    cut = k[k[TREE] + CUT_AT]
    rods = k[k[TREE] + RODS]
    for _ in range(k[k[TREE] + CUTS] - rods):
        record = k[cut + CUT_ELEMENT]
        call_element(k, p, record, stage, t, pose, twist, memory, out)
        cut += CUT
    if rods > 0:
        call_world(k[k[FUNCTIONS] + ROD_LENGTHS], k, p, w, w, stage, 0, t)


@njit
def power_of_cuts(k, w):
    """Power of the drivers, -lambda' nu: drivers are cut elements, and rods have a constant length."""
    table, power = k[TREE], 0.0 * w[k[MULTIPLIERS]]
    cut = k[table + CUT_AT]
    for _ in range(k[table + CUTS] - k[table + RODS]):
        record = k[cut + CUT_ELEMENT]
        rows, multiplier = k[record + ROWS], k[MULTIPLIERS] + k[record + FIRST_ROW]
        speed = k[OUT] + k[record + OUT_AT] + rows
        for row in range(rows):
            power -= w[multiplier + row] * w[speed + row]
        cut += CUT
    return power


@njit
def load_rows(k, p, w):
    """The scaled rows of the cut elements against the joint coordinates."""
    call_world(k[k[FUNCTIONS] + LOAD_ROWS], k, p, w, w, 0, 0, 0.0 * w[0])


@njit
def load_sides(k, p, w, which):
    """The scaled -Phi (0), nu (1) or gamma (2) of the cut rows; returns the largest."""
    table, largest = k[TREE], 0.0
    side, cut = given_at(k), k[table + CUT_AT]
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, scale = k[record + ROWS], k[ROW_SCALE] + k[record + FIRST_ROW]
        source = k[OUT] + k[record + OUT_AT] + which * count
        for row in range(count):
            value = w[source + row] * p[scale + row]
            w[side + k[cut + CUT_ROW] + row] = -value if which == 0 else value
            if not abs(value.real) <= largest:
                largest = abs(value.real)
        cut += CUT
    return largest


@njit
def subtract_bias(k, p, w):
    """Take from gamma what the accelerations without those of the joints make of the rows."""
    table, size = k[TREE], k[COLUMNS]
    side, cut = given_at(k), k[table + CUT_AT]
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, width, scale = k[record + ROWS], k[record + WIDTH], k[ROW_SCALE] + k[record + FIRST_ROW]
        jacobian = k[OUT] + k[record + OUT_AT] + 3 * count
        for second in range(2):
            place = k[cut + CUT_FIRST + second]
            if place < 0:
                continue
            a = k[A] + k[table + RECORDS + JOINT * place + COLUMN]
            for row in range(count):
                at = jacobian + row * width + size * second
                made = w[at] * w[a] + w[at + 1] * w[a + 1]
                for column in range(2, size):
                    made += w[at + column] * w[a + column]
                w[side + k[cut + CUT_ROW] + row] -= made * p[scale + row]
        if width > 2 * size:
            for row in range(count):
                made = bias_of_others(k, w, record, jacobian + row * width)
                w[side + k[cut + CUT_ROW] + row] -= made * p[scale + row]
        cut += CUT


@njit
def bias_of_others(k, w, record, row):
    """What the accelerations of the workspace make of a row beside its two bodies: other bodies that it binds."""
    size, width, place = k[COLUMNS], k[record + WIDTH], k[record + INTS_AT] + 5
    bias, beyond = 0.0 * w[row], k[COLUMNS] * (k[BODIES] + 1)
    for local in range(2 * size, width):
        if k[place] < beyond:
            bias += w[row + local] * w[k[A] + k[place] - size]
        place += 2
    return bias


@njit
def subtract_speeds(k, p, w):
    """Take from nu what the twists of the bodies and the rates of own coordinates make of the rows."""
    table, twist, size = k[TREE], k[TWIST], k[COLUMNS]
    side, cut = given_at(k), k[table + CUT_AT]
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        at, scale = k[OUT] + k[record + OUT_AT] + 3 * count, k[ROW_SCALE] + k[record + FIRST_ROW]
        one, other = twist + k[ints + FIRST_TWIST], twist + k[ints + SECOND_TWIST]
        for row in range(count):
            speed = 0.0 * w[at]
            for column in range(size):
                speed += w[at + column] * w[one + column] + w[at + size + column] * w[other + column]
            for local in range(2 * size, width):
                speed += w[at + local] * w[twist + k[ints + 5 + 2 * (local - 2 * size)]]
            w[side + k[cut + CUT_ROW] + row] -= speed * p[scale + row]
            at += width
        cut += CUT


@njit
def take_multipliers(k, p, w):
    """Multipliers of the cut elements, in N and N m."""
    table, mass = k[TREE], p[k[MASS_SCALE]]
    multipliers, cut = multipliers_at(k), k[table + CUT_AT]
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        first = k[record + FIRST_ROW]
        for row in range(k[record + ROWS]):
            value = -w[multipliers + k[cut + CUT_ROW] + row] * mass * p[k[ROW_SCALE] + first + row]
            w[k[MULTIPLIERS] + first + row] = value
        cut += CUT
