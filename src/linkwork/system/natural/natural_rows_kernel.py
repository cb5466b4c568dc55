"""The equations in natural coordinates: quadratic ones of their own, and those of kept elements through T.

    Phi = s' B s + b' s + e,   gamma = -2 s'' B s' of the rates;   kept: J_s = J T,  gamma_s = gamma - J bias

Rows are scaled, and the table has one right-hand side: -Phi (0), what the rates are short of (1), or gamma (2).
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import (
    BODIES,
    COLUMNS,
    FIRST_ROW,
    INTS_AT,
    MEMORY,
    MOTION,
    OUT,
    OUT_AT,
    POSE,
    ROW_SCALE,
    ROWS,
    TWIST,
    WIDTH,
)
from linkwork.system.constraints.equations_kernel import call_element
from linkwork.system.natural.natural_layout_kernel import (
    ALL_ROWS,
    BIAS,
    BLOCK_AT,
    BODY,
    BODY_AT,
    COLUMN_COUNT,
    COLUMNS_AT,
    COUNT,
    KEPT,
    KEPT_AT,
    LINEAR,
    LINEAR_SHARE,
    LINEAR_TERM,
    NATURAL,
    NUMBER,
    OWN_ROWS,
    PRODUCT,
    PRODUCT_SECOND,
    PRODUCT_SHARE,
    PRODUCTS,
    ROW,
    ROW_AT,
    ROW_TERMS,
    SCALE,
    TABLE,
    UNITS,
)


@njit
def evaluate_kept(k, p, w, t, table):
    """Call the kernels of the kept elements at the poses and twists of the workspace."""
    pose, twist = part(w, k[POSE]), part(w, k[TWIST])
    memory, out = part(w, k[MEMORY]), part(w, k[OUT])
    for number in range(k[table + KEPT]):
        call_element(k, p, k[k[table + KEPT_AT] + number], MOTION, t, pose, twist, memory, out)


@njit
def load_quadratic(k, p, w, z, table, which):
    """The rows that are quadratic in the coordinates; returns the largest right-hand side."""
    n, units, at, largest = k[table + COUNT], k[table + UNITS], k[table + TABLE], 0.0
    record = k[table + ROW_AT]
    for _ in range(k[table + OWN_ROWS]):
        for column in range(n + 1):
            w[at + column] = 0.0
        scale, term = p[k[record + SCALE]], k[record + ROW_TERMS]
        value, speed, bent = p[k[record + NUMBER]], 0.0 * p[units], 0.0 * p[units]
        for _ in range(k[record + PRODUCTS]):
            i, j, share = k[term], k[term + PRODUCT_SECOND], p[k[term + PRODUCT_SHARE]]
            w[at + i] += share * z[j]
            w[at + j] += share * z[i]
            value += share * z[i] * z[j]
            speed += share * (z[i] * z[n + j] + z[j] * z[n + i])
            bent -= 2.0 * share * z[n + i] * z[n + j]
            term += PRODUCT
        for _ in range(k[record + LINEAR]):
            i, share = k[term], p[k[term + LINEAR_SHARE]]
            w[at + i] += share
            value += share * z[i]
            speed += share * z[n + i]
            term += LINEAR_TERM
        for column in range(n):
            w[at + column] *= scale * p[units + column]
        side = -value if which == 0 else -speed if which == 1 else bent
        w[at + n] = side * scale
        largest = max(largest, abs(w[at + n].real))
        at += n + 1
        record += ROW
    return largest


@njit
def add_body(k, p, w, table, body, row, size, factor, at):
    """Add what a row of an element does to one of its bodies to a row of the table."""
    record, units = k[table + BODY_AT] + BODY * body, k[table + UNITS]
    count, block = k[record + COLUMN_COUNT], k[record + BLOCK_AT]
    for column in range(count):
        total = 0.0 * factor
        for i in range(size):
            total += w[row + i] * w[block + count * i + column]
        place = k[k[record + COLUMNS_AT] + column]
        w[at + place] += total * factor * p[units + place]


@njit
def made_of(w, row, vector, size):
    """What a row makes of the motion of a body."""
    total = 0.0 * w[row]
    for i in range(size):
        total += w[row + i] * w[vector + i]
    return total


@njit
def load_kept(k, p, w, table, which, at):
    """The rows of the kept elements, just evaluated, from w[at] on; returns the largest right-hand side."""
    n, size, largest = k[table + COUNT], k[COLUMNS], 0.0
    beyond = size * k[BODIES]
    for number in range(k[table + KEPT]):
        record = k[k[table + KEPT_AT] + number]
        rows, width, ints = k[record + ROWS], k[record + WIDTH], k[record + INTS_AT]
        out = k[OUT] + k[record + OUT_AT]
        for row in range(rows):
            factor, here = p[k[ROW_SCALE] + k[record + FIRST_ROW] + row], out + 3 * rows + row * width
            for column in range(n + 1):
                w[at + column] = 0.0
            made = 0.0 * factor
            local = 0
            while local < width:
                place = k[ints + 1 + local // size * 2] if local < 2 * size else k[ints + 5 + 2 * (local - 2 * size)]
                column = place - size
                if column >= beyond:  # a coordinate that an element owns
                    own = k[table + NATURAL] + column - beyond
                    w[at + own] += w[here + local] * factor * p[k[table + UNITS] + own]
                    if which == 1:
                        made += w[here + local] * w[k[TWIST] + place]
                    local += 1
                    continue
                if column >= 0:
                    add_body(k, p, w, table, column // size, here + local, size, factor, at)
                    if which == 1:
                        made += made_of(w, here + local, k[TWIST] + place, size)
                    elif which == 2:
                        made += made_of(w, here + local, k[table + BIAS] + column, size)
                local += size
            value = w[out + which * rows + row]
            w[at + n] = (-value if which == 0 else value - made) * factor
            largest = max(largest, abs(w[at + n].real))
            at += n + 1
    return largest


@njit
def load_table(k, p, w, z, table, which):
    """All rows with one right-hand side; returns the largest of it."""
    largest = load_quadratic(k, p, w, z, table, which)
    at = k[table + TABLE] + (k[table + COUNT] + 1) * k[table + OWN_ROWS]
    return max(largest, load_kept(k, p, w, table, which, at))


@njit
def all_rows(k, table):
    """How many equations there are."""
    return k[table + ALL_ROWS]
