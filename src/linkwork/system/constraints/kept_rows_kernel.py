"""Redundant constraints: which rows are kept, chosen on the constraints and left alone through every step.

On the constraints redundant rows say the same thing. At the stages of a step, which lie off them by the error of the
stage, they contradict each other, and what the accelerations then are depends on how the contradiction is shared out:
nothing that a method of high order could use, and far from the motion. Rows that the others imply near a position are
therefore dropped by giving them the scale zero. The rows that are left have full rank there and describe the same
motions, on the constraints and smoothly beside them. They are chosen by elimination with full pivoting, again after
every step that has led away from where they were chosen last.

The choice lies behind the numbers of the system, from p[k[ROW_SCALE]] on: the scales of the rows in force; those of all
rows; those of all entries, and the row of each entry; a mark a row; the coordinates of the last choice; the dense rows
among which it is made, and a mark for each of these. Before the scales stands a head.
"""

from __future__ import annotations

from linkwork.numerics.jit import call_rate, njit
from linkwork.numerics.ldl_kernel import ENTRY, OTHER, ROW
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    ENTRY_SCALE,
    EQUATIONS,
    FIRST_ROW,
    PATTERN,
    POSITION,
    ROW_SCALE,
    ROWS,
    SCATTER,
    TREE,
    VALUES,
    Q,
)
from linkwork.system.constraints.equations_kernel import evaluate, load_jacobian
from linkwork.system.formulations.formulation_kernel import ask_for_fresh_start
from linkwork.system.tree.articulated_kernel import load_bodies
from linkwork.system.tree.closure_place_kernel import rows_at
from linkwork.system.tree.cut_kernel import evaluate_cuts, load_rows
from linkwork.system.tree.tree_kernel import (
    CUT,
    CUT_AT,
    CUT_ELEMENT,
    CUT_ROW,
    CUT_ROWS,
    CUTS,
    FREEDOMS,
    spread,
    vectors_at,
)

# the head: addresses of the formulation's own parts, how many rows have a scale, how many are kept (0: not known yet),
# whether the rows are those of cut elements in joint coordinates, whether a new choice needs a fresh start, because
# the state holds impulses of the rows, and how far (model lengths and radians) the state goes before a new choice
CORRECT, RENEW, ALL, RANK, JOINTS, AFRESH, AWAY = range(7)
HEAD = 7
IMPLIED = 1e-7  # pivot of a row that others imply, on the constraints
POOR = 1e-4  # least pivot of a new choice: beside a singular position the last one is kept
MOVED = 0.1  # how far the state usually goes


def numbers(rows: int, entries: int, cut_rows: int, columns: int) -> int:
    """How many numbers the choice takes: `rows` with a scale, of which `cut_rows` are looked at."""
    return HEAD + 3 * rows + 2 * entries + columns + cut_rows * (columns + 1)


@njit
def head_at(k):
    """Where the head lies, in p."""
    return k[ROW_SCALE] - HEAD


@njit
def all_rows(k, p):
    """How many rows have a scale."""
    return int(p[head_at(k) + ALL].real)


@njit
def in_joints(k, p):
    """Whether the rows are those of the cut elements in joint coordinates."""
    return p[head_at(k) + JOINTS].real > 0.0


@njit
def marks_at(k, p):
    """Where the marks of the rows lie: 1 for one that is kept."""
    return k[ROW_SCALE] + 2 * all_rows(k, p) + 2 * k[SCATTER]


@njit
def place_at(k, p):
    """Where the coordinates of the last choice lie."""
    return marks_at(k, p) + all_rows(k, p)


@njit
def columns_of(k, p):
    """How many coordinates there are."""
    return k[k[TREE] + FREEDOMS] if in_joints(k, p) else k[COORDINATES]


@njit
def write_scales(k, p, whole):
    """The scales of the rows marked, or of the whole, into force."""
    rows, marks = all_rows(k, p), marks_at(k, p)
    full, entries = k[ROW_SCALE] + rows, k[ROW_SCALE] + 2 * rows
    for row in range(rows):
        p[k[ROW_SCALE] + row] = p[full + row] if whole or p[marks + row].real > 0.0 else 0.0 * p[full + row]
    for entry in range(k[SCATTER]):
        row = int(p[entries + k[SCATTER] + entry].real)
        scale = p[entries + entry]
        p[k[ENTRY_SCALE] + entry] = scale if whole or p[marks + row].real > 0.0 else 0.0 * scale


@njit
def load_body_rows(k, p, w, table, t):
    """The rows against the coordinates of the bodies, dense; returns how many."""
    n, m, base = k[COORDINATES], k[EQUATIONS], k[PATTERN]
    evaluate(k, p, w, POSITION, t)
    load_jacobian(k, p, w)
    row, entry, other = base + k[base + ROW], base + k[base + ENTRY], base + k[base + OTHER]
    for i in range(m):
        for column in range(n):
            p[table + n * i + column] = 0.0
        for term in range(k[row + n + i], k[row + n + i + 1]):
            p[table + n * i + k[other + term]] += w[k[VALUES] + k[entry + term]].real
    return m


@njit
def load_cut_rows(k, p, w, table, t):
    """The rows of the cut elements against the joint coordinates, dense; returns how many."""
    n, m = k[k[TREE] + FREEDOMS], k[k[TREE] + CUT_ROWS]
    evaluate_cuts(k, p, w, POSITION, t)
    load_bodies(k, p, w, False)
    load_rows(k, p, w)
    for i in range(n * m):
        p[table + i] = w[rows_at(k) + i].real
    return m


@njit
def choose_rows(p, table, rows, columns, marks, most, least):
    """Mark up to `most` rows by elimination with full pivoting; returns how many have a pivot of at least `least`."""
    for row in range(rows):
        p[marks + row] = 0.0
    for count in range(most):
        best, pivot_row, pivot_column = 0.0, -1, -1
        for row in range(rows):
            if p[marks + row].real == 0.0:
                for column in range(columns):
                    size = abs(p[table + columns * row + column].real)
                    if size > best:
                        best, pivot_row, pivot_column = size, row, column
        if not best >= least:
            return count
        p[marks + pivot_row] = 1.0
        at = table + columns * pivot_row
        for row in range(rows):
            if p[marks + row].real == 0.0:
                other = table + columns * row
                factor = p[other + pivot_column] / p[at + pivot_column]
                if factor.real != 0.0:
                    for column in range(columns):
                        p[other + column] -= factor * p[at + column]
                    p[other + pivot_column] = 0.0
    return most


@njit
def spread_marks(k, p, marks_of):
    """Marks of the rows of all elements from those of the cut rows: rows of the tree's joints are kept."""
    marks, cut = marks_at(k, p), k[k[TREE] + CUT_AT]
    for row in range(all_rows(k, p)):
        p[marks + row] = 1.0
    for _ in range(k[k[TREE] + CUTS]):
        record = k[cut + CUT_ELEMENT]
        for row in range(k[record + ROWS]):
            p[marks + k[record + FIRST_ROW] + row] = p[marks_of + k[cut + CUT_ROW] + row]
        cut += CUT


@njit
def moved(k, p, w, y):
    """The largest change of a coordinate since the last choice, in model lengths and radians."""
    n, place, largest = columns_of(k, p), place_at(k, p), 0.0
    for i in range(n):
        unit = w[vectors_at(k) + i].real if in_joints(k, p) else p[k[COLUMN_SCALE] + i].real
        size = abs((y[i] - p[place + i]).real) / unit
        if not size <= largest:
            largest = size
    return largest


@njit
def keep_rows(k, p, w, t, y):
    """Choose the rows that are kept from the state y on, with all scales in force; in doubt those of before stay."""
    head, n, rows = head_at(k), columns_of(k, p), all_rows(k, p)
    place = place_at(k, p)
    table, rank = place + n, int(p[head_at(k) + RANK].real)
    first = rank == 0
    if in_joints(k, p):
        spread(k, p, w, y, True)
        count = load_cut_rows(k, p, w, table, t)
    else:
        for i in range(n):
            w[k[Q] + i] = y[i]
        count = load_body_rows(k, p, w, table, t)
    marked = table + count * n
    most = min(count, n) if first else rank
    good = choose_rows(p, table, count, n, marked, most, IMPLIED if first else POOR)
    if first:
        p[head + RANK] = good
    if first or good == rank:
        if in_joints(k, p):
            spread_marks(k, p, marked)
        else:
            for row in range(rows):
                p[marks_at(k, p) + row] = p[marked + row]
    for i in range(n):
        p[place + i] = y[i].real


def kept_correct(k, p, w, t, y, out):
    """The formulation's own correction with the rows that are kept, which are then chosen again where it is time."""
    call_rate(int(p[head_at(k) + CORRECT].real), k, p, w, t, y, out)
    if not (out[0].real == out[0].real and moved(k, p, w, out) > p[head_at(k) + AWAY].real):
        return
    if p[head_at(k) + AFRESH].real > 0.0:
        ask_for_fresh_start(k, w)
    else:
        write_scales(k, p, True)
        keep_rows(k, p, w, t, out)
        write_scales(k, p, False)


def kept_renew(k, p, w, t, y, out):
    """The formulation's own state to start from, found with all rows; from there on some are kept."""
    write_scales(k, p, True)
    call_rate(int(p[head_at(k) + RENEW].real), k, p, w, t, y, out)
    keep_rows(k, p, w, t, out)
    write_scales(k, p, False)
