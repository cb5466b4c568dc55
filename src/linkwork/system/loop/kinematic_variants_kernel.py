"""Kinematics of many variants in one call: of each its tables, the start beside a known position, and the whole motion.

A variant that needs a closer look is left out, and its caller goes the usual way: one for which the tape does not hold,
whose start is far from the known position, that stops, or that comes near a singular position.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit, part
from linkwork.places.layout_kernel import COLUMN_SCALE, COORDINATES, MEMORY
from linkwork.system.loop.kinematics_kernel import FINISHED, SINGULAR, STATUS, advance
from linkwork.system.tables.played_kernel import copy_numbers, play_variant, put_numbers

ENOUGH = 200  # steps for each point of the grid, after which the usual way goes on


@njit
def is_regular(sigma):
    """Whether the smallest singular value keeps its sign, and its distance from zero."""
    side, least = 1.0 if sigma[0] > 0.0 else -1.0, abs(sigma[0])
    for point in range(sigma.shape[0]):
        least = min(least, side * sigma[point])
    return least >= SINGULAR


@njit
def is_near(k, p, q, known, farthest):
    """Whether a position is so near to a known one, in model lengths and radians, that it is on its branch."""
    off = 0.0
    for i in range(k[COORDINATES]):
        off = max(off, abs(q[0, i] - known[i]) / p[k[COLUMN_SCALE] + i])
    return off <= farthest


@njit
def move_variants(
    values,
    tape,
    tables,
    begin,
    known,
    farthest,
    k_table,
    p_table,
    w_table,
    s,
    grid,
    motion,
    sigma,
    trail_t,
    trail,
    x,
    out,
):
    """The motions of variants over a grid; `out` is 1 where one is good.

    `tape` holds its steps, and places and sources of numbers, of what is remembered and of parameters; `tables` gets
    the parameters of every variant; `begin` is the workspace with the known position in it.
    """
    steps, places, sources, memory, remembered, parameters = tape
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    q, v, a = motion
    for number in range(values.shape[0]):
        out[number] = 0
        if not play_variant(values, number, steps, x):
            continue
        put_numbers(p, 0, places, sources, x)
        copy_numbers(begin, w_table)
        put_numbers(w, k[MEMORY], memory, remembered, x)
        for i in range(parameters.shape[0]):
            tables[number, i] = x[parameters[i]]
        for i in range(s.shape[0]):
            s[i] = 0
        budget = ENOUGH * grid.shape[0]
        rows = q[number], v[number], a[number], sigma[number]
        advance(k_table, p_table, w_table, s, grid, rows[0], rows[1], rows[2], rows[3], trail_t, trail, budget)
        if s[STATUS] == FINISHED and is_near(k, p, q[number], known, farthest) and is_regular(sigma[number]):
            out[number] = 1
