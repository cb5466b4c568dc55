"""Simulations of many variants in one call: of each its tables, its start, and the whole motion with its loads.

What `PreparedSimulation` does for one variant. One that needs a closer look is left out, and its caller goes the usual
way: one for which the tape does not hold, whose start is not found at once, that stops, or in which something happens.
"""

from __future__ import annotations

from linkwork.numerics.integrators.integrator_state_kernel import Y
from linkwork.numerics.jit import njit, part
from linkwork.numerics.ldl_kernel import tiny_pivots
from linkwork.places.layout_kernel import (
    COLUMN_SCALE,
    COORDINATES,
    FACTOR,
    MEMORY,
    MOTION,
    PATTERN,
    RHS,
    STATE,
    STATES,
    VALUES,
    WORKSPACE,
    Q,
    V,
    X,
)
from linkwork.system.constraints.equations_kernel import (
    REGULARISATION,
    evaluate,
    factor_jacobian,
    load_right_side,
    solve_exactly,
)
from linkwork.system.constraints.nearest_kernel import close, nearest
from linkwork.system.constraints.penalty_kernel import load_pull, move_position, put_position
from linkwork.system.formulations.formulation_kernel import PASSED
from linkwork.system.loop.simulation_kernel import simulate
from linkwork.system.loop.simulation_state_kernel import CHECKPOINT, FINISHED, LOGGED, RUNNING, STATUS, UNSURE
from linkwork.system.tables.played_kernel import copy_numbers, play_variant, put_numbers

TINY = 1e-6  # of a row's own size: a pivot below is one of rows that are nearly implied by others
ENOUGH = 20_000  # steps after which the usual way goes on


@njit
def find_start(tables, s, t, x, known, free, q, room):
    """The closed position of a variant, sought from the known one moved as the estimates move; false where none is.

    Where nothing is driven it is the one nearest to the estimates. `known` holds the position and its estimates.
    """
    k_table, p_table, w_table, places, sources, estimate, estimate_places, estimate_sources = tables
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    put_numbers(p, 0, places, sources, x)
    put_numbers(part(estimate, 0), 0, estimate_places, estimate_sources, x)
    load_pull(k, p, w, estimate, known[1])
    for i in range(k[COORDINATES]):
        w[k[X] + i] = w[k[RHS] + i]
    move_position(k, p, w, known[0], 1.0, q)
    if free:
        return nearest(k, p, w, s, t, estimate, q, room)
    return close(k, p, w, s, t, q)


@njit
def find_rates(tables, t, x, q, rates, v):
    """Velocities that fulfil the constraints; false where these do not decide them."""
    k_table, p_table, w_table, places, sources = tables
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    put_numbers(p, 0, places, sources, x)
    put_position(k, w, q)
    evaluate(k, p, w, MOTION, t)
    load_right_side(k, p, w, 1)
    factor_jacobian(k, p, w, REGULARISATION)
    solve_exactly(k, w, 1e-15)  # to rounding
    for i in range(k[COORDINATES]):
        v[i] = w[k[X] + i] * p[k[COLUMN_SCALE] + i]
    return tiny_pivots(k, k[PATTERN], w, k[VALUES], k[FACTOR], REGULARISATION, TINY, rates, 0) == 0


@njit
def put_start(k, w, z, s, q, v, plain):
    """Position and velocities into the workspace, and into the state that is integrated where it is made of them."""
    put_position(k, w, q)
    n, states, at = k[COORDINATES], k[STATES], s[Y]
    for i in range(n):
        w[k[V] + i] = v[i]
    if plain:
        for i in range(n):
            z[at + i] = w[k[Q] + i]
            z[at + n + i] = v[i]
        for i in range(states):
            z[at + 2 * n + i] = w[k[STATE] + i]


@njit
def simulate_variants(
    values,
    tape,
    tables,
    position,
    known,
    free,
    rates,
    rated,
    loop,
    fresh,
    used,
    watch,
    plain,
    grid,
    motion,
    loads,
    x,
    out,
):
    """The motions of variants over a grid; `out` is 1 where one is good.

    `loop` holds the tables, `fresh` the loop before its first step (z, w, s, state, marks), `used` room for the same
    of each variant, `watch` what the loop is given beside.
    """
    steps, memory, remembered, parameters, room, speeds, s_position = tape
    k_table, p_table, places, sources = loop
    z, w_table, s, state, marks = used
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    breaks, looks, trail_t, trail, scratch, hit, log_t, log_i, record = watch
    q, v, a = motion
    for number in range(values.shape[0]):
        out[number] = 0
        if not play_variant(values, number, steps, x):
            continue
        for i in range(parameters.shape[0]):
            tables[number, i] = x[parameters[i]]
        start, speed = q[number, 0], v[number, 0]
        if not find_start(position, s_position, grid[0], x, known, free, start, room):
            continue
        for i in range(k[COORDINATES]):
            speed[i] = 0.0
        if rated and not find_rates(rates, grid[0], x, start, speeds, speed):
            continue
        put_numbers(p, 0, places, sources, x)
        copy_numbers(fresh[0], z)
        copy_numbers(fresh[1], w_table)
        copy_numbers(fresh[2], s)
        copy_numbers(fresh[3], state)
        copy_numbers(fresh[4], marks)
        put_numbers(w, k[MEMORY], memory, remembered, x)
        put_start(k, w, z, s, start, speed, plain)
        rows = (loads[0][number], loads[1][number], loads[2][number], loads[3][number], loads[4][number])
        state[STATUS] = CHECKPOINT
        while state[STATUS] == CHECKPOINT:
            state[STATUS] = RUNNING
            simulate(
                k_table, p_table, w_table, z, s, state, marks, breaks, looks, trail_t, trail, scratch, hit, log_t,
                log_i, record, grid, q[number], v[number], a[number], rows, ENOUGH,
            )  # fmt: skip
        quiet = state[LOGGED] == 0 and state[UNSURE] == 0 and w[k[WORKSPACE] + PASSED] == 0.0
        if state[STATUS] == FINISHED and quiet:
            out[number] = 1
