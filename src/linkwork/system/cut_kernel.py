"""Cut elements in joint coordinates: their equations at the bodies, summed along the paths to the root."""

from __future__ import annotations

from linkwork.numerics.jit import call_constraint, njit, part
from linkwork.system.closure_place_kernel import rows_at, square_at
from linkwork.system.composite_kernel import along
from linkwork.system.layout_kernel import (
    ADDRESS,
    BODIES,
    FIRST_ROW,
    FLOATS_AT,
    INTS_AT,
    MASS_SCALE,
    MEMORY,
    MULTIPLIERS,
    OUT,
    OUT_AT,
    OWN,
    POSE,
    ROW_SCALE,
    ROWS,
    TWIST,
    WIDTH,
    A,
)
from linkwork.system.tree_kernel import (
    BLOCK,
    COLUMN,
    CUT,
    CUT_AT,
    CUT_ELEMENT,
    CUT_FIRST,
    CUT_ROW,
    CUT_ROWS,
    CUTS,
    FREEDOMS,
    JOINT,
    RECORDS,
    SX,
    SY,
    TREE,
    blocks_at,
    vectors_at,
)


@njit
def evaluate_cuts(k, p, w, stage, t):
    """Call the kernels of the cut elements at the poses and twists of the workspace."""
    pose, twist = part(w, k[POSE]), part(w, k[TWIST])
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    cut = k[k[TREE] + CUT_AT]
    for _ in range(k[k[TREE] + CUTS]):
        record = k[cut + CUT_ELEMENT]
        call_constraint(
            k[record + ADDRESS],
            stage,
            t,
            pose,
            twist,
            memory,
            p,
            k,
            k[record + FLOATS_AT],
            k[record + INTS_AT],
            k[record + OUT_AT],
            out,
        )
        cut += CUT


@njit
def load_rows(k, p, w):
    """The scaled rows of the cut elements against the joint coordinates."""
    table = k[TREE]
    n, rows, cut, units = k[table + FREEDOMS], rows_at(k), k[table + CUT_AT], vectors_at(k)
    for i in range(n * k[table + CUT_ROWS]):
        w[rows + i] = 0.0
    own = 3 * k[BODIES] + 3 - (n - k[OWN])
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        count, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        jacobian, scale = k[OUT] + k[record + OUT_AT] + 3 * count, k[ROW_SCALE] + k[record + FIRST_ROW]
        for row in range(count):
            target = rows + n * (k[cut + CUT_ROW] + row)
            at = jacobian + row * width
            for side in range(2):
                place = k[cut + CUT_FIRST + side]
                if place >= 0:
                    block = blocks_at(k) + BLOCK * place
                    x, y, turn = w[at + 3 * side], w[at + 3 * side + 1], w[at + 3 * side + 2]
                    along(k, w, place, x, y, turn - w[block + SX] * y + w[block + SY] * x, target, 1)
            for local in range(6, width):
                w[target + k[ints + 5 + 2 * (local - 6)] - own] += w[at + local]
            for i in range(n):
                w[target + i] *= p[scale + row] * w[units + i]
        cut += CUT


@njit
def load_sides(k, p, w, which):
    """The scaled -Phi (0), nu (1) or gamma (2) of the cut rows; returns the largest."""
    table, largest = k[TREE], 0.0
    side, cut = square_at(k) + k[table + CUT_ROWS] * (k[table + CUT_ROWS] + 1), k[table + CUT_AT]
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
    table = k[TREE]
    rows = k[table + CUT_ROWS]
    side, cut = square_at(k) + rows * (rows + 1), k[table + CUT_AT]
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
                at = jacobian + row * width + 3 * second
                made = w[at] * w[a] + w[at + 1] * w[a + 1]
                w[side + k[cut + CUT_ROW] + row] -= made * p[scale + row]
        cut += CUT


@njit
def take_multipliers(k, p, w):
    """Multipliers of the cut elements, in N and N m."""
    table, mass = k[TREE], p[k[MASS_SCALE]]
    rows = k[table + CUT_ROWS]
    found, cut = square_at(k) + rows * (rows + 2), k[table + CUT_AT]
    for _ in range(k[table + CUTS]):
        record = k[cut + CUT_ELEMENT]
        first = k[record + FIRST_ROW]
        for row in range(k[record + ROWS]):
            value = -w[found + k[cut + CUT_ROW] + row] * mass * p[k[ROW_SCALE] + first + row]
            w[k[MULTIPLIERS] + first + row] = value
        cut += CUT
